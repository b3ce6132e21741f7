// Compares the statements of a result with the truth.
import { FAR, FAR_WITHIN, slackOf } from './model.mjs';

/**
 * Collects the statements of a finding and the truth about them. @param {Record<string, number>} machine in one of its states
 */
export function statements(machine) {
  const claims = [];
  const numbers = [];
  const exact = {};
  const noise = slackOf(machine);
  return {
    claims,
    numbers,
    exact,
    /** @param {boolean} holds @param {string} text that is said where it does not hold */
    claim(holds, text) {
      claims.push({ holds, text });
    },
    /** The value of a measure without noise and with reports that come at once. */
    value(name, truth) {
      exact[name] = truth;
    },
    /** A stated number, with the ends of its true range. */
    number(name, quantity, least, most, slack = noise) {
      if (quantity && Number.isFinite(quantity.value))
        numbers.push({ name, quantity, least, most, slack });
    },
  };
}

/**
 * The false statements about a machine that changed its state while it was measured: claims that hold in no state, and numbers outside
 * the range of all states.
 * @param {ReturnType<typeof statements>[]} states
 * @returns {string[]}
 */
export function wrongIn(states) {
  const [{ claims, numbers }] = states;
  if (
    states.some(
      (one) => one.claims.length !== claims.length || one.numbers.length !== numbers.length,
    )
  )
    throw new Error('the states of a machine are not asked the same');
  const contradicted = claims
    .filter((_, i) => states.every((one) => !one.claims[i].holds))
    .map(({ text }) => text);
  const outside = numbers.map((one, i) => {
    const least = Math.min(...states.map(({ numbers }) => numbers[i].least));
    const most = Math.max(...states.map(({ numbers }) => numbers[i].most));
    return beside({ ...one, least, most });
  });
  return [...contradicted, ...outside.filter(Boolean)];
}

/** A sentence where a number, with its uncertainty, lies outside its true range. Otherwise empty. */
function beside({ name, quantity, least, most, slack }) {
  const { value, bound, low = value, high = value } = quantity;
  const upper = high === null ? Infinity : high;
  const floor = Math.max(0, least);
  // A bound does not limit a time from below, but it is not arbitrary: it is the clock's step, or the report of an end.
  const tooSmall = (bound ? Math.max(upper, value) : upper) * slack < floor;
  const tooLarge = low / slack > most;
  // A number with an interval states the interval. Its value is the median of all samples, outliers included.
  const stated = !bound && (low < value || upper > value);
  const excuse = slack === 1 ? 1 : stated ? FAR_WITHIN : FAR;
  const far = value * excuse < floor || value / excuse > most;
  return tooSmall || tooLarge || far
    ? `${name} stated as ${bound ?? ''}${value} (${low} to ${upper}), true ${least} to ${most}`
    : '';
}
