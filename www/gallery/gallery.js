/** The experiments as another page shows them, each with what its author pastes. */
import '../page/trusted.js';
import '../embed.js';
import { snippet, systems } from '../embed/snippets.js';
import { experiments } from '../experiments/index.js';
import { h, prose } from '../kit/dom.js';
import { locale } from '../kit/format.js';
import { choose, languages, sayDocument } from '../page/language.js';
import { sayer } from '../kit/say.js';
import { changes, learn } from '../kit/words.js';

const say = sayer('gallery');
const page = sayer('page');
const about = sayer('experiments');
/** The lab that the snippets name: this one. */
const LAB = new URL('./', location.href).href;

/** The snippet to paste, for each experiment. @type {Map<string, HTMLElement>} */
const codes = new Map();
const container = h('div', { class: 'gallery' });
let system = systems[0].name;

/** A choice with its label. @param {string} label @param {[string, string][]} options @param {string} value @param {(value: string) => void} chosen */
function choice(label, options, value, chosen) {
  const select = h(
    'select',
    {},
    ...options.map(([key, text]) => h('option', { value: key }, text)),
  );
  select.value = value;
  select.addEventListener('change', () => chosen(select.value));
  return h('label', { class: 'picker' }, h('span', {}, label), select);
}

/** Writes the snippets anew. */
function write() {
  for (const [experiment, code] of codes)
    code.textContent = snippet(system, LAB, { experiment, lang: locale() });
}

/** @param {string} name */
function entry(name) {
  const code = h('code');
  codes.set(name, code);
  const title = about(`${name}-title`);
  const status = h('span', { role: 'status' });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code.textContent ?? '');
      status.textContent = say('copied');
    } catch {
      getSelection()?.selectAllChildren(code);
      status.textContent = say('copy-by-hand');
    }
  };
  return h(
    'section',
    { 'data-experiment': name, 'aria-labelledby': `${name}-title` },
    // The experiment says it too, for those who see.
    h('h2', { id: `${name}-title`, class: 'said' }, title),
    h(/** @type {any} */ ('async-lab'), { experiment: name, lang: locale() }),
    h('h3', {}, say('snippet')),
    h('pre', { tabindex: 0, 'aria-label': `${title}: ${say('snippet')}` }, code),
    h(
      'p',
      { class: 'buttons' },
      h('button', { type: 'button', onclick: copy }, say('copy')),
      status,
    ),
  );
}

/** Says everything, in the language that is spoken now. */
function lay() {
  sayDocument(sayer('gallery', 'page'));
  codes.clear();
  const names = /** @type {[string, string][]} */ (systems.map(({ name, title }) => [name, title]));
  const paste = (/** @type {string} */ name) => {
    system = name;
    write();
  };
  container.replaceChildren(
    h('p', { class: 'systems' }, choice(say('system'), names, system, paste)),
    h('p', { class: 'note' }, ...prose(say('gallery-note'))),
    ...experiments.map(({ name }) => entry(name)),
  );
  const tongues = /** @type {[string, string][]} */ (
    languages().map(({ tag, name }) => [tag, name])
  );
  // On a failure the language stays as it was.
  const speak = (/** @type {string} */ tag) => void choose(tag).catch(() => {});
  document
    .getElementById('language')
    ?.replaceChildren(choice(page('language'), tongues, locale(), speak));
  write();
}

await learn('gallery', 'page', 'experiments');
lay();
document.getElementById('main')?.append(container);
changes.addEventListener('change', lay);
