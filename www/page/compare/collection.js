/** Results side by side: their common quantities, the machines that measured them, and the spread. */
import { LEAST, middleOf } from '../../kit/inference.js';
import { spread } from '../../kit/statistics.js';

/** @typedef {import('../../kit/types.js').Quantity} Quantity */
/**
 * @typedef {object} Entry The parts of a result that a comparison needs.
 * @property {string} file
 * @property {string} experiment
 * @property {string} adapter
 * @property {string} browser
 * @property {string} device
 * @property {string} date ISO 8601
 * @property {Record<string, Quantity>} quantities by name: `way:<name>` are the ways' medians, the others are measures
 */
/**
 * @typedef {object} Row The results of one adapter, browser and device.
 * @property {string} adapter
 * @property {string} browser
 * @property {string} device
 * @property {string} date the latest
 * @property {Entry[]} entries
 */

/** @param {string} file @param {any} result a checked document @returns {Entry} */
export function entryOf(file, { schema, experiment, info, date, ways, measures }) {
  const { name, vendor } = info.adapter;
  const timed = ways.map((/** @type {any} */ { way, median, low, high }) => [
    `way:${way}`,
    { value: median, unit: 'ms', low, high },
  ]);
  return {
    file,
    experiment,
    adapter: name || vendor,
    browser: info.browser,
    device: info.device,
    date,
    quantities: Object.fromEntries([
      ...timed,
      ...Object.entries(measures).map(([name, { low, high, ...alone }]) => [
        name,
        // In an older file low and high are quartiles and no interval.
        schema === 1 ? alone : { ...alone, low, high },
      ]),
    ]),
  };
}

/** A key that is equal for two files of one run. It has the numbers, since two runs may begin in one millisecond. @param {Entry} entry */
export function identity({ experiment, date, adapter, browser, device, quantities }) {
  return JSON.stringify([experiment, date, adapter, browser, device, quantities]);
}

/** `Map.groupBy`, which not all browsers have. @param {Entry[]} entries @param {(entry: Entry) => string} keyOf @returns {Map<string, Entry[]>} */
function groupBy(entries, keyOf) {
  const groups = new Map();
  for (const entry of entries) {
    const key = keyOf(entry);
    const group = groups.get(key);
    if (group) group.push(entry);
    else groups.set(key, [entry]);
  }
  return groups;
}

/** @param {Entry[]} entries @returns {Map<string, Entry[]>} by experiment */
export function byExperiment(entries) {
  return groupBy(entries, ({ experiment }) => experiment);
}

/** @param {Entry[]} entries of one experiment @returns {Row[]} */
export function rowsOf(entries) {
  const groups = groupBy(entries, ({ adapter, browser, device }) =>
    JSON.stringify([adapter, browser, device]),
  );
  return [...groups.values()].map((group) => ({
    adapter: group[0].adapter,
    browser: group[0].browser,
    device: group[0].device,
    date: group.reduce((latest, { date }) => (date > latest ? date : latest), ''),
    entries: group,
  }));
}

/** The names of the quantities that at least one of the results has, ways first. @param {Entry[]} entries */
export function namesOf(entries) {
  /** @type {Set<string>} */
  const names = new Set();
  for (const { quantities } of entries) for (const name of Object.keys(quantities)) names.add(name);
  const isWay = (/** @type {string} */ name) => name.startsWith('way:');
  return [...names].filter(isWay).concat([...names].filter((name) => !isWay(name)));
}

/** @typedef {{unit: Quantity['unit'], bound?: '≤'}} Kind */

/**
 * The unit of each quantity in the first result that has it, and `≤` if any result has only a bound.
 * @param {Entry[]} entries
 * @returns {(name: string) => Kind}
 */
export function kindsOf(entries) {
  /** @type {Map<string, Kind>} */
  const kinds = new Map();
  for (const { quantities } of entries)
    for (const [name, { unit, bound }] of Object.entries(quantities)) {
      const kind = kinds.get(name);
      if (!kind) kinds.set(name, { unit, bound });
      else kind.bound ??= bound;
    }
  return (name) => kinds.get(name) ?? { unit: 'count', bound: undefined };
}

/** The finite values of a quantity. @param {Row} row @param {string} name */
export function valuesOf({ entries }, name) {
  return entries
    .map(({ quantities }) => quantities[name]?.value)
    .filter((value) => Number.isFinite(value));
}

/**
 * The interval of the median over the files of a row; empty if there are too few files. The band in the chart is the files' quartiles, not this interval.
 * @param {Row} row @param {string} name @returns {{low?: number, high?: number}}
 */
export function intervalOf(row, name) {
  const values = valuesOf(row, name);
  if (values.length < LEAST) return {};
  const { low, high } = middleOf(values);
  return { low, high };
}

/** Median and quartiles over the files of a row. A single file has its own: the quartiles of a way, or the interval of a measure. @param {Row} row @param {string} name */
export function spreadOf(row, name) {
  const values = valuesOf(row, name);
  if (values.length !== 1) return spread(values);
  const { value, low, high } = row.entries
    .map(({ quantities }) => quantities[name])
    .find((quantity) => Number.isFinite(quantity?.value)) ?? { value: NaN };
  return { median: value, low: low ?? value, high: high ?? value };
}

/** @type {Record<string, (name: string) => (a: Row, b: Row) => number>} */
export const orders = {
  value: (name) => {
    const medians = new Map();
    const of = (/** @type {Row} */ row) => {
      if (!medians.has(row)) medians.set(row, spreadOf(row, name).median);
      const median = medians.get(row);
      return Number.isFinite(median) ? median : Infinity;
    };
    return (a, b) => (of(a) === of(b) ? 0 : of(a) - of(b));
  },
  adapter: () => (a, b) => labelOf(a).localeCompare(labelOf(b)),
  date: () => (a, b) => b.date.localeCompare(a.date),
  files: () => (a, b) => b.entries.length - a.entries.length,
};

/** @param {Row} row */
export function labelOf({ adapter, browser, device }) {
  return [adapter, browser, device].filter(Boolean).join(' · ');
}
