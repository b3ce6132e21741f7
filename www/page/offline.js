/**
 * Lets the site work without a network from the second visit on. Only the site that `cargo xtask dist` writes loads this: files
 * in a checkout change while somebody works on them, and a service worker would go on showing the old ones.
 */
async function start() {
  const { serviceWorker } = navigator;
  if (!serviceWorker) return;
  // The first run comes first.
  await /** @type {any} */ (globalThis).asynclab?.ready.catch(() => {});
  const address = new URL('../../service-worker.js', import.meta.url);
  const registration = await serviceWorker.register(address, { updateViaCache: 'none' });
  const tell = () => {
    if (!registration.waiting || !serviceWorker.controller) return;
    const take = () => {
      registration.active?.postMessage('leave');
      registration.waiting?.postMessage('activate');
    };
    document.dispatchEvent(new CustomEvent('new-version', { detail: take }));
  };
  tell();
  registration.addEventListener('updatefound', () =>
    registration.installing?.addEventListener('statechange', tell),
  );
  // Whichever page asked: none goes on with parts of two versions.
  if (serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', () => location.reload());
  document.addEventListener('visibilitychange', () => {
    // Offline there is nothing new.
    if (!document.hidden) registration.update().catch(() => {});
  });
  if (/** @type {any} */ (navigator).connection?.saveData) return;
  (await serviceWorker.ready).active?.postMessage('keep rest');
}

// Without it the page works as long as there is a network.
start().catch(() => {});
