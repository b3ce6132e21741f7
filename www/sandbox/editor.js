/**
 * The editor: CodeMirror 6 with JavaScript, completion of the lab's names, and marks for errors. It is bundled into one file and
 * loaded when the sandbox is opened.
 */
import { autocompletion, completionKeymap } from '@codemirror/autocomplete';
import { javascript } from '@codemirror/lang-javascript';
import { setDiagnostics } from '@codemirror/lint';
import { EditorState } from '@codemirror/state';
import { drawSelection, EditorView, keymap } from '@codemirror/view';
import { basics, keys, show } from '../kit/editor.js';
import { namesAfter } from './api.js';

const theme = EditorView.theme({
  '&': { color: 'var(--ink)', backgroundColor: 'var(--sheet)', maxHeight: '32rem' },
  '&.cm-focused': { outline: '2px solid var(--frontend)', outlineOffset: '2px' },
  '.cm-scroller': {
    fontFamily: 'var(--mono)',
    fontSize: '0.9em',
    lineHeight: '1.55',
    overflow: 'auto',
  },
  '.cm-content': { padding: '0.75rem 0', caretColor: 'var(--ink)', minHeight: '14rem' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--sheet)', border: '0' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)' },
  '&.cm-focused .cm-selectionBackground, .cm-selectionBackground': {
    backgroundColor: 'var(--hair)',
  },
  '.cm-matchingBracket': { outline: '1px solid var(--edge)', backgroundColor: 'transparent' },
  '.cm-tooltip': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    border: '1px solid var(--edge)',
  },
  '.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--paper)',
    backgroundColor: 'var(--ink)',
  },
  '.cm-lintRange-error': {
    backgroundImage: 'none',
    textDecoration: 'underline wavy var(--device)',
  },
  '.cm-diagnostic-error': { borderLeftColor: 'var(--device)' },
});

/** @param {import('@codemirror/autocomplete').CompletionContext} context */
function complete(context) {
  const dotted = context.matchBefore(/[\w)\]]+\.\w*$/);
  if (!dotted) return null;
  const dot = dotted.text.lastIndexOf('.');
  const before = dotted.text.slice(0, dot).replace(/^.*[\])]$/, '');
  const options = namesAfter(before).map((label) => ({ label, type: 'method' }));
  return { from: dotted.from + dot + 1, options, validFor: /^\w*$/ };
}

/**
 * @param {object} settings
 * @param {ShadowRoot} settings.root in which style sheets can be adopted, since a strict policy forbids style elements in the document
 * @param {string} settings.text
 * @param {string} settings.label for screen readers
 * @param {Record<string, string>} settings.phrases translations of the editor's own texts, by the English text
 * @param {(text: string) => void} settings.onChange
 */
export function createEditor({ root, text, label, phrases, onChange }) {
  const view = new EditorView({
    root,
    parent: /** @type {any} */ (root),
    state: EditorState.create({
      doc: text,
      extensions: [
        ...basics({ label, phrases, onChange }),
        drawSelection(),
        autocompletion({ override: [complete] }),
        javascript(),
        theme,
        EditorView.lineWrapping,
        keymap.of([...keys, ...completionKeymap]),
      ],
    }),
  });
  return {
    /** Shows another text. @type {(other: string) => void} */
    show: (other) => show(view, other),
    /** Marks a line as wrong, or removes the mark. @param {number} line from 1; 0 for none @param {string} message */
    mark(line, message) {
      const { doc } = view.state;
      const valid = line > 0 && line <= doc.lines;
      const { from, to } = valid ? doc.line(line) : { from: 0, to: 0 };
      const wrong = { from, to, severity: /** @type {const} */ ('error'), message };
      view.dispatch(setDiagnostics(view.state, valid ? [wrong] : []));
      if (valid) view.dispatch({ effects: EditorView.scrollIntoView(from) });
    },
    focus: () => view.focus(),
  };
}
