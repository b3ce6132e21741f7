import { h } from '../kit/dom.js';
import { paintMoment, paintTimeAxis } from './axis.js';
import { paintDevices } from './device-marks.js';
import { lanesOf, margins } from './lanes.js';
import { nameGap, paintGap, paintLinks } from './links.js';
import { paintBackend, paintFrontend } from './marks.js';
import { paintSelected } from './selected.js';
import { label, Surface } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/** @typedef {import('./selection.js').Shared} Shared */

/** The timeline: lanes for frontend, backend and each device's queue and work, links from enqueue to completion, and the shaded gap. */
export class Timeline {
  /** @type {{trace: import('./trace-facts.js').Trace, facts: import('./trace-facts.js').Facts}|null} */ #shown =
    null;

  /** @param {Shared} shared */
  constructor({ scale, selection, say }) {
    this.scale = scale;
    this.selection = selection;
    this.say = say;
    this.lanes = lanesOf(1);
    this.canvas = h('canvas', {
      class: 'chart timeline',
      'data-chart': 'timeline',
      role: 'img',
      'aria-label': say('timeline-empty'),
    });
    this.canvas.style.height = `${this.lanes.height}px`;
    this.surface = new Surface(this.canvas, (painting) => this.draw(painting));
  }

  /** @param {import('./trace-facts.js').Trace} trace @param {import('./trace-facts.js').Facts} facts @param {string} summary one sentence */
  show(trace, facts, summary) {
    this.#shown = { trace, facts };
    this.lanes = lanesOf(facts.devices.length);
    this.canvas.style.height = `${this.lanes.height}px`;
    this.canvas.setAttribute('role', 'application');
    this.canvas.setAttribute('aria-roledescription', this.say('timeline-role'));
    this.canvas.setAttribute('aria-label', this.say('timeline', { summary }));
    this.canvas.tabIndex = 0;
    this.surface.invalidate();
  }

  clear() {
    this.#shown = null;
    this.canvas.setAttribute('role', 'img');
    this.canvas.removeAttribute('aria-roledescription');
    this.canvas.removeAttribute('tabindex');
    this.canvas.setAttribute('aria-label', this.say('timeline-empty'));
    this.surface.invalidate();
  }

  /** Paints what is in view. @param {Painting} painting */
  draw(painting) {
    const { left, right, narrow } = margins(painting.width);
    this.scale.fit(left, painting.width - right);
    this.#paintLanes(painting);
    if (this.#shown?.facts.count) {
      const scene = { ...this.#shown, scale: this.scale, say: this.say, lanes: this.lanes, narrow };
      paintTimeAxis(painting, {
        scale: this.scale,
        zero: scene.facts.zero,
        top: this.lanes.frontend.top,
        y: this.lanes.axis,
        say: this.say,
      });
      this.#paintScene(painting, scene);
    }
    this.#nameLanes(painting, narrow);
  }

  /** @param {Painting} painting @param {import('./marks.js').Scene} scene */
  #paintScene(painting, scene) {
    const { ctx, height } = painting;
    const { left, right } = this.scale;
    ctx.save();
    ctx.beginPath();
    ctx.rect(left - 6, 0, right - left + 12, height);
    ctx.clip();
    paintGap(painting, scene);
    paintLinks(painting, scene);
    paintDevices(painting, scene);
    paintBackend(painting, scene);
    paintFrontend(painting, scene);
    nameGap(painting, scene);
    const { lanes, scale, selection } = this;
    paintMoment(painting, {
      scale,
      time: selection.time,
      top: lanes.frontend.top,
      bottom: lanes.axis,
    });
    if (selection.index >= 0) paintSelected(painting, scene, selection.index);
    ctx.restore();
  }

  /** @param {Painting} painting */
  #paintLanes({ ctx, palette, crisp }) {
    const { frontend, backend, devices } = this.lanes;
    ctx.beginPath();
    for (const { bottom } of [
      frontend,
      backend,
      ...devices.flatMap(({ queue, work }) => [queue, work]),
    ]) {
      ctx.moveTo(this.scale.left, crisp(bottom));
      ctx.lineTo(this.scale.right, crisp(bottom));
    }
    ctx.strokeStyle = palette.hair;
    ctx.lineWidth = 1;
    ctx.stroke();
  }

  /** The lanes' names and, as long as nothing is shown, descriptions of their content. @param {Painting} painting @param {boolean} narrow */
  #nameLanes(painting, narrow) {
    const { say, lanes } = this;
    const named = this.#shown?.facts.devices ?? [];
    this.#nameLane(painting, say('frontend'), lanes.frontend, {
      colour: 'frontend',
      narrow,
      empty: 'frontend',
    });
    this.#nameLane(painting, say('backend'), lanes.backend, {
      colour: 'backend',
      narrow,
      empty: 'backend',
    });
    lanes.devices.forEach(({ queue, work }, i) => {
      const name = named[i]?.name;
      const text = name ? say(`device-${name}`) : say('device');
      this.#nameLane(painting, text, work, { colour: 'device', narrow, empty: 'device' });
      if (!narrow) this.#nameLane(painting, say('queue'), queue, { colour: 'muted', narrow });
    });
  }

  /** @param {Painting} painting @param {string} text @param {import('./lanes.js').Lane} lane @param {{colour: import('./surface.js').Colour, narrow: boolean, empty?: string}} style */
  #nameLane(painting, text, { top, bottom }, { colour, narrow, empty }) {
    const { palette } = painting;
    const middle = (top + bottom) / 2;
    const style = /** @type {const} */ ({
      colour: palette[colour],
      weight: colour === 'muted' ? 400 : 600,
      size: 13,
      align: 'right',
    });
    if (narrow) label(painting, text, this.scale.right, bottom + 11, style);
    else label(painting, text, this.scale.left - 12, middle, style);
    if (!this.#shown && empty)
      label(painting, this.say(`empty-${empty}`), this.scale.left, middle, {
        colour: palette.muted,
        size: 13,
      });
  }

  /** The operation at a point, or -1. @param {number} x px @param {number} y px */
  hit(x, y) {
    if (!this.#shown) return -1;
    const { facts } = this.#shown;
    const { frontend, backend, devices } = this.lanes;
    const time = this.scale.time(x);
    const reach = 8 * this.scale.pixel;
    if (y < (frontend.bottom + backend.top) / 2) return facts.moments.enqueued.nearest(time, reach);
    if (y < (backend.bottom + devices[0].queue.top) / 2) {
      const seen = facts.moments.completed.nearest(time, reach);
      return seen >= 0 ? seen : facts.moments.submitted.nearest(time, reach);
    }
    const below = devices.findIndex(({ work }) => y < work.bottom + 15);
    const lane = facts.devices[below < 0 ? devices.length - 1 : below];
    if (lane?.work) return lane.work.nearest(time, reach);
    const at = lane.submitted.nearest(time, reach);
    return at < 0 ? -1 : lane.submissions[at].first;
  }
}
