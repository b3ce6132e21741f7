// The marks of a cell's timeline, sorted, so that the marks at a point or a pixel are found without a search through all.
import { Moments, orderOf, Spans } from '../charts/levels.js';

/** @typedef {import('../python/lives.js').Life} Life */
/** @typedef {import('../python/lives.js').Operation} Operation */
/** @typedef {import('../python/lives.js').Wait} Wait */
/** A set of a cell's marks as spans, which are found and drawn pixel by pixel. @typedef {Record<'waits'|'enqueued'|'device', Spans>} Lanes */

/** @template T @param {T[]} list @param {(one: T) => number} fromOf @param {(one: T) => number} toOf */
function spansOf(list, fromOf, toOf) {
  const from = Float64Array.from(list, fromOf);
  const rows = orderOf(from) ?? Uint32Array.from(from.keys());
  const of = (/** @type {(one: T) => number} */ time) =>
    Float64Array.from(rows, (row) => time(list[row]));
  return new Spans(of(fromOf), of(toOf), rows);
}

/** @param {Operation[]} operations @param {Wait[]} waits @returns {Lanes} */
const lanesOf = (operations, waits) => ({
  waits: spansOf(
    waits,
    ({ from }) => from,
    ({ to }) => to,
  ),
  enqueued: spansOf(
    operations,
    ({ enqueued }) => enqueued,
    ({ enqueued }) => enqueued,
  ),
  device: spansOf(
    operations,
    ({ started }) => started,
    ({ ended }) => ended,
  ),
});

/** @param {{line: number, file: string}} of */
const keyOf = ({ line, file }) => `${line} ${file}`;

/** A cell's marks: all, and the marks of a line, which are sorted when the pointer is first on that line. @param {Life} life */
export function marksOf({ operations, waits }) {
  /** @type {Map<string, {operations: Operation[], waits: Wait[]}>} */
  const byLine = new Map();
  const own = (/** @type {Operation|Wait} */ one) => {
    const key = keyOf(one);
    let marks = byLine.get(key);
    if (!marks) byLine.set(key, (marks = { operations: [], waits: [] }));
    return marks;
  };
  /** @type {Map<string, Lanes>} */
  const drawn = new Map();
  for (const one of operations) own(one).operations.push(one);
  for (const one of waits) own(one).waits.push(one);
  return {
    all: lanesOf(operations, waits),
    enqueued: new Moments(Float64Array.from(operations, ({ enqueued }) => enqueued)),
    /** @param {{line: number, file: string}} of */
    of: (of) => {
      const key = keyOf(of);
      let lanes = drawn.get(key);
      if (!lanes) {
        const marks = byLine.get(key);
        drawn.set(key, (lanes = lanesOf(marks?.operations ?? [], marks?.waits ?? [])));
      }
      return lanes;
    },
  };
}
