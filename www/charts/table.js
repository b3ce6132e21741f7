import { h } from '../kit/dom.js';
import { elements } from '../kit/lazy.js';
import { sayer } from '../kit/say.js';

/** Rows of a page: about as many as a reader scrolls through. */
const ROWS = 100;
const say = sayer('charts');

/** @typedef {{columns: string[], rows: import('../kit/lazy.js').Lazy<string[]>}} Table */

/** @param {string[]} cells */
const rowOf = ([first, ...rest]) =>
  h('tr', {}, h('th', { scope: 'row' }, first), ...rest.map((cell) => h('td', {}, cell)));

/**
 * A table in a scrolling box. A long table has pages, and only the rows of the shown page are made.
 * @param {Table} table
 * @param {{label: string, caption?: string, class?: string}} words `label` of the box
 * @returns {HTMLElement[]}
 */
export function tableOf({ columns, rows }, { label, caption, class: name }) {
  const body = h('tbody');
  const heads = columns.map((column) => h('th', { scope: 'col' }, column));
  const table = h(
    'table',
    { class: name },
    caption ? h('caption', {}, caption) : null,
    h('thead', {}, h('tr', {}, ...heads)),
    body,
  );
  const box = h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }, table);
  const pages = h('p', { class: 'pages', hidden: rows.length <= ROWS });
  const turn = (/** @type {number} */ first) => {
    const end = Math.min(first + ROWS, rows.length);
    body.replaceChildren(...elements(rows, first, end).map(rowOf));
    const to = (/** @type {string} */ key, /** @type {number} */ from) =>
      h(
        'button',
        { type: 'button', disabled: from < 0 || from >= rows.length, onclick: () => turn(from) },
        say(key),
      );
    const values = { from: first + 1, to: end, count: rows.length };
    pages.replaceChildren(
      to('table-earlier', first - ROWS),
      to('table-later', first + ROWS),
      h('span', { role: 'status' }, say('rows-cut', values)),
    );
  };
  turn(0);
  return [box, pages];
}
