import { h } from '../kit/dom.js';
import { shapeText, significant, whole } from '../kit/format.js';
import { clockText } from './gpu-clock.js';
import { lifeOf, quantityOf } from './trace-facts.js';
import { MOMENTS } from '../trace/moments.js';

/** Rows of a page: a browser lays out this many without a pause. */
const ROWS = 500;
const TIMES = /** @type {const} */ ([...MOMENTS, 'gap']);

/** The moments of every operation as a table, for readers who cannot see the charts. A page of it is filled when it is opened. */
export class OperationsTable {
  /** @type {{trace: import('./trace-facts.js').Trace, facts: import('./trace-facts.js').Facts}|null} */ #shown =
    null;
  #first = 0;
  #marked = -1;

  /** @param {import('../kit/say.js').Say} say @param {(index: number) => void} choose */
  constructor(say, choose) {
    this.say = say;
    this.element = h('details', { class: 'operations', hidden: true });
    this.element.addEventListener('toggle', () => this.element.open && this.#fill());
    this.body = h('tbody');
    this.body.addEventListener('click', ({ target }) => {
      const row = /** @type {Element} */ (target).closest('tr');
      if (row) choose(this.#first + [...this.body.rows].indexOf(row));
    });
  }

  /** @param {import('./trace-facts.js').Trace} trace @param {import('./trace-facts.js').Facts} facts */
  show(trace, facts) {
    this.#shown = { trace, facts };
    this.#first = 0;
    this.#marked = -1;
    this.element.hidden = false;
    this.element.replaceChildren(h('summary', {}, this.say('table-open')));
    if (this.element.open) this.#fill();
  }

  clear() {
    this.#shown = null;
    this.element.hidden = true;
    this.element.open = false;
    this.element.replaceChildren();
  }

  /** Marks an operation, on its page; -1 for none. @param {number} index */
  mark(index) {
    if (index === this.#marked) return;
    this.#marked = index;
    if (!this.element.open || !this.#shown) return;
    const page = Math.floor(index / ROWS) * ROWS;
    if (index >= 0 && page !== this.#first) this.#turn(page);
    else this.#light();
  }

  /** Highlights the marked row and scrolls the table to it, but not the page. */
  #light() {
    for (const row of this.body.querySelectorAll('[aria-current]'))
      row.removeAttribute('aria-current');
    const row = this.body.rows[this.#marked - this.#first];
    if (this.#marked < 0 || !row) return;
    row.setAttribute('aria-current', 'true');
    const box = this.body.closest('.scroll');
    if (box) box.scrollTop = row.offsetTop - box.clientHeight / 2;
  }

  /** @param {number} first */
  #turn(first) {
    this.#first = first;
    this.#fill();
  }

  #fill() {
    if (!this.#shown) return;
    const { trace, facts } = this.#shown;
    const { say } = this;
    const { count } = facts;
    const end = Math.min(this.#first + ROWS, count);
    const { gpuClock } = trace;
    const clock = gpuClock
      ? ` ${say('table-clock', { clock: clockText(gpuClock, say, { always: true }) })}`
      : '';
    const cut =
      count > ROWS ? ` ${say('table-cut', { from: this.#first + 1, to: end, count })}` : '';
    const columns = [
      'column-number',
      'column-name',
      'column-shape',
      ...(trace.kernel ? ['column-kernel'] : []),
      ...TIMES.map((name) => `life-${name}`),
    ];
    this.body.replaceChildren(
      ...Array.from({ length: end - this.#first }, (_, k) => this.#row(this.#first + k)),
    );
    const scroll = h(
      'div',
      { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': say('table-open') },
      h(
        'table',
        {},
        h('caption', {}, say('table-caption') + clock + cut),
        h('thead', {}, h('tr', {}, ...columns.map((key) => h('th', { scope: 'col' }, say(key))))),
        this.body,
      ),
    );
    this.element.replaceChildren(...[this.element.firstChild ?? '', scroll, ...this.#pages(count)]);
    this.#light();
  }

  /** The buttons for pages, if there are several. @param {number} count */
  #pages(count) {
    if (count <= ROWS) return [];
    const to = (/** @type {string} */ key, /** @type {number} */ first) =>
      h(
        'button',
        { type: 'button', disabled: first < 0 || first >= count, onclick: () => this.#turn(first) },
        this.say(key),
      );
    return [
      h(
        'p',
        { class: 'pages' },
        to('table-earlier', this.#first - ROWS),
        to('table-later', this.#first + ROWS),
      ),
    ];
  }

  /** @param {number} i */
  #row(i) {
    if (!this.#shown) return '';
    const { trace, facts } = this.#shown;
    const { kernel } = trace;
    const life = lifeOf(trace, facts, i);
    const cells = [
      whole(i + 1),
      life.name,
      shapeText(life.shape, this.say('scalar')),
      ...(kernel ? [whole(kernel[i] + 1)] : []),
      ...TIMES.map((name) => {
        const { value, bound, step } = quantityOf(life, name, facts);
        // For reported ends the caption states the bound.
        return (bound && value > life[name] ? '≤ ' : '') + significant(value, step);
      }),
    ];
    return h('tr', {}, ...cells.map((cell) => h('td', {}, cell)));
  }
}
