/** The reader's language: the list of languages, the choice, and the translation of the document's own text. */
import { keep } from './link.js';
import { speak } from '../kit/words.js';

/** The languages that the document lists, each with its own name for itself. @returns {{tag: string, name: string}[]} */
export function languages() {
  const links = document.querySelectorAll('link[hreflang]');
  return Array.from(links, (link) => {
    const { hreflang, title } = /** @type {HTMLLinkElement} */ (link);
    return { tag: hreflang, name: title };
  });
}

/**
 * Sets the language, here and at the next visit.
 * @param {string} tag
 * @throws {import('../kit/faults.js').Fault} NOT_LOADED
 */
export async function choose(tag) {
  await speak(tag);
  // The address gets the choice, since its old language would take precedence at the next load.
  const address = location.href.replace(/([?&]lang=)[\w-]+/, `$1${tag}`);
  if (address !== location.href) history.replaceState(history.state, '', address);
  else keep('lang', tag);
  try {
    localStorage.setItem('asynclab.language', tag);
  } catch {
    // Storage may be forbidden; the choice then lasts as long as the page.
  }
}

/** Translates the document's own text, which is English. @param {import('../kit/say.js').Say} say */
export function sayDocument(say) {
  for (const element of document.querySelectorAll('[data-say]')) {
    const text = say(element.getAttribute('data-say') ?? '');
    if (element instanceof HTMLMetaElement) element.content = text;
    else if (element.textContent?.replace(/\s+/g, ' ').trim() !== text) element.textContent = text;
  }
  document.documentElement.classList.remove('unsaid');
}
