// Where the engine and its backend's worker lie. This module alone names them, as literals that bundlers find.
import { LabError } from './errors.js';

/** A folder with both files, where they were moved away from this module. @type {URL | undefined} */
let folder;

/**
 * Has both files looked for in a folder.
 *
 * @param {string | URL} base relative to the page, or to the worker that this thread is
 * @throws {LabError} `INVALID_OPTION`
 */
export function lookIn(base) {
  const here = globalThis.document?.baseURI ?? globalThis.location?.href;
  const address = `${base}`.replace(/\/?$/, '/');
  if (!URL.canParse(address, here)) {
    throw new LabError(
      'INVALID_OPTION',
      `connect: base is ${address}; give the address of the folder that holds asynclab_bg.wasm and backend-worker.js`,
    );
  }
  folder = new URL(address, here);
}

/** The address of the engine. @returns {URL} */
export const engineAddress = () =>
  folder
    ? new URL('asynclab_bg.wasm', folder)
    : new URL('../pkg/asynclab_bg.wasm', import.meta.url);

/** The address of the backend's worker, a module. @returns {URL} */
export const workerAddress = () =>
  folder ? new URL('backend-worker.js', folder) : new URL('../backend-worker.js', import.meta.url);
