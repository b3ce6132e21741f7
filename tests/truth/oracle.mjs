// The truth about a modelled machine: for each experiment (`oracle/`) the false statements of a finding, as sentences. It is computed
// from the machine's description by formulas of its own, without code of the experiments, and it allows for noise.
import backpressure from './oracle/backpressure.mjs';
import barriers from './oracle/barriers.mjs';
import batching from './oracle/batching.mjs';
import cpuAsync from './oracle/cpu-async.mjs';
import devices from './oracle/devices.mjs';
import graph from './oracle/graph.mjs';
import hiddenSync from './oracle/hidden-sync.mjs';
import improving from './oracle/improving.mjs';
import memory from './oracle/memory.mjs';
import { decides } from './oracle/model.mjs';
import queued from './oracle/queued.mjs';
import regimes from './oracle/regimes.mjs';
import { statements, wrongIn } from './oracle/statements.mjs';
import timing from './oracle/timing.mjs';
import warmup from './oracle/warmup.mjs';

const ORACLES = {
  warmup,
  queued,
  'cpu-async': cpuAsync,
  barriers,
  improving,
  graph,
  batching,
  backpressure,
  memory,
  'hidden-sync': hiddenSync,
  devices,
  regimes,
  timing,
};

export const judgedByOracle = Object.keys(ORACLES);

/** A machine that has become hot: all work of its device takes longer. @param {Record<string, number>} machine */
const throttled = ({ throttleFactor: factor = 1, ...machine }) => ({
  ...machine,
  flops: machine.flops / factor,
  bandwidth: machine.bandwidth / factor,
  dispatch: machine.dispatch * factor,
});

/** The statements checked in every state that the machine had in the run. @param {string} name @param {any} result @param {{gpu: Record<string, number>, cpu: Record<string, number>}} machine */
function examined(name, result, { gpu, cpu }) {
  const becameHot = gpu.throttleAfter > 0 && result.elapsed > gpu.throttleAfter;
  return (becameHot ? [gpu, throttled(gpu)] : [gpu]).map((state) => {
    const check = statements(name === 'cpu-async' ? cpu : state);
    ORACLES[name](check, result, state, cpu);
    return check;
  });
}

/**
 * Statements of a result that are not true on the machine.
 * @param {string} name of the experiment
 * @param {any} result
 * @param {{gpu: Record<string, number>, cpu: Record<string, number>}} machine as described
 * @returns {string[]}
 */
export const falsehoods = (name, result, machine) => [
  ...wrongIn(examined(name, result, machine)),
  ...outside(result.measures),
];

/** The names of the measures whose truth the oracle knows. */
export const known = (name, result, machine) =>
  new Set(examined(name, result, machine)[0].numbers.map((one) => one.name));

/** The measures of a result whose one true value the oracle knows. @param {string} name @param {any} result @param {{gpu: Record<string, number>, cpu: Record<string, number>}} machine @returns {Record<string, number>} */
export const exactIn = (name, result, machine) => examined(name, result, machine)[0].exact;

/**
 * Whether the truth can be measured on a machine at all: the graph needs the device's timestamps, and a browser that polls ten times a
 * second hides all shorter times.
 * @param {string} name of the experiment @param {string} machine
 */
export const measurable = (name, machine) =>
  !machine.endsWith('unnudged') && !(name === 'graph' && machine.endsWith('safari'));

/** Measures whose value lies outside its own interval. @param {Record<string, {value: number, low?: number, high?: number|null, bound?: string}>} measures */
const outside = (measures) =>
  Object.entries(measures)
    .filter(
      ([, { value, bound, low = value, high = value }]) =>
        !bound &&
        (low > value + 1e-9 * Math.abs(value) ||
          (high ?? Infinity) < value - 1e-9 * Math.abs(value)),
    )
    .map(([name, { value, low, high }]) => `${name} is ${value}, outside of ${low} to ${high}`);

/** Whether a result leaves its question open. @param {any} result */
export const leavesOpen = ({ finding }) => !decides(finding.key);
