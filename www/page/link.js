/**
 * The state of the page in its address. The part after `#` has the experiment and, as in a query, its settings:
 * `#improving?most=2000&device=cpu&lang=pt&hide=preset,device`. Nothing here runs anything.
 */
import { checkParameter, devicesOf, machinesOf, OWN, presetValues } from '../kit/parameters.js';

/** The page's own settings in a link. No parameter of an experiment has these names. */
export const PAGE = ['lang', 'theme', 'present', 'pipeline', 'hide'];
/** The most settings of a link that are read. A link with more is not from this page, and reporting each would block the page for seconds. */
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

/** The address of the whole page, for an experiment that is embedded in another page. @type {URL|undefined} */
let elsewhere;

/** The page's address, to which links lead. @returns {URL|Location} */
export function home() {
  return elsewhere ?? location;
}

/** Makes links lead to the whole page, for an experiment that is embedded in another page. @param {URL} page */
export function leadTo(page) {
  elsewhere = page;
}

/** The settings in the page's address. */
export function linkParameters() {
  return read(home()).parameters;
}

/** @param {{name: string, parameters: URLSearchParams}} link @returns {string} from `#` on */
export function write({ name, parameters }) {
  const query = String(parameters).replaceAll('%2C', ',');
  return `#${name}${query && `?${query}`}`;
}

/** Sets one of the page's own settings in its address; without a value, removes it. @param {string} key @param {string} [value] */
export function keep(key, value) {
  const link = read(location);
  if (value) link.parameters.set(key, value);
  else link.parameters.delete(key);
  history.replaceState(null, '', write(link));
}

/**
 * The settings in which a state differs from the experiment's defaults.
 * @param {Experiment} experiment
 * @param {State} state
 * @param {URLSearchParams} [old] whose settings of the page are kept
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
 * The settings of an experiment in a link. Invalid settings are left out and reported.
 * @param {Experiment} experiment
 * @param {URLSearchParams} parameters
 * @returns {{preset: string, device: string|null, values: import('../kit/types.js').Values|null, wrong: {name: string, value: string}[]}}
 *   `values` and `device` are null if the link does not set them
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
