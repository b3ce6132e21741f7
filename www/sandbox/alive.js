/** The time between two questions, ms, and the questions without an answer after which there is nobody: more than a busy thread ever needs. */
const [EVERY, MOST] = [5000, 12];
/** Questions without an answer after which the reader is asked. */
const LONG = 2;

/**
 * Watches whether the process of a frame is still there. Browsers end a process that takes too much memory, and notify nobody. Questions are
 * counted, and not the time: a computer that slept is no sign of anything.
 * @param {MessagePort} port to the frame, which answers `{alive: true}` with any message
 * @param {() => void} gone
 * @param {AbortSignal} signal ends it
 * @param {(silence: {silent: number, patience: number, wait: () => void}) => void} [silence] is called when the frame has not answered for 10 s, each time
 *   that has doubled, and once it answers: `wait` has its process live on
 */
export function watch(port, gone, signal, silence = () => {}) {
  // It was ended while its frame loaded.
  if (signal.aborted) return;
  let [open, most, next] = [0, MOST, LONG];
  const wait = () => (most = open + MOST);
  const asking = setInterval(() => {
    if (open === next) {
      next *= 2;
      silence({ silent: open * EVERY, patience: most * EVERY, wait });
    }
    if (open === most) gone();
    else port.postMessage({ alive: true });
    open += 1;
  }, EVERY);
  const answered = () => {
    if (next > LONG) silence({ silent: 0, patience: 0, wait });
    [open, most, next] = [0, MOST, LONG];
  };
  port.addEventListener('message', answered, { signal });
  signal.addEventListener('abort', () => clearInterval(asking));
}

/** Why a run ended without an end of its own. */
export const GONE = 'the browser ended it, as browsers do for lack of memory';
