// The examples of the documentation, each run in a browser: it ends, and gives what it says it gives.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { before, test } from 'node:test';
import { blank, onPage } from '../browser/lab.mjs';
import { checkout } from './packed.mjs';

/** The folder of the documentation. `cargo xtask test` has written it; for a file run by hand it is written now. */
function docs() {
  if (process.env.ASYNCLAB_DOCS) return process.env.ASYNCLAB_DOCS;
  spawnSync('cargo', ['xtask', 'docs'], { cwd: checkout, stdio: 'inherit' });
  return join(checkout, 'target/docs');
}

/** Examples by the name of what they are of. Methods that are inherited bring theirs along: each counts once. */
function examples(reflection, path = [], found = new Map()) {
  const name = [...path, reflection.name];
  for (const { tag, content } of reflection.comment?.blockTags ?? []) {
    if (tag !== '@example') continue;
    const [, code] = content
      .map(({ text }) => text)
      .join('')
      .match(/```\w*\n([^]*)\n```/);
    found.set(code, name.slice(1).join('.'));
  }
  const { children = [], signatures = [], getSignature } = reflection;
  for (const child of children) examples(child, name, found);
  // A signature is called as what it is of.
  for (const one of [...signatures, getSignature].filter(Boolean)) examples(one, path, found);
  return found;
}

/**
 * The body of a function that runs an example and returns what its lines gave and what they say: an expression whose line
 * ends in `// → value`.
 */
function runnable(code) {
  const checked = code.replace(
    /^(.*);\s*\/\/ → (.*)$/gm,
    (_, expression, said) => `told.push([shown(await (${expression})), ${JSON.stringify(said)}]);`,
  );
  const body = checked.replace(/^import .* from 'asynclab';$/m, '');
  // The line that makes a lab makes its own; the others find one.
  return `const told = []; { ${body} } return told;`;
}

/** Runs in the page. */
async function run({ connect }, body) {
  const shown = (value) => {
    if (ArrayBuffer.isView(value)) return `[${[...value].join(', ')}]`;
    if (Array.isArray(value)) return JSON.stringify(value).replaceAll(',', ', ');
    return String(value);
  };
  const lab = await connect({ device: 'cpu' });
  const AsyncFunction = run.constructor;
  const example = new AsyncFunction('connect', 'lab', 'nd', 'shown', body);
  const told = await example(connect, lab, lab.nd, shown);
  lab.close();
  return told;
}

let api;
let folder;
before(() => {
  folder = docs();
  api = JSON.parse(readFileSync(join(folder, 'api.json'), 'utf8'));
});

test('the documentation has a page for each part of the API', () => {
  for (const page of [
    'index',
    'functions/connect',
    'classes/Lab',
    'classes/NDArray',
    'classes/LabError',
  ])
    assert.ok(existsSync(join(folder, `${page}.html`)), page);
});

test('the README’s program runs, and prints what it says', async (t) => {
  const page = await blank(t);
  const readme = readFileSync(join(checkout, 'npm/README.md'), 'utf8');
  const [, program] = readme.match(/```js\n([^]*?)```/);
  const body = program.replace(/^import .*$/m, '');
  const printed = await onPage(
    page,
    `async ({ connect }) => {
      const printed = [];
      const console = { log: (...values) => printed.push(values.map((value) => [...value])) };
      ${body}
      return printed;
    }`,
  );
  const [[values], [enqueued, completed]] = printed;
  assert.deepEqual(values, [2, 4, 6]);
  // Two arrays of ones, and their product.
  assert.deepEqual([enqueued.length, completed.length], [3, 3]);
});

test('every example ends, and gives what it says', async (t) => {
  const page = await blank(t);
  const all = examples(api);
  const names = new Set(all.values());
  for (const name of ['connect', 'Lab.profile', 'NDArray.data', 'Creation.array', 'Trainer'])
    assert.ok(names.has(name), `${name} has no example; there are ${[...names].join(', ')}`);
  let said = 0;
  for (const [code, name] of all) {
    await t.test(name, async () => {
      const source = `async (api, body) => { ${run}; return run(api, body); }`;
      const told = await onPage(page, source, runnable(code));
      assert.equal(told.length, code.match(/\/\/ → /g)?.length ?? 0, code);
      for (const [got, expected] of told) assert.equal(got, expected, code);
      said += told.length;
    });
  }
  assert.ok(said >= 30, `only ${said} values are stated`);
});

/** Names of the documentation that nothing is said of. Inherited ones are documented where they come from. */
function unsaid(reflection, path = []) {
  const { name, comment, children = [], signatures = [], getSignature, inheritedFrom } = reflection;
  const own = [comment, ...[...signatures, getSignature].map((one) => one?.comment)];
  const said = own.some((one) => one?.summary.some(({ text }) => text.trim() !== ''));
  const counts = path.length > 0 && !inheritedFrom && name !== 'constructor' && !said;
  const whole = [...path, name];
  return [
    ...(counts ? [whole.slice(1).join('.')] : []),
    ...children.flatMap((child) => unsaid(child, whole)),
  ];
}

test('every name of the API is documented', () => {
  assert.deepEqual(unsaid(api), []);
});
