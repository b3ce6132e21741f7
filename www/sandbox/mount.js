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
  listen('line', (event) => {
    const { level, text } = /** @type {CustomEvent} */ (event).detail;
    if (printed.childNodes.length >= MOST_LINES) return;
    printed.append(h('span', { 'data-level': level }, `${text}\n`));
    printed.hidden = false;
    printed.scrollTop = printed.scrollHeight;
  });
  // From here on it stands with what was found.
  listen('done', () => (printed.hidden = true));
  listen('failed', (event) => {
    editor?.mark(/** @type {CustomEvent} */ (event).detail, sayOwn('failed-here'));
  });
  // Without the editor the text field does.
  return import('../pkg/editor.js').then(
    ({ createEditor }) => {
      const place = h('div', { class: 'editor' });
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
      field.after(place);
      field.hidden = true;
      controls.addEventListener('change', () => editor.show(field.value));
    },
    () => {},
  );
}
