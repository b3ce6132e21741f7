// Compares the verdict on what binds a program with the truth, on modelled machines. Counts false and open verdicts.
// node tests/truth/binding.mjs '{"seeds": 20, "machines": []}'
import { readFileSync } from 'node:fs';
import { MessageChannel as Channel } from 'node:worker_threads';
import { pathToFileURL } from 'node:url';
import { connect } from '../../www/asynclab.js';
import { bindingOf } from '../../www/kit/binding.js';
import { randomOf } from '../../www/kit/statistics.js';
import { adoptEngine } from '../../www/lib/engine.js';
import { describe } from '../../www/lib/machines/describe.js';
import { machineNames } from '../../www/lib/machines/names.js';
import { Context } from '../../www/run/context.js';
import { parametersOf, ratesOf } from '../../www/run/rates.js';
import { bindingOracle } from './oracle/binding.mjs';
import { statements, wrongIn } from './oracle/statements.mjs';

globalThis.MessageChannel ??= Channel;
adoptEngine(
  new WebAssembly.Module(readFileSync(new URL('../../www/pkg/asynclab_bg.wasm', import.meta.url))),
);
const ELEMENT = 4;

/** `count` elementwise operations on this many elements. */
const elementwise = (count, elements) => ({
  count,
  flops: elements,
  bytes: 2 * ELEMENT * elements,
});
const filled = (elements) => ({ count: 1, flops: 0, bytes: ELEMENT * elements });
const products = (count, n) => ({ count, flops: 2 * n ** 3, bytes: 3 * ELEMENT * n * n });

/** Disposes the array that a result replaces. */
const next = (result, before) => {
  if (before) before.dispose();
  return result;
};

/**
 * Programs of known parts. `draw` returns a random number from 0 to 1.
 * @type {Record<string, (draw: () => number) => {run: (lab: any) => Promise<void>} & Parameters<typeof bindingOracle>[3]>}
 */
export const PROGRAMS = {
  product: (draw) => {
    const [n, count] = [2 ** Math.round(8 + 3 * draw()), 10];
    return {
      run: async ({ nd }) => {
        const x = nd.ones([n, n]);
        let y = x;
        for (let i = 0; i < count; i += 1) y = next(nd.dot(y, x), i && y);
        await y.waitToRead();
      },
      kernels: [filled(n * n), products(count, n)],
      operations: count + 1,
      stops: 1,
    };
  },
  chain: (draw) => {
    const [elements, count] = [2 ** Math.round(16 + 7 * draw()), 60];
    return {
      run: async ({ nd }) => {
        let x = nd.ones([elements]);
        for (let i = 0; i < count; i += 1) x = next(i % 2 ? x.add(1) : x.mul(0.5), x);
        await x.waitToRead();
      },
      kernels: [filled(elements), elementwise(count, elements)],
      operations: count + 1,
      stops: 1,
      binds: 'bytes',
      remedy: 'fuse',
    };
  },
  tiny: (draw) => {
    const count = Math.round(2000 + 8000 * draw());
    return {
      run: async ({ nd }) => {
        let x = nd.ones([1]);
        for (let i = 0; i < count; i += 1) x = next(x.add(1), x);
        await x.waitToRead();
      },
      kernels: [filled(1), elementwise(count, 1)],
      operations: count + 1,
      stops: 1,
      binds: 'overhead',
      remedy: 'compile',
    };
  },
  reads: (draw) => {
    const [n, count] = [2 ** Math.round(3 + 7 * draw()), 60];
    return {
      run: async ({ nd }) => {
        const x = nd.ones([n, n]);
        for (let i = 0; i < count; i += 1) {
          const y = nd.dot(x, x);
          await y.waitToRead();
          y.dispose();
        }
      },
      kernels: [filled(n * n), products(count, n)],
      operations: count + 1,
      stops: count,
      binds: 'waits',
      remedy: 'wait-less',
    };
  },
};

/** The rates of a machine, as a page measures them. @param {string} machine @param {number} seed */
export async function modelledRates(machine, seed) {
  const ctx = new Context({
    connect,
    device: 'sim',
    machine,
    sim: { seed, values: 0 },
    parameters: { ...parametersOf('sim', machine), seed },
    post: () => {},
    hidden: () => false,
  });
  try {
    return (await ratesOf(ctx)).rates;
  } finally {
    await ctx.close();
  }
}

/** The verdict on a program on a machine. @param {string} machine @param {number} seed @param {(lab: any) => Promise<void>} run @param {any} rates */
export async function modelledBinding(machine, seed, run, rates) {
  const lab = await connect({ device: 'sim', machine, sim: { seed: seed + 1000, values: 0 } });
  try {
    await lab.calibrate();
    const trace = await lab.profile(() => run(lab));
    const { clock, timestamps } = lab.info();
    return bindingOf(trace, rates, { step: clock.step, quantum: timestamps?.quantum ?? 0 });
  } finally {
    await lab.close();
  }
}

/** The false statements of a verdict. @param {any} binding @param {string} machine @param {any} program */
export function falseIn(binding, machine, program) {
  const gpu = describe(machine);
  const check = statements(gpu);
  bindingOracle(check, binding, gpu, program);
  return wrongIn([check]);
}

async function table({
  seeds = 5,
  machines = machineNames.filter((one) => !one.endsWith('unnudged')),
  programs = Object.keys(PROGRAMS),
}) {
  const totals = Object.fromEntries(
    programs.map((name) => [name, { runs: 0, wrong: 0, open: 0, keys: {} }]),
  );
  for (const machine of machines)
    for (let seed = 1; seed <= seeds; seed += 1) {
      const draw = randomOf(seed * 7919 + machines.indexOf(machine));
      const rates = await modelledRates(machine, seed);
      for (const name of programs) {
        const program = PROGRAMS[name](draw);
        const binding = await modelledBinding(machine, seed, program.run, rates);
        const total = totals[name];
        const wrong = falseIn(binding, machine, program);
        total.runs += 1;
        total.wrong += wrong.length > 0 ? 1 : 0;
        total.open += binding.key === 'open' ? 1 : 0;
        total.keys[binding.key] = (total.keys[binding.key] ?? 0) + 1;
        for (const text of wrong) console.log(`${name} on ${machine}, seed ${seed}: ${text}`);
      }
    }
  for (const [name, { runs, wrong, open, keys }] of Object.entries(totals))
    console.log(`${name}: ${runs} runs, ${wrong} false, ${open} open, ${JSON.stringify(keys)}`);
  process.exit();
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href)
  await table(JSON.parse(process.argv[2] ?? '{}'));
