// The contents of the package, and the findings of tools that check packages.
import assert from 'node:assert/strict';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { archive, checkout, folder, shell } from './packed.mjs';

const bin = (name) => join(checkout, 'node_modules/.bin', name);
/** Files that programs do not import: the worker and the engine are loaded by their addresses. */
const ASSETS = ['backend-worker.js', 'asynclab_bg.wasm'];

let path;
before(async () => {
  const modules = join(folder('package'), 'node_modules');
  mkdirSync(modules);
  await shell(modules, 'tar', '-xzf', archive());
  await shell(modules, 'mv', 'package', 'asynclab');
  path = join(modules, 'asynclab');
});

const read = (name) => readFileSync(join(path, name), 'utf8');

test('publint finds nothing', async () => {
  const said = await shell(checkout, bin('publint'), '--strict', path);
  assert.match(said, /All good!/);
});

test('the types are right wherever modules are resolved', async () => {
  const excluded = ASSETS.flatMap((name) => ['--exclude-entrypoints', name]);
  const words = [archive(), '--profile', 'esm-only', ...excluded, '--format', 'json'];
  const { analysis } = JSON.parse(await shell(checkout, bin('attw'), ...words));
  assert.equal(analysis.packageName, 'asynclab');
  // The package has only ES modules: require() of it fails in older Node.js, as documented.
  // The resolution of Node.js 10 ignores `exports`, so it finds only the package itself.
  const problems = analysis.problems.filter(
    ({ kind, resolutionKind }) => kind !== 'CJSResolvesToESM' && resolutionKind !== 'node10',
  );
  assert.deepEqual(problems, []);
});

test('what is exported is there, and nothing has side effects but the worker', () => {
  const { exports, sideEffects, types, main } = JSON.parse(read('package.json'));
  const files = Object.values(exports).flatMap((one) =>
    typeof one === 'string' ? [one] : Object.values(one),
  );
  for (const file of [...files, types, main]) assert.ok(read(file).length > 0, file);
  for (const name of ASSETS) assert.equal(exports[`./${name}`], `./dist/${name}`);
  assert.deepEqual(sideEffects, ['./dist/backend-worker.js', './site/**/*.js']);
});

test('the library and its worker import nothing, and name what lies beside them', () => {
  for (const name of ['asynclab.js', 'backend-worker.js']) {
    assert.doesNotMatch(read(`dist/${name}`), /^\s*(import|export)\b.*from/m, name);
  }
  const named = [...read('dist/asynclab.js').matchAll(/new URL\("([^"]+)", import\.meta\.url\)/g)];
  assert.deepEqual(named.map(([, file]) => file).sort(), [
    './asynclab_bg.wasm',
    './backend-worker.js',
  ]);
});

test('the documents that the README names go with it, and only declarations that an entry leads to', () => {
  const named = [...read('README.md').matchAll(/\]\((docs\/[\w-]+\.md)\)/g)].map(
    ([, name]) => name,
  );
  assert.equal(new Set(named).size, 5);
  for (const name of named) assert.match(read(name), /^#? ?.+/, name);
  const declared = readdirSync(join(path, 'dist/types'), { recursive: true });
  assert.ok(
    declared.includes('asynclab.d.ts') && declared.length < 110,
    `${declared.length} files`,
  );
});

test('licences, changes and a README go with it', () => {
  assert.match(read('LICENSE-MIT'), /Permission is hereby granted/);
  assert.match(read('LICENSE-APACHE'), /Apache License/);
  assert.match(read('licences.txt'), /^wgpu [\d.]+ +MIT OR Apache-2\.0$/m);
  assert.match(read('CHANGELOG.md'), /Keep a Changelog/);
  assert.match(read('README.md'), /npm install asynclab/);
});

/** A correct program that uses the types. `WRONG` has lines that must not compile. */
const PROGRAM = `import { connect, LabError, type Lab, type NDArray, type Options } from 'asynclab';

const options: Options = { device: 'cpu', maxQueued: 100 };
export async function main(): Promise<number> {
  const lab: Lab = await connect(options);
  const { nd, nn, autograd } = lab;
  using x: NDArray = nd.ones([2, 3] as const);
  const net = new nn.Sequential([new nn.Dense(4, { activation: 'relu' }), new nn.Dense(1)]);
  net.initialize({ seed: 1 });
  const loss: NDArray = new nn.L2Loss()(net(x), nd.equal(0, nd.exp(x)).sum(1));
  const kept: { z: NDArray } = lab.tidy(() => ({ z: nd.relu(x).reshape([3, 2]) }));
  autograd.record(() => loss.mul(2)).backward();
  const grad: NDArray | null = kept.z.grad;
  const trace = await lab.profile(() => nd.dot(x, x, { transposeB: true }));
  const times: Float64Array = trace.completed;
  const values: Float32Array = await x.data();
  try {
    await lab.waitAll();
  } catch (error) {
    if (error instanceof LabError) console.error(error.code, grad, times.length);
  }
  return values[0] + (await x.sum().item()) + lab.memory().peak;
}
`;
const WRONG = [
  "connect({ device: 'tpu' });",
  "connect().then((lab) => lab.nd.ones('2'));",
  'connect().then((lab) => lab.nd.exp(2));',
  "connect().then((lab) => new lab.nn.Dense(1, { activation: 'gelu' }));",
];

test('a program in TypeScript compiles, and one that is wrong does not', async () => {
  const project = join(path, '../..');
  const wrong = WRONG.map((line) => `// @ts-expect-error\n${line}\n`).join('');
  writeFileSync(join(project, 'program.ts'), `${PROGRAM}${wrong}`);
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  // Declarations are checked, too. The library is older than \`using\`.
  const strict = ['--strict', '--noEmit', '--skipLibCheck', 'false'];
  const target = ['--target', 'es2022', '--lib', 'es2022,dom'];
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ]) {
    const modules = ['--module', module, '--moduleResolution', resolution];
    await shell(project, bin('tsc'), ...strict, ...target, ...modules, 'program.ts');
  }
});
