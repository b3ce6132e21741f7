/** Opens a link's program and result, and makes the messages about rejected settings. Loaded only for links that have any of these. */
import { h } from '../../kit/dom.js';
import { Fault } from '../../kit/faults.js';
import { devicesOf } from '../../kit/parameters.js';
import { PACKED, PAGE } from '../link.js';
import { revive } from '../revive.js';
import { sayer, sayerOf } from '../../kit/say.js';
import { learn } from '../../kit/words.js';

/** @typedef {import('../experiment-view.js').ExperimentView} ExperimentView */

const say = sayer('page/links');
const sayPage = sayer('page');
/** Shortens a text of a link for a message. @param {string} text */
const short = (text) => (text.length > 40 ? `${text.slice(0, 40)}…` : text);
/** @param {string[]} names */
const list = (names) => names.join(', ');

/**
 * Shows a program and a result that came with a link; neither is run.
 * @param {object} link
 * @param {ExperimentView|null} link.view of the experiment; null if there is none of that name
 * @param {string} link.name
 * @param {URLSearchParams} link.parameters
 * @param {{name: string, value: string}[]} link.wrong rejected settings
 * @param {string[]} link.strange names of `hide` that are no control's
 * @param {string[]} link.names of all experiments
 * @returns {Promise<Node[]>} the messages for the reader
 */
export async function unfold({ view, name, parameters, wrong, strange, names }) {
  await learn('page/links');
  if (!view) return [note(say('opened-experiment', { name: short(name), allowed: list(names) }))];
  const reasons = wrong.map((one) => why(view, one));
  const hideable = view.hideable.map(({ dataset }) => String(dataset.control));
  for (const one of strange)
    reasons.push(say('opened-hide', { name: short(one), allowed: list(hideable) }));
  for (const key of PACKED) {
    const packed = parameters.get(key);
    if (packed === null) continue;
    try {
      await (key === 'code' ? takeProgram : takeResult)(view, packed);
    } catch (caught) {
      const { code } = /** @type {any} */ (caught);
      if (code === 'BROKEN_LINK') reasons.push(say('opened-broken', { name: key }));
      else if (code === 'UNKNOWN') reasons.push(why(view, { name: key, value: '' }));
      else reasons.push(say('opened-result'));
    }
  }
  const came = parameters.has('code') && view.experiment.parameters.program;
  return [
    ...reasons.map((text) => note(text)),
    ...(came ? [note(say('opened-program'), true)] : []),
  ];
}

/** @param {string} text @param {boolean} [calm] */
function note(text, calm = false) {
  return h(
    'p',
    { class: calm ? 'message calm' : 'message', role: calm ? 'status' : 'alert' },
    text,
  );
}

/** The message on a rejected setting, with the allowed values. @param {ExperimentView} view @param {{name: string, value: string}} asked */
function why({ experiment }, { name, value }) {
  const known = ['preset', 'device', ...Object.keys(experiment.parameters)];
  if (!known.includes(name))
    return say('opened-unknown', { name: short(name), allowed: list([...known, ...PAGE]) });
  return `${say('opened-wrong', { name, value: short(value) })} ${may(experiment, name, value)}`;
}

/** The allowed values, as a sentence. @param {import('../../kit/types.js').Experiment} experiment @param {string} name @param {string} value */
function may(experiment, name, value) {
  const { text, problem } = experiment.parameters[name] ?? {};
  if (text)
    return (
      problem?.(value, sayerOf(experiment.name)) ?? sayPage('out-of-range-text', { most: text })
    );
  return say('opened-allowed', { name, allowed: allowed(experiment, name) });
}

/** @param {import('../../kit/types.js').Experiment} experiment @param {string} name */
function allowed(experiment, name) {
  if (name === 'preset') return list(Object.keys(experiment.presets));
  if (name === 'device') return list(devicesOf(experiment));
  const { min, max, choices, auto } = experiment.parameters[name];
  if (choices) return list(choices);
  const range = sayPage('range', /** @type {any} */ ({ min, max }));
  return auto ? list([range, 'auto']) : range;
}

/** @param {ExperimentView} view @param {string} packed */
async function takeProgram({ experiment, controls }, packed) {
  if (!experiment.parameters.program) throw new Fault('UNKNOWN', 'no program');
  const { unpack } = await import('./packing.js');
  const program = await unpack(packed);
  controls.fill({ ...controls.peek().parameters, program });
}

/** @param {ExperimentView} view @param {string} packed */
async function takeResult(view, packed) {
  const [{ unpack }, { readResult }] = await Promise.all([
    import('./packing.js'),
    import('../compare/reading.js'),
  ]);
  const result = readResult(await unpack(packed));
  if (result.experiment !== view.experiment.name) throw new Fault('BAD_RESULT', result.experiment);
  view.present(revive(result), { source: 'link' });
}
