/** Files that a link names: `#compare?recording=FILE,FILE`, from this site only. They are neither sent nor run. A plain name is that of a recording of the site. */
import { Fault } from '../kit/faults.js';
import { LARGEST } from './compare/reading.js';

/** Most files of a link. */
const MOST_LINKED = 8;
const BROUGHT = /^[a-z-]{1,40}$/;

/** @param {string} list of addresses, relative to the page's @returns {import('./compare/comparison.js').Given[]} files; `text` rejects if one cannot be read */
export function linked(list) {
  const asked = list.split(',', MOST_LINKED).filter(Boolean);
  return asked.map((address) => ({
    name: address.split('/').at(-1)?.slice(0, 80) ?? '',
    size: 0,
    text: () => textAt(address),
  }));
}

/**
 * @param {string} address
 * @throws {Fault} OTHER_SITE, MISSING, TOO_LARGE
 */
async function textAt(address) {
  // The folder of bundles is beside this one.
  const brought = BROUGHT.test(address) && `../recordings/${address}.json`;
  const url = brought ? new URL(brought, import.meta.url) : URL.parse(address, document.baseURI);
  if (url?.origin !== location.origin || !/^https?:$/.test(url.protocol))
    throw new Fault('OTHER_SITE', location.origin);
  // A redirection to another site fails, too.
  const answer = await fetch(url, { mode: 'same-origin', credentials: 'omit' });
  if (!answer.ok || !answer.body) throw new Fault('MISSING', String(answer.status));
  let [size, text] = [0, ''];
  const decoder = new TextDecoder();
  const reader = answer.body.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    size += part.value.length;
    if (size > LARGEST) {
      // The body may be endless.
      void reader.cancel();
      throw new Fault('TOO_LARGE', String(size));
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
