// From an empty page to the first result: modules, wasm, worker, device, one addition, one read. Each round has a frame of
// its own, so nothing but the browser's caches is warm.
import { inFrame } from '../frames.js';
import { tableOf } from '../matrix.js';
import { interleave } from '../measure.js';

const CONTENDERS = {
  lab: 'eager',
  'lab, same thread': 'eager',
  'hand-written': 'limit',
  'TensorFlow.js': 'eager',
  'jax-js': 'eager',
  'ONNX Runtime Web': 'graph',
  'webgpu-torch': 'eager',
};
/** ms between two starts: a large engine is still being compiled after its page is gone. */
const PAUSE = 1000;
const FIGURES = {
  modules: 'ms',
  connect: 'ms',
  'first result': 'ms',
  'in all': 'ms',
  'first time': 'ms',
  bytes: 'kB',
  gzipped: 'kB',
};

/** @param {{rounds: number}} options @returns {Promise<import('../measure.js').Outcome>} */
export async function run({ rounds }) {
  /** @type {Record<string, {files: string[], total: number}>} */
  const first = {};
  const failed = {};
  const running = Object.keys(CONTENDERS).map((name) => ({
    name,
    async run() {
      if (failed[name]) return {};
      try {
        const { files, ...figures } = await inFrame('start-frame.html', name);
        first[name] ??= { files, total: figures['in all'] };
        await new Promise((resolve) => setTimeout(resolve, PAUSE));
        return figures;
      } catch (error) {
        failed[name] = `failed: ${error.message}`;
        return {};
      }
    },
  }));
  const samples = await interleave(running, rounds);
  const contenders = {};
  for (const [name, kind] of Object.entries(CONTENDERS)) {
    contenders[name] = failed[name]
      ? { kind, reason: failed[name], wrong: true }
      : {
          kind,
          times: 1,
          rounds,
          samples: {
            ...samples[name],
            'first time': [first[name].total],
            ...(await weigh(first[name].files)),
          },
        };
  }
  const result = {
    name: 'connect to first result',
    figures: FIGURES,
    compared: ['in all', 'gzipped'],
    contenders,
  };
  return { tables: [tableOf(result)], cases: [result] };
}

/** kB of files as they are, and compressed as by a server. @param {string[]} files */
async function weigh(files) {
  let [bytes, gzipped] = [0, 0];
  for (const file of files) {
    const content = await (await fetch(file)).blob();
    const compressed = content.stream().pipeThrough(new CompressionStream('gzip'));
    bytes += content.size / 1000;
    gzipped += (await new Response(compressed).blob()).size / 1000;
  }
  return { bytes: [bytes], gzipped: [gzipped] };
}
