// The part that binds a program on a modelled machine, computed from its description and from the program's operations, without the verdict's code.
import { handed, late, plus, slackOf } from './model.mjs';

/** Only parts that are at least this share of the time are compared. In smaller parts, a difference of a tenth is noise. */
const LARGE = 0.2;
/** A period in which a machine is slow, ms. */
const OUTLIER = 50;
/** The most operations of a submission. */
const SUBMITTED = 256;

/**
 * The least and the most time of each part of a program, ms.
 * @param {Record<string, number>} gpu as described
 * @param {{kernels: {count: number, flops: number, bytes: number}[], operations: number, stops: number}} program `stops`: how often it stops the device
 */
function timesOf(gpu, { kernels, operations, stops }) {
  const { flops: rate, bandwidth, dispatch, encode, submission, enqueue, message = 0 } = gpu;
  const { outlierFactor = 1 } = gpu;
  const sum = { compute: 0, bytes: 0 };
  let count = 0;
  for (const one of kernels) {
    const [compute, bytes] = [one.flops / (rate * 1e6), one.bytes / (bandwidth * 1e6)];
    sum[compute >= bytes ? 'compute' : 'bytes'] += one.count * Math.max(compute, bytes);
    count += one.count;
  }
  const busy = sum.compute + sum.bytes + count * dispatch;
  // The slowest of three threads sets the least time. For the most, each operation is submitted alone, and no threads overlap.
  const hosts = [enqueue, encode + submission / SUBMITTED].map((each) => each * operations);
  const idle = [
    Math.max(0, Math.max(...hosts) - busy - gpu.step),
    hosts[0] + (encode + submission) * operations + handed(gpu, 1) + message + gpu.step,
  ];
  // From the end of the work to its report, and from there to the next operation's start.
  const [least, most] = plus(late(gpu), [0, handed(gpu, 2) + message + 2 * enqueue]);
  return {
    compute: [sum.compute, sum.compute],
    bytes: [sum.bytes, sum.bytes],
    overhead: [count * dispatch + (stops > 1 ? 0 : idle[0]), count * dispatch + idle[1]],
    waits: [Math.max(0, stops * least - gpu.step), stops * most + 2 * gpu.step],
    // Other work on the machine lasts for a while. Kernels during it are slower than the rates.
    rest: [0, Math.min((outlierFactor - 1) * busy, 2 * OUTLIER)],
  };
}

/** The remedies that fit each binding part. */
const REMEDIES = {
  compute: ['nothing'],
  bytes: ['fuse', 'nothing'],
  overhead: ['compile', 'batch'],
  waits: ['wait-less', 'batch'],
  rest: ['program', 'unknown'],
};

/**
 * @param {any} check
 * @param {import('../../../www/kit/types.js').Binding} binding
 * @param {Record<string, number>} gpu
 * @param {Parameters<typeof timesOf>[1] & {remedy?: string, binds?: string}} program
 */
export function bindingOracle(check, { key, remedy, shares }, gpu, program) {
  const times = timesOf(gpu, program);
  const slack = slackOf(gpu);
  const others = (name) => Object.keys(times).filter((one) => one !== name);
  if (key !== 'open') {
    const beyond = others(key).find((one) => times[one][0] > slack * times[key][1]);
    check.claim(!beyond, `“${key}” binds, but ${beyond} takes longer`);
    check.claim(REMEDIES[key]?.includes(remedy), `“${remedy}” where “${key}” binds`);
    // Where a part has two remedies, the program states which of them is right.
    const fits = program.binds !== key || !program.remedy || program.remedy === remedy;
    check.claim(fits, `“${remedy}” in place of “${program.remedy}”`);
  }
  for (const [name, share] of Object.entries(shares)) {
    const rest = others(name).reduce((sum, one) => plus(sum, times[one]), [0, 0]);
    const least = times[name][0] / (times[name][0] + rest[1]) || 0;
    const most = Math.min(1, times[name][1] / (times[name][1] + rest[0]) || 0);
    if (share.low > LARGE || least > LARGE) check.number(name, share, least, most, slack);
  }
}
