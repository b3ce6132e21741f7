// A notebook's endless loop that enqueues: it blocks at the bound, Stop ends it, and later cells run on the same device. By day each device
// has the loop that fills its queue by launches or by time. The nightly run has all loops on each device.
// Alone: a program has two seconds to end after Stop, and is ended then.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { staticHost } from '../../xtask/browser/static.mjs';
import { open, sources } from './harness.mjs';

/** Each loop fills the queue. Small calls reach CUDA's number of launches, products reach the bound on enqueued time. */
const LOOPS = {
  'small calls of torch': [
    'import torch\nx = torch.ones(8, 8, device="cuda")',
    'while True: x = torch.tanh(x @ x)',
    'print("after", (x * 0 + 1).sum().item())',
  ],
  'large products of torch': [
    'import torch\nx = torch.ones(500, 500, device="cuda")',
    'while True: x = torch.tanh(x @ x)',
    'print("after", (x[:8, :8] * 0 + 1).sum().item())',
  ],
  'products of mxnet': [
    'from mxnet import np\nx = np.ones((300, 300))',
    'while True: x = np.tanh(np.dot(x, x))',
    'print("after", (x[:8, :8] * 0 + 1).sum().item())',
  ],
};

/** Runs the first cell, the loop until Stop after `ms`, and the last cell. Runs in the page. */
async function stopped(cells, device, ms) {
  const notebook = await globalThis.asynclabNotebook;
  notebook.open(
    JSON.stringify({
      nbformat: 4,
      nbformat_minor: 5,
      metadata: {},
      cells: cells.map((source, i) => ({
        cell_type: 'code',
        id: `c${i}`,
        metadata: {},
        source,
        outputs: [],
      })),
    }),
  );
  document.getElementById('device').value = device;
  const [first, loop, last] = notebook.codes;
  await notebook.run([first]);
  const running = notebook.run([loop]);
  await new Promise((resolve) => setTimeout(resolve, ms));
  await notebook.stop();
  await running;
  const status = document.getElementById('status').textContent;
  await notebook.run([last]);
  return {
    isolated: globalThis.crossOriginIsolated,
    status,
    device: notebook.info?.device,
    loop: loop.cell.outputs.map(({ name, message }) => `${name}: ${message}`).join(),
    operations: loop.ran?.operations,
    after: last.cell.outputs.map(({ text, name, message }) => text || `${name}: ${message}`).join(),
  };
}

const ALL = Object.keys(LOOPS);
const BY_DAY = { cpu: ['large products of torch'], webgpu: ['small calls of torch'] };

/** Without isolation the GPU's backend is on the frame's own thread, where Stop may come too late, and then Python is ended. */
const PLACES = { true: ['cpu', 'webgpu'], false: ['cpu'] };

for (const isolated of [true, false])
  for (const device of PLACES[`${isolated}`])
    test(`${isolated ? 'isolated' : 'by switching stacks'}, on ${device}: Stop ends a loop that enqueues, and the session goes on`, async (t) => {
      // Without isolation Stop waits for the call in progress, which may take more than two seconds on a busy machine.
      if (!isolated && !process.env.ASYNCLAB_NIGHTLY)
        return t.skip('by switching stacks: in the nightly run');
      let address = await sources();
      if (!isolated) {
        const host = await staticHost(new URL('../../', import.meta.url), '/');
        t.after(() => host.close());
        ({ address } = host);
      }
      const { page } = await open(t, { path: `${address}notebook.html?lang=en` });
      for (const name of process.env.ASYNCLAB_NIGHTLY ? ALL : BY_DAY[device]) {
        const seen = await page.evaluate(stopped, LOOPS[name], device, 6000);
        assert.deepEqual([seen.isolated, seen.device], [isolated, device]);
        assert.match(seen.loop, /KeyboardInterrupt|STOPPED/, `${name}: ${JSON.stringify(seen)}`);
        assert.match(seen.after, /after 64\.0/, `${name}: ${JSON.stringify(seen)}`);
        t.diagnostic(`${name}: ${JSON.stringify(seen)}`);
      }
    });

test('without isolation, on webgpu: Stop ends Python where the program hears nothing; the page says so, and the next run begins anew', async (t) => {
  const host = await staticHost(new URL('../../', import.meta.url), '/');
  t.after(() => host.close());
  const { page } = await open(t, { path: `${host.address}notebook.html?lang=en` });
  const [first] = LOOPS['large products of torch'];
  const deaf = 'for _ in range(20): x = torch.tanh(x @ x)\nwhile True: pass';
  const seen = await page.evaluate(stopped, [`kept = 1\n${first}`, deaf, 'kept'], 'webgpu', 4000);
  t.diagnostic(JSON.stringify(seen));
  assert.deepEqual([seen.isolated, seen.device], [false, 'webgpu']);
  assert.match(seen.loop, /^Stopped: the program did not end by itself, so Python was ended/);
  assert.match(seen.status, /Python was ended; its variables are gone. Run starts it again/);
  assert.match(seen.after, /^NameError/, 'another Python has none of its variables');
  const again = await page.evaluate(async () => {
    const notebook = await globalThis.asynclabNotebook;
    const [{ cell }] = notebook.codes.slice(-1);
    cell.source = 'import torch\nprint(torch.ones(3, device="cuda").sum().item())';
    return [await notebook.run(notebook.codes.slice(-1)), cell.outputs[0].text];
  });
  assert.deepEqual(again, [true, '3.0\n']);
});
