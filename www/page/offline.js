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
  /** @param {string | undefined} current the version that documents are of */
  const learn = (current = newest) => {
    if (current === newest) return;
    newest = current;
    document.dispatchEvent(new CustomEvent('new-version'));
  };
  // Another page may have made the service worker look.
  serviceWorker.addEventListener('message', ({ data }) => learn(data));
  serviceWorker.startMessages();
  /** Has the service worker look for a newer version. @param {'look' | 'keep rest'} request */
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
// A page that is left may come back from the browser's cache. Until then it neither keeps its version nor holds a lock.
addEventListener('pagehide', () => release());
addEventListener('pageshow', ({ persisted }) => persisted && hold());
// Without it the page works as long as there is a network.
start().catch(() => {});
