import { h } from './dom.js';

/** @type {Map<string, Promise<unknown>>} */
const asked = new Map();

/**
 * Loads a style sheet, once, that the page does not begin with. Without it everything is plain, and works.
 * @param {string} path below `www/`
 * @returns {Promise<unknown>} when it is in force, or was not to be had
 */
export function styled(path) {
  const style = asked.get(path) ?? load(path);
  asked.set(path, style);
  return style;
}

/** @param {string} path */
function load(path) {
  return new Promise((resolve) => {
    // Modules lie one folder below `www/`, in the checkout and in a bundle.
    const { href } = new URL(`../${path}`, import.meta.url);
    const link = h('link', { rel: 'stylesheet', href, onload: resolve, onerror: resolve });
    // What is said for paper stays the last word.
    document.querySelector('link[media="print"]')?.before(link);
  });
}
