// Prints the tables of `bench/truth.md` from the file of `coverage.mjs`: node tests/truth/summary.mjs FILE [TROUBLE] [browser]
// A column is a machine, or with `browser` all machines of a browser. It has the count of intervals that contain the truth, and of all intervals.
// Lines of one cell with different seeds are added up.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { COMPARED } from './nulls.mjs';

/** The range of coverage that intervals of 95 % should have, and the distance from it, in standard errors, that chance does not explain. */
const [LEAST, MOST, CLEAR] = [0.93, 0.98, 3];
const LEVEL = 0.95;
/** The least number of intervals of which a share is stated. */
const ENOUGH = 20;

const percent = (/** @type {number} */ share) =>
  Number.isFinite(share) ? (100 * share).toFixed(1) : '–';
/** @param {Iterable<[number, number]>} counts hits, runs @returns {[number, number]} */
const pooled = (counts) => {
  const sum = /** @type {[number, number]} */ ([0, 0]);
  for (const [hits, runs] of counts) {
    sum[0] += hits;
    sum[1] += runs;
  }
  return sum;
};
/** @param {[number, number]} count */
const shareOf = ([hits, runs]) => (runs >= ENOUGH ? hits / runs : NaN);

/** Hits and runs of all measures of cells. @param {any[]} cells @param {string} rounds */
const covered = (cells, rounds) =>
  pooled(
    cells.flatMap(({ covers }) =>
      Object.values(covers[rounds]).map(({ held, runs }) => [held, runs]),
    ),
  );

/**
 * The measures of a cell whose coverage is outside the range, each with its counts and, where known, how many of the intervals that do not
 * contain the truth lie above it.
 * @param {any} cell @param {string} rounds
 */
const off = ({ covers }, rounds) =>
  Object.entries(covers[rounds])
    .filter(([, { held, runs }]) => runs && !(held / runs >= LEAST && held / runs <= MOST))
    .map(
      ([name, { held, runs, above = NaN }]) =>
        `${name} ${held}/${runs}${held < runs && above >= 0 ? `, ${above} above` : ''}`,
    )
    .join('; ');

/** Adds the numbers at the same places of two objects of equal form. @param {any} one @param {any} other @returns {any} */
function added(one, other) {
  if (one === undefined || other === undefined) return one ?? other;
  if (typeof one === 'number') return one + other;
  if (Array.isArray(one)) return one.map((value, i) => added(value, other[i]));
  const keys = new Set([...Object.keys(one), ...Object.keys(other)]);
  return Object.fromEntries([...keys].map((key) => [key, added(one[key], other[key])]));
}

/** Joins the cells of an experiment on a machine that differ only in their seeds. @param {any[]} cells @returns {any[]} */
export function pooledCells(cells) {
  const of = new Map();
  for (const cell of cells) {
    const key = `${cell.name} ${cell.machine} ${cell.trouble}`;
    const { seeds, covers, verdicts } = of.get(key) ?? {};
    of.set(key, {
      ...cell,
      seeds: added(seeds, cell.seeds),
      covers: added(covers, cell.covers),
      verdicts: added(verdicts, cell.verdicts),
    });
  }
  return [...of.values()];
}

/** Whether a share is too far from the range for chance alone. @param {[number, number]} count @param {number} alike measures that share their rounds */
function isClear([hits, runs], alike) {
  const share = hits / runs;
  const beyond = Math.max(LEAST - share, share - MOST);
  return beyond > CLEAR * Math.sqrt((LEVEL * (1 - LEVEL) * alike) / runs);
}

/** The browser whose clocks a machine has. @param {{machine: string}} cell */
const browserOf = ({ machine }) => /firefox|safari/.exec(machine)?.[0] ?? 'chrome';
/** @param {{machine: string}} cell */
const machineOf = ({ machine }) => machine;

/** @param {any[]} cells @param {(cell: any) => string} columnOf */
function coverageTables(cells, columnOf) {
  const rounds = Object.keys(cells[0].covers);
  const names = [...new Set(cells.map(({ name }) => name))];
  const columns = [...new Set(cells.map(columnOf))];
  const counted = (/** @type {[number, number]} */ [hits, runs]) =>
    columnOf === browserOf && runs ? ` (${hits}/${runs})` : '';
  const of = (/** @type {any[]} */ list) =>
    rounds
      .map((count) => covered(list, count))
      .map((count) => `${percent(shareOf(count))}${counted(count)}`)
      .join(' / ');
  console.log(`| experiment | all | ${columns.join(' | ')} |`);
  for (const name of [...names, 'all']) {
    const own = cells.filter((cell) => name === 'all' || cell.name === name);
    const each = columns.map((column) => of(own.filter((cell) => columnOf(cell) === column)));
    console.log(`| ${[name, of(own), ...each].join(' | ')} |`);
  }
  const all = cells.flatMap((cell) => rounds.map((count) => ({ cell, count })));
  const known = all.filter(({ cell, count }) => covered([cell], count)[1] >= ENOUGH);
  const outside = known.filter(({ cell, count }) => {
    const share = shareOf(covered([cell], count));
    return share < LEAST || share > MOST;
  });
  console.log(`\n${outside.length} of ${known.length} cells outside:`);
  for (const { cell, count } of outside) {
    const found = covered([cell], count);
    const clear = isClear(found, Object.keys(cell.covers[count]).length) ? 'clearly ' : '';
    console.log(
      `${clear}${cell.name} ${cell.machine} ${count}: ${percent(shareOf(found))} (${off(cell, count)})`,
    );
  }
}

/** @param {any[]} cells */
function verdictTable(cells) {
  const names = Object.keys(COMPARED).filter((name) => cells.some((cell) => cell.name === name));
  const titles = [...new Set(cells.flatMap(({ verdicts }) => Object.keys(verdicts)))];
  for (const name of names) {
    const own = cells.filter((cell) => cell.name === name);
    for (const title of titles) {
      const those = own.flatMap(({ verdicts }) => verdicts[title] ?? []);
      if (!those.length) continue;
      const counts = Object.keys(those[0]).map((count) => {
        const [hits, runs] = pooled(those.map((one) => one[count]).filter(Boolean));
        return `${count}: ${percent(hits / runs)} (${hits}/${runs})`;
      });
      console.log(`${name}: ${title}: ${counts.join(', ')}`);
    }
  }
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const [, , file, trouble = 'calm', by] = process.argv;
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  const all = lines.map((line) => JSON.parse(line));
  const cells = pooledCells(all.filter((cell) => cell.trouble === trouble));
  coverageTables(cells, by === 'browser' ? browserOf : machineOf);
  console.log();
  verdictTable(cells);
}
