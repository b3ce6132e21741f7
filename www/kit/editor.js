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

/** Ink and its shades, as everywhere on the page: colours are kept for what they mean there. */
const highlighting = HighlightStyle.define([
  { tag: [tags.keyword, tags.controlKeyword, tags.definitionKeyword], fontWeight: '650' },
  { tag: tags.comment, color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.number, tags.bool, tags.null], color: 'var(--muted)' },
]);

/** Tab is left to move the focus on, or nobody would come out of an editor by keyboard. */
export const keys = [...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap];

/**
 * @param {object} given
 * @param {string} given.label for those who cannot see the editor
 * @param {Record<string, string>} given.phrases what the editor says itself, by its English
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
  // The editor would take in all of a file's text, of whatever length.
  EditorView.domEventHandlers({ drop: (event) => Boolean(event.dataTransfer?.files.length) }),
];

/** Shows another text. @param {EditorView} view @param {string} text */
export function show(view, text) {
  if (text === view.state.doc.toString()) return;
  view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
}
