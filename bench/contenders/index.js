// The contenders. To add a library, describe it as `library.js` says and name it here.
import { limit } from './hand-written.js';
import { jax, jaxJit } from './jax.js';
import { lab } from './lab.js';
import { onnx } from './onnx.js';
import { tensorflow } from './tensorflow.js';
import { torch } from './torch.js';

/** @type {import('./library.js').Contender[]} the lab first: others are compared with it */
export const contenders = [lab, limit, tensorflow, jax, jaxJit, onnx, torch];

/** @type {Map<import('./library.js').Contender, Promise<import('./library.js').Library>>} */
const opened = new Map();

/** Opens a library when it is first needed: once in a page, with its device. @param {import('./library.js').Contender} contender */
export function open(contender) {
  let library = opened.get(contender);
  if (!library) opened.set(contender, (library = contender.open()));
  return library;
}
