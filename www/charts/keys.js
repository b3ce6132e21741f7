/**
 * The keyboard on the timeline. Left and right arrows move from operation to operation in the order of enqueuing, up moves to
 * the first operation that it read, down to the first that read it. Shift with left or right moves the view. Escape deselects
 * the operation, then leaves the chart.
 */

const ZOOM = 1.5;
const PAN = 0.2;

/**
 * @typedef {object} Walk The operations as keys move through them.
 * @property {number} count
 * @property {() => number} chosen the chosen operation, or -1
 * @property {() => number} first the first operation in view
 * @property {(index: number) => void} choose
 * @property {(index: number) => ArrayLike<number>} inputs
 * @property {(index: number) => ArrayLike<number>} consumers
 * @property {() => void} frame shows the chosen operation's life
 */

/**
 * @param {HTMLElement} element
 * @param {import('./scale.js').TimeScale} scale
 * @param {() => Walk|null} walkNow null while nothing is shown
 */
export function attachKeys(element, scale, walkNow) {
  element.addEventListener('keydown', (event) => {
    const walk = walkNow();
    if (!walk || event.ctrlKey || event.metaKey || event.altKey) return;
    const act = action(event, scale, walk, element);
    if (!act) return;
    act();
    event.preventDefault();
  });
}

/** The action of a key, if it has one. @param {KeyboardEvent} event @param {import('./scale.js').TimeScale} scale @param {Walk} walk @param {HTMLElement} element @returns {(() => void)|null|undefined} */
function action({ key, shiftKey }, scale, walk, element) {
  const at = walk.chosen();
  const go = (/** @type {number|undefined} */ index) =>
    index === undefined ? null : () => walk.choose(Math.min(Math.max(0, index), walk.count - 1));
  if (shiftKey && key === 'ArrowLeft') return () => scale.pan(-PAN * scale.span);
  if (shiftKey && key === 'ArrowRight') return () => scale.pan(PAN * scale.span);
  const actions = /** @type {Record<string, () => (() => void)|null>} */ ({
    ArrowLeft: () => go(at < 0 ? walk.first() : at - 1),
    ArrowRight: () => go(at < 0 ? walk.first() : at + 1),
    ArrowUp: () => (at < 0 ? null : go(walk.inputs(at)[0])),
    ArrowDown: () => (at < 0 ? null : go(walk.consumers(at)[0])),
    Home: () => go(0),
    End: () => go(walk.count - 1),
    PageUp: () => () => scale.pan(-0.9 * scale.span),
    PageDown: () => () => scale.pan(0.9 * scale.span),
    '+': () => () => scale.zoom(1 / ZOOM),
    '=': () => () => scale.zoom(1 / ZOOM),
    '-': () => () => scale.zoom(ZOOM),
    0: () => () => scale.fitAll(),
    Enter: () => (at < 0 ? null : walk.frame),
    Escape: () => () => (at < 0 ? element.blur() : walk.choose(-1)),
  });
  return actions[key]?.();
}
