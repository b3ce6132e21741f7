// Posts the times of one start to the page around it: ms for the modules, for connecting, for the first result and in all.
import { checkEach, checkLength } from './reference.js';

const N = 1024;
const ones = () => new Float32Array(N).fill(1);

const starts = {
  lab: () => own({}),
  'lab, same thread': () => own({ backend: 'same' }),

  async 'hand-written'() {
    const { RawAdd } = await import('./raw.js');
    const loaded = performance.now();
    const raw = await RawAdd.open(N);
    const connected = performance.now();
    raw.enqueue(1, 1);
    return { loaded, connected, values: await raw.read() };
  },

  'TensorFlow.js': () => peer('tensorflow', 'tensorflow'),
  'jax-js': () => peer('jax', 'jax'),
  'ONNX Runtime Web': () => peer('onnx', 'onnx'),
  'webgpu-torch': () => peer('torch', 'torch'),
};

/** @param {import('asynclab').Options} options */
async function own(options) {
  // Bundled like its peers.
  const { connect } = await import('./pkg/lab/asynclab.js');
  const loaded = performance.now();
  const lab = await connect(options);
  const connected = performance.now();
  // Like its peers, it brings an array of the host to the device.
  const values = await lab.nd.array(ones()).add(1).data();
  return { loaded, connected, values };
}

/** @param {string} file of `contenders/` and of `pkg/` @param {string} name */
async function peer(file, name) {
  await import(`./pkg/${file}.js`);
  const loaded = performance.now();
  const { [name]: contender } = await import(`./contenders/${file}.js`);
  const library = await contender.open();
  const connected = performance.now();
  const x = library.array(ones(), [N]);
  const y = await library.add(x, library.constant(1, [N]));
  return { loaded, connected, values: await library.read(y) };
}

/** @param {string} name */
async function measure(name) {
  const begin = performance.now();
  const { loaded, connected, values } = await starts[name]();
  const end = performance.now();
  checkLength(values, N);
  checkEach(values, () => 2, 0);
  // The bench's own modules are left out.
  const own = ['/bench/start-frame.js', '/bench/reference.js', '/bench/contenders/'];
  const loads = performance.getEntriesByType('resource').map(({ name: url }) => url);
  const files = [...new Set(loads)].filter((url) => !own.some((part) => url.includes(part)));
  return {
    modules: loaded - begin,
    connect: connected - loaded,
    'first result': end - connected,
    'in all': end - begin,
    files: files.filter((url) => url.startsWith('http')),
  };
}

measure(decodeURIComponent(location.search.slice(1))).then(
  (figures) => parent.postMessage(figures, location.origin),
  (error) => parent.postMessage({ error: error.message }, location.origin),
);
