// Cases × contenders: which contenders take part in each case, how often, and their figures. A contender that cannot run a case,
// or gets it wrong, stays in the table with the reason.
import { interleave, ratio, spread } from './measure.js';
import { open } from './contenders/index.js';
import { Lacking } from './contenders/library.js';
import { timed } from './programs.js';

/**
 * The least work of an operation, for any contender.
 * @typedef {{bytes: number, flops: number, dispatches: number, waits?: number}} Work
 *
 * @typedef {object} Case
 * @property {string} name
 * @property {Record<string, string>} figures the units of the figures, by name
 * @property {Work} work of one operation
 * @property {number} count most operations in a round
 * @property {number} [share] ms that a contender should take in a round, which may mean fewer operations
 * @property {boolean} [slow] left out of a quick run
 * @property {boolean} [waiting] waits after every operation
 * @property {import('./contenders/library.js').Contender[]} contenders
 * @property {(library: import('./contenders/library.js').Library) => Promise<Program> | Program} program
 * @property {(values: ArrayLike<number>, count: number) => void} check throws where the last result of `count` operations is wrong
 * @property {string} [note] the name of the library's note for this case
 *
 * @typedef {import('./programs.js').Program & {per?: number}} Program one of its operations does `per` of the case's
 *
 * @typedef {{kind: string, times: number, rounds: number, samples: Record<string, number[]>, remark: string}} Measured
 * @typedef {{kind: string, reason: string, wrong?: boolean}} Missing
 * @typedef {{name: string, figures: Record<string, string>, compared?: string[], work?: Work, contenders: Record<string, Measured | Missing>}} Result
 */

/** ms. */
const SHARE = 400;
const QUICK = 1 / 4;
/** The longest wait for a contender, ms. */
const TIMEOUT = 180_000;
/** A contender that needs longer than this for a single operation, ms, takes part in fewer rounds. */
const PATIENCE = [
  { over: 12_000, rounds: 1 },
  { over: 1000, rounds: 3 },
];
const UNITS = { ms: 1, µs: 1000 };

/** @param {Case} one @param {{rounds: number, quick?: boolean}} options @returns {Promise<Result>} */
export async function measureCase(one, { rounds, quick = false }) {
  const share = (one.share ?? SHARE) * (quick ? QUICK : 1);
  /** @type {Record<string, Measured | Missing>} */
  const contenders = {};
  const entries = [];
  for (const contender of one.contenders) {
    const { name, kind } = contender;
    // The order of the entries is that of the table.
    contenders[name] = { kind, reason: '' };
    try {
      entries.push(await enter(contender, one, share));
    } catch (error) {
      contenders[name] = missing(kind, error);
    }
  }
  const failed = {};
  const taken = (entry) => Math.min(rounds, entry.limit);
  const samples = await interleave(
    entries.map((entry) => turnsOf(entry, taken(entry), failed)),
    rounds,
  );
  for (const entry of entries) {
    const { name, kind, times, remark, close } = entry;
    close();
    contenders[name] = failed[name] ?? {
      ...{ kind, times, remark },
      rounds: taken(entry),
      samples: samples[name],
    };
  }
  return { name: one.name, figures: one.figures, work: one.work, contenders };
}

/** The turns of a contender. One that has failed, or has had all its rounds, does nothing. @returns {import('./measure.js').Contender} */
function turnsOf({ name, kind, run, limit }, rounds, failed) {
  let round = -1;
  return {
    name,
    async run() {
      round += 1;
      // `enter` has warmed up a contender that takes so long.
      const unneeded = round === 0 && limit < Infinity;
      if (failed[name] || unneeded || round > rounds) return {};
      return run().catch((error) => {
        failed[name] = missing(kind, error);
        return {};
      });
    },
  };
}

/** Runs a contender once, checks the result, and finds how many operations fit into its share of a round. */
async function enter(contender, one, share) {
  const { name, kind } = contender;
  const library = await within(open(contender));
  const program = await within(one.program(library));
  const per = program.per ?? 1;
  const once = async (count) => {
    const around = library.around ?? ((run) => run());
    const figures = await within(around(() => timed(program, count, one.waiting)));
    await within(verify(one, program, count * per));
    return figures;
  };
  try {
    let [count, ms] = [1, (await once(1)).done];
    // The first run compiles.
    if (ms < PATIENCE.at(-1).over) ms = (await once(1)).done;
    const limit = PATIENCE.find(({ over }) => ms > over)?.rounds ?? Infinity;
    const most = Math.max(1, Math.floor(one.count / per));
    while (ms < share / 4 && count < most) {
      count = Math.min(most, count * 8);
      ms = (await once(count)).done;
    }
    count = Math.max(1, Math.min(most, Math.round((count * share) / ms)));
    const times = count * per;
    const run = async () => {
      const figures = Object.entries(await once(count));
      return Object.fromEntries(
        figures.map(([figure, ms]) => [figure, (ms * UNITS[one.figures[figure]]) / times]),
      );
    };
    const remark = (one.note && library.notes?.[one.note]) ?? '';
    return { name, kind, times, remark, limit, run, close: () => close(name, program) };
  } catch (error) {
    close(name, program);
    throw error;
  }
}

/** Closes a program. After a failure, a library may be unable to free its arrays. */
function close(name, program) {
  try {
    program.close();
  } catch (error) {
    console.warn(`${name}, closing: ${short(error)}`);
  }
}

async function verify(one, program, count) {
  try {
    one.check(await program.read(), count);
  } finally {
    await program.finish();
  }
}

const missing = (kind, error) => ({
  kind,
  reason: error instanceof Lacking ? error.message : `failed: ${short(error)}`,
  wrong: !(error instanceof Lacking),
});

const short = (error) =>
  String(error?.message ?? error)
    .split('\n')[0]
    .slice(0, 120);

/** @template T @param {Promise<T> | T} promise @returns {Promise<T>} */
function within(promise) {
  let timer;
  const late = new Promise((_, reject) => {
    const message = `no answer within ${TIMEOUT / 1000} s`;
    timer = setTimeout(() => reject(new Error(message)), TIMEOUT);
  });
  return Promise.race([promise, late]).finally(() => clearTimeout(timer));
}

/**
 * A result as a table. Ratios are to the first contender, the lab.
 * @param {Result} result `compared` names the figures that have ratios, if not all
 * @returns {import('./measure.js').Table}
 */
export function tableOf({ name, figures, compared = Object.keys(figures), contenders }) {
  const [base] = Object.values(contenders);
  const columns = Object.entries(figures).flatMap(([figure, unit]) => {
    const title = `${figure}, ${unit}`;
    return compared.includes(figure) ? [title, 'to the lab'] : [title];
  });
  const cellsOf = (samples, figure) => {
    const values = samples?.[figure] ?? [];
    const bases = base.samples?.[figure]?.slice(0, values.length);
    const cells = [
      values.length > 0 ? spread(values) : '–',
      values.length > 0 && bases?.length ? ratio(values, bases) : '–',
    ];
    return compared.includes(figure) ? cells : cells.slice(0, 1);
  };
  const rows = Object.entries(contenders).map(([contender, one]) => {
    const { kind, samples, times, remark, rounds, reason } = one;
    const cells = Object.keys(figures).flatMap((figure) => cellsOf(samples, figure));
    const few = rounds < base.rounds ? `${rounds} rounds` : '';
    const remarks = [reason, few, remark].filter(Boolean).join('; ');
    return [contender, kind, ...cells, times === undefined ? '–' : `${times}`, remarks];
  });
  return { title: name, columns: ['', 'kind', ...columns, 'times', ''], rows };
}
