/**
 * Lets the site work without a network from the second visit on, and keeps the files of this page's version while it is open.
 * Only the site that `cargo xtask dist` writes loads this. Files of a checkout change during development, and a service worker
 * would keep serving the old files.
 */
const root = new URL('../../', import.meta.url);
const [, version] = new URL('../', import.meta.url).pathname.match(/([^/]*)\/$/) ?? [];

/** Holds a lock that shows the service worker that a page uses this version, until `release` is called or the page is closed. */
let release = () => {};
function hold() {
  const open = new Promise((resolve) => (release = () => resolve(undefined)));
  navigator.locks
    ?.request(`asynclab ${root} ${version}`, { mode: 'shared' }, () => open)
    .catch(() => {});
}

/** Resolves when the page has started; its start has priority. */
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
  // In a frame, browsers would keep a copy of the site for each embedding site.
  if (!serviceWorker || parent !== window) return;
  await atRest();
  const address = new URL('service-worker.js', root);
  await serviceWorker.register(address, { updateViaCache: 'none' });
  let newest = version;
  /** @param {string | undefined} current the version of newly loaded documents */
  const learn = (current = newest) => {
    if (current === newest) return;
    newest = current;
    document.dispatchEvent(new CustomEvent('new-version'));
  };
  // Another page may have made the service worker look for a version.
  serviceWorker.addEventListener('message', ({ data }) => learn(data));
  serviceWorker.startMessages();
  /** Makes the service worker look for a newer version. @param {'look' | 'keep rest'} request */
  const ask = async (request) => {
    const { active } = await serviceWorker.ready;
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => {
      port1.close();
      learn(data);
    };
    active?.postMessage(request, [port2]);
  };
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) ask('look').catch(() => {});
  });
  await ask(/** @type {any} */ (navigator).connection?.saveData ? 'look' : 'keep rest');
}

hold();
// A page that was left may return from the browser's back/forward cache. Meanwhile it holds no lock and so does not keep its version.
addEventListener('pagehide', () => release());
addEventListener('pageshow', ({ persisted }) => persisted && hold());
// If this fails, the page still works with a network.
start().catch(() => {});
