/** The time between two questions, ms, and the questions without an answer after which there is nobody: more than a busy thread ever needs. */
const [EVERY, MOST] = [5000, 12];

/**
 * Watches whether the process of a frame is still there. Browsers end a process that takes too much memory, and tell nobody. Questions are
 * counted, and not the time: a computer that slept is no sign of anything.
 * @param {MessagePort} port to the frame, which answers `{alive: true}` with any message
 * @param {() => void} gone
 * @param {AbortSignal} signal ends it
 */
export function watch(port, gone, signal) {
  // It was ended while its frame loaded.
  if (signal.aborted) return;
  let open = 0;
  const asking = setInterval(() => {
    if (open === MOST) gone();
    else port.postMessage({ alive: true });
    open += 1;
  }, EVERY);
  port.addEventListener('message', () => (open = 0), { signal });
  signal.addEventListener('abort', () => clearInterval(asking));
}

/** Why a run ended without an end of its own. */
export const GONE = 'the browser ended it, as browsers do for lack of memory';
