import { significant, whole } from '../../kit/format.js';
import { spread } from '../../kit/statistics.js';

/** @typedef {import('../../kit/types.js').Way} Way */

/**
 * Ways of doing the work, each with its raw samples and their spread.
 * @param {Record<string, number[]>} samples ms, by way
 * @param {string[]} [names] of the ways, in the order in which they are shown
 * @returns {Way[]}
 */
export function waysOf(samples, names = Object.keys(samples)) {
  return names.map((way) => ({ way, samples: samples[way], ...spread(samples[way]) }));
}

/**
 * The ways by name.
 * @param {Way[]} ways
 * @returns {Record<string, Way>}
 */
export function byName(ways) {
  return Object.fromEntries(ways.map((way) => [way.way, way]));
}

/**
 * The ways as a table: median and quartiles in ms, and the text in `printed`, if it is given.
 * @param {import('../../kit/say.js').Say} say of the experiment
 * @param {import('../../kit/types.js').Result} result
 * @param {Record<string, string>} [printed] by way
 * @returns {{columns: string[], rows: string[][]}}
 */
export function waysTable(say, { ways, info }, printed) {
  const { step } = info.clock;
  const time = (/** @type {number} */ ms) =>
    ms < step ? `≤ ${significant(step, step)}` : significant(ms, step);
  const columns = ['way', 'median', 'low', 'high', 'rounds', ...(printed ? ['printed'] : [])];
  return {
    columns: columns.map((key) => say(`column-${key}`)),
    rows: ways.map(({ way, samples, median, low, high }) => [
      say(`way-${way}`),
      ...[median, low, high].map(time),
      whole(samples.length),
      ...(printed ? [printed[way] ?? '–'] : []),
    ]),
  };
}

/**
 * The ways as bars.
 * @param {(key: string) => string} say of the experiment
 * @param {Way[]} ways
 * @param {(way: string) => {colour: import('../../charts/surface.js').Colour, bound?: '≤'}} style
 * @returns {import('../../charts/bars.js').Bar[]}
 */
export function waysBars(say, ways, style) {
  return ways.map(({ way, median, low, high }) => ({
    label: say(`way-${way}`),
    median,
    low,
    high,
    ...style(way),
  }));
}
