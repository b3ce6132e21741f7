/** The positions of the timeline's lanes. */

import { NARROW } from './surface.js';

/** The margins that all charts of a time scale must share. The longest name of a lane, in Portuguese, fits. @param {number} width */
export function margins(width) {
  return width < NARROW
    ? { left: 10, right: 12, narrow: true }
    : { left: 98, right: 18, narrow: false };
}

/** @typedef {{top: number, bottom: number}} Lane */
/**
 * @typedef {object} Lanes From top to bottom; the room between them is for the links.
 * @property {Lane} frontend
 * @property {Lane} backend
 * @property {{queue: Lane, work: Lane}[]} devices
 * @property {number} axis
 * @property {number} height of the whole, px
 */

const DEVICE = { top: 212, step: 112 };

/** @param {number} devices @returns {Lanes} */
export function lanesOf(devices) {
  const count = Math.max(1, devices);
  const lanes = Array.from({ length: count }, (_, i) => {
    const top = DEVICE.top + i * DEVICE.step;
    return { queue: { top, bottom: top + 22 }, work: { top: top + 28, bottom: top + 74 } };
  });
  const axis = lanes[count - 1].work.bottom + 24;
  return {
    frontend: { top: 34, bottom: 64 },
    backend: { top: 122, bottom: 148 },
    devices: lanes,
    axis,
    height: axis + 44,
  };
}
