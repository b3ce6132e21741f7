// Downloads of workflows, and of the commands that install tools: each is checked by a hash or a lock file.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';

const root = new URL('../../', import.meta.url);
const read = (path) => readFileSync(new URL(path, root), 'utf8');

test('actions and containers of the workflows are named by their hashes', () => {
  for (const name of readdirSync(new URL('.github/workflows/', root))) {
    const workflow = read(`.github/workflows/${name}`);
    for (const [, used] of workflow.matchAll(/^\s*-? *uses: (.*)$/gm))
      assert.match(used, /^\.\/|^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/, name);
    for (const [, image] of workflow.matchAll(/^\s*container: (.*)$/gm))
      assert.match(image, /^[\w.:-]+@sha256:[0-9a-f]{64}$/, name);
  }
});

test('Python packages are named by their versions and hashes, and installed by them alone', () => {
  for (const folder of [
    'tests/embed',
    'tests/python',
    'tests/python/jupyterlite',
    'tests/numpy',
    'examples/class',
  ]) {
    const lines = read(`${folder}/requirements.txt`).replaceAll('\\\n', '').split('\n');
    for (const line of lines.filter((text) => text && !text.startsWith('#')))
      assert.match(line, /^[\w.-]+==[\w.]+ +--hash=sha256:[0-9a-f]{64}/, folder);
  }
  assert.match(read('xtask/src/tools.rs'), /"--require-hashes"/);
});

test('Rust tools are installed with their locks, and the licences and sources of crates are checked', () => {
  const tools = read('xtask/src/tools.rs');
  const calls = [...tools.matchAll(/cargo_tool\("[^;]*?&\[([^\]]*)\]\)/g)];
  assert.equal(calls.length, 4, 'wasm-bindgen, wasm-pack, cargo-mutants and mdBook');
  for (const [, options] of calls) assert.match(options, /"--locked"/);
  // No other code installs tools, and a call in another form is noticed.
  assert.equal(tools.split('cargo_tool(').length - 1, calls.length + 1);
  assert.equal(tools.split('"install", "--force"').length - 1, 1);
  const commands = readdirSync(new URL('xtask/src/', root), { recursive: true });
  for (const file of commands.filter((name) => name.endsWith('.rs') && name !== 'tools.rs'))
    assert.doesNotMatch(read(`xtask/src/${file}`), /"cargo"\)[^;]*"install"/, file);
  assert.match(read('.github/workflows/test.yml'), /cargo deny --locked check/);
  assert.match(read('.github/workflows/test.yml'), /npm audit/);
  assert.match(read('.github/workflows/pages.yml'), /needs: \[test, build\]/);
  assert.match(read('.github/workflows/npm.yml'), /needs: \[test, pack\]/);
});
