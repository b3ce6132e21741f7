import { day } from '../kit/format.js';
import { machineCalled } from '../kit/parameters.js';

/** @typedef {import('../kit/types.js').Result} Result */
/** @typedef {import('../kit/say.js').Say} Say */
/** The source of a result: this machine, the page's recording, a link or a file. @typedef {'measured'|'recorded'|'link'|'file'} Source */

/**
 * The source of a result, in words. A result that was not measured here and now has a mark; so has a modelled machine's, whose times were
 * measured nowhere. The text of a recorded run states whether its device is a program.
 * @param {Pick<Result, 'info'|'date'>} result
 * @param {Source} source
 * @param {Say} say of the page
 * @param {Say} sayOwn of an experiment
 * @returns {{text: string, mark: string}} `mark` is empty for a result that was measured here
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
