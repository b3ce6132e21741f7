import { h } from './dom.js';

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/**
 * Loads a style sheet, once, that the page does not start with. Everything works without it.
 * @param {string} path below `www/`
 * @returns {Promise<unknown>} resolved when it applies, or could not be loaded
 */
export function styled(path) {
  const style = asked.get(path) ?? load(path);
  asked.set(path, style);
  return style;
}

/** The shadow roots of experiments inside another page. The page's own styles are not changed. @type {Set<ShadowRoot>} */
const roots = new Set();
/** The sheets that apply there. @type {CSSStyleSheet[]} */
const adopted = [];
/** Whether experiments are, or were, inside another page: its head gets no sheet, even while none of them is shown. */
let embedded = false;

/** Sheets that are loaded from now on style a shadow root, and not the page. @param {ShadowRoot} root */
export function styleIn(root) {
  embedded = true;
  roots.add(root);
  root.adoptedStyleSheets.push(
    ...adopted.filter((sheet) => !root.adoptedStyleSheets.includes(sheet)),
  );
}

/** @param {ShadowRoot} root that is gone */
export function unstyle(root) {
  roots.delete(root);
}

/** Adds a sheet that is constructed by the program, which the page's policy for styles does not restrict. @param {URL} url */
async function adopt(url) {
  const answer = await fetch(url);
  if (!answer.ok) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(inPixels(await answer.text()));
  adopted.push(sheet);
  for (const root of roots) root.adoptedStyleSheets.push(sheet);
}

/** Replaces root ems, which the page around may have given any size, by the reader's text size in px. @param {string} css */
function inPixels(css) {
  const size = readersSize();
  return css.replace(/@media[^{]*|([\d.]+)rem\b/g, (all, rems) =>
    rems ? `${rems * size}px` : all,
  );
}

/** The size of text that the reader chose, px. */
function readersSize() {
  const measured = h('span');
  measured.style.fontSize = 'medium';
  document.documentElement.append(measured);
  const size = parseFloat(getComputedStyle(measured).fontSize);
  measured.remove();
  return size;
}

/** @param {string} path */
function load(path) {
  // Modules lie one folder below `www/`, in the checkout and in a bundle.
  const url = new URL(`../${path}`, import.meta.url);
  if (embedded) return adopt(url).catch(() => {});
  return new Promise((resolve) => {
    const { href } = url;
    const link = h('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve });
    // Rules for paper stay last, so that they override the others.
    document.querySelector('link[media="print"]')?.before(link);
  });
}
