import { formula } from './math.js';

/**
 * An element. Properties that are functions become listeners (`onclick`), booleans become present or absent attributes.
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Record<string, any>} [properties]
 * @param {...(Node|string|null|undefined)} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function h(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(properties)) {
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (typeof value === 'boolean') element.toggleAttribute(name, value);
    else if (value !== undefined && value !== null) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((child) => child !== null && child !== undefined));
  return element;
}

/** Text with `code` between backquotes and a $formula$ between dollars, as nodes. @param {string} text @returns {Node[]} */
export function prose(text) {
  return text.split('`').flatMap((part, i) => (i % 2 ? [h('code', {}, part)] : formulas(part)));
}

/** The most characters of a formula. A longer text was not meant as one, and would become an element for each of its signs. */
const LONGEST = 500;

/** The value after an equals sign stays on its line: a number, and behind a narrow space its unit. */
const VALUE = /^ [=≤] [\d.,]*\d(\u202f[^\s.,;:，。；：、)]+)?/;

/** @param {string} text @returns {Node[]} */
function formulas(text) {
  const parts = text.split('$');
  const valueAfter = (/** @type {number} */ i) => VALUE.exec(parts[i + 1] ?? '')?.[0] ?? '';
  return parts.map((part, i) =>
    i % 2
      ? h(
          'span',
          { class: 'unbroken' },
          part.length > LONGEST ? part : formula(part),
          valueAfter(i),
        )
      : document.createTextNode(i ? part.slice(valueAfter(i - 1).length) : part),
  );
}
