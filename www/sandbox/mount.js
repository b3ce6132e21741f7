/** Shows the editor instead of the text field, and the program's output below the buttons while it runs. */
import { h } from '../kit/dom.js';
import { MOST_LINES } from './checked.js';
import { output } from './thread.js';

/** @typedef {import('../kit/types.js').OpenView} View */

/** @param {View} view */
export function mount(view) {
  const editor = new ProgramEditor(view);
  const printed = new Printed(view);
  const listen = (/** @type {string} */ type, /** @type {(event: CustomEvent) => void} */ act) =>
    output.addEventListener(type, /** @type {EventListener} */ (act), {
      signal: view.closing.signal,
    });
  listen('start', () => {
    printed.clear();
    editor.mark(0, '');
  });
  for (const type of ['line', 'begun']) listen(type, ({ detail }) => printed.show(type, detail));
  // From now on the output is shown with the result.
  listen('done', () => printed.hide());
  listen('failed', ({ detail }) => editor.mark(detail, view.sayOwn('failed-here')));
}

/** The program's output while it runs. */
class Printed {
  #begun = h('span');
  #scrolling = 0;

  /** @param {View} view */
  constructor({ element, sayOwn }) {
    this.element = h('pre', {
      class: 'live-output',
      tabindex: 0,
      role: 'log',
      'aria-label': sayOwn('output'),
      hidden: true,
    });
    element.querySelector('.run-state')?.after(this.element);
  }

  clear() {
    this.element.replaceChildren();
    this.hide();
  }

  hide() {
    this.element.hidden = true;
  }

  /** @param {string} type 'line', or 'begun' for an unfinished line, which the next call replaces @param {{level: string, text: string}} line */
  show(type, { level, text }) {
    const { element } = this;
    this.#begun.remove();
    if (element.childNodes.length >= MOST_LINES) return;
    if (type === 'begun') {
      this.#begun.textContent = text;
      if (!text) return;
      element.append(this.#begun);
    } else element.append(h('span', { 'data-level': level }, `${text}\n`));
    element.hidden = false;
    // Scrolls once for all lines of a frame, since reading the height forces a layout.
    if (this.#scrolling) return;
    this.#scrolling = requestAnimationFrame(() => {
      this.#scrolling = 0;
      element.scrollTop = element.scrollHeight;
    });
  }
}

/** The editor of the program, for its language. If it does not load, the text field stays. */
class ProgramEditor {
  /** @type {any} */ #editor = null;
  /** @type {HTMLElement | undefined} */ #container;
  #language = '';

  /** @param {View} view */
  constructor({ element, controls, sayOwn }) {
    this.sayOwn = sayOwn;
    this.field = /** @type {HTMLTextAreaElement} */ (element.querySelector('textarea'));
    const follow = () => {
      const language = String(controls.peek().parameters.language);
      if (language !== this.#language) this.#load(language).catch(() => {});
      else this.#editor?.show(this.field.value);
    };
    controls.addEventListener('change', follow);
    follow();
  }

  /** @param {number} line 0 for none @param {string} text */
  mark(line, text) {
    this.#editor?.mark(line, text);
  }

  /** @param {string} language */
  async #load(language) {
    this.#language = language;
    const python = language !== 'javascript';
    const loading = python ? import('../pkg/python-editor.js') : import('../pkg/editor.js');
    const { createEditor } = /** @type {any} */ (await loading);
    if (this.#language !== language) return;
    const { field, sayOwn } = this;
    const before = this.#container;
    const container = h('div', { class: 'editor' });
    this.#container = container;
    this.#editor = createEditor({
      root: container.attachShadow({ mode: 'open' }),
      text: field.value,
      label: sayOwn('program'),
      // The keys are CodeMirror's.
      phrases: {
        Completions: sayOwn('completions'),
        'Selection deleted': sayOwn('selection-deleted'),
      },
      onChange: (/** @type {string} */ text) => {
        if (field.value === text) return;
        field.value = text;
        field.dispatchEvent(new Event('input', { bubbles: true }));
      },
    });
    if (before) before.replaceWith(container);
    else field.after(container);
    field.hidden = true;
  }
}
