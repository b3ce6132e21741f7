/** A frame without an origin, for a program that is to reach neither the page nor its storage nor the network. */

/** A hidden frame that is not in the document yet. @param {URL} address */
export function isolatedFrame(address) {
  const frame = document.createElement('iframe');
  frame.setAttribute('sandbox', 'allow-scripts');
  // A finer clock and shared memory, where the page has them itself.
  frame.allow = 'cross-origin-isolated';
  frame.hidden = true;
  frame.src = address.href;
  return frame;
}

/**
 * Puts the frame into the document. Resolves when it posts that it is ready.
 * @param {HTMLIFrameElement} frame @param {AbortSignal} signal ends the wait @param {number} patience ms
 * @throws {Error} where it does not answer within `patience`
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
