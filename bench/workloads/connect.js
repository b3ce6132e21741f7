// From an empty page to the first result: modules, wasm, worker, device, one addition, one read. Each round has a frame of
// its own, so nothing but the browser's caches is warm.
import { interleave, ratio, short, spread } from '../measure.js';

const CONTENDERS = ['lab', 'hand-written'];

/** @param {{rounds: number}} options @returns {Promise<import('../measure.js').Outcome>} */
export async function run({ rounds }) {
  /** @type {Record<string, {files: string[], total: number}>} */
  const first = {};
  const contenders = CONTENDERS.map((name) => ({
    name,
    run: async () => {
      const { files, ...figures } = await startInFrame(name);
      first[name] ??= { files, total: figures.total };
      return figures;
    },
  }));
  const samples = await interleave(contenders, rounds);

  const rows = [];
  for (const [name, { load, connect, first: result, total }] of Object.entries(samples)) {
    const { plain, gzipped } = await weigh(first[name].files);
    rows.push([
      name,
      spread(load),
      spread(connect),
      spread(result),
      spread(total),
      ratio(total, samples['hand-written'].total),
      short(first[name].total),
      `${plain}`,
      `${gzipped}`,
    ]);
    Object.assign(samples[name], { bytes: [plain], gzipped: [gzipped] });
  }
  const columns = [
    '',
    'modules',
    'connect',
    'first result',
    'in all',
    'to hand-written',
    'first time',
  ];
  const title = 'connect, ms, and bytes of what was loaded for it';
  return {
    tables: [{ title, columns: [...columns, 'bytes', 'gzipped'], rows }],
    samples: { connect: samples },
  };
}

/** @param {string} contender @returns {Promise<any>} what start-frame.js tells */
async function startInFrame(contender) {
  const frame = document.createElement('iframe');
  frame.src = `start-frame.html?${encodeURIComponent(contender)}`;
  const told = new Promise((resolve) => {
    addEventListener('message', ({ data }) => resolve(data), { once: true });
  });
  document.body.append(frame);
  const { error, ...figures } = await told;
  frame.remove();
  if (error) throw new Error(error);
  return figures;
}

/** Bytes of files, and what a server that compresses would send. @param {string[]} files */
async function weigh(files) {
  let [plain, gzipped] = [0, 0];
  for (const file of files) {
    const content = await (await fetch(file)).blob();
    const compressed = content.stream().pipeThrough(new CompressionStream('gzip'));
    plain += content.size;
    gzipped += (await new Response(compressed).blob()).size;
  }
  return { plain, gzipped };
}
