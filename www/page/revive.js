/** The inverse of `jsonSafe`: its output becomes a result again. */
import { traceFrom } from '../kit/trace-form.js';

/** Fields whose unknown numbers are null in JSON. */
const UNKNOWN = new Set(['value', 'median', 'low', 'high', 'step', 'backendStep', 'quantum']);

/** Replaces null by NaN in these fields. @param {any} part of a result, without the trace @returns {any} */
function known(part) {
  if (Array.isArray(part)) return part.map(known);
  if (typeof part !== 'object' || part === null) return part;
  return Object.fromEntries(
    Object.entries(part).map(([name, value]) => [
      name,
      value === null && UNKNOWN.has(name) ? NaN : known(value),
    ]),
  );
}

/** A source of error that only older results report. */
const RETIRED = 'distortion-asked';

/** @param {any} message */
const message = ({ key, values }) => ({
  key,
  values: Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, value === null ? NaN : known(value)]),
  ),
});

/** The message on a result that was judged by the rules before `kit/inference.js`, which compared quartiles. */
const OLDER = { key: 'distortion-older', values: {} };
/** @param {{key: string}} message */
const isOlder = ({ key }) => key === OLDER.key;

/**
 * A result in the page's form. A result of schema 1 keeps the finding of its older rules, and gets a message about that.
 * @param {any} json a document of the result schema
 * @returns {import('../kit/types.js').Result}
 */
export function revive({ trace, finding, distortions, ...rest }) {
  const judged = rest.schema === 1 && !distortions.some(isOlder) ? [OLDER] : [];
  return {
    series: {},
    ...known(rest),
    trace: trace && traceFrom(trace),
    finding: message(finding),
    distortions: [...judged, ...distortions]
      .filter((/** @type {any} */ { key }) => key !== RETIRED)
      .map(message),
  };
}
