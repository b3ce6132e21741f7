// The adapter's peak, measured by hand-written kernels that do one thing each.
import { copy, multiplyAdd } from '../www/experiments/regimes/peak.js';
import { interleave, short, spread } from './measure.js';

/**
 * @typedef {object} Ceilings
 * @property {{bytes: number, rate: number}[]} copy `rate`: bytes read and written each ms, for arrays of `bytes`
 * @property {number} flops multiplications and additions each ms, of values in registers
 * @property {number} dispatch ms of the smallest dispatch, among many in a submission
 * @property {number} submit ms of a submission with one such dispatch
 * @property {number} wait ms from such a submission until its completion is seen
 */

/** Bytes of the copied arrays: arrays that fit into caches are copied faster. */
const COPIED = [2 ** 18, 2 ** 22, 2 ** 25];
/** The most copies in a submission. */
const MOST_COPIES = 2 ** 14;
/** A rate is measured over at least this time, ms, if the most work takes that long. In less time, start and latency would count. */
const LONG = 20;
const DISPATCHES = 256;
const FLOOR_GROUPS = [1, 4];
const SUBMITS = 64;
const MOST_SUBMITS = 2 ** 12;
const WAITS = 16;

const SMALLEST = `
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(1)
fn main() {
    y[0] = x[0];
}
`;

/** Units of the figures that are better when larger; the other figures are in µs. */
const RATES = { copy: 'GB/s', flops: 'GFLOP/s' };

const REGISTERS = 'multiply and add';
const copyOf = (bytes) => `copy, ${bytes / 2 ** 10} KiB`;

/** @param {number} rounds @returns {Promise<Record<string, import('./measure.js').Samples>>} by kernel */
export async function measureCeilings(rounds) {
  const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
  const bench = benchOn(await adapter.requestDevice());
  const samples = await interleave(
    [
      ...COPIED.map((bytes) => ({ name: copyOf(bytes), run: bench.copy(bytes) })),
      { name: REGISTERS, run: bench.multiplyAdd() },
      ...Object.entries(bench.floors()).map(([name, run]) => ({ name, run })),
    ],
    rounds,
  );
  bench.close();
  return samples;
}

/**
 * A ceiling is the best value that was measured.
 * @param {Record<string, import('./measure.js').Samples>} samples
 * @returns {Ceilings}
 */
export function ceilingsOf(samples) {
  // GB/s and GFLOP/s are millions each ms.
  const most = (values) => Math.max(...values) * 1e6;
  const least = (figure) => {
    const values = Object.values(samples).flatMap((figures) => figures[figure] ?? []);
    return Math.min(...values) / 1000;
  };
  return {
    copy: COPIED.map((bytes) => ({ bytes, rate: most(samples[copyOf(bytes)].copy) })),
    flops: most(samples[REGISTERS].flops),
    dispatch: least('dispatch'),
    submit: least('submit'),
    wait: least('wait'),
  };
}

/** @param {Record<string, import('./measure.js').Samples>} samples @returns {import('./measure.js').Table} */
export function ceilingsTable(samples) {
  const rows = Object.entries(samples).flatMap(([name, figures]) =>
    Object.entries(figures).map(([figure, values]) => {
      const best = figure in RATES ? Math.max(...values) : Math.min(...values);
      return [name, short(best), spread(values), RATES[figure] ?? 'µs'];
    }),
  );
  return { title: 'ceilings of the adapter', columns: ['', 'best', 'median', ''], rows };
}

/** A function that submits dispatches of a kernel. @param {GPUDevice} device @param {string} code @param {number} bytes of each of its two buffers */
function kernelOn(device, code, bytes) {
  const usage = GPUBufferUsage.STORAGE;
  const buffers = [0, 1].map(() => device.createBuffer({ size: bytes, usage }));
  const module = device.createShaderModule({ code });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return (groups, dispatches = 1) => {
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let i = 0; i < dispatches; i += 1) pass.dispatchWorkgroups(groups);
    pass.end();
    device.queue.submit([encoder.finish()]);
  };
}

/** @param {GPUDevice} device */
function benchOn(device) {
  /** The time until the device has done the work, ms. */
  const timed = async (work) => {
    const begin = performance.now();
    await work();
    await device.queue.onSubmittedWorkDone();
    return performance.now() - begin;
  };
  /** The amount of `work` that is done each ms, measured on an amount that takes at least `LONG`, or on `most`. */
  const rateOf = (work, least, most) => {
    let size = least;
    return async () => {
      let ms = await timed(() => work(size));
      while (ms < LONG && size < most) {
        size = Math.min(most, size * 4);
        ms = await timed(() => work(size));
      }
      return size / ms;
    };
  };
  return {
    copy(bytes) {
      const submit = kernelOn(device, copy.code, bytes);
      const groups = copy.groups(bytes);
      const rate = rateOf((times) => submit(groups, times), 2 ** 26 / bytes, MOST_COPIES);
      return async () => ({ copy: (2 * bytes * (await rate())) / 1e6 });
    },
    multiplyAdd() {
      const submit = kernelOn(device, multiplyAdd.code, multiplyAdd.bytes);
      const rate = rateOf(submit, multiplyAdd.least, multiplyAdd.most);
      return async () => ({ flops: (multiplyAdd.flops * (await rate())) / 1e6 });
    },
    floors: () => floorsOn(device, { timed, rateOf }),
    close: () => device.destroy(),
  };
}

/** The least time of a dispatch, of a submission, and of a wait. @param {GPUDevice} device */
function floorsOn(device, { timed, rateOf }) {
  const submit = kernelOn(device, SMALLEST, 16);
  // One submission is prepared while another one runs.
  const submissionsOf = (dispatches, groups) => (times) => {
    for (let i = 0; i < times; i += 1) submit(groups, dispatches);
  };
  const waits = async () => {
    for (let i = 0; i < WAITS; i += 1) {
      submit(1);
      await device.queue.onSubmittedWorkDone();
    }
  };
  // The least work is not the fastest everywhere: a software adapter's threads may sleep and be woken for it.
  const dispatches = FLOOR_GROUPS.map((groups) => {
    const rate = rateOf(submissionsOf(DISPATCHES, groups), 1, MOST_SUBMITS);
    const run = async () => ({ dispatch: 1000 / DISPATCHES / (await rate()) });
    return [`${DISPATCHES} dispatches in a submission, workgroups: ${groups}`, run];
  });
  const single = rateOf(submissionsOf(1, 1), SUBMITS, MOST_SUBMITS);
  return {
    ...Object.fromEntries(dispatches),
    'submissions of one': async () => ({ submit: 1000 / (await single()) }),
    [`${WAITS} submissions, each awaited`]: async () => ({
      wait: (1000 / WAITS) * (await timed(waits)),
    }),
  };
}
