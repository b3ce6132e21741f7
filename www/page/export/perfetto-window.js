/**
 * Opens a trace in Perfetto's page, in a new tab. By its protocol (perfetto.dev/docs/visualization/deep-linking-to-perfetto-ui) that page
 * answers PING with PONG as soon as it listens, and then takes the trace in a message. Nothing is uploaded.
 */
const PERFETTO = 'https://ui.perfetto.dev';
const EVERY = 50;
const PATIENCE = 60_000;

/**
 * @param {Promise<ArrayBuffer>} trace which may be written while the tab opens
 * @param {string} title
 * @param {string} [address] of the viewer
 * @returns {Promise<'opened'|'blocked'|'unreachable'>} `blocked`: no tab could be opened; `unreachable`: the tab did not answer, or this
 *   page is cross-origin isolated and cannot reach it
 */
export function openInPerfetto(trace, title, address = PERFETTO) {
  const { origin } = new URL(address);
  const tab = open(address);
  if (!tab) return Promise.resolve(crossOriginIsolated ? 'unreachable' : 'blocked');
  return new Promise((resolve, reject) => {
    const listening = new AbortController();
    const settle = (/** @type {'opened'|'unreachable'} */ outcome) => {
      clearInterval(asking);
      listening.abort();
      resolve(outcome);
    };
    const begun = performance.now();
    trace.catch(reject);
    const asking = setInterval(() => {
      // To a cross-origin isolated page, a tab of another origin looks closed.
      if (tab.closed || performance.now() - begun > PATIENCE) settle('unreachable');
      else tab.postMessage('PING', origin);
    }, EVERY);
    addEventListener(
      'message',
      (event) => {
        if (event.source !== tab || event.origin !== origin || event.data !== 'PONG') return;
        clearInterval(asking);
        trace.then((buffer) => {
          tab.postMessage({ perfetto: { buffer, title } }, origin);
          settle('opened');
        }, reject);
      },
      { signal: listening.signal },
    );
  });
}
