import { day } from '../kit/format.js';
import { machineCalled } from '../kit/parameters.js';

/** @typedef {import('../kit/types.js').Result} Result */
/** @typedef {import('../kit/say.js').Say} Say */
/** Where a result comes from: this machine, or a run elsewhere. @typedef {'measured'|'recorded'|'link'|'file'} Source */

/**
 * Where a result comes from, in words. Whatever was not measured here and now has a mark: a recorded run says first that its device is
 * a program, and a modelled machine's times were measured nowhere.
 * @param {Pick<Result, 'info'|'date'>} result
 * @param {Source} source
 * @param {Say} say of the page
 * @param {Say} sayOwn of an experiment
 * @returns {{text: string, mark: string}} `mark` is empty for what was measured here
 */
export function provenanceOf({ info, date }, source, say, sayOwn) {
  const { name, vendor, software } = info.adapter;
  const machine = info.machine && machineCalled(info.machine, sayOwn);
  const own = info.device === 'webgpu' && (name || vendor);
  const adapter = machine
    ? say('device-machine', { machine })
    : own || say(`device-${info.device}`);
  const program = !machine && (software || info.device === 'cpu');
  const kind = source === 'measured' && machine ? 'modelled' : source;
  const recorded = program ? 'provenance-recorded-software' : 'provenance-recorded';
  const key = kind === 'recorded' ? recorded : `provenance-${kind}`;
  const text = say(kind === 'measured' ? 'provenance' : key, {
    adapter,
    browser: info.browser,
    date: day(date),
    ...(kind === 'modelled' && { machine: String(machine) }),
  });
  return { text, mark: kind === 'measured' ? '' : say(`marked-${kind}`) };
}
