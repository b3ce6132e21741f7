// The cost of enqueuing and of encoding, without a software GPU beside it: Dawn's null backend takes every call and runs nothing.
// `node bench/dawn/null.mjs '{"rounds": 7}'`; by `cargo xtask bench enqueue --null`. Results are not computed, so none is checked.
import { writeFileSync } from 'node:fs';
import { register } from 'node:module';
import { create, globals } from 'webgpu';
import { limit, perOperation } from '../contenders/hand-written.js';
import { sameThread, sameThreadTracing } from '../contenders/lab.js';
import { tensorflow } from '../contenders/tensorflow.js';
import { jax } from '../contenders/jax.js';
import { torch } from '../contenders/torch.js';
import { interleave, ratio, spread } from '../measure.js';
import { additions } from '../workloads/enqueue.js';

const N = 1024;
const COUNT = 10_000;
/** The number of operations for contenders that need far longer for each. */
const FEW = 1000;

const { rounds = 7, json, only } = JSON.parse(process.argv[2] ?? '{}');

// Pages find the library at `/www/`.
register(
  `data:text/javascript,${encodeURIComponent(`
    export const resolve = (name, context, next) =>
      next(name.startsWith('/www/') ? new URL('../..' + name, '${import.meta.url}').href : name, context);`)}`,
);
Object.assign(globalThis, globals);
const navigator = { gpu: create(['backend=null']), userAgent: 'Node', languages: ['en'] };
Object.defineProperty(globalThis, 'navigator', { value: navigator, configurable: true });
// wgpu looks for WebGPU where there is a window or a worker.
globalThis.WorkerGlobalScope ??= class {};
globalThis.self ??= globalThis;

/** @type {[contender: import('../contenders/library.js').Contender, count: number][]} */
const CONTENDERS = [
  [sameThread, COUNT],
  [sameThreadTracing, COUNT],
  [limit, COUNT],
  [perOperation, FEW],
  [tensorflow, FEW],
  [jax, FEW],
  [torch, FEW],
];

const entries = [];
for (const [contender, count] of CONTENDERS) {
  if (only && !only.includes(contender.name)) continue;
  try {
    entries.push(await entry(contender, count));
  } catch (error) {
    console.log(`${contender.name} does not run here: ${String(error).split('\n')[0]}`);
  }
}
const samples = await interleave(entries, rounds);
const base = samples[limit.name];
for (const [name, { enqueue, done, processor }] of Object.entries(samples)) {
  const beside = base && name !== limit.name ? `   ${ratio(processor, base.processor)}` : '';
  console.log(
    `${name.padEnd(28)} enqueue ${spread(enqueue)} µs, until done ${spread(done)} µs, of the processor ${spread(processor)} µs${beside}`,
  );
}
if (json) writeFileSync(json, JSON.stringify({ rounds, count: COUNT, n: N, samples }));
// Dawn's threads would keep the process alive.
process.exit(0);

/** @param {import('../contenders/library.js').Contender} contender @param {number} count */
async function entry(contender, count) {
  const library = await contender.open();
  const program = await additions(library, N);
  const around = library.around ?? ((run) => run());
  const run = async () => {
    const figures = {};
    await around(async () => {
      const before = process.cpuUsage();
      const start = performance.now();
      await program.start(count);
      figures.enqueue = ((performance.now() - start) / count) * 1000;
      await program.wait();
      figures.done = ((performance.now() - start) / count) * 1000;
      // Processor time, not elapsed time: the whole process works for this contender, and other processes may delay it.
      const { user, system } = process.cpuUsage(before);
      figures.processor = (user + system) / count;
    });
    // Hand-written programs need not clear their results, as nothing was computed.
    if (contender !== limit && contender !== perOperation) await program.finish();
    return figures;
  };
  await run();
  return { name: contender.name, run };
}
