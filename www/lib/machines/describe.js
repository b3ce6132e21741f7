/** A machine of the catalogue as the engine takes it. */
import { LabError } from '../core/errors.js';
import { BROWSERS, CHEAP, COMMON, CPU, MACHINES, NOISE, REACHED } from './catalogue.js';
import * as names from './names.js';

/**
 * The machine and the browser of a name such as `phone` or `phone-safari`.
 *
 * @param {string} name
 * @throws {LabError} `INVALID_OPTION`, listing the machines there are
 */
function parts(name) {
  const machine = names.MACHINES.find((one) => name === one || name.startsWith(`${one}-`));
  const browser = name === machine ? names.BROWSERS[0] : name.slice(Number(machine?.length) + 1);
  if (machine && names.BROWSERS.includes(browser)) return { machine, browser };
  throw LabError.of(
    'connect',
    'INVALID_OPTION',
    `there is no machine ${JSON.stringify(name)}; give one of ${names.machineNames.join(', ')}`,
  );
}

/** @param {Record<string, import('./catalogue.js').Figure>} figures */
const values = (figures) =>
  Object.fromEntries(Object.entries(figures).map(([name, { value }]) => [name, value]));

/**
 * The description of a machine's GPU, or of its CPU as the lab uses it.
 *
 * @param {string} name
 * @param {'gpu'|'cpu'} [role]
 * @returns {Record<string, number>} as `connect` takes it for `sim`
 * @throws {LabError} `INVALID_OPTION`
 */
export function describe(name, role = 'gpu') {
  const { machine, browser } = parts(name);
  const { gpu, cpu } = MACHINES[machine];
  const clock = values(BROWSERS[browser]);
  const common = { ...values(NOISE), values: CHEAP };
  if (role === 'cpu') {
    const own = { ...values(CPU), ...values(cpu) };
    // The CPU device reads the thread's clock, and a message reports an end at once.
    return { ...common, ...own, step: clock.step, quantum: Math.max(1e-6, clock.step) };
  }
  const own = { ...values(COMMON), ...values(gpu) };
  const reached = own.software ? 1 : REACHED.value;
  const frontend = values(cpu).enqueue ?? own.enqueue;
  return { ...common, ...own, enqueue: frontend, flops: own.flops * reached, ...clock };
}
