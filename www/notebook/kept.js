// Outputs that a file has of an earlier run, as plain text.

/** The texts of which a saved text consists: one, a list of them, or anything. @param {any} given @returns {string} */
function joined(given) {
  if (typeof given === 'string') return given;
  return Array.isArray(given) ? given.filter((part) => typeof part === 'string').join('') : '';
}

/** Of its kinds of data the text, of an error the traceback without its colours. @param {any} output */
export function keptText({ text, data, traceback, evalue }) {
  const lines = Array.isArray(traceback) ? traceback.map((line) => `${joined(line)}\n`) : evalue;
  // eslint-disable-next-line no-control-regex -- colours of a terminal
  return joined(text ?? data?.['text/plain'] ?? lines).replace(/\x1b\[[\d;]*m/g, '');
}
