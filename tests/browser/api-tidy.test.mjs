// Arrays that `tidy` keeps, and calls that it rejects: it never disposes an array that the program may still use. In Node.js.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { NDArray, connect } from '../../www/asynclab.js';

let lab;
before(async () => (lab = await connect({ device: 'cpu' })));
after(() => lab.close());

const live = (array) => assert.equal(array.shape.length, 1, 'it is there');

test('arrays are kept however deep they are held', async () => {
  const { nd } = lab;
  const a = nd.ones([2]);
  const ring = { a };
  ring.ring = ring;
  const kept = lab.tidy(() => {
    nd.ones([5]);
    return {
      list: [nd.ones([1]), [[nd.ones([1])]]],
      map: new Map([['b', { c: nd.ones([1]) }]]),
      keys: new Map([[nd.ones([1]), 1]]),
      set: new Set([nd.ones([1])]),
      ring,
      numbers: Float32Array.of(1, 2),
      none: null,
      instance: new (class Batch {
        x = nd.ones([1]);
      })(),
    };
  });
  live(kept.list[0]);
  live(kept.list[1][0][0]);
  live(kept.map.get('b').c);
  live([...kept.keys.keys()][0]);
  live([...kept.set][0]);
  live(kept.instance.x);
  live(a);
  const outer = lab.tidy(() => {
    const inner = lab.tidy(() => ({ deep: [nd.ones([1])] }));
    return [inner];
  });
  live(outer[0].deep[0]);
});

test('what cannot be looked into is an error, with everything disposed and no rejection behind', async () => {
  const { nd } = lab;
  const unhandled = [];
  const note = (error) => unhandled.push(error);
  process.on('unhandledRejection', note);
  let made;
  const of = (fn) => () => {
    made = nd.ones([3]);
    return fn(made);
  };
  for (const [code, fn] of [
    ['NOT_SYNCHRONOUS', async (x) => x],
    ['NOT_SYNCHRONOUS', async (x) => (await null, x.add(1).data())],
    ['NOT_SYNCHRONOUS', async () => Promise.reject(new Error('late'))],
    ['NOT_SYNCHRONOUS', (x) => ({ deep: [x.data()] })],
    ['NOT_SYNCHRONOUS', () => ({ then: (_, reject) => reject(new Error('own')) })],
    ['INVALID_ARGUMENT', (x) => () => x],
    ['INVALID_ARGUMENT', (x) => new WeakRef(x)],
    ['INVALID_ARGUMENT', (x) => [x][Symbol.iterator]()],
  ]) {
    assert.throws(() => lab.tidy(of(fn)), { name: 'LabError', code });
    assert.equal(String(made), 'NDArray (disposed)');
  }
  const x = nd.ones([2]).attachGrad();
  for (const during of ['record', 'pause']) {
    const late = async () => {
      await null;
      throw new Error('late');
    };
    assert.throws(() => lab.autograd[during](late), { code: 'NOT_SYNCHRONOUS' });
  }
  live(x);
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', note);
  assert.deepEqual(unhandled, []);
});

test('an array says what to call in place of writing it as JSON', () => {
  const x = lab.nd.ones([2]);
  assert.throws(() => JSON.stringify({ x }), {
    code: 'NOT_A_NUMBER',
    message: /await array\.data\(\)/,
  });
  assert.ok(x instanceof NDArray);
});
