/**
 * The frame `embed.html?experiment=…`, for pages that allow only frames. The settings in its address become attributes of the element.
 * It posts messages `{type: 'asynclab:…'}` to the surrounding page: 'size' with its `height` in px, 'run', 'result' with the `result`
 * document, and 'error' with `code` and `message`.
 */
import '../embed.js';
import { h } from '../kit/dom.js';
import { jsonSafe } from '../kit/result.js';

/** Attributes that an address may set: data, but no handlers and no styles. */
const DATA = /^(?!on|style$)[a-z][\w-]*$/i;
const asked = Array.from(new URLSearchParams(location.search)).filter(([name]) => DATA.test(name));
const attributes = Object.fromEntries(asked.map(([name, value]) => [name.toLowerCase(), value]));
// A link that is opened directly runs nothing by itself. A page that frames this document may start a run, but not of a program from the address.
if (parent === window || 'program' in attributes) delete attributes.autorun;
const lab = /** @type {import('./element.js').AsyncLab} */ (
  h(/** @type {any} */ ('async-lab'), attributes)
);
const title = attributes.experiment;
if (title) document.title = `asynclab: ${title}`;
document.body.replaceChildren(lab);

/** @param {string} type @param {object} [more] */
function post(type, more) {
  if (parent !== window) parent.postMessage({ type: `asynclab:${type}`, ...more }, '*');
}

new ResizeObserver(() =>
  post('size', { height: Math.ceil(lab.getBoundingClientRect().height) }),
).observe(lab);
lab.addEventListener('run', () => post('run'));
lab.addEventListener('result', (event) =>
  post('result', { result: jsonSafe(/** @type {CustomEvent} */ (event).detail) }),
);
lab.addEventListener('error', (event) => post('error', /** @type {any} */ (event).detail));
