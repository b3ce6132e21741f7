/* global SITE, registration, skipWaiting */
/**
 * Keeps the site for use without a network. `cargo xtask dist` writes it to the site's root and puts this build's files for
 * SITE: addresses below the root with their SHA-256, `first` what every experiment needs, `later` what can wait, `asked` what is kept once it was asked for. A version is
 * kept as a whole or not at all, because each answer is checked; and it is replaced only when no page uses it any more, or
 * when all of them reload, so that no page is given parts of two.
 */
const { version, first, later, asked } = SITE;
const files = { ...first, ...later, ...asked };
/** Several sites may share an origin, and with it the storage. */
const ours = `asynclab ${registration.scope} `;
const cacheName = ours + version;

/** By the content too: what did not change since another version need not be fetched again. @param {string} path */
const keyOf = (path) => `${registration.scope}${path}?${encodeURIComponent(files[path])}`;

/** @param {string} path @throws {TypeError} if the answer is anything but the file that was built */
async function load(path) {
  const integrity = `sha256-${files[path]}`;
  const answer = await fetch(registration.scope + path, { cache: 'no-cache', integrity });
  if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
  // Pages do not accept an answer that was redirected.
  return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
}

/** @param {string} path @returns {Promise<Response>} */
async function keep(path) {
  const key = keyOf(path);
  const answer = (await caches.match(key)) ?? (await load(path));
  const cache = await caches.open(cacheName);
  await cache.put(key, answer.clone());
  return answer;
}

async function install() {
  const outcomes = await Promise.allSettled(Object.keys(first).map(keep));
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (!failed) return;
  // The version before goes on; the browser tries again another time.
  await caches.delete(cacheName);
  throw failed.reason;
}

async function deleteOthers() {
  const names = (await caches.keys()).filter((name) => name.startsWith(ours));
  await Promise.all(names.filter((name) => name !== cacheName).map((name) => caches.delete(name)));
}

/** Whether a newer version is about to take this one's place, for which the browser waits until nothing is under way here. */
let leaving = false;

async function keepRest() {
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  // One after the other, and without haste: the page comes first.
  for (const path of Object.keys(later)) {
    if (leaving) return;
    if (!(await cache.match(keyOf(path)))) await keep(path).catch(() => {});
  }
}

/** @param {Request} request @param {string} path */
async function answerTo(request, path) {
  const kept = await caches.match(keyOf(path));
  if (kept) return kept;
  if (await caches.has(cacheName)) return keep(path);
  // The browser took the space back: without a whole version there is none, and the network serves again.
  await registration.unregister();
  return fetch(request);
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(deleteOthers()));
addEventListener('message', (event) => {
  if (event.data === 'activate') skipWaiting();
  if (event.data === 'leave') leaving = true;
  if (event.data === 'keep rest') event.waitUntil(keepRest());
});
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== 'GET' || !address.startsWith(registration.scope)) return;
  const path = address.slice(registration.scope.length).replace(/^index\.html$/, '');
  if (Object.hasOwn(files, path)) event.respondWith(answerTo(event.request, path));
});
