/** Results from outside: files and links, checked before anything uses them. */
import validate from '../../pkg/result-validator.js';
import { Fault } from '../../kit/faults.js';
import { faultOf } from '../../kit/trace-form.js';

/** Versions of the document that this page reads. */
export const KNOWN = [1, 2];
/** Larger files are not read, bytes. */
export const LARGEST = 32e6;

/** Names by which objects reach what they were not given. */
const REFUSED = new Set(['__proto__', 'constructor', 'prototype']);
/** Deeper than any result. */
const DEEPEST = 32;

/** The first refused name anywhere in a document. @param {any} part @returns {string} */
function refusedIn(part, depth = 0) {
  if (depth > DEEPEST) return '…';
  if (Array.isArray(part)) {
    for (const element of part) {
      const found = typeof element === 'object' && element ? refusedIn(element, depth + 1) : '';
      if (found) return found;
    }
    return '';
  }
  for (const [name, value] of Object.entries(part)) {
    if (REFUSED.has(name)) return name;
    const found = typeof value === 'object' && value ? refusedIn(value, depth + 1) : '';
    if (found) return found;
  }
  return '';
}

/**
 * A result, from its text.
 * @param {string} text
 * @returns {any} the document as JSON has it; `revive` makes a result of it
 * @throws {Fault} NOT_JSON; OTHER_SCHEMA, REFUSED_KEY or NOT_A_RESULT, whose message is the version, the name or the place (a JSON
 *   pointer) that is wrong
 */
export function readResult(text) {
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Fault('NOT_JSON', /** @type {Error} */ (error).message);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Fault('NOT_A_RESULT', '/');
  if (typeof document.schema === 'number' && !KNOWN.includes(document.schema))
    throw new Fault('OTHER_SCHEMA', String(document.schema));
  const refused = refusedIn(document);
  if (refused) throw new Fault('REFUSED_KEY', refused);
  if (!validate(document)) {
    const [{ instancePath, params }] = /** @type {any} */ (validate).errors;
    const name = params.missingProperty ?? params.additionalProperty;
    throw new Fault('NOT_A_RESULT', name ? `${instancePath}/${name}` : instancePath || '/');
  }
  if (Number.isNaN(Date.parse(document.date))) throw new Fault('NOT_A_RESULT', '/date');
  // Checks that a schema cannot express.
  const wrong = document.trace && faultOf(document.trace);
  if (wrong) throw new Fault('NOT_A_RESULT', `/trace/${wrong}`);
  return document;
}
