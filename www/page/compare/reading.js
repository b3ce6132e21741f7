/** Checks results from files and links before anything uses them. */
import validate from '../../pkg/result-validator.js';
import { Fault } from '../../kit/faults.js';
import { faultOf } from '../../kit/trace-form.js';

/** Schema versions that this page reads. */
export const KNOWN = [1, 2];
/** The size of the largest file that is read, bytes. */
export const LARGEST = 32e6;

/** Names that lead from an object to its prototype. */
const DANGEROUS = new Set(['__proto__', 'constructor', 'prototype']);
/** The deepest nesting that is accepted: deeper than any result. */
const DEEPEST = 32;

/** The first rejected name anywhere in a document. @param {any} part @returns {string} */
function rejectedIn(part, depth = 0) {
  if (depth > DEEPEST) return '…';
  if (Array.isArray(part)) {
    for (const element of part) {
      const found = typeof element === 'object' && element ? rejectedIn(element, depth + 1) : '';
      if (found) return found;
    }
    return '';
  }
  for (const [name, value] of Object.entries(part)) {
    if (DANGEROUS.has(name)) return name;
    const found = typeof value === 'object' && value ? rejectedIn(value, depth + 1) : '';
    if (found) return found;
  }
  return '';
}

/**
 * Parses a document, with the checks that all documents share.
 * @param {string} text
 * @param {string} code of the fault if the text is no object
 * @returns {any}
 * @throws {Fault} NOT_JSON, REFUSED_KEY, or the code
 */
export function documentOf(text, code) {
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    throw new Fault('NOT_JSON', /** @type {Error} */ (error).message);
  }
  if (typeof document !== 'object' || document === null || Array.isArray(document))
    throw new Fault(code, '/');
  const rejected = rejectedIn(document);
  if (rejected) throw new Fault('REFUSED_KEY', rejected);
  return document;
}

/**
 * @param {any} document
 * @param {any} validate the check compiled from its schema
 * @param {string} code
 * @throws {Fault} the code, with the JSON pointer to the wrong part
 */
export function check(document, validate, code) {
  if (!validate(document)) {
    const [{ instancePath, params }] = validate.errors;
    const name = params.missingProperty ?? params.additionalProperty;
    throw new Fault(code, name ? `${instancePath}/${name}` : instancePath || '/');
  }
  if (Number.isNaN(Date.parse(document.date))) throw new Fault(code, '/date');
  // Checks that a schema cannot express.
  const wrong = document.trace && faultOf(document.trace);
  if (wrong) throw new Fault(code, `/trace/${wrong}`);
}

/**
 * A result, from its text.
 * @param {string} text
 * @returns {any} the parsed document; `revive` makes a result of it
 * @throws {Fault} NOT_JSON; OTHER_SCHEMA, REFUSED_KEY or NOT_A_RESULT, whose message is the version, the name or the JSON pointer
 *   to the wrong part
 */
export function readResult(text) {
  const document = documentOf(text, 'NOT_A_RESULT');
  if (typeof document.schema === 'number' && !KNOWN.includes(document.schema))
    throw new Fault('OTHER_SCHEMA', String(document.schema));
  check(document, validate, 'NOT_A_RESULT');
  return document;
}
