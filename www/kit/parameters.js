import { BROWSERS, machineNames } from '../lib/machines/names.js';
import { Fault } from './faults.js';
import { sayerOf } from './say.js';

/** @typedef {import('./types.js').Experiment} Experiment */
/** @typedef {import('./types.js').Values} Values */

/** The preset of values that are the reader's own. */
export const OWN = 'own';
/** The most characters of a rejected value that its error repeats. */
const LONGEST = 60;

/** Where an experiment runs, the default first. @param {Experiment} experiment */
export function devicesOf({ devices = ['webgpu', 'cpu'] }) {
  return devices;
}

/** The prefix of a machine's name where a device is named. */
const MODELLED = 'machine:';

/** Machines on which an experiment can be modelled, as devices; none for programs of the reader's own. @param {Experiment} experiment */
export function machinesOf({ load }) {
  return load ? machineNames.map((name) => `${MODELLED}${name}`) : [];
}

/** The modelled machine that a device names; undefined for a device of this machine. @param {string} device */
export function machineOf(device) {
  return device.startsWith(MODELLED) ? device.slice(MODELLED.length) : undefined;
}

/** The names of a machine and of its browser. @param {string} machine @param {import('./say.js').Say} say of an experiment */
export function machineCalled(machine, say) {
  const [first, ...others] = BROWSERS;
  const browser = others.find((one) => machine.endsWith(`-${one}`)) ?? first;
  const name = machine.replace(new RegExp(`-${browser}$`), '');
  return say.has(`machine-${name}`)
    ? say('machine', { machine: say(`machine-${name}`), browser: say(`browser-${browser}`) })
    : machine;
}

/** The values that a parameter accepts, in words. @param {import('./types.js').Parameter} parameter */
function allowed({ min, max, auto, choices, text }) {
  if (text) return `a text of 1 to ${text} characters`;
  if (choices) return choices.join(' or ');
  return `a whole number from ${min} to ${max}${auto ? ', or auto' : ''}`;
}

/** A value as an error names it. @param {unknown} value */
function shown(value) {
  const text = typeof value === 'number' ? String(value) : String(JSON.stringify(value));
  return text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
}

/**
 * One value, checked. Text is accepted where it spells a number, because command lines and form fields give text.
 * @param {Experiment} experiment
 * @param {string} name
 * @param {unknown} value
 * @returns {number|string}
 * @throws {Fault} INVALID_OPTION, naming the range
 */
export function checkParameter(experiment, name, value) {
  const parameter = experiment.parameters[name];
  if (parameter.auto && value === 'auto') return 'auto';
  const written = typeof value === 'string' || typeof value === 'number';
  if (written && parameter.choices?.includes(String(value))) return String(value);
  if (parameter.text && written && value !== '' && String(value).length <= parameter.text) {
    const problem = parameter.problem?.(String(value), sayerOf(experiment.name));
    if (!problem) return String(value);
    throw new Fault('INVALID_OPTION', `${experiment.name}: ${name}: ${problem}`);
  }
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  if (
    parameter.choices ||
    parameter.text ||
    typeof number !== 'number' ||
    !Number.isInteger(number) ||
    !(number >= Number(parameter.min) && number <= Number(parameter.max))
  ) {
    throw new Fault(
      'INVALID_OPTION',
      `${experiment.name}: ${name} is ${shown(value)}; give ${allowed(parameter)}`,
    );
  }
  return number;
}

/** The values of a preset, completed by the defaults. @param {Experiment} experiment @param {string} preset @returns {Values} */
export function presetValues(experiment, preset) {
  const defaults = Object.fromEntries(
    Object.entries(experiment.parameters).map(([name, p]) => [name, p.default]),
  );
  return { ...defaults, ...experiment.presets[preset] };
}

/**
 * The values of all parameters for a run: a preset's values, overridden by the given ones.
 * @param {Experiment} experiment
 * @param {Record<string, unknown>} given may name a `preset`
 * @returns {Values}
 * @throws {Fault} INVALID_OPTION
 */
export function resolveParameters(experiment, given) {
  const presets = Object.keys(experiment.presets);
  const { preset = presets[0], ...own } = given;
  if (typeof preset !== 'string' || !(presets.includes(preset) || preset === OWN)) {
    throw new Fault(
      'INVALID_OPTION',
      `${experiment.name}: there is no preset ${JSON.stringify(preset)}; give ${presets.join(' or ')}`,
    );
  }
  const values = presetValues(experiment, preset);
  for (const [name, value] of Object.entries(own)) {
    if (!Object.hasOwn(experiment.parameters, name)) {
      const known = Object.keys(experiment.parameters).join(', ');
      throw new Fault(
        'INVALID_OPTION',
        `${experiment.name}: there is no parameter ${name}; there are preset, ${known}`,
      );
    }
    values[name] = checkParameter(experiment, name, value);
  }
  return values;
}

/**
 * @param {Experiment} experiment
 * @param {unknown} device
 * @returns {import('./types.js').DeviceName}
 * @throws {Fault} INVALID_OPTION
 */
export function checkDevice(experiment, device) {
  const devices = devicesOf(experiment);
  const known = [...devices, ...machinesOf(experiment)].find((name) => name === device);
  if (known) return /** @type {import('./types.js').DeviceName} */ (known);
  if (typeof device === 'string' && machineOf(device) !== undefined && experiment.load)
    throw new Fault(
      'INVALID_OPTION',
      `${experiment.name}: there is no machine ${JSON.stringify(machineOf(device))}; give one of ${machineNames.join(', ')}`,
    );
  throw new Fault(
    'INVALID_OPTION',
    `${experiment.name}: device is ${JSON.stringify(device)}; give ${devices.join(' or ')}`,
  );
}
