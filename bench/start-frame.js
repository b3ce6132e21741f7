// One start, told to the page around: ms for the modules, for connecting, for the first result and in all.
import { check } from './measure.js';

const starts = {
  async lab() {
    const { connect } = await import('/www/asynclab.js');
    const loaded = performance.now();
    const lab = await connect();
    const connected = performance.now();
    const values = await lab.nd.ones([1024]).add(1).data();
    return { loaded, connected, values, close: () => lab.close() };
  },

  async 'hand-written'() {
    const { RawAdd } = await import('./raw.js');
    const loaded = performance.now();
    const raw = await RawAdd.open(1024);
    const connected = performance.now();
    raw.enqueue(1, 1);
    const values = await raw.read();
    return { loaded, connected, values, close: () => raw.close() };
  },
};

/** @param {string} name */
async function measure(name) {
  const begin = performance.now();
  const { loaded, connected, values, close } = await starts[name]();
  const end = performance.now();
  check(name, values, () => 2);
  close();
  // What this module and its page needed for themselves is no part of it.
  const own = ['start-frame.js', 'measure.js'];
  const loads = performance.getEntriesByType('resource').map(({ name: url }) => url);
  const files = [...new Set(loads)].filter((url) => !own.some((file) => url.endsWith(file)));
  return {
    load: loaded - begin,
    connect: connected - loaded,
    first: end - connected,
    total: end - begin,
    files,
  };
}

measure(decodeURIComponent(location.search.slice(1))).then(
  (figures) => parent.postMessage(figures, location.origin),
  (error) => parent.postMessage({ error: error.message }, location.origin),
);
