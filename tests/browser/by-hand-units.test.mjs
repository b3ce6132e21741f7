// Compares every judge with a calculation by hand that shares no code with it: on recordings with random changes of rounds, times and clocks, both
// have the same verdict.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { randomOf, spread } from '../../www/kit/statistics.js';
import { once } from '../../www/experiments/improving/model.js';
import { HANDS } from '../truth/by-hand.mjs';
import { givenIn } from '../truth/given.mjs';

const folder = new URL('../../www/experiments/', import.meta.url);
/** The number of changed recordings of each experiment. */
const CHANGED = 200;
/** Factors of a time: close to each margin, and far from all. */
const FACTORS = [0.02, 0.3, 0.5, 0.66, 0.85, 0.95, 1, 1.05, 1.18, 1.5, 2, 4, 30];

/** The places of every list of samples in a document, by the list's times: some lists are in two places. @param {any} document */
function lists(document) {
  const found = new Map();
  const add = (of, key) => {
    const text = JSON.stringify(of[key]);
    if (!found.has(text)) found.set(text, []);
    found.get(text).push([of, key]);
  };
  for (const way of document.ways ?? []) {
    add(way, 'samples');
    if (way.bytes) add(way, 'bytes');
  }
  for (const { points } of Object.values(document.curves ?? {}))
    for (const own of Object.values(points)) for (const point of own) add(point, 'samples');
  return [...found.values()];
}

/** Changes an operation: it starts sooner, or takes longer, or is not timed. @param {any} trace @param {() => number} random */
function retimed(trace, random) {
  const change = Math.floor(4 * random());
  const i = Math.floor(random() * trace.started.length);
  const took = trace.ended[i] - trace.started[i];
  if (change === 1) trace.ended[i] = null;
  if (change === 2) trace.ended[i] += 3 * took;
  if (change === 3) trace.started[i] -= 3 * took;
}

/** Removes a device's times, or makes its clock uncertain. @param {any} trace @param {(list: any[]) => any} one @param {() => number} random */
function unclocked(trace, one, random) {
  if (random() < 0.4) {
    for (const times of [trace.started, trace.ended]) times.fill(null);
    trace.gpuClock = null;
  } else trace.gpuClock.uncertainty *= one([1, 1, 3, 10]);
}

/** Makes enqueueing take about as long as the device's work, in rounds that scatter. @param {any} document @param {(list: any[]) => any} one @param {() => number} random */
function beside({ ways, curves }, one, random) {
  const [t1, t2] = ['t1', 't2'].map((name) => ways.find(({ way }) => way === name));
  const [factor, scatter] = [one([0.7, 0.8, 0.95, 1, 1.05, 1.2, 1.5]), one([0.01, 0.1, 0.3])];
  const [handing] = curves.bend.points.handing;
  for (const to of [t1, handing]) {
    const samples = t2.samples.map((time) => time * factor * Math.exp(scatter * (random() - 0.5)));
    Object.assign(to, { samples, ...spread(samples) });
  }
  if (random() < 0.5) return;
  // The device has timed its work: somewhat shorter than the loops suggest.
  const samples = t2.samples.map((time) => time * factor * one([0.5, 0.9, 1, 1.05]));
  const own = { x: 1, samples, ...spread(samples) };
  curves.device = { points: { own: [own] }, models: {} };
}

/** Predicts the loops by the model from the costs of the changed rounds, as a run does before it judges. @param {any} curves @param {any} given */
function predict({ loops, bend }, { costs, unslowed, batches }) {
  loops.models.once = loops.points.once.map(({ x }) => ({ x, y: once(costs, x) }));
  const slower = (by) => once({ ...unslowed, t1: unslowed.t1 + by }, batches.bent);
  bend.models.once = bend.points.once.map(({ x }) => ({ x, y: slower(x) }));
}

/** Sets the loops' times to the model's, or somewhat more. @param {any} curves @param {number} factor */
function fit({ loops, bend }, factor) {
  for (const { points, models } of [loops, bend])
    for (const [i, point] of points.once.entries()) {
      const samples = point.samples.map(() => factor * models.once[i].y);
      Object.assign(point, { samples, ...spread(samples) });
    }
}

/** A copy of a document with fewer rounds, other times, and another clock. @param {any} document @param {() => number} random */
function changed(document, random) {
  const copy = structuredClone(document);
  const one = (list) => list[Math.floor(random() * list.length)];
  const all = lists(copy);
  const set = (places, change) => {
    const [[of, key]] = places;
    const samples = change(of[key]);
    for (const [to, name] of places)
      Object.assign(to, { [name]: samples }, name === 'samples' && spread(samples));
  };
  const most = Math.max(...all.map(([[of, key]]) => of[key].length));
  const rounds = one([5, 6, 6, 8, 12, 20, most]);
  for (const places of all) set(places, (samples) => samples.slice(0, rounds));
  const times = 1 + Math.floor(3 * random());
  for (let i = 0; i < times; i += 1) {
    const factor = one(FACTORS);
    const scatter = one([0, 0, 0.05, 0.5]);
    const [[from, key]] = one(all);
    const places = one(all);
    // The times of another list, so that the two lists' ratio is near a margin, or the list's own times.
    const other = random() < 0.5 && places[0][1] === key ? from[key] : null;
    set(places, (samples) =>
      samples.map(
        (time, at) => (other?.[at] ?? time) * factor * Math.exp(scatter * (random() - 0.5)),
      ),
    );
  }
  if (copy.experiment === 'graph') {
    retimed(copy.trace, random);
    // A clock whose steps are longer than all operations.
    if (random() < 0.2) copy.info.timestamps.quantum = 1e4;
  }
  if (copy.experiment === 'hidden-sync') unclocked(copy.trace, one, random);
  if (copy.experiment === 'improving' && random() < 0.7) beside(copy, one, random);
  const { series } = copy;
  if (series?.bounded && random() < 0.2) series.bounded.values.operations[1] += 5000;
  if (series?.bounded && random() < 0.2) series.free.values.operations.fill(1);
  // Another step of the clock, with the readings unchanged.
  copy.info.clock.step = one([0, 0, 1e-9]);
  if (copy.info.adapter) copy.info.adapter.software = random() < 0.5;
  return copy;
}

for (const name of Object.keys(HANDS)) {
  test(`${name}: the verdict is the one by hand, whatever the rounds were`, async (t) => {
    const recording = JSON.parse(readFileSync(new URL(`${name}/recording.json`, folder), 'utf8'));
    const { judge } = await import(new URL(`${name}/judge.js`, folder).href);
    const random = randomOf(5);
    const keys = {};
    for (let i = 0; i < CHANGED; i += 1) {
      const document = changed(recording, random);
      const given = givenIn(document);
      const factor = random() < 0.7 ? 1 + 0.2 * random() : 0;
      for (const { curves } of name === 'improving' ? [document, given] : []) {
        predict(curves, given);
        if (factor) fit(curves, factor);
      }
      const { key } = judge(given).finding;
      keys[key] = (keys[key] ?? 0) + 1;
      const raw = Object.fromEntries(document.ways.map(({ way, samples }) => [way, samples]));
      const [expected, figures] = HANDS[name]({
        ...document,
        raw,
        nothing: document.curves?.latency?.points.latency[0].samples,
        step: document.info.clock.step,
      });
      assert.equal(key, expected, `variant ${i}: ${JSON.stringify(figures)}`);
    }
    t.diagnostic(JSON.stringify(keys));
    assert.ok(Object.keys(keys).length >= 3, `verdicts tried: ${Object.keys(keys)}`);
  });
}
