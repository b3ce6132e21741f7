// y = x + 1 on 1024 elements, 10,000 times, every handle disposed: what it costs to ask, and how long until it is done.
import { connect } from '/www/asynclab.js';
import { bestOf, check, interleave, ratio, spread } from '../measure.js';
import { RawAdd } from '../raw.js';

const N = 1024;
export const COUNT = 10_000;
const LIMIT = 'hand-written, 256 per submit';

/** @param {{rounds: number}} options @returns {Promise<import('../measure.js').Outcome>} */
export async function run({ rounds }) {
  const labs = [await connect(), await connect({ backend: 'same' })];
  const raw = await RawAdd.open(N);
  const [lab, here] = labs.map((one) => labContender(one));
  const contenders = [
    { name: 'lab', run: lab.plain },
    { name: 'lab, tracing', run: lab.traced },
    // Here the backend begins when the program's turn ends, so enqueuing has the core to itself.
    { name: 'lab, same thread', run: here.plain },
    { name: 'lab, same thread, tracing', run: here.traced },
    { name: LIMIT, run: rawContender(raw, 256) },
    { name: 'hand-written, 1 per submit', run: rawContender(raw, 1) },
  ];
  const samples = await interleave(contenders, rounds);
  for (const one of labs) one.close();
  raw.close();

  const limit = samples[LIMIT];
  const rows = Object.entries(samples).map(([name, { enqueue, done }]) => [
    name,
    spread(enqueue),
    ratio(enqueue, limit.enqueue),
    spread(done),
    ratio(done, limit.done),
    bestOf(done, limit.done),
  ]);
  const columns = [
    '',
    'enqueue, µs',
    'to hand-written',
    'until done, µs',
    'to hand-written',
    'best round',
  ];
  const title = `y = x + 1, n = ${N}, ${COUNT} times, µs per operation`;
  return { tables: [{ title, columns, rows }], samples: { enqueue: samples } };
}

/**
 * The additions through a lab, with and without a trace.
 * @param {import('/www/asynclab.js').Lab} lab
 */
export function labContender(lab) {
  const x = lab.nd.ones([N]);
  const plain = async () => {
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
    return perOperation(begin, enqueued, done);
  };
  const traced = async () => (await lab.profile(plain, { measure: false })).value;
  return { plain, traced };
}

/** @param {RawAdd} raw @param {number} perSubmit */
function rawContender(raw, perSubmit) {
  return async () => {
    const begin = performance.now();
    raw.enqueue(COUNT, perSubmit);
    const enqueued = performance.now();
    await raw.wait();
    const done = performance.now();
    check('hand-written', await raw.read(), () => 2);
    // Now and not before the next round: that would wake the device up, and only for this contender.
    raw.clear();
    await raw.wait();
    return perOperation(begin, enqueued, done);
  };
}

/** From ms in all to µs each. */
function perOperation(begin, enqueued, done) {
  const each = 1000 / COUNT;
  return { enqueue: (enqueued - begin) * each, done: (done - begin) * each };
}
