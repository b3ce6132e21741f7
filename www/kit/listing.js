import { h } from './dom.js';

/** @typedef {{line: number, kind: 'before'|'after', text: string}} Mark a line, from 1, and the text beside it */

/**
 * Writes a program with numbered lines, some of them marked.
 * @param {HTMLElement} code
 * @param {string} text
 * @param {Mark[]} [marks]
 */
export function list(code, text, marks = []) {
  code.classList.add('numbered');
  const lines = text.split('\n').map((line, i, all) => {
    const mark = marks.find((one) => one.line === i + 1);
    const end = i < all.length - 1 ? '\n' : '';
    if (!mark) return h('span', { class: 'line' }, `${line}${end}`);
    const indent = line.slice(0, line.search(/\S|$/));
    const marked = h('mark', { class: mark.kind }, line.trim());
    return h('span', { class: 'line' }, indent, marked, h('em', {}, ` ← ${mark.text}`), end);
  });
  code.replaceChildren(...lines);
}
