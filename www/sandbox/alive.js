/** The time between two pings, ms, and the unanswered pings after which the process counts as ended: more than a busy thread ever leaves open. */
const [EVERY, MOST] = [5000, 12];
/** Unanswered pings after which the reader is asked. */
const LONG = 2;

/**
 * Watches whether the process of a frame still runs. Browsers end a process that takes too much memory without any notification. Pings are
 * counted instead of time, since a computer may have slept.
 * @param {MessagePort} port to the frame, which answers `{alive: true}` with any message
 * @param {() => void} gone
 * @param {AbortSignal} signal ends it
 * @param {(silence: {silent: number, patience: number, wait: () => void}) => void} [silence] is called when the frame has not answered for 10 s, each
 *   time that this time has doubled, and when the frame answers again; `wait` starts the count of `MOST` pings anew
 */
export function watch(port, gone, signal, silence = () => {}) {
  // The run was ended while its frame loaded.
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

/** The failure message of a run whose process ended. */
export const GONE = 'the browser ended it, as browsers do for lack of memory';
