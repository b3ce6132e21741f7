// The content of the element: a message, a poster, or an experiment, with its title above and the link to the lab below.
import { h } from '../kit/dom.js';
import { fill, pictureOf } from './posters.js';

/** @typedef {import('./posters.js').Poster} Poster */
/** @typedef {Record<string, string>} Words */

/** The address of the whole page, relative to this module or its bundle, which are one folder below `www/`. */
const PAGE = new URL('../../index.html', import.meta.url);

/**
 * A polite message.
 * @param {string} code
 * @param {(string|Node)[]} lines
 * @param {{label: string, act: () => void}} [again] a button, if another attempt may help
 */
export function messageOf(code, lines, again) {
  const button = again && h('button', { type: 'button', onclick: again.act }, again.label);
  const all = [...lines, ...(button ? [button] : [])].map((line) => h('p', {}, line));
  const properties = { class: 'message', role: 'alert', 'data-code': code, part: 'message' };
  return h('div', properties, ...all);
}

/**
 * The picture of a recorded run, and the buttons that begin.
 * @param {string} name
 * @param {string} language
 * @param {Poster} poster
 * @param {Words} words
 * @param {{run: () => void, adjust: () => void}} acts
 */
export function picture(name, language, { title, recorded, size }, words, acts) {
  const [width, height] = size;
  const image = {
    class: 'poster',
    part: 'poster',
    src: pictureOf(name, language),
    width,
    height,
    alt: fill(words['recorded-run'], { title }),
    decoding: 'async',
  };
  const button = (/** @type {'run'|'adjust'} */ act, /** @type {string} */ control) => {
    const properties = { type: 'button', class: act, part: act, 'data-control': control };
    return h('button', { ...properties, onclick: acts[act] }, words[act]);
  };
  return [
    h('img', image),
    h('p', { class: 'ribbon', part: 'ribbon' }, recorded),
    h('p', { class: 'buttons' }, button('run', 'run'), button('adjust', 'prediction')),
  ];
}

/**
 * A content with title and question above and the link to the lab below.
 * @param {Poster} poster
 * @param {Words} words
 * @param {Node[]} content
 * @param {(link: HTMLAnchorElement) => void} lead sets the link's address; called again before the link is followed
 */
export function around({ title, question }, words, content, lead) {
  const link = h(
    'a',
    { class: 'out', target: '_blank', rel: 'noopener', part: 'link' },
    `${words['open-in-lab']} ↗`,
  );
  lead(link);
  for (const event of ['pointerenter', 'focus']) link.addEventListener(event, () => lead(link));
  const header = h(
    'header',
    { part: 'header' },
    h('h2', { part: 'title' }, title),
    h('p', { class: 'question', part: 'question' }, question),
  );
  return [header, ...content, h('footer', {}, link)];
}

/** The address of an experiment on the whole page. @param {string} name @param {Record<string, string>} given @param {string} lang */
export function addressOf(name, given, lang) {
  return new URL(`#${name}?${new URLSearchParams({ ...given, lang })}`, PAGE).href;
}
