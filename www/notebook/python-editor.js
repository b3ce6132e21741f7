/** The editor of a cell: CodeMirror 6 with Python, which can mark a line. It is bundled into one file and loaded with the first notebook. */
import { python } from '@codemirror/lang-python';
import { indentUnit } from '@codemirror/language';
import { EditorState, StateEffect, StateField } from '@codemirror/state';
import { Decoration, EditorView, keymap, ViewPlugin } from '@codemirror/view';
import { basics, keys, show } from '../kit/editor.js';

/** Most columns by which wrapped parts of a line are indented: on a phone a line has about 40 columns. */
const DEEPEST = 24;
/** Classes that indent the wrapped parts of a line like its beginning. The page's policy forbids inline styles. */
const hanging = Object.fromEntries(
  Array.from({ length: DEEPEST }, (_, i) => [
    `.cm-line.cm-in-${i + 1}`,
    { textIndent: `-${i + 1}ch`, paddingInlineStart: `calc(${i + 1}ch + 6px)` },
  ]),
);
const theme = EditorView.theme({
  ...hanging,
  '&': { color: 'var(--ink)', backgroundColor: 'var(--sheet)' },
  '&.cm-focused': { outline: '2px solid var(--frontend)', outlineOffset: '2px' },
  '.cm-scroller': { fontFamily: 'var(--mono)', fontSize: '0.875em', lineHeight: '1.5' },
  '.cm-content': { padding: '0.5rem 0', caretColor: 'var(--ink)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--sheet)', border: '0' },
  '.cm-marked': { backgroundColor: 'color-mix(in srgb, var(--device) 22%, transparent)' },
});

/** @type {import('@codemirror/state').StateEffectType<number>} */
const mark = StateEffect.define();
const marked = StateField.define({
  create: () => Decoration.none,
  update(value, { effects, state, docChanged }) {
    for (const effect of effects)
      if (effect.is(mark)) {
        const line = effect.value;
        if (line < 1 || line > state.doc.lines) return Decoration.none;
        return Decoration.set([
          Decoration.line({ class: 'cm-marked' }).range(state.doc.line(line).from),
        ]);
      }
    return docChanged ? Decoration.none : value;
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** The indentation of a line, columns. @param {string} text */
export const columnsOf = (text) =>
  Math.min(DEEPEST, /^[ \t]*/.exec(text)?.[0].replaceAll('\t', '    ').length ?? 0);

/** The lines in view, each with the class of its indentation. @param {EditorView} view */
function indented(view) {
  const found = [];
  for (const { from, to } of view.visibleRanges)
    for (let at = from; at <= to;) {
      const line = view.state.doc.lineAt(at);
      const columns = columnsOf(line.text);
      if (columns) found.push(Decoration.line({ class: `cm-in-${columns}` }).range(line.from));
      at = line.to + 1;
    }
  return Decoration.set(found);
}

const keepsIndentation = ViewPlugin.define(
  (view) => ({
    decorations: indented(view),
    update(/** @type {import('@codemirror/view').ViewUpdate} */ update) {
      if (update.docChanged || update.viewportChanged) this.decorations = indented(update.view);
    },
  }),
  { decorations: ({ decorations }) => decorations },
);

/** Lines are not wrapped if any has more characters than this. */
const LONG_LINE = 10_000;

/** @param {string} text */
function hasLongLine(text) {
  for (let at = 0, end; at + LONG_LINE < text.length; at = end + 1) {
    end = text.indexOf('\n', at);
    if (end < 0 || end - at > LONG_LINE) return true;
  }
  return false;
}

/**
 * @param {object} settings
 * @param {ShadowRoot} settings.root
 * @param {string} settings.text
 * @param {string} settings.label for screen readers
 * @param {(text: string) => void} settings.onChange
 * @param {Record<string, string>} [settings.phrases] translations of the editor's own texts, by the English text
 * @param {() => void} [settings.onRun]
 * @param {(line: number) => void} [settings.onLine] called with the line under the pointer, 0 for none
 */
export function createEditor({ root, text, label, phrases = {}, onChange, onRun, onLine }) {
  const view = new EditorView({
    root,
    parent: /** @type {any} */ (root),
    state: EditorState.create({
      doc: text,
      extensions: [
        ...basics({ label, phrases, onChange }),
        indentUnit.of('    '),
        python(),
        marked,
        theme,
        // The layout of a wrapped line includes all of it, which is slow for a long line.
        hasLongLine(text) ? [] : [EditorView.lineWrapping, keepsIndentation],
        EditorView.domEventHandlers({
          mousemove(event, view) {
            const at = view.posAtCoords({ x: event.clientX, y: event.clientY });
            onLine?.(at === null ? 0 : view.state.doc.lineAt(at).number);
          },
          mouseleave: () => onLine?.(0),
        }),
        keymap.of([
          ...(onRun
            ? ['Mod-Enter', 'Shift-Enter'].map((key) => ({ key, run: () => (onRun(), true) }))
            : []),
          ...keys,
        ]),
      ],
    }),
  });
  return {
    /** Shows another text. @type {(other: string) => void} */
    show: (other) => show(view, other),
    /** Marks a line, or none. @param {number} line from 1; 0 for none */
    mark: (line) => view.dispatch({ effects: mark.of(line) }),
  };
}
