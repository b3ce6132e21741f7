/** Shows a recording of another program: its verdict, its timeline, its waits. */
import { LinkedFigure } from '../../charts/linked-figure.js';
import { tableOf } from '../../charts/table.js';
import { clockText } from '../../charts/gpu-clock.js';
import { h } from '../../kit/dom.js';
import { bytes, duration, fixed, whole } from '../../kit/format.js';
import { lazily } from '../../kit/lazy.js';
import { spread } from '../../kit/statistics.js';
import { sayer } from '../../kit/say.js';
import { findingOf } from './finding.js';
import { traceOf } from './reading.js';

const say = sayer('page/watched');
const sayCharts = sayer('charts');

/** @typedef {import('../../kit/types.js').Message} Message */
/** @param {Message} message */
const said = ({ key, values }) => say(key, values);

export class RecordingView {
  #figure;
  #shown;
  /** @type {[string, any, import('./reading.js').AlignTimes]} */ #given;

  /** @param {string} file @param {any} recording checked @param {import('./reading.js').AlignTimes} alignTimes */
  constructor(file, recording, alignTimes) {
    this.#given = [file, recording, alignTimes];
    const { trace, quantum } = traceOf(recording, alignTimes);
    const found = findingOf(recording, trace, quantum);
    const { counts, clockStep } = recording;
    const step = clockStep ?? 0;
    this.#figure = new LinkedFigure(['timeline', 'series']);
    const info = { clock: { step, backendStep: step }, timestamps: quantum ? { quantum } : null };
    const caption = [say('caption', { page: recording.page }), this.#trust(recording, trace)];
    const values = { dispatches: counts.dispatches, submissions: counts.submissions };
    const verdict = said(found.verdict);
    this.#shown = /** @type {any} */ ({
      ...{ data: trace, caption: caption.join(' '), info },
      summary: () => `${say('summary', values)} ${verdict}`,
    });
    this.element = h(
      'section',
      { class: 'watched' },
      h('h3', {}, say('title', { file })),
      h('p', { class: 'verdict' }, verdict),
      h('ul', {}, ...found.also.map((one) => h('li', {}, said(one)))),
      this.#figure.element,
      this.#counts(recording, found.blocked),
      ...this.#tables(recording, found),
    );
    this.#figure.element.hidden = trace.op.length === 0;
    /** Its row in the table of several recordings: the numbers that do not depend on the machine. */
    this.row = [
      file,
      ...[counts.submissions, counts.dispatches].map(whole),
      fixed(counts.dispatches / Math.max(1, counts.submissions), 1),
      ...[trace.waits.length, counts.overlapped, counts.canvasReads].map(whole),
    ];
  }

  /** A copy in the present language. */
  again() {
    return new RecordingView(...this.#given);
  }

  /** Paints the figure. The view must be on the page, since a figure needs its width. */
  paint() {
    if (this.#figure.element.hidden) return;
    this.#figure.show(this.#shown);
    this.#figure.paint();
  }

  /** The accuracy of the times, in words. @param {any} recording @param {any} trace */
  #trust({ floor }, trace) {
    const { median } = spread(floor);
    const late = floor.length ? say('floor', { time: duration(median) }) : say('floor-unknown');
    const clock = trace.gpuClock ? clockText(trace.gpuClock, sayCharts) : say('untimed');
    return `${late} ${clock}`;
  }

  /** @param {any} recording @param {number} blocked ms */
  #counts({ counts, devices, from, to, browser }, blocked) {
    const { vendor = '', architecture = '', description = '' } = devices[0] ?? {};
    const adapter = description || [vendor, architecture].filter(Boolean).join(' ') || '–';
    const rows = [
      ['count-device', `${adapter}${counts.devices > 1 ? ` (+${counts.devices - 1})` : ''}`],
      ['count-browser', browser],
      ['count-time', duration(to - from)],
      ['count-blocked', duration(blocked)],
      ['count-submissions', whole(counts.submissions)],
      ['count-dispatches', whole(counts.dispatches)],
      ['count-draws', whole(counts.draws)],
      ['count-uploads', `${whole(counts.uploads)}, ${bytes(counts.uploadedBytes)}`],
      ['count-compilations', whole(counts.compilations)],
      ['count-peak', bytes(counts.peakBytes)],
    ].map(([key, value]) => [say(key), value]);
    return this.#table('counts', [say('column-what'), say('column-value')], rows);
  }

  /** @param {any} recording @param {ReturnType<typeof findingOf>} found */
  #tables({ compilations, places }, { sites, idle }) {
    const time = (/** @type {number} */ value) => (Number.isNaN(value) ? '–' : duration(value));
    const waits = lazily(sites.length, (i) => {
      const { place, kind, count, blocked, during, after } = sites[i];
      return [
        place || say('place-unknown'),
        ...[kind, whole(count), time(blocked), time(during + after)],
      ];
    });
    const gaps = idle.map(({ reason, count, time: sum }) => [
      ...[say(`reason-${reason}`), whole(count), duration(sum)],
    ]);
    const longest = compilations.toSorted(
      (/** @type {any} */ a, /** @type {any} */ b) => b.to - b.from - (a.to - a.from),
    );
    const made = lazily(longest.length, (i) => {
      const { name, kind, from, to, stack } = longest[i];
      return [name, kind, duration(to - from), places[stack] || say('place-unknown')];
    });
    const columns = (/** @type {string} */ keys) =>
      keys.split(' ').map((key) => say(`column-${key}`));
    return [
      this.#table('waits', columns('place kind count blocked idle'), waits),
      this.#table('idle', columns('reason count time'), gaps),
      this.#table('compilations', columns('name kind time place'), made),
    ];
  }

  /** @param {string} key @param {string[]} columns @param {import('../../kit/lazy.js').Lazy<string[]>} rows */
  #table(key, columns, rows) {
    const label = say(`table-${key}`);
    const element = h('details', { open: key === 'waits', hidden: !rows.length });
    element.append(h('summary', {}, label), ...tableOf({ columns, rows }, { label }));
    return element;
  }
}

/** A table that compares the structure of several recordings. @param {RecordingView[]} views @returns {HTMLElement[]} */
export function besideEachOther(views) {
  if (views.length < 2) return [];
  const label = say('beside');
  const columns = [
    'recording',
    'submissions',
    'dispatches',
    'each',
    'waits',
    'overlapped',
    'canvas',
  ];
  const rows = lazily(views.length, (i) => views[i].row);
  const said = columns.map((key) => say(`beside-${key}`));
  return [h('h3', {}, label), ...tableOf({ columns: said, rows }, { label })];
}
