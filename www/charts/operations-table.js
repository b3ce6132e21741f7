import { h } from '../page/dom.js';
import { shapeText, significant, whole } from '../page/format.js';
import { clockText } from './gpu-clock.js';
import { lifeOf } from './lives.js';

/** More rows than this are of no use to a reader; the result's JSON has them all. */
const ROWS = 1000;
const TIMES = /** @type {const} */ ([
  'enqueued',
  'decoded',
  'submitted',
  'started',
  'ended',
  'completed',
  'gap',
]);

/**
 * Every operation's life as a table that is filled when it is opened: the charts for those who cannot see them.
 * @param {import('../page/types.js').Trace} trace
 * @param {import('./lives.js').Facts} facts
 * @param {import('../page/say.js').Say} say
 */
export function operationsTable(trace, facts, say) {
  const details = h('details', { class: 'operations' }, h('summary', {}, say('table-open')));
  details.addEventListener('toggle', () => details.append(fill(trace, facts, say)), { once: true });
  return details;
}

/** @param {import('../page/types.js').Trace} trace @param {import('./lives.js').Facts} facts @param {import('../page/say.js').Say} say */
function fill(trace, facts, say) {
  const shown = Math.min(ROWS, facts.count);
  const { gpuClock } = trace;
  const clock = gpuClock
    ? ` ${say('table-clock', { clock: clockText(gpuClock, say, { always: true }) })}`
    : '';
  const cut = shown < facts.count ? ` ${say('table-cut', { shown, count: facts.count })}` : '';
  const columns = [
    'column-number',
    'column-name',
    'column-shape',
    ...TIMES.map((name) => `life-${name}`),
  ];
  const rows = Array.from({ length: shown }, (_, i) => {
    const life = lifeOf(trace, facts, i);
    const cells = [
      whole(i + 1),
      life.name,
      shapeText(life.shape, say('scalar')),
      ...TIMES.map((name) => significant(life[name])),
    ];
    return h('tr', {}, ...cells.map((cell) => h('td', {}, cell)));
  });
  return h(
    'div',
    { class: 'scroll', tabindex: 0, role: 'region', 'aria-label': say('table-open') },
    h(
      'table',
      {},
      h('caption', {}, say('table-caption') + clock + cut),
      h('thead', {}, h('tr', {}, ...columns.map((key) => h('th', { scope: 'col' }, say(key))))),
      h('tbody', {}, ...rows),
    ),
  );
}
