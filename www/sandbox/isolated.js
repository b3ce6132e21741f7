/** A frame without an origin, for a program that must reach neither the page nor its storage nor the network. */

/** Makes a hidden frame, which is not yet in the document. @param {URL} address */
export function isolatedFrame(address) {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  // This gives the frame the finer clock and shared memory, if the page itself has them.
  frame.allow = 'cross-origin-isolated';
  frame.hidden = true;
  frame.src = address.href;
  return frame;
}

/**
 * Puts the frame into the document. Resolves when it posts that it is ready.
 * @param {HTMLIFrameElement} frame @param {AbortSignal} signal ends the wait @param {number} patience ms
 * @throws {Error} if the frame does not answer within `patience`
 */
export function loaded(frame, signal, patience) {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => reject(new Error('its frame did not load')), patience);
    signal.addEventListener('abort', () => clearTimeout(late));
    addEventListener(
      'message',
      ({ source, data }) => {
        if (source === frame.contentWindow && data === 'ready') resolve(undefined);
      },
      { signal },
    );
    document.body.append(frame);
  });
}
