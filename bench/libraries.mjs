// Makes the recordings of libraries that come with the page: `cargo xtask bench libraries` builds and runs this. It watches the chapter's loop in
// each library, in headless Chromium on the software adapter, writes `www/recordings/`, and prints submissions, dispatches and waits.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { startLibraries } from '../tests/browser/fixtures/other-site.mjs';
import { launch } from '../xtask/browser/launch.mjs';
import { layOut } from '../xtask/browser/table.mjs';

const n = Number(process.argv[2] ?? 256);
const LOOPS = {
  once: 'ten products of N² and their sums, the total read once',
  each: 'ten products of N² and their sums, each read',
  'train-once': 'ten steps of least squares on N², the last loss read',
  'train-each': 'ten steps of least squares on N², each loss read',
};
/** Names of files, with the package whose version is written on them. */
const LIBRARIES = {
  'hand-written': ['by-hand', null],
  'TensorFlow.js': ['tensorflow', '@tensorflow/tfjs-core'],
  'jax-js': ['jax', '@jax-js/jax'],
  'ONNX Runtime Web': ['onnx', 'onnxruntime-web'],
  'webgpu-torch': ['torch', 'webgpu-torch'],
  'this lab': ['lab', null],
};
const folder = new URL('../www/recordings/', import.meta.url);
const { devDependencies } = JSON.parse(
  await readFile(new URL('package.json', import.meta.url), 'utf8'),
);
const { version } = JSON.parse(await readFile(new URL('../package.json', import.meta.url), 'utf8'));
const versions = { ...devDependencies, lab: version };

await mkdir(folder, { recursive: true });
const site = await startLibraries();
const browser = await launch();
const rows = [];
try {
  for (const [name, [file, npm]] of Object.entries(LIBRARIES))
    for (const [loop, words] of Object.entries(LOOPS)) {
      const recording = shortened(await record(name, loop));
      const known = npm ? `${npm} ${versions[npm]}` : file === 'lab' ? `asynclab ${version}` : name;
      recording.page = `${known}: ${words.replace('N²', `${n}²`)}`;
      await writeFile(new URL(`${file}-${loop}.json`, folder), `${JSON.stringify(recording)}\n`);
      const { submissions, dispatches } = recording.counts;
      const waits = recording.trace.waits.length;
      rows.push([name, loop, ...[submissions, dispatches, waits].map(String)]);
    }
} finally {
  await browser.close();
  await site.close();
}
console.log(layOut({ columns: ['library', 'loop', 'submissions', 'dispatches', 'waits'], rows }));

async function record(name, loop) {
  const page = await browser.newPage();
  try {
    await page.goto(site.address);
    return await page.evaluate(
      async ({ name, loop, n }) => {
        await import('/watch.js');
        const { record } = await import('/libraries/record.js');
        return record(name, loop, n);
      },
      { name, loop, n },
    );
  } finally {
    await page.close();
  }
}

/** Rounds times to µs, and counts the GPU's times from the first: that leaves a third of the bytes. @param {any} recording */
function shortened(recording) {
  const { gpu } = recording;
  if (gpu) {
    const first = Math.min(...gpu.started.filter((time) => time !== null));
    for (const name of ['started', 'ended'])
      gpu[name] = gpu[name].map((time) => time && time - first + 1);
  }
  // The port differs each time.
  recording.places = recording.places.map((place) => place.replace(/127\.0\.0\.1:\d+\//, ''));
  const short = (part) => {
    if (typeof part === 'number') return Math.round(1e3 * part) / 1e3;
    if (Array.isArray(part)) return part.map(short);
    if (typeof part !== 'object' || part === null) return part;
    return Object.fromEntries(Object.entries(part).map(([key, value]) => [key, short(value)]));
  };
  return short(recording);
}
