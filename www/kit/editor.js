/** The common base of the editors of programs. Both are CodeMirror 6, bundled into one file each. */
import { closeBrackets, closeBracketsKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import {
  bracketMatching,
  HighlightStyle,
  indentOnInput,
  syntaxHighlighting,
} from '@codemirror/language';
import { EditorState } from '@codemirror/state';
import { EditorView, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';

/** Shades of the text's colour only: other colours have meanings on the page. */
const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], fontWeight: '650' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--muted)' },
]);

/** Tab is not bound: it moves the focus, so that an editor can be left by keyboard. */
export const keys = [...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap];

/**
 * @param {object} given
 * @param {string} given.label for those who cannot see the editor
 * @param {Record<string, string>} given.phrases translations of the editor's own texts, by the English ones
 * @param {(text: string) => void} given.onChange
 */
export const basics = ({ label, phrases, onChange }) => [
  EditorState.phrases.of(phrases),
  lineNumbers(),
  history(),
  indentOnInput(),
  bracketMatching(),
  closeBrackets(),
  syntaxHighlighting(highlighting),
  EditorView.contentAttributes.of({ 'aria-label': label }),
  EditorView.updateListener.of((update) => {
    if (update.docChanged) onChange(update.state.doc.toString());
  }),
  // Otherwise the editor would insert all of a dropped file's text, of any length.
  EditorView.domEventHandlers({ drop: (event) => Boolean(event.dataTransfer?.files.length) }),
];

/** Shows another text. @param {EditorView} view @param {string} text */
export function show(view, text) {
  if (text === view.state.doc.toString()) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
