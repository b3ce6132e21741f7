// Draws a result of the bench: goals, limits, and for each case the medians of all contenders as bars, on a logarithmic scale
// because they are orders of magnitude apart.
import { goalsTable } from './goals.js';
import { limitsTable } from './limits.js';
import { median, quantile, ratio, spread } from './measure.js';

const SVG = 'http://www.w3.org/2000/svg';
const main = document.querySelector('main');

const embedded = document.querySelector('#result');
if (embedded) {
  document.querySelector('.choose').remove();
  show(JSON.parse(embedded.textContent));
}
document.querySelector('input')?.addEventListener('change', ({ target }) => read(target.files[0]));
addEventListener('dragover', (event) => event.preventDefault());
addEventListener('drop', (event) => {
  event.preventDefault();
  read(event.dataTransfer.files[0]);
});

/** @param {File | undefined} file */
async function read(file) {
  if (!file) return;
  try {
    show(JSON.parse(await file.text()));
  } catch (error) {
    main.replaceChildren(element('p', `${file.name} is no result of the bench: ${error.message}`));
  }
}

/** @param {any} result as the bench writes it */
function show({ date, rounds, browser, about, load, workloads }) {
  const cases = Object.values(workloads).flatMap((found) => found.cases ?? []);
  const where = [new Date(date).toLocaleString(), browser, about.adapter.name];
  const how = `${rounds} rounds; load of the machine ${load.join(' ')}`;
  const parts = [element('p', [...where, how].join(' · ')), element('h2', 'Goals')];
  const { rows } = goalsTable(cases);
  if (rows.length > 0) parts.push(table(goalsTable(cases)));
  else parts.push(element('p', 'This run measured nothing that they speak of.'));
  for (const one of cases) parts.push(...chart(one));
  const { ceilings } = workloads.ceilings ?? {};
  if (ceilings) {
    parts.push(element('h2', 'Limits of the adapter'));
    parts.push(table(limitsTable(cases, ceilings)));
  }
  main.replaceChildren(...parts);
}

/** @param {import('./matrix.js').Result} result @returns {Element[]} */
function chart({ name, figures, contenders }) {
  const bars = Object.entries(figures).flatMap(([figure, unit]) => {
    const measured = Object.values(contenders).flatMap(({ samples }) => samples?.[figure] ?? []);
    return measured.length > 0
      ? [
          element('h3', `${figure}, ${unit}, on a logarithmic scale`),
          barsOf(contenders, figure, measured),
        ]
      : [];
  });
  return [element('h2', name), ...bars];
}

function barsOf(contenders, figure, measured) {
  const [low, high] = [Math.min(...measured) / 2, Math.max(...measured)].map(Math.log);
  /** Percent of the width. */
  const at = (value) => (100 * (Math.log(value) - low)) / (high - low);
  const [base] = Object.values(contenders);
  const grid = element('div');
  grid.className = 'bars';
  for (const [name, { kind, samples, reason }] of Object.entries(contenders)) {
    grid.append(element('span', name, 'name'), element('span', kind, 'kind'));
    const values = samples?.[figure];
    if (!values?.length) {
      grid.append(element('span', reason ?? 'not reported', 'reason'));
      continue;
    }
    const bases = base.samples?.[figure]?.slice(0, values.length);
    grid.append(bar(values, at, kind));
    grid.append(element('span', spread(values)));
    grid.append(element('span', bases?.length ? ratio(values, bases) : ''));
  }
  return grid;
}

function bar(values, at, kind) {
  const svg = document.createElementNS(SVG, 'svg');
  svg.setAttribute('viewBox', '0 0 100 10');
  svg.setAttribute('preserveAspectRatio', 'none');
  svg.setAttribute('aria-hidden', 'true'); // the numbers beside it say the same
  const [first, third] = [0.25, 0.75].map((q) => at(quantile(values, q)));
  svg.append(
    shape('rect', { class: `bar ${kind}`, x: 0, y: 1, width: at(median(values)), height: 8 }),
    shape('line', { class: 'quartiles', x1: first, x2: third, y1: 5, y2: 5 }),
  );
  return svg;
}

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, value);
  return made;
}

/** @param {import('./measure.js').Table} given */
function table({ columns, rows }) {
  const made = element('table');
  const row = (cells, cell) => {
    const line = element('tr');
    for (const text of cells) {
      line.append(element(cell, text, ['reached', 'missed'].includes(text) ? text : ''));
    }
    return line;
  };
  made.append(row(columns, 'th'), ...rows.map((cells) => row(cells, 'td')));
  const scroll = element('div', '', 'scroll');
  scroll.tabIndex = 0;
  scroll.append(made);
  return scroll;
}

function element(name, text = '', className = '') {
  const made = document.createElement(name);
  made.textContent = text;
  if (className) made.className = className;
  return made;
}
