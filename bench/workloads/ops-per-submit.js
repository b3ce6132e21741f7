// The number of operations in one submission: with few, submissions cost more; with many, the device waits longer for its first
// work. The default in src/backend/policy.rs is chosen by this.
import { connect } from '/www/asynclab.js';
import { check, interleave, median, ratio, short, spread } from '../measure.js';

const N = 1024;
const COUNT = 10_000;
const OPS = [1, 4, 16, 64, 256, 1024, 4096];
const OPS_NOW = 256;
const WORK = [1e6, 1e7, 1e8];
const WORK_NOW = 1e7;
const PRODUCTS = 10;
const SIDE = 256;

/** @param {{rounds: number}} options @returns {Promise<import('../measure.js').Outcome>} */
export async function run({ rounds }) {
  const additions = await withLabs(OPS, (opsPerSubmit) => ({ opsPerSubmit }), rounds, add);
  const products = await withLabs(WORK, (workPerSubmit) => ({ workPerSubmit }), rounds, multiply);

  const byOps = OPS.map((ops) => {
    const { enqueue, done } = additions[ops];
    const rate = short(1000 / median(done));
    return [`${ops}`, spread(enqueue), spread(done), ratio(done, additions[OPS_NOW].done), rate];
  });
  const byWork = WORK.map((work) => {
    const { done } = products[work];
    return [work.toExponential(), spread(done), ratio(done, products[WORK_NOW].done)];
  });
  const tables = [
    {
      title: `opsPerSubmit: y = x + 1, n = ${N}, ${COUNT} times, µs per operation`,
      columns: ['opsPerSubmit', 'enqueue, µs', 'until done, µs', `to ${OPS_NOW}`, '1000 op/s'],
      rows: byOps,
    },
    {
      title: `workPerSubmit: ${PRODUCTS} products ${SIDE} × ${SIDE}, ms in all`,
      columns: ['workPerSubmit', 'until done, ms', `to ${WORK_NOW.toExponential()}`],
      rows: byWork,
    },
  ];
  return { tables, samples: { opsPerSubmit: additions, workPerSubmit: products } };
}

/**
 * One lab for each value of a policy, all measured side by side.
 * @param {number[]} values
 * @param {(value: number) => object} option of `connect`
 * @param {number} rounds
 * @param {(lab: import('/www/asynclab.js').Lab) => () => Promise<Record<string, number>>} contender
 */
async function withLabs(values, option, rounds, contender) {
  const labs = [];
  const contenders = [];
  for (const value of values) {
    const lab = await connect(option(value));
    labs.push(lab);
    contenders.push({ name: `${value}`, run: contender(lab) });
  }
  const samples = await interleave(contenders, rounds);
  for (const lab of labs) lab.close();
  return samples;
}

/** @param {import('/www/asynclab.js').Lab} lab */
function add(lab) {
  const x = lab.nd.ones([N]);
  const each = 1000 / COUNT;
  return async () => {
    const begin = performance.now();
    let y = x.add(1);
    for (let i = 1; i < COUNT; i += 1) {
      y.dispose();
      y = x.add(1);
    }
    const enqueued = performance.now();
    await lab.waitAll();
    const done = performance.now();
    check('lab', await y.data(), () => 2);
    y.dispose();
    return { enqueue: (enqueued - begin) * each, done: (done - begin) * each };
  };
}

/** @param {import('/www/asynclab.js').Lab} lab */
function multiply(lab) {
  const [left, right] = [2, 3].map((value) => lab.nd.full([SIDE, SIDE], value));
  return async () => {
    const begin = performance.now();
    let product = left.dot(right);
    for (let i = 1; i < PRODUCTS; i += 1) {
      product.dispose();
      product = left.dot(right);
    }
    await lab.waitAll();
    const done = performance.now() - begin;
    check('product', await product.data(), () => 6 * SIDE);
    product.dispose();
    return { done };
  };
}
