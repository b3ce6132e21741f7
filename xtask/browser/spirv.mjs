// Has Chromium compile kernels to SPIR-V, as it would for a card's driver: `node xtask/browser/spirv.mjs REQUEST`. The lab's own kernels by their
// texts, and those that other libraries make for one operation each. Writes a module a kernel, and `modules.json`, which names them.
import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { launch } from './launch.mjs';

/** Kernels that the peers are asked for: a product of matrices n × n, and elementwise, reducing and random ones. */
const N = 1024;
const PEERS = [
  ['tensorflow', 'TensorFlow.js'],
  ['jax', 'jax-js'],
];
const OPERATIONS = ['product', 'add', 'exp', 'sum', 'normal'];

const { url, kernels, out } = JSON.parse(process.argv[2]);
mkdirSync(out, { recursive: true });
const browser = await launch({ flags: ['--enable-dawn-features=dump_shaders'] });
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
  const kernel = async (name, trips, make, ...given) => {
    dumped = [];
    await page.evaluate(make, ...given);
    // Messages are on their way for a while.
    for (let i = 0; i < 50 && dumped.length === 0; i += 1) await pause(100);
    await pause(200);
    const [text] = dumped.sort((one, other) => other.length - one.length);
    if (!text) throw new Error(`Chromium told no SPIR-V of ${name}`);
    const file = join(out, `${modules.length}.spv`);
    execFileSync('spirv-as', ['--target-env', 'vulkan1.2', '-o', file], { input: text });
    modules.push({ name: `${name} [Chrome]`, file, trips });
  };
  for (const { name, wgsl, trips } of JSON.parse(readFileSync(kernels, 'utf8'))) {
    if (name.startsWith('product')) await kernel(name, trips, compile, wgsl);
  }
  for (const [contender, title] of PEERS) {
    for (const operation of OPERATIONS) {
      try {
        await kernel(`${title}: ${operation}`, 1, run, contender, operation, N);
      } catch (error) {
        console.error(`${title}, ${operation}: ${error.message.split('\n')[0]}`);
      }
    }
  }
} finally {
  await browser.close();
}
writeFileSync(join(out, 'modules.json'), JSON.stringify(modules));

function pause(ms) {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** In the page: makes a pipeline of a text. @param {string} wgsl */
async function compile(wgsl) {
  const adapter = await navigator.gpu.requestAdapter();
  const device = await adapter.requestDevice();
  const module = device.createShaderModule({ code: wgsl });
  await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
  device.destroy();
}

/** In the page: has a library compute one operation. @param {string} contender @param {string} operation @param {number} n */
async function run(contender, operation, n) {
  const { [contender]: peer } = await import(`/bench/contenders/${contender}.js`);
  window.opened ??= {};
  window.opened[contender] ??= await peer.open();
  const library = window.opened[contender];
  const ones = new Float32Array(n * n).fill(1);
  const a = library.array(ones, [n, n]);
  const b = library.array(ones, [n, n]);
  await library.wait(a);
  const result = {
    product: () => library.matmul(a, b, {}),
    add: () => library.add(a, b),
    exp: () => library.exp(a),
    sum: () => library.sum(a),
    normal: () => library.normal([n, n], 1),
  }[operation]();
  await library.read(result);
}
