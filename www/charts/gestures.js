import { enlarged } from './surface.js';

/** Wheel, drag and pinch on a chart move its time scale. The page still scrolls: see `wheel`. */

/** A pointer that moves less than this has tapped, px. */
const STILL = 5;
/** A wheel's click is about 100 px, and zooms by a fifth. */
const PER_PIXEL = 0.002;
const LINE = 16;

/**
 * @typedef {object} Target
 * @property {(x: number, y: number) => void} tap
 * @property {(x: number, y: number) => void} twice
 * @property {(x: number, y: number) => void} hover
 * @property {() => void} leave
 */

/**
 * @param {HTMLElement} element
 * @param {import('./scale.js').TimeScale} scale
 * @param {Target} target receives taps and hovers; positions are px within the element
 */
export function attachGestures(element, scale, target) {
  /** Pointers that are down. @type {Map<number, {x: number, y: number}>} */
  const down = new Map();
  let moved = 0;
  const positionOf = (/** @type {MouseEvent} */ event) => {
    const { left, top } = element.getBoundingClientRect();
    const zoom = enlarged(element);
    return { x: (event.clientX - left) / zoom, y: (event.clientY - top) / zoom };
  };

  element.addEventListener('pointerdown', (event) => {
    if (event.button > 0) return;
    if (down.size === 0) moved = 0;
    down.set(event.pointerId, positionOf(event));
  });
  element.addEventListener('pointermove', (event) => {
    const at = positionOf(event);
    const before = down.get(event.pointerId);
    if (!before) {
      if (event.pointerType !== 'touch') target.hover(at.x, at.y);
      return;
    }
    moved += Math.hypot(at.x - before.x, at.y - before.y);
    if (moved < STILL) return;
    // From here on it is a drag, even outside the element.
    if (!element.hasPointerCapture(event.pointerId)) {
      element.setPointerCapture(event.pointerId);
      target.leave();
    }
    const other = [...down].find(([id]) => id !== event.pointerId)?.[1];
    down.set(event.pointerId, at);
    if (other) pinch(scale, other.x, before.x, at.x);
    else scale.pan((before.x - at.x) * scale.pixel);
  });
  const up = (/** @type {PointerEvent} */ event) => {
    if (!down.delete(event.pointerId) || down.size) return;
    if (moved < STILL && event.type === 'pointerup') {
      const { x, y } = positionOf(event);
      target.tap(x, y);
    }
  };
  element.addEventListener('pointerup', up);
  element.addEventListener('pointercancel', up);
  element.addEventListener('pointerleave', () => down.size || target.leave());
  element.addEventListener('dblclick', (event) => {
    const { x, y } = positionOf(event);
    target.twice(x, y);
  });
  element.addEventListener('wheel', (event) => wheel(event, element, scale, positionOf(event).x), {
    passive: false,
  });
}

/** One finger moves while another rests, and the time under the resting finger stays there. @param {import('./scale.js').TimeScale} scale @param {number} rest px @param {number} before px @param {number} now px */
function pinch(scale, rest, before, now) {
  const [wide, wider] = [Math.max(20, Math.abs(before - rest)), Math.max(20, Math.abs(now - rest))];
  scale.zoom(wide / wider, scale.time(rest));
}

/**
 * With Ctrl or ⌘ the wheel zooms (browsers report a trackpad's pinch as a wheel with Ctrl). With Shift or sideways it moves the view.
 * Otherwise it scrolls the page or, if the chart has the focus, zooms.
 * @param {WheelEvent} event
 * @param {HTMLElement} element
 * @param {import('./scale.js').TimeScale} scale
 * @param {number} x px
 */
function wheel(event, element, scale, x) {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
  const [across, down] = [event.deltaX * unit, event.deltaY * unit];
  const sideways = Math.abs(across) > 2 * Math.abs(down);
  if (event.ctrlKey || event.metaKey) scale.zoom(zoomOf(down, event.ctrlKey), scale.time(x));
  else if (event.shiftKey || sideways) scale.pan((across || down) * scale.pixel);
  else if (document.activeElement === element) scale.zoom(zoomOf(down, false), scale.time(x));
  else return;
  event.preventDefault();
}

/** The zoom factor of a step. A trackpad's small steps are scaled up, and all are bounded. @param {number} delta px @param {boolean} fine */
function zoomOf(delta, fine) {
  const factor = fine && Math.abs(delta) < 20 ? 5 : 1;
  return Math.exp(Math.max(-1, Math.min(1, delta * PER_PIXEL * factor)));
}
