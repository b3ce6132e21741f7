// An engine that traps, and memory that is requested before it is needed. In Node.js, where an uncaught exception ends the process.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../www/asynclab.js';
import { WebBackend } from '../../www/pkg/asynclab.js';

const LOST = { name: 'LabError', code: 'DEVICE_LOST', message: /trapped.*connect again/ };

for (const options of [{ device: 'cpu', blocking: true }, { device: 'cpu' }, { device: 'sim' }]) {
  test(`after a trap every call gives one coded error, and close() works: ${JSON.stringify(options)}`, async () => {
    const lab = await connect(options);
    const x = lab.nd.ones([2]);
    await x.waitToRead();
    const { receive } = WebBackend.prototype;
    WebBackend.prototype.receive = () => {
      throw new WebAssembly.RuntimeError('trapped');
    };
    try {
      const all = async () => lab.waitAll();
      const pending = [async () => x.add(1).data(), all].map((wait) => wait());
      for (const wait of pending) await assert.rejects(wait, LOST);
    } finally {
      WebBackend.prototype.receive = receive;
    }
    assert.throws(() => x.add(1), LOST);
    await assert.rejects(x.data(), LOST);
    assert.equal(await lab.close(), 0);
  });
}

for (const [name, call] of Object.entries({
  'its elements': (lab, x) => x.dataSync(),
  'one number': (lab, x) => x.itemSync(),
  'an array': (lab, x) => x.waitToReadSync(),
  everything: (lab) => lab.waitAllSync(),
}))
  test(`an engine that traps while a call waits for ${name} has the call throw`, async () => {
    const lab = await connect({ device: 'cpu', blocking: true });
    const x = lab.nd.ones([1]);
    x.waitToReadSync();
    const { receive } = WebBackend.prototype;
    WebBackend.prototype.receive = () => {
      throw new WebAssembly.RuntimeError('trapped');
    };
    try {
      assert.throws(() => call(lab, x), LOST);
    } finally {
      WebBackend.prototype.receive = receive;
    }
    await lab.close();
  });

test('a reduction whose totals do not fit fails by its name and bytes, and nothing else does', async () => {
  for (const blocking of [false, true]) {
    const lab = await connect({ device: 'cpu', blocking, memoryLimit: 2 ** 23 });
    const { nd } = lab;
    const x = nd.ones([2, 2 ** 19]);
    await x.waitToRead();
    const rejected = { code: 'OUT_OF_MEMORY', message: /4194320 bytes for a temporary of sum/ };
    await assert.rejects(async () => x.sum(0).data(), rejected);
    assert.equal(await x.sum().item(), 2 ** 20);
    assert.equal(await lab.close(), 0);
  }
});
