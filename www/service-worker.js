/* global SITE, clients, registration, skipWaiting */
/**
 * Keeps the site for use without a network. `cargo xtask dist` writes it to the site's root and puts this build's files for
 * SITE: addresses below the root with their SHA-256, `first` what every experiment needs, `later` what can wait, `asked` what is kept
 * once it was asked for; `folder` has the files of this version. A version is kept as a whole or not at all, because each answer is
 * checked. A new version takes over at once: documents opened from then on are its own, and a page that is open goes on with what
 * is kept of its own version, whose folder it names.
 */
const { folder, first, later, asked } = SITE;
const own = { ...first, ...later, ...asked };
/** Several sites may share an origin, and with it the storage. */
const ours = `asynclab ${registration.scope} `;
const cacheName = ours + folder;
/** Where a version's own list of files is kept, beside them. */
const LIST = `${registration.scope}files.json`;

/** By the content alone: a file that has not changed since another version need not be fetched again. @param {string} hash */
const keyOf = (hash) => `${registration.scope}?${encodeURIComponent(hash)}`;

const versions = async () => (await caches.keys()).filter((name) => name.startsWith(ours));

/** The files of a version that is kept. @param {string} name of its cache @returns {Promise<Record<string, string>>} */
async function listOf(name) {
  if (name === cacheName) return own;
  const list = await caches.match(LIST, { cacheName: name });
  return list ? list.json() : {};
}

/** @param {string} path @param {string} hash @throws {TypeError} if the answer is anything but the file that was built */
async function load(path, hash) {
  const integrity = `sha256-${hash}`;
  const answer = await fetch(registration.scope + path, { cache: 'no-cache', integrity });
  if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
  // Pages do not accept an answer that was redirected.
  return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
}

/** Fetches a file of a version; where the site has another one by now, from its address in that one. @param {string} path @param {string} hash */
async function find(path, hash) {
  try {
    return await load(path, hash);
  } catch (error) {
    for (const name of await versions())
      for (const [other, same] of Object.entries(await listOf(name)))
        if (same === hash && other !== path) return load(other, hash);
    // The site has a newer version: the page gets it when its reader reloads.
    registration.update().catch(() => {});
    throw error;
  }
}

/** @param {string} path @param {string} hash @param {string} name of the version's cache @returns {Promise<Response>} */
async function keep(path, hash, name = cacheName) {
  const key = keyOf(hash);
  const answer = (await caches.match(key)) ?? (await find(path, hash));
  // A version that was deleted meanwhile does not come back.
  if (await caches.has(name)) await (await caches.open(name)).put(key, answer.clone());
  return answer;
}

async function install() {
  registration.active?.postMessage('leave');
  const cache = await caches.open(cacheName);
  await cache.put(LIST, new Response(JSON.stringify(own)));
  const outcomes = await Promise.allSettled(
    Object.entries(first).map(([path, hash]) => keep(path, hash)),
  );
  const failed = outcomes.find(({ status }) => status === 'rejected');
  if (failed) {
    // The version before goes on; the browser tries again another time.
    await caches.delete(cacheName);
    throw failed.reason;
  }
  await skipWaiting();
}

/** Whether a newer version is about to take this one's place, for which the browser waits until nothing is under way here. */
let leaving = false;

/** Deletes versions that no page uses: each page holds a lock of its version's name. */
async function deleteUnused() {
  const names = await versions();
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const used = new Set(held.map(({ name }) => name));
  // Caches stand in the order of their making: a newer version is not this one's to delete.
  const before = names.slice(0, Math.max(0, names.indexOf(cacheName)));
  for (const name of before) if (!used.has(name)) await caches.delete(name);
}

async function activate() {
  await clients.claim();
  await deleteUnused();
}

async function keepRest() {
  await deleteUnused();
  if (!(await caches.has(cacheName))) return;
  const cache = await caches.open(cacheName);
  // One after the other, and without haste: the page comes first.
  for (const [path, hash] of Object.entries(later)) {
    if (leaving) return;
    if (!(await cache.match(keyOf(hash)))) await keep(path, hash).catch(() => {});
  }
}

/** The file of a version that is kept. @param {Request} request @param {string} path @param {string} name of the version's cache */
async function answerTo(request, path, name) {
  const hash = (await listOf(name))[path];
  const kept = hash && (await caches.match(keyOf(hash)));
  if (kept) return kept;
  if (hash && (await caches.has(name))) return keep(path, hash, name);
  // The browser took the space back: without a whole version there is none, and the network serves again.
  if (name === cacheName) await registration.unregister();
  return fetch(request);
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(activate()));
addEventListener('message', (event) => {
  if (event.data === 'leave') leaving = true;
  if (event.data === 'keep rest') event.waitUntil(keepRest());
});
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== 'GET' || !address.startsWith(registration.scope)) return;
  const path = address.slice(registration.scope.length).replace(/^index\.html$/, '');
  const [version] = /^www-\w+(?=\/)/.exec(path) ?? [folder];
  if (version !== folder || Object.hasOwn(own, path))
    event.respondWith(answerTo(event.request, path, ours + version));
});
