/** @typedef {import('./presentation.js').Stage} Stage */

/**
 * Presentation mode, loaded at its first use. Each change dispatches a 'presenting' event on the document, with a boolean as detail.
 * @param {Stage} stage
 * @returns {(on: boolean) => Promise<void>} turns it on or off
 */
export function presenter(stage) {
  /** @type {Promise<import('./presentation.js').Presentation>|undefined} */
  let loading;
  const setPresenting = async (/** @type {boolean} */ on) => {
    if (!on && !loading) return;
    loading ??= import('./presentation.js').then(async ({ Presentation }) => {
      const presentation = new Presentation(stage);
      await presentation.loaded;
      return presentation;
    });
    const presentation = await loading;
    await (on ? presentation.enter() : presentation.leave());
  };
  // The key needs a modifier, since a letter alone would disturb speech input.
  document.addEventListener('keydown', (event) => {
    if (event.code !== 'KeyP' || !event.altKey || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    setPresenting(!('presenting' in document.documentElement.dataset));
  });
  return setPresenting;
}
