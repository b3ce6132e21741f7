/**
 * The address as a document: after `#` stands the experiment and, as in a query, its settings:
 * `#improving?most=2000&device=cpu&lang=pt&hide=preset,device`. Nothing here runs anything.
 */
import { checkParameter, devicesOf, machinesOf, OWN, presetValues } from '../kit/parameters.js';

/** Settings of the page in a link, beside an experiment's parameters; no parameter has these names. */
export const PAGE = ['lang', 'theme', 'present', 'pipeline', 'hide'];
/** The most settings of a link. One with more is not from this page, and reporting each would block the page's thread for seconds. */
export const MOST_ASKED = 40;
/** Packed contents of a link: the sandbox's program, and a result. */
export const PACKED = ['code', 'result'];

/** @typedef {import('../kit/types.js').Experiment} Experiment */
/**
 * @typedef {object} State The settings of an experiment's controls.
 * @property {string} preset
 * @property {string} device
 * @property {import('../kit/types.js').Values} parameters
 */

/** @param {{hash: string}} address @returns {{name: string, parameters: URLSearchParams}} */
export function read({ hash }) {
  const [name, ...rest] = hash.slice(1).split('?');
  return { name, parameters: new URLSearchParams(rest.join('?')) };
}

/** Where the whole page is, for an experiment inside another page. @type {URL|undefined} */
let elsewhere;

/** The page's address, to which links lead. @returns {URL|Location} */
export function home() {
  return elsewhere ?? location;
}

/** Has links lead to the whole page, from an experiment that stands inside another one. @param {URL} page */
export function leadTo(page) {
  elsewhere = page;
}

/** Settings in the page's address that belong to no experiment. */
export function linkParameters() {
  return read(home()).parameters;
}

/** @param {{name: string, parameters: URLSearchParams}} link @returns {string} from `#` on */
export function write({ name, parameters }) {
  const query = String(parameters).replaceAll('%2C', ',');
  return `#${name}${query && `?${query}`}`;
}

/** Says something of the page itself in its address; without a value, no more. @param {string} key @param {string} [value] */
export function keep(key, value) {
  const link = read(location);
  if (value) link.parameters.set(key, value);
  else link.parameters.delete(key);
  history.replaceState(null, '', write(link));
}

/**
 * The settings in which a state differs from the experiment's first one.
 * @param {Experiment} experiment
 * @param {State} state
 * @param {URLSearchParams} [old] whose words about the page are kept
 */
export function parametersOf(experiment, { preset, device, parameters }, old) {
  const said = new URLSearchParams();
  const [first] = Object.keys(experiment.presets);
  const named = preset === OWN ? first : preset;
  if (named !== first) said.set('preset', named);
  for (const [name, value] of Object.entries(presetValues(experiment, named)))
    if (!experiment.parameters[name].lines && parameters[name] !== value)
      said.set(name, String(parameters[name]));
  if (device !== devicesOf(experiment)[0]) said.set('device', device);
  for (const key of PAGE) if (old?.has(key)) said.set(key, String(old.get(key)));
  return said;
}

/**
 * The settings of an experiment in a link. Those that a link may not set are left out and reported.
 * @param {Experiment} experiment
 * @param {URLSearchParams} parameters
 * @returns {{preset: string, device: string|null, values: import('../kit/types.js').Values|null, wrong: {name: string, value: string}[]}}
 *   `values` and `device` are null where the link says nothing of them
 */
export function asked(experiment, parameters) {
  const presets = Object.keys(experiment.presets);
  const wrong = [];
  let [preset, device, own] = [presets[0], /** @type {string|null} */ (null), false];
  const named = parameters.get('preset');
  if (named && presets.includes(named)) preset = named;
  const values = presetValues(experiment, preset);
  for (const [name, value] of Array.from(parameters).slice(0, MOST_ASKED)) {
    if (PAGE.includes(name) || PACKED.includes(name) || (name === 'preset' && value === preset))
      continue;
    try {
      if (
        name === 'device' &&
        [...devicesOf(experiment), ...machinesOf(experiment)].some((one) => one === value)
      )
        device = value;
      else {
        values[name] = checkParameter(experiment, name, value);
        own = true;
      }
    } catch {
      wrong.push({ name, value });
    }
  }
  const said = own || parameters.has('preset');
  return { preset: own ? OWN : preset, device, values: said ? values : null, wrong };
}
