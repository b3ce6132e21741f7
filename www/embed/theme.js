// The theme of an experiment inside another page: the author's choice, or the theme of the surrounding page.

/** @param {string} colour as computed: `rgb(…)`, `rgba(…)` or `color(srgb …)` @returns {number|null} from 0 to 1; null if it is transparent */
function lightness(colour) {
  const numbers = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const [r, g, b, alpha = 1] = numbers;
  if (numbers.length < 3 || alpha < 0.5) return null;
  const most = colour.startsWith('rgb') ? 255 : 1;
  return (0.2126 * r + 0.7152 * g + 0.0722 * b) / most;
}

/**
 * The theme of an element's background. Pages switch themes by various classes and attributes, so the theme is found from the
 * computed background colours.
 * @param {Element} element
 * @returns {'light'|'dark'}
 */
export function surroundings(element) {
  for (
    let at = /** @type {Node|null} */ (element.parentNode);
    at;
    at = at.parentNode ?? hostOf(at)
  ) {
    const found = at instanceof Element ? lightness(getComputedStyle(at).backgroundColor) : null;
    if (found !== null) return found < 0.5 ? 'dark' : 'light';
  }
  // A page without a background colour has the browser's.
  const canvas = getComputedStyle(document.documentElement).colorScheme;
  const dark = matchMedia('(prefers-color-scheme: dark)').matches;
  return canvas.includes('dark') && (dark || !canvas.includes('light')) ? 'dark' : 'light';
}

/** @param {Node} node @returns {Node|null} */
const hostOf = (node) => (node instanceof ShadowRoot ? node.host : null);

/**
 * Calls `changed` whenever the surrounding page may have changed its theme.
 * @param {() => void} changed
 * @param {AbortSignal} signal
 */
export function watchSurroundings(changed, signal) {
  // A change of theme often fades, so that the first reading has the old colour.
  const soon = () => {
    changed();
    setTimeout(changed, 400);
  };
  const observer = new MutationObserver(soon);
  for (const element of [document.documentElement, document.body])
    observer.observe(element, { attributes: true });
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', soon, { signal });
  signal.addEventListener('abort', () => observer.disconnect());
}

/** The properties that an author may set as `--async-lab-…`. */
const LOOKS = 'paper sheet ink muted hair edge frontend backend device wait font'.split(' ');
/** Keeps the page's styles out, and reserves the poster's height from the beginning. */
const HOST = `:host { all: initial; display: block; min-block-size: 33em; }
:host([hidden]) { display: none; }`;

/** The present theme of each element. @type {WeakMap<Element, string>} */
const schemes = new WeakMap();

/**
 * Sets an element's theme, and the colours that its page defines.
 * @param {Element & {theme: string}} element
 * @param {HTMLElement} container in its shadow
 * @param {CSSStyleSheet} sheet of its own
 * @returns {boolean} whether its theme has changed
 */
export function dress(element, container, sheet) {
  const style = getComputedStyle(element);
  for (const look of LOOKS)
    container.style.setProperty(`--${look}`, style.getPropertyValue(`--async-lab-${look}`));
  const { theme } = element;
  const scheme = ['light', 'dark'].includes(theme) ? theme : surroundings(element);
  if (schemes.get(element) === scheme) return false;
  schemes.set(element, scheme);
  sheet.replaceSync(`${HOST} :host { color-scheme: ${scheme}; }`);
  return true;
}
