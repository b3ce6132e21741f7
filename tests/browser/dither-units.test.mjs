// Ways begin at random places within a step of a coarse clock.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LEAST } from '../../www/kit/inference.js';
import { Context } from '../../www/run/context.js';
import { Dither } from '../../www/run/dither.js';

/** A clock that advances in steps of `step`. Each reading takes some time. */
function coarse(reading, step = 1) {
  let time = 0;
  const now = () => {
    const read = Math.floor(time / step) * step;
    time += reading;
    return read;
  };
  return { now, pass: (ms) => (time += ms), exact: () => time };
}

/** How many waits of a clock end in each tenth of its step. */
function tenths(seed, waits) {
  const clock = coarse(0.001);
  const dither = new Dither(seed);
  const ends = Array(10).fill(0);
  for (let i = 0; i < waits; i += 1) {
    clock.pass(Math.ceil(clock.exact()) - clock.exact());
    dither.wait([clock.now]);
    ends[Math.floor((clock.exact() % 1) * 10)] += 1;
  }
  return ends;
}

test('waits end anywhere within a step, as often in each part of it, and drawn from the seed', () => {
  const ends = tenths(7, 2000);
  assert.ok(
    ends.every((count) => count > 140 && count < 260),
    `${ends}`,
  );
  assert.deepEqual(tenths(7, 2000), ends);
  assert.notDeepEqual(tenths(8, 2000), ends);
});

test('a wait takes less than a step of a coarse clock, nothing of a fine one, and ends on one that stands still', () => {
  const took = (clock) => {
    const dither = new Dither(1);
    dither.wait([clock.now]);
    const before = clock.exact();
    for (let i = 0; i < 100; i += 1) dither.wait([clock.now]);
    return (clock.exact() - before) / 100;
  };
  const mean = took(coarse(0.001));
  assert.ok(mean > 0.4 && mean < 0.6, `${mean}`);
  assert.equal(took(coarse(0.001, 1e-6)), 0);
  assert.equal(took(coarse(0)), 0);
});

test('a wait of a given length ends anywhere within it, whatever the step of the clock', () => {
  for (const [reading, step] of [
    [0.001, 1],
    [0.01, 1e-6],
  ]) {
    const clock = coarse(reading, step);
    const dither = new Dither(3);
    dither.wait([clock.now]);
    const fifths = Array(5).fill(0);
    for (let i = 0; i < 1000; i += 1) {
      const before = clock.exact();
      dither.wait([clock.now], 4);
      fifths[Math.floor((clock.exact() - before) / 0.8)] += 1;
    }
    assert.equal(fifths.length, 5, 'none is longer');
    assert.ok(
      fifths.every((count) => count > 140 && count < 260),
      `${fifths}`,
    );
  }
});

/** The readings of work that always takes the same time, and begins at the same place within a step unless the context dithers. */
async function readings(takes, rounds) {
  const clock = coarse(0.001);
  const lab = { now: clock.now, calibrate: async () => ({ floor: { median: 0 } }) };
  const connect = async () => ({ ...lab, close: async () => 0 });
  const ctx = new Context({ connect, machine: 'modelled', post() {}, hidden: () => false });
  await ctx.connect({});
  const way = async () => {
    const start = clock.now();
    clock.pass(takes);
    const time = clock.now() - start;
    clock.pass(Math.ceil(clock.exact()) - clock.exact());
    return { time };
  };
  return (await ctx.interleave({ way }, rounds, undefined, undefined, 0)).samples.time;
}

test('work that takes as long each time is read as one number of steps or the next, in proportion', async () => {
  for (const takes of [9.3, 13.75]) {
    const times = await readings(takes, 200);
    const floor = Math.floor(takes);
    assert.ok(times.every((time) => time === floor || time === floor + 1));
    const mean = times.reduce((sum, time) => sum + time, 0) / times.length;
    assert.ok(Math.abs(mean - takes) < 0.1, `${takes} is read as ${mean}`);
  }
  assert.equal((await readings(9.3, LEAST)).length, LEAST);
});
