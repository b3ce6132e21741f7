/**
 * Formulas as MathML, from a notation small enough to be read in the words themselves: names of letters, with digits as
 * their index (`t1`), numbers, and the rest as operators: `n·(t1 + t2 + t3)`.
 */

const NAMESPACE = 'http://www.w3.org/1998/Math/MathML';
const TOKEN = /([a-zA-Zα-ω]+)(\d+)?|(\d+(?:\.\d+)?)|\S/gu;

/**
 * The parts of a formula.
 * @param {string} text
 * @returns {{kind: 'name'|'number'|'operator', text: string, index?: string}[]}
 */
export function tokens(text) {
  return [...text.matchAll(TOKEN)].map(([all, name, index, number]) => {
    if (name) return index ? { kind: 'name', text: name, index } : { kind: 'name', text: name };
    return number ? { kind: 'number', text: number } : { kind: 'operator', text: sign(all) };
  });
}

/** A hyphen reads as minus. @param {string} text */
function sign(text) {
  return text === '-' ? '−' : text;
}

/** @param {string} text @returns {Element} */
export function formula(text) {
  const parts = tokens(text).map(({ kind, text: own, index }) => {
    if (kind === 'number') return element('mn', own);
    if (kind === 'operator') return element('mo', own);
    return index ? element('msub', element('mi', own), element('mn', index)) : element('mi', own);
  });
  return element('math', ...parts);
}

/** @param {string} tag @param {...(Node|string)} children */
function element(tag, ...children) {
  const made = document.createElementNS(NAMESPACE, tag);
  made.append(...children);
  return made;
}
