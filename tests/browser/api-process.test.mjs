// Compares the bytes that the lab reports with the memory of the browser's GPU process. The adapter is a software one here, so its
// allocations are memory of that process.
// Alone: what a process holds is compared with the reported bytes.
import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import { open } from './harness.mjs';
import { onPage } from './lab.mjs';

const skip =
  !existsSync('/proc/self/status') && 'this system has no /proc with the memory of a process';

/** Shapes of arrays that are too large for memory that the process already has. Size classes round up some of them. */
const SIZES = [
  [4000, 4000],
  [3001, 2999],
  [2897, 2897],
  [4000, 3000],
  [5003, 1999],
  [1, 16777217],
  [4093, 4093],
  [2048, 2048],
  [3333, 3001],
  [6000, 4001],
  [3500, 3499],
];

test('what the GPU process holds grows and falls as the lab reports', { skip }, async (t) => {
  // This file has its own browser, since other tests would leave memory behind.
  const { page } = await open(t, { path: 'www/asynclab.js' });
  const client = await page.browser().target().createCDPSession();
  const { processInfo } = await client.send('SystemInfo.getProcessInfo');
  const { id } = processInfo.find(({ type }) => type === 'GPU');
  const resident = () =>
    1024 * Number(readFileSync(`/proc/${id}/status`, 'utf8').match(/VmRSS:\s+(\d+) kB/)[1]);

  await onPage(page, async ({ connect }) => {
    const lab = await connect({ device: 'webgpu' });
    // The pipeline is compiled before anything is measured.
    lab.nd.full([1024, 1024], 1).dispose();
    await lab.waitAll();
    globalThis.process = { lab, arrays: [] };
  });
  const reported = async () => ({
    ...(await onPage(page, () => globalThis.process.lab.memory())),
    resident: resident(),
  });
  const before = await reported();
  const seen = [];
  let asked = 0;
  for (const shape of SIZES) {
    await onPage(
      page,
      async (_, shape) => {
        const { lab, arrays } = globalThis.process;
        arrays.push(lab.nd.full(shape, arrays.length + 1));
        await lab.waitAll();
      },
      shape,
    );
    asked += 4 * shape[0] * shape[1];
    seen.push({ asked, ...(await reported()) });
  }
  const full = seen.at(-1);
  assert.ok(full.allocated - before.allocated >= 500e6, 'a run of 500 MB at least');
  for (const [i, { allocated, resident }] of seen.entries()) {
    if (allocated < 200e6) continue; // little compared with the process's other memory
    assertAlike(resident - before.resident, allocated - before.allocated, `after ${i + 1} arrays`);
  }
  const padding = full.allocated - before.allocated - asked;
  assert.ok(padding >= 0 && padding <= asked / 8, `${padding} bytes of padding`);

  const values = await onPage(page, async () => {
    const { lab, arrays } = globalThis.process;
    const values = [];
    for (const array of arrays) {
      const largest = array.max();
      values.push(await largest.item());
      largest.dispose();
      array.dispose();
    }
    await lab.waitAll();
    return values;
  });
  assert.deepEqual(
    values,
    SIZES.map((_, i) => i + 1),
  );
  const pooled = await reported();
  assert.equal(pooled.used, 0);
  assert.ok(pooled.pooled >= 500e6, 'the pool keeps it');
  assertAlike(
    pooled.resident - before.resident,
    pooled.allocated - before.allocated,
    'in the pool',
  );

  await onPage(page, async () => {
    globalThis.process.lab.trim();
    await globalThis.process.lab.waitAll();
  });
  // The process releases memory with a delay, and only during submissions, which trim makes.
  let after;
  for (let i = 0; i < 50; i += 1) {
    await onPage(page, () => void globalThis.process.lab.trim());
    after = await reported();
    if (after.resident - before.resident < 100e6) break;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  t.diagnostic(JSON.stringify({ before, seen, pooled, after }));
  assert.equal(after.allocated, 0);
  const left = after.resident - before.resident;
  assert.ok(left < 0.2 * full.allocated, `${left} bytes are still held after trim()`);
});

function assertAlike(held, reported, when) {
  assert.ok(
    Math.abs(held - reported) <= 0.2 * reported,
    `${when} the process holds ${held} bytes more, and the lab reports ${reported}`,
  );
}
