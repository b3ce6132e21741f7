// Timers around the same work: their times on modelled machines, and the judge at the edges of its rules. Without a browser.
import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { judge } from '../../www/experiments/timing/judge.js';
import { waysOf } from '../../www/experiments/lib/ways.js';
import { runModelled } from '../truth/modelled.mjs';
import { info } from './made-up.mjs';

// Ports of simulations keep the process alive.
after(() => setTimeout(() => process.exit(), 1000));

for (const machine of ['gaming-card', 'laptop-apple-safari'])
  test(`${machine}: the naive timer shows less than the work takes, one without a barrier before it more, and a read in each step costs time`, async () => {
    const { measures, finding } = await runModelled('timing', {
      machine,
      sim: { seed: 4, values: 0 },
    });
    assert.ok(measures.naiveShare.high < 0.1, `${measures.naiveShare.high}`);
    assert.ok(measures.queuedTimes.low > 1.5, `${measures.queuedTimes.low}`);
    assert.ok(measures.eachTimes.low > 1, `${measures.eachTimes.low}`);
    // A modelled machine compiles no kernels.
    assert.ok(measures.coldTimes.low < 1.1 && measures.coldTimes.high > 0.9);
    const timed = !machine.endsWith('safari');
    assert.equal(finding.key, timed ? 'found' : 'found-untimed');
    if (timed) assert.ok(measures.device.value < measures.right.value);
  });

test('the clock of a lab opened anew does not begin each round at the same place within a step', async () => {
  const of = async (step) => {
    const on = { machine: 'phone-safari', sim: { seed: 4, values: 0, ...step } };
    return (await runModelled('timing', { ...on, parameters: { n: 768, rounds: 30 } })).measures;
  };
  const [{ cold }, exact] = [await of({}), await of({ step: 1e-6 })];
  const truth = exact.cold.value;
  assert.ok(cold.low < truth && truth < cold.high, `${cold.low} to ${cold.high}, of ${truth}`);
});

/** The times of ten rounds that scatter by 1 %. */
const around = (time) => Array.from({ length: 10 }, (_, i) => time * (1 + 0.01 * Math.sin(2 * i)));

function judged(times, { rounds = 10, on = info, latency = 1 } = {}) {
  const all = {
    naive: 1,
    right: 20,
    queued: 40,
    cold: 90,
    once: 22,
    each: 30,
    device: 18,
    ...times,
  };
  const samples = Object.entries(all)
    .filter(([, time]) => time !== null)
    .map(([name, time]) => [name, around(time).slice(0, rounds)]);
  return judge({
    ways: waysOf(Object.fromEntries(samples)),
    latency: { samples: around(latency).slice(0, rounds) },
    info: on,
    trace: null,
  });
}

test('the naive timer is wrong where it surely shows less than nine tenths', () => {
  assert.equal(judged({}).finding.key, 'found');
  assert.equal(judged({ naive: 19.5 }).finding.key, 'disagrees');
  assert.equal(judged({ naive: 18 }).finding.key, 'unsteady');
  assert.equal(judged({ device: null }).finding.key, 'found-untimed');
  assert.equal(judged({ device: null }).measures.deviceShare, undefined);
});

test('work that is no longer than its report, and few rounds, say nothing', () => {
  assert.equal(judged({}, { latency: 20 }).finding.key, 'coarse');
  assert.equal(judged({}, { rounds: 5 }).finding.key, 'few');
});

test('what the clock reads as nothing is a bound, as a time and as a share', () => {
  const { measures, finding } = judged({ naive: 0 });
  assert.equal(measures.naive.bound, '≤');
  assert.equal(measures.naiveShare.bound, '≤');
  assert.ok(measures.naiveShare.value > 0);
  assert.equal(finding.values.naiveShare.bound, '≤');
  assert.equal(finding.key, 'found');
});
