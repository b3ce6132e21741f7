// The addresses of the engine and of its backend's worker. This module alone names them, as literals that bundlers find.
import { text } from './array/arguments.js';
import { LabError } from './core/errors.js';

/** A folder with both files, where they were moved away from this module. @type {URL | undefined} */
let folder;

/**
 * Sets the folder in which both files are looked for.
 *
 * @param {string | URL} base relative to the page, or to the worker that this thread is
 * @throws {LabError} `INVALID_OPTION`
 */
export function lookIn(base) {
  const files = 'the folder that holds asynclab_bg.wasm and backend-worker.js';
  folder = addressOf(text(base).replace(/\/?$/, '/'), 'base', files);
}

/**
 * Resolves an address that a program gives.
 *
 * @param {string | URL} address relative to the page, or to the worker that this thread is
 * @param {string} [option] the option's name, for the error
 * @param {string} [what] the file at the address, for the error
 * @returns {URL}
 * @throws {LabError} `INVALID_OPTION`
 */
export function addressOf(address, option = 'worker', what = "the backend's worker") {
  const here = globalThis.document?.baseURI ?? globalThis.location?.href;
  if (URL.canParse(text(address), here)) return new URL(text(address), here);
  const problem = `${option} is ${text(address)}; give the address of ${what}`;
  throw LabError.of('connect', 'INVALID_OPTION', problem);
}

/** The address of the engine. @returns {URL} */
export const engineAddress = () =>
  folder
    ? new URL('asynclab_bg.wasm', folder)
    : new URL('../pkg/asynclab_bg.wasm', import.meta.url);

/** The address of the backend's worker, a module. @returns {URL} */
export const workerAddress = () =>
  folder ? new URL('backend-worker.js', folder) : new URL('../backend-worker.js', import.meta.url);
