/** Where things stand in the timeline. */

/** Height of the timeline's canvas, px: set here, because the lanes add up to it. */
export const TIMELINE_HEIGHT = 350;
/** Below this width the lanes' names stand above the lanes, not beside them. */
const NARROW = 560;

/** Horizontal room that charts which share a time scale must agree on. @param {number} width */
export function margins(width) {
  return width < NARROW
    ? { left: 10, right: 12, narrow: true }
    : { left: 84, right: 18, narrow: false };
}

/** @typedef {{top: number, bottom: number}} Lane */

/** The lanes from top to bottom; the room between them is for the links. @type {{frontend: Lane, backend: Lane, device: Lane, axis: number}} */
export const LANES = {
  frontend: { top: 34, bottom: 64 },
  backend: { top: 128, bottom: 148 },
  device: { top: 232, bottom: 284 },
  axis: 306,
};
