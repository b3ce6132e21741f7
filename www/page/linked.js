/** Files that a link names: `#compare?recording=FILE,FILE`, of this site alone. Nothing of them is sent or run. A plain name is one that the page brings along. */
import { Fault } from '../kit/faults.js';
import { LARGEST } from './compare/reading.js';

/** More are no comparison that a link makes. */
const MOST_LINKED = 8;
const BROUGHT = /^[a-z-]{1,40}$/;

/** @param {string} list of addresses, from the page's own on @returns {import('./compare/comparison.js').Given[]} what cannot be read says so when it is read */
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
      // It may be without an end.
      void reader.cancel();
      throw new Fault('TOO_LARGE', String(size));
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}
