// Notebooks as files: `.ipynb` of format 4. They are checked when read, and written back with their metadata and attachments.

/**
 * @typedef {{id: string, type: 'code'|'markdown'|'raw', source: string, attachments?: any, kept?: Kept, outputs: any[], count: number|null, metadata: any}} Cell
 * `kept`: the file's outputs, until the cell is run
 */
/** @typedef {{execution_count: number|null, outputs: any[]}} Kept a cell's outputs in the form of the file */
/** @typedef {{cells: Cell[], metadata: any}} Notebook */

/** Most characters of a file. A notebook of text and code is far smaller. */
const LONGEST = 10_000_000;
const MOST_CELLS = 1000;
/** The deepest nesting of lists and objects. A saved file indents each line by its depth. */
const DEEPEST = 32;

/** The reason why a file is no notebook: a key of the page's messages, with its values. */
export class NoNotebook extends Error {
  /** @param {string} key @param {Record<string, string | number>} values */
  constructor(key, values) {
    super(key);
    this.key = key;
    this.values = values;
  }
}

/** @param {string} text @returns {Notebook} @throws {NoNotebook} */
export function read(text) {
  if (text.length > LONGEST) fail('too-large', { size: Math.round(text.length / 1e6) });
  /** @type {any} */
  let json;
  try {
    json = JSON.parse(text);
  } catch {
    fail('no-json', { found: text.trimStart().slice(0, 30) || '∅' });
  }
  if (isDeep(json)) fail('too-deep', { most: DEEPEST });
  if (!Array.isArray(json?.cells) || json.nbformat !== 4)
    fail('no-notebook', { found: json?.nbformat ? `nbformat ${json.nbformat}` : typeof json });
  const language = json.metadata?.kernelspec?.language ?? json.metadata?.language_info?.name;
  if (language && !/^(i?python\d?)$/i.test(String(language)))
    fail('other-language', { language: String(language).slice(0, 40) });
  if (json.cells.length > MOST_CELLS) fail('too-many', { cells: json.cells.length });
  const taken = new Set();
  return {
    cells: json.cells.map((/** @type {any} */ cell, /** @type {number} */ i) =>
      cellOf(cell, i, taken),
    ),
    metadata: objectOf(json.metadata),
  };
}

/** @param {any} part @param {number} [depth] @returns {boolean} */
function isDeep(part, depth = 0) {
  if (typeof part !== 'object' || part === null) return false;
  return depth > DEEPEST || Object.values(part).some((one) => isDeep(one, depth + 1));
}

/** @param {any} given */
const isObject = (given) => typeof given === 'object' && given !== null && !Array.isArray(given);
/** @param {any} given @returns {any} the given object, or an empty one */
const objectOf = (given) => (isObject(given) ? given : {});

/** @param {any} cell @param {number} index @param {Set<string>} taken names of earlier cells: outputs name their cell @returns {Cell} */
function cellOf(cell, index, taken) {
  const source = [cell?.source ?? ''].flat().join('');
  const named = typeof cell?.id === 'string' && /^[\w-]{1,64}$/.test(cell.id);
  let id = named ? cell.id : `cell-${index}`;
  while (taken.has(id)) id = `cell-${index}-${taken.size}`;
  taken.add(id);
  return {
    id,
    type: ['code', 'raw'].includes(cell?.cell_type) ? cell.cell_type : 'markdown',
    source: String(source),
    attachments: cell?.attachments,
    kept: {
      execution_count: Number.isSafeInteger(cell?.execution_count) ? cell.execution_count : null,
      outputs: Array.isArray(cell?.outputs) ? cell.outputs.filter(isObject) : [],
    },
    outputs: [],
    count: null,
    metadata: objectOf(cell?.metadata),
  };
}

/** @param {Notebook} notebook @returns {string} */
export function write({ cells, metadata }) {
  const json = {
    cells: cells.map(({ id, type, source, attachments, kept, outputs, count, metadata }) => ({
      cell_type: type,
      id,
      metadata,
      attachments,
      source: lines(source),
      ...(type === 'code' && (kept ?? { execution_count: count, outputs: outputs.map(written) })),
    })),
    metadata: {
      kernelspec: { display_name: 'Python 3', language: 'python', name: 'python3' },
      ...metadata,
    },
    nbformat: 4,
    nbformat_minor: 5,
  };
  return `${JSON.stringify(json, null, 1)}\n`;
}

/** An output in the form of the file. @param {any} output */
function written({ type, stream, text, name, message, traceback, count }) {
  if (type === 'result')
    return {
      output_type: 'execute_result',
      execution_count: count ?? null,
      metadata: {},
      data: { 'text/plain': lines(text) },
    };
  if (type === 'figure')
    return {
      output_type: 'display_data',
      metadata: {},
      data: { 'image/svg+xml': lines(text), 'text/plain': [`<figure: ${message}>`] },
    };
  if (type === 'error')
    return { output_type: 'error', ename: name, evalue: message, traceback: traceback.split('\n') };
  return { output_type: 'stream', name: stream ?? 'stdout', text: lines(text) };
}

/** The lines of a text, each with its newline. @param {string} text */
function lines(text) {
  const ended = text.split('\n');
  const last = ended.pop();
  const all = ended.map((line) => `${line}\n`);
  if (last || !all.length) all.push(/** @type {string} */ (last));
  return all;
}

/** @param {string} key @param {Record<string, string | number>} values @returns {never} */
function fail(key, values) {
  throw new NoNotebook(key, values);
}
