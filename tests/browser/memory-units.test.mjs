// The size of the training in `memory`, on a modelled device. In Node.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connect } from '../../www/asynclab.js';
import { fitted } from '../../www/experiments/memory/size.js';

/** Parameters with a large minibatch. */
const asked = { features: 64, batch: 100_000, batches: 8, rate: 0.01, seed: 1, overlap: 2 };
/** Bytes of a row of the widest layer, whose units are four times the features. */
const ROW = 4 * 4 * asked.features;

test('a minibatch has as many rows as the largest array has of the widest layer', async (t) => {
  for (const largest of [1, 2]) {
    const lab = await connect({ device: 'sim', sim: { largest } });
    t.after(() => lab.close());
    const { task, needed } = await fitted(lab, asked, 1e9);
    assert.deepEqual(task, { ...asked, batch: Math.floor((1e6 * largest) / ROW) });
    assert.ok(needed > asked.batches * asked.batch * ROW, 'all that was asked for takes more');
  }
});
