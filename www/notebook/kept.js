// A file's outputs of an earlier run, as plain text.

/** A text that the file has as a string or a list of strings; anything else is dropped. @param {any} given @returns {string} */
function joined(given) {
  if (typeof given === 'string') return given;
  return Array.isArray(given) ? given.filter((part) => typeof part === 'string').join('') : '';
}

/** The text of an output: of its data only plain text, of an error the traceback without its colours. @param {any} output */
export function keptText({ text, data, traceback, evalue }) {
  const lines = Array.isArray(traceback) ? traceback.map((line) => `${joined(line)}\n`) : evalue;
  // eslint-disable-next-line no-control-regex -- colours of a terminal
  return joined(text ?? data?.['text/plain'] ?? lines).replace(/\x1b\[[\d;]*m/g, '');
}
