/** Amounts that change in steps over time, small enough to be stored. */

/** @typedef {import('../../kit/types.js').Series} Series */

/** Most steps of a curve: more would not be visible. */
const STEPS = 400;

/**
 * A series with fewer steps: each group of neighbours is replaced by its highest step by `rank`, and the last step is kept,
 * so that peaks and the end do not change.
 * @param {Series} series
 * @param {string} rank the name of the values that decide
 * @param {number} [most] steps
 * @returns {Series}
 */
export function thinned({ times, values }, rank, most = STEPS) {
  const every = Math.ceil(times.length / most);
  const kept = /** @type {number[]} */ ([]);
  for (let from = 0; from < times.length; from += every) {
    let top = from;
    for (let i = from; i < Math.min(from + every, times.length); i += 1)
      if (values[rank][i] > values[rank][top]) top = i;
    kept.push(top);
  }
  if (kept.at(-1) !== times.length - 1) kept.push(times.length - 1);
  const pick = (/** @type {number[]} */ list) => kept.map((i) => list[i]);
  return {
    times: pick(times),
    values: Object.fromEntries(Object.entries(values).map(([name, list]) => [name, pick(list)])),
  };
}

/**
 * A curve for the charts.
 * @param {Series} series
 * @param {string} name of the values
 * @param {{label: string, colour: import('../../charts/surface.js').Colour, dashed?: boolean, hatched?: boolean}} style
 * @returns {import('../../charts/over-time.js').Named}
 */
export const curveOf = ({ times, values }, name, style) => ({
  ...style,
  times,
  values: values[name],
});
