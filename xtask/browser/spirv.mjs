// Makes Chromium compile the kernels of other libraries to SPIR-V, as it would for a card's driver: `node xtask/browser/spirv.mjs REQUEST`. Writes
// a module for each kernel, and `modules.json`, which names them and the browser.
import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './launch.mjs';

/** The size of the peers' kernels: a product of matrices n × n, and elementwise, reducing and random kernels. */
const N = 1024;
const PEERS = [
  // Its product has eight rounds of four steps in each of its panels of 32; some compilers unroll them.
  { contender: 'tensorflow', title: 'TensorFlow.js', trips: 8 },
  { contender: 'jax', title: 'jax-js', trips: 1 },
];
const OPERATIONS = ['product', 'add', 'exp', 'sum', 'normal'];

const { url, out } = JSON.parse(process.argv[2]);
mkdirSync(out, { recursive: true });
const browser = await launch({ flags: ['--enable-dawn-features=dump_shaders'] });
const version = await browser.version();
const modules = [];
try {
  const page = await browser.newPage();
  // Any document of the benchmarks: one that shows nothing by itself.
  await page.goto(new URL('bench/report.html', url).href);
  let dumped = [];
  page.on('console', (message) => {
    const [, text] = message.text().split('/* Dumped SPIRV disassembly */');
    if (text) dumped.push(text.trim());
  });
  // Writes all modules compiled for an operation, in order: a library may need several kernels for one operation.
  const kernel = async (name, { trips }, make, ...given) => {
    dumped = [];
    const workgroups = await page.evaluate(make, ...given);
    // Messages arrive with a delay.
    for (let i = 0; i < 50 && dumped.length === 0; i += 1) await pause(100);
    await pause(200);
    if (dumped.length === 0) throw new Error(`Chromium dumped no SPIR-V of ${name}`);
    for (const [i, text] of dumped.entries()) {
      const file = join(out, `${modules.length}.spv`);
      execFileSync('spirv-as', ['--target-env', 'vulkan1.3', '-o', file, '-'], { input: text });
      const part = i === 0 ? '' : `, part ${i + 1}`;
      const waves = workgroups * Math.ceil(lanesOf(text) / 64);
      modules.push({ name: `${name}${part}`, file, trips, dispatched: waves });
    }
  };
  for (const { contender, title, trips } of PEERS) {
    await page.evaluate(open, contender, N);
    await pause(500);
    for (const operation of OPERATIONS) {
      const about = { trips: operation === 'product' ? trips : 1 };
      try {
        await kernel(`${title}: ${operation}`, about, run, contender, operation, N);
      } catch (error) {
        console.error(`${title}, ${operation}: ${error.message.split('\n')[0]}`);
      }
    }
  }
} finally {
  await browser.close();
}
writeFileSync(join(out, 'modules.json'), JSON.stringify({ browser: version, modules }));

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** Lanes of a workgroup. @param {string} text */
function lanesOf(text) {
  const [, x, y, z] = text.match(/LocalSize (\d+) (\d+) (\d+)/) ?? [];
  return x * y * z;
}

/** In the page: opens a library, and makes two matrices of numbers that no library replaces by a constant. @param {string} contender @param {number} n */
async function open(contender, n) {
  const { [contender]: peer } = await import(`/bench/contenders/${contender}.js`);
  const library = await peer.open();
  const numbers = Float32Array.from({ length: n * n }, (_, i) => (i % 7) + 1);
  const [a, b] = [library.array(numbers, [n, n]), library.array(numbers, [n, n])];
  for (const one of [a, b]) await library.read(one);
  window.opened ??= {};
  window.opened[contender] = { library, a, b };
}

/**
 * In the page: makes a library compute one operation. Returns the workgroups of its largest dispatch.
 * @param {string} contender @param {string} operation @param {number} n
 */
async function run(contender, operation, n) {
  const { library, a, b } = window.opened[contender];
  const { dispatchWorkgroups } = GPUComputePassEncoder.prototype;
  let workgroups = 0;
  GPUComputePassEncoder.prototype.dispatchWorkgroups = function (x, y = 1, z = 1) {
    workgroups = Math.max(workgroups, x * y * z);
    dispatchWorkgroups.call(this, x, y, z);
  };
  const result = {
    product: () => library.matmul(a, b, {}),
    add: () => library.add(a, b),
    exp: () => library.exp(a),
    sum: () => library.sum(a),
    normal: () => library.normal([n, n], 1),
  }[operation]();
  await library.read(result);
  GPUComputePassEncoder.prototype.dispatchWorkgroups = dispatchWorkgroups;
  return workgroups;
}
