/** Puts the editor in the place of the text field, and what the program prints below the buttons while it runs. */
import { h } from '../kit/dom.js';
import { MOST_LINES } from './checked.js';
import { output } from './thread.js';

/** @param {import('../kit/types.js').OpenView} view */
export function mount(view) {
  const { element, controls, sayOwn } = view;
  const field = /** @type {HTMLTextAreaElement} */ (element.querySelector('textarea'));
  const printed = h('pre', {
    class: 'live-output',
    tabindex: 0,
    role: 'log',
    'aria-label': sayOwn('output'),
    hidden: true,
  });
  element.querySelector('.run-state')?.after(printed);
  /** @type {any} */
  let editor = null;
  const listen = (/** @type {string} */ type, /** @type {(event: Event) => void} */ act) =>
    output.addEventListener(type, act, { signal: view.closing.signal });
  listen('start', () => {
    printed.replaceChildren();
    printed.hidden = true;
    editor?.mark(0, '');
  });
  let scrolling = 0;
  const begun = h('span');
  const show = (/** @type {Event} */ event) => {
    const { level, text } = /** @type {CustomEvent} */ (event).detail;
    begun.remove();
    if (printed.childNodes.length >= MOST_LINES) return;
    if (event.type === 'begun') {
      begun.textContent = text;
      if (!text) return;
      printed.append(begun);
    } else printed.append(h('span', { 'data-level': level }, `${text}\n`));
    printed.hidden = false;
    // Once for all lines of a frame: each look at the height lays all of them out.
    scrolling ||= requestAnimationFrame(() => {
      scrolling = 0;
      printed.scrollTop = printed.scrollHeight;
    });
  };
  for (const type of ['line', 'begun']) listen(type, show);
  // From here on it stands with what was found.
  listen('done', () => (printed.hidden = true));
  listen('failed', (event) => {
    editor?.mark(/** @type {CustomEvent} */ (event).detail, sayOwn('failed-here'));
  });
  /** @type {HTMLElement | undefined} */
  let place;
  let written = '';
  /** Where there is none, the text field does. @param {string} language */
  const write = async (language) => {
    written = language;
    const python = language !== 'javascript';
    const loading = python ? import('../pkg/python-editor.js') : import('../pkg/editor.js');
    const { createEditor } = /** @type {any} */ (await loading);
    if (written !== language) return;
    const before = place;
    place = h('div', { class: 'editor' });
    const root = place.attachShadow({ mode: 'open' });
    editor = createEditor({
      root,
      text: field.value,
      label: sayOwn('program'),
      // As CodeMirror calls them.
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
    if (before) before.replaceWith(place);
    else field.after(place);
    field.hidden = true;
  };
  const follow = () => {
    const language = String(controls.peek().parameters.language);
    if (language !== written) write(language).catch(() => {});
    else editor?.show(field.value);
  };
  controls.addEventListener('change', follow);
  follow();
}
