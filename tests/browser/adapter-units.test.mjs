// The adapter that a command chooses, by its arguments and the browsers' adapters. The browsers are stand-ins.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { adapterFrom, mayHaveGpu, startOn } from '../../xtask/browser/adapter.mjs';

const CARD = adapterFrom({ vendor: 'nvidia', architecture: 'hopper' });
const PROGRAM = adapterFrom({ vendor: 'google', architecture: 'swiftshader' });

/** Starts on a machine whose browsers offer these adapters, by the kind of browser. */
async function started(t, choice, offers, mayBe = () => true) {
  const report = t.mock.method(console, 'error', () => {});
  const open = new Set();
  const begun = [];
  const start = async (kind) => {
    const browser = { kind, close: async () => void open.delete(kind) };
    open.add(kind);
    begun.push(kind);
    return browser;
  };
  const examine = async ({ kind }) => offers[kind];
  const outcome = await startOn(choice, 'chromium', start, examine, mayBe).catch(({ message }) => ({
    message,
  }));
  const lines = report.mock.calls.map(({ arguments: [line] }) => line);
  report.mock.restore();
  return { ...outcome, lines, begun, open: [...open] };
}

test('an adapter is software where the browser, or its name, says so', () => {
  assert.deepEqual(CARD, { name: 'nvidia hopper', software: false });
  assert.deepEqual(PROGRAM, { name: 'google swiftshader', software: true });
  assert.ok(adapterFrom({ isFallbackAdapter: true }).software);
  for (const description of ['llvmpipe (LLVM 15)', 'Microsoft Basic Render Driver'])
    assert.ok(adapterFrom({ description }).software, description);
});

test('auto takes the GPU where there is one, in a browser with default flags', async (t) => {
  const { kind, lines, open } = await started(t, 'auto', { hardware: CARD, software: PROGRAM });
  assert.equal(kind, 'hardware');
  assert.deepEqual(lines, ['adapter: nvidia hopper (hardware) [auto]']);
  assert.deepEqual(open, ['hardware']);
});

for (const [what, offered] of [
  ['none', null],
  ['a program', PROGRAM],
]) {
  test(`where the browser offers ${what} as its GPU, auto takes software and closes the first browser`, async (t) => {
    const found = await started(t, 'auto', { hardware: offered, software: PROGRAM });
    assert.equal(found.kind, 'software');
    assert.deepEqual(found.lines, ['adapter: google swiftshader (software) [auto]']);
    assert.deepEqual(found.open, ['software']);
  });

  test(`hardware is an error where the browser offers ${what}, and nothing stays open`, async (t) => {
    const found = await started(t, 'hardware', { hardware: offered, software: PROGRAM });
    const offers = offered ? 'google swiftshader \\(software\\)' : 'no adapter';
    assert.match(found.message, new RegExp(`^--adapter hardware: chromium offers ${offers}\\.`));
    assert.deepEqual(found.open, []);
  });
}

test('software is never a GPU in disguise, and may be missing', async (t) => {
  assert.match((await started(t, 'software', { software: CARD })).message, /nvidia hopper/);
  assert.deepEqual((await started(t, 'software', { software: null })).lines, ['adapter: none']);
});

test('a machine without a GPU starts no browser on one', async (t) => {
  const none = () => false;
  const found = await started(t, 'auto', { hardware: CARD, software: PROGRAM }, none);
  assert.deepEqual(found.begun, ['software']);
  const rejected = await started(t, 'hardware', { hardware: CARD }, none);
  assert.deepEqual(rejected.begun, []);
  assert.match(rejected.message, /^--adapter hardware: chromium offers no adapter\./);
});

test('on Linux a GPU has a file of its own; elsewhere there may always be one', () => {
  assert.equal(
    mayHaveGpu('linux', () => false),
    false,
  );
  assert.equal(
    mayHaveGpu('linux', (path) => path === '/dev/dri'),
    true,
  );
  assert.equal(
    mayHaveGpu('darwin', () => false),
    true,
  );
});
