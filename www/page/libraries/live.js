/** Runs the loops on this machine, in a frame that loads the library. Only a site that `dist --with libraries` wrote has the libraries. */
import { h } from '../../kit/dom.js';
import { Fault } from '../../kit/faults.js';

/** The longest time that a library may take, ms. */
const PATIENCE = 120_000;
/** The previous run: the next waits for it, so that there is one frame at a time. @type {Promise<any>} */
let before = Promise.resolve();

/**
 * @param {string} folder the address of the libraries, relative to the page's
 * @param {string} library
 * @param {string} loop
 * @returns {Promise<string>} the recording
 * @throws {Fault} NOT_LOADED with the frame's report
 */
export function runLive(folder, library, loop) {
  const run = before.catch(() => {}).then(() => runInFrame(folder, library, loop));
  before = run;
  return run;
}

/** @param {string} folder @param {string} library @param {string} loop */
async function runInFrame(folder, library, loop) {
  const url = new URL(folder, document.baseURI);
  url.hash = new URLSearchParams({ library, loop }).toString();
  const frame = h('iframe', {
    src: url.href,
    class: 'unseen',
    title: library,
    'aria-hidden': 'true',
  });
  const stop = new AbortController();
  try {
    return await new Promise((resolve, reject) => {
      const failed = (/** @type {string} */ text) =>
        reject(new Fault('NOT_LOADED', `${library}: ${text}`));
      const timer = setTimeout(failed, PATIENCE, `no answer within ${PATIENCE / 1000} s`);
      stop.signal.addEventListener('abort', () => clearTimeout(timer));
      addEventListener(
        'message',
        ({ data, source, origin }) => {
          if (source !== frame.contentWindow || origin !== location.origin) return;
          if (typeof data?.recording === 'string') resolve(data.recording);
          else if (typeof data?.error === 'string') failed(data.error.slice(0, 300));
        },
        { signal: stop.signal },
      );
      document.body.append(frame);
    });
  } finally {
    stop.abort();
    frame.remove();
  }
}
