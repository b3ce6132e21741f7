// The time for a class's result files: from files in memory to the figure and the tables on the page.
import { Comparison } from '/www/page/compare/comparison.js';
import { learn } from '/www/kit/words.js';
import { interleave, spread } from '../measure.js';

const COUNTS = [100, 1000];
const ADAPTERS = 12;

/** @param {{rounds: number}} options @returns {Promise<import('../measure.js').Outcome>} */
export async function run({ rounds }) {
  await learn('page', 'charts', 'page/compare', 'experiments');
  const recording = await (await fetch('/www/experiments/warmup/recording.json')).json();
  const contenders = COUNTS.map((count) => ({
    name: `${count} files`,
    run: async () => {
      const files = Array.from({ length: count }, (_, i) => fileOf(recording, i));
      const bytes = files.reduce((sum, { size }) => sum + size, 0);
      const place = document.body.appendChild(document.createElement('div'));
      const start = performance.now();
      await new Comparison(place, new Map()).add(files);
      place.getBoundingClientRect(); // laid out
      const ms = performance.now() - start;
      const rows = place.querySelectorAll('[data-compared] > .scroll tbody tr').length;
      if (rows !== ADAPTERS) throw new Error(`${rows} rows, not ${ADAPTERS}`);
      place.remove();
      return { ms, bytes };
    },
  }));
  const samples = await interleave(contenders, rounds);
  const rows = Object.entries(samples).map(([name, { ms, bytes }]) => [
    name,
    (bytes[0] / 1e6).toFixed(1),
    spread(ms),
  ]);
  const title = 'result files read, checked and shown side by side';
  return { tables: [{ title, columns: ['', 'MB', 'ms'], rows }], samples: { compare: samples } };
}

/** A result as another machine of the class might have it. @param {any} recording @param {number} i */
function fileOf(recording, i) {
  const adapter = { ...recording.info.adapter, name: `Adapter ${i % ADAPTERS}` };
  const factor = 0.8 + ((i * 7) % 40) / 100;
  const ways = recording.ways.map((way) => ({ ...way, median: way.median * factor }));
  const date = new Date(Date.UTC(2026, 0, 1, 0, 0, i)).toISOString();
  const result = { ...recording, ways, date, info: { ...recording.info, adapter } };
  return new File([JSON.stringify(result)], `${i}.json`);
}
