/**
 * Lets the site work without a network from the second visit on, and keeps the files of this page's version while it is open.
 * Only the site that `cargo xtask dist` writes loads this: files in a checkout change while somebody works on them, and a
 * service worker would go on showing the old ones.
 */
const root = new URL('../../', import.meta.url);
const [, version] = new URL('../', import.meta.url).pathname.match(/([^/]*)\/$/) ?? [];

/** Lets the service worker know that a page uses this version, until `release` is called or the page is gone. */
let release = () => {};
function hold() {
  const open = new Promise((resolve) => (release = () => resolve(undefined)));
  navigator.locks
    ?.request(`asynclab ${root} ${version}`, { mode: 'shared' }, () => open)
    .catch(() => {});
}

/** Resolves when the page has done what it was opened for: that comes first. */
async function atRest() {
  const { asynclab, asynclabNotebook } = /** @type {any} */ (globalThis);
  await new Promise((resolve) => {
    if (document.readyState === 'complete') resolve(undefined);
    else addEventListener('load', resolve);
  });
  await (asynclab?.ready ?? asynclabNotebook)?.catch(() => {});
}

async function start() {
  const { serviceWorker } = navigator;
  // Within another page, browsers would keep the site once for each of those pages' sites.
  if (!serviceWorker || parent !== window) return;
  await atRest();
  const address = new URL('service-worker.js', root);
  const registration = await serviceWorker.register(address, { updateViaCache: 'none' });
  const current = serviceWorker.controller;
  serviceWorker.addEventListener('controllerchange', () => {
    // The first one is of this page's version, or of a newer one that the site has since.
    if (current) document.dispatchEvent(new CustomEvent('new-version'));
  });
  document.addEventListener('visibilitychange', () => {
    // Offline there is nothing new.
    if (!document.hidden) registration.update().catch(() => {});
  });
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  (await serviceWorker.ready).active?.postMessage('keep rest');
}

hold();
// A page that is left may come back as it was; until then it is no reason to keep its version, nor held back by a lock.
addEventListener('pagehide', () => release());
addEventListener('pageshow', ({ persisted }) => persisted && hold());
// Without it the page works as long as there is a network.
start().catch(() => {});
