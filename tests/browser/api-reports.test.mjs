// A failure is reported once: to a wait for a failed array, or otherwise to the first wait for everything. In Node.js.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { connect } from '../../www/asynclab.js';

const TOO_MUCH = 100_000;
const failure = { name: 'LabError', code: 'OUT_OF_MEMORY' };

let lab;
// In stream order the calls themselves would be rejected.
const options = { device: 'cpu', memoryLimit: 1 << 16, allocator: 'on-completion' };
before(async () => (lab = await connect(options)));
after(() => lab.close());

test('a failure that was reported is not reported again', async () => {
  const { nd } = lab;
  const wrong = nd.zeros([TOO_MUCH]);
  const after = wrong.add(1);
  await assert.rejects(wrong.waitToRead(), failure);
  await lab.waitAll();
  await assert.rejects(after.data(), failure, 'a second wait for the same array reports it again');
  const window = lab.window(1);
  nd.ones([4]).sum();
  await window.next();
  await window.finish();
});

test('a wait for everything reports what no other wait did, once', async () => {
  const { nd } = lab;
  nd.zeros([TOO_MUCH]).add(1);
  await assert.rejects(lab.waitAll(), failure);
  await lab.waitAll();
  const [one] = [nd.zeros([TOO_MUCH + 1]), nd.zeros([TOO_MUCH + 2])];
  await assert.rejects(one.data(), failure);
  await assert.rejects(lab.waitAll(), { ...failure, message: /100002/ });
});

test('two failures that read the same are two', async () => {
  const { nd } = lab;
  const [one, other] = [nd.zeros([TOO_MUCH]), nd.zeros([TOO_MUCH])];
  const after = other.add(1);
  await assert.rejects(one.data(), failure);
  await assert.rejects(lab.waitAll(), failure, 'the other one was reported to nobody');
  await lab.waitAll();
  await assert.rejects(after.data(), failure);
});

test('a profile of a program that fails is rejected, and the next one is not', async () => {
  const { nd } = lab;
  await assert.rejects(
    lab.profile(() => nd.zeros([TOO_MUCH])),
    failure,
  );
  const trace = await lab.profile(async () => {
    await assert.rejects(nd.zeros([TOO_MUCH]).data(), failure);
    return 7;
  });
  assert.equal(trace.value, 7);
  assert.equal((await lab.profile(() => nd.ones([2]))).op.length, 1);
});
