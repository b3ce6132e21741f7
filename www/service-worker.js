/* global clients, registration */
/**
 * Keeps the site for use without a network. This program is the same for all versions of the site. `cargo xtask dist` writes
 * `files.json` to the site's root, which describes a version: addresses below the root, each with its SHA-256. `first` has the files
 * that every experiment needs, `later` those that can wait, and `asked` those that are kept once they were requested; `folder` is the
 * version's folder. Each answer is checked against its hash. Documents are of the newest version whose `first` is kept as a whole. An
 * open page continues with its own version, whose folder it names.
 *
 * A newer version of this program waits until no page is open, because browsers at times leave an open page without a worker when another
 * takes over. Therefore the form of `files.json` and of what is kept does not change.
 *
 * @typedef {{folder: string, first: Record<string, string>, later: Record<string, string>, asked: Record<string, string>}} Version
 */
const LIST = `${registration.scope}files.json`;
/** Several sites may share an origin, and with it the storage. Each version has a cache; its pages hold a lock of the cache's name. */
const cacheOf = (/** @type {string} */ folder) => `asynclab ${registration.scope} ${folder}`;
/** The cache with the list of the version from which documents are served. */
const CURRENT = cacheOf('current');

/** The key of a file, from its content alone: a file that is the same in two versions is fetched once. @param {string} hash */
const keyOf = (hash) => `${registration.scope}?${encodeURIComponent(hash)}`;

const versions = async () => {
  const names = await caches.keys();
  return names.filter((name) => name.startsWith(cacheOf('www-')));
};

/** Lists that were read, by the names of their caches. @type {Map<string, Version>} */
const read = new Map();

/** The version in a cache, if all of its `first` files are kept. @param {string} name @returns {Promise<Version | undefined>} */
async function versionIn(name) {
  const list = read.has(name) ? undefined : await caches.match(LIST, { cacheName: name });
  if (list) read.set(name, await list.json());
  return read.get(name);
}

/** @param {string} name of a cache @param {Version} version */
async function enter(name, version) {
  await (await caches.open(name)).put(LIST, new Response(JSON.stringify(version)));
  read.set(name, version);
}

/** The hashes of a version's files by their addresses. @param {Version} [version] */
const hashesOf = ({ first, later, asked } = { folder: '', first: {}, later: {}, asked: {} }) =>
  new Map(Object.entries({ ...first, ...later, ...asked }));

/** @param {string} path @param {string} hash @throws {TypeError} if the answer is anything but the file that was built */
async function load(path, hash) {
  const integrity = `sha256-${hash}`;
  const answer = await fetch(registration.scope + path, { cache: 'no-cache', integrity });
  if (!answer.ok) throw new TypeError(`${path}: ${answer.status}`);
  // Pages do not accept an answer that was redirected.
  return answer.redirected ? new Response(answer.body, { headers: answer.headers }) : answer;
}

/** Fetches a file of a version, or, where the site has another version now, the same file at its address in that one. @param {string} path @param {string} hash */
async function find(path, hash) {
  try {
    return await load(path, hash);
  } catch (error) {
    for (const name of await versions())
      for (const [other, same] of hashesOf(await versionIn(name)))
        if (same === hash && other !== path) return load(other, hash);
    throw error;
  }
}

/** @param {string} path @param {string} hash @param {string} name of the version's cache @returns {Promise<Response>} */
async function keep(path, hash, name) {
  const key = keyOf(hash);
  const answer = (await caches.match(key)) ?? (await find(path, hash));
  if (await caches.has(name)) await (await caches.open(name)).put(key, answer.clone());
  return answer;
}

/** Keeps the files of a version that every experiment needs. From then on documents are of this version, and open pages are notified. @param {Version} version */
async function take(version) {
  const name = cacheOf(version.folder);
  await caches.open(name);
  const outcomes = await Promise.allSettled(
    Object.entries(version.first).map(([path, hash]) => keep(path, hash, name)),
  );
  const failed = outcomes.find(({ status }) => status === 'rejected');
  // The version before stays in use, and the next look fetches the rest.
  if (failed) throw failed.reason;
  await enter(name, version);
  await enter(CURRENT, version);
  for (const client of await clients.matchAll()) client.postMessage(version.folder);
}

/** Deletes versions that no page uses, complete or not: each page holds a lock of its version's name. @param {string} next the cache that stays in any case */
async function deleteUnused(next) {
  const { held = [] } = (await navigator.locks?.query()) ?? {};
  const used = new Set([next, ...held.map(({ name }) => name)]);
  const current = await versionIn(CURRENT);
  if (current) used.add(cacheOf(current.folder));
  for (const name of await versions()) {
    if (used.has(name)) continue;
    read.delete(name);
    await caches.delete(name);
  }
}

/** Takes the version that the site has now. @throws {TypeError} if one of its first files cannot be fetched */
async function lookOnce() {
  const answer = await fetch(LIST, { cache: 'no-cache' });
  if (!answer.ok) throw new TypeError(`${LIST}: ${answer.status}`);
  const version = await answer.json();
  // Deletes first: a page that is being loaded may be of the version that `take` replaces, and hold no lock of it yet.
  await deleteUnused(cacheOf(version.folder));
  const same = version.folder === (await versionIn(CURRENT))?.folder;
  // The browser may have deleted the cache for its space.
  if (!same || !(await caches.has(cacheOf(version.folder)))) await take(version);
}

/** Looks run one after the other: each finds the version that the site has after it was requested. */
let looking = Promise.resolve();
const look = () => (looking = looking.catch(() => {}).then(lookOnce));

async function install() {
  if (!(await versionIn(CURRENT))) await look();
}

async function keepRest() {
  const version = await versionIn(CURRENT);
  if (!version) return;
  const name = cacheOf(version.folder);
  const cache = (await caches.has(name)) && (await caches.open(name));
  // One after the other: the page's own requests come first.
  for (const [path, hash] of Object.entries(version.later)) {
    if (!cache || (await versionIn(CURRENT)) !== version) return;
    if (!(await cache.match(keyOf(hash)))) await keep(path, hash, name).catch(() => {});
  }
}

/** Looks for a newer version, and replies with the folder of the one that documents are of. @param {ExtendableMessageEvent} event */
async function attend({ data, ports }) {
  // Without a network it finds none.
  await look().catch(() => {});
  ports[0]?.postMessage((await versionIn(CURRENT))?.folder);
  if (data === 'keep rest') await keepRest();
}

/** The file of a version that is kept. @param {Request} request @param {string} path */
async function answerTo(request, path) {
  const [folder] = /^www-\w+(?=\/)/.exec(path) ?? [];
  const version = await versionIn(folder ? cacheOf(folder) : CURRENT);
  const hash = hashesOf(version).get(path);
  const kept = hash && (await caches.match(keyOf(hash)));
  if (kept) return kept;
  const name = version && cacheOf(version.folder);
  // A version whose cache the browser has deleted is fetched from the network again.
  if (!hash || !(await caches.has(name))) return fetch(request);
  return keep(path, hash, name).catch((error) => {
    // The site has a newer version: the page gets it when its reader reloads.
    look().catch(() => {});
    throw error;
  });
}

addEventListener('install', (event) => event.waitUntil(install()));
addEventListener('activate', (event) => event.waitUntil(clients.claim()));
addEventListener('message', (event) => event.waitUntil(attend(event)));
addEventListener('fetch', (event) => {
  const { method, url } = event.request;
  const [address] = url.split(/[?#]/);
  if (method !== 'GET' || !address.startsWith(registration.scope)) return;
  const path = address.slice(registration.scope.length).replace(/^index\.html$/, '');
  // The documentation, in a folder of its own, is not kept.
  if (/^www|^[^/]*$/.test(path)) event.respondWith(answerTo(event.request, path));
});
