// Arrays as text, laid out as NumPy lays them out: columns aligned, one row a line, the middle of long ones left out.

/** Above so many elements only the edges are shown, as NumPy does. */
const SUMMARY_THRESHOLD = 1000;
/** Elements shown at each edge. */
const EDGE = 3;

/**
 * @param {ArrayLike<number>} data elements in row-major order
 * @param {readonly number[]} shape
 * @returns {string} nested brackets, such as `[[3, 3]]`
 */
export function formatArray(data, shape) {
  if (shape.length === 0) return formatNumber(data[0]);
  const edge = data.length > SUMMARY_THRESHOLD ? EDGE : Infinity;
  const shown = indices(shape, edge).map((index) => formatNumber(data[index]));
  const width = Math.max(0, ...shown.map((text) => text.length));
  let next = 0;
  const render = (/** @type {number} */ axis) => {
    if (axis === shape.length) return shown[next++].padStart(width);
    const parts = positions(shape[axis], edge).map((position) =>
      position < 0 ? '...' : render(axis + 1),
    );
    const last = axis === shape.length - 1;
    const newline = '\n'.repeat(shape.length - axis - 1);
    return `[${parts.join(last ? ', ' : `,${newline}${' '.repeat(axis + 1)}`)}]`;
  };
  return render(0);
}

/**
 * Eight significant digits at most, which is all that a float32 holds.
 *
 * @param {number} value
 */
function formatNumber(value) {
  const magnitude = Math.abs(value);
  if (!Number.isFinite(value)) return Number.isNaN(value) ? 'nan' : value > 0 ? 'inf' : '-inf';
  if (magnitude !== 0 && (magnitude < 1e-4 || magnitude >= 1e8))
    return value.toExponential(7).replace(/\.?0+e/, 'e');
  return String(Number(value.toPrecision(8)));
}

/**
 * Positions shown along one axis; -1 stands for those left out.
 *
 * @param {number} length
 * @param {number} edge
 */
function positions(length, edge) {
  const all = Array.from({ length: Math.min(length, 2 * edge + 1) }, (_, position) => position);
  if (length <= 2 * edge) return all;
  return all.map((position) =>
    position < edge ? position : position === edge ? -1 : length - 2 * edge - 1 + position,
  );
}

/**
 * Indices of the elements shown, in order.
 *
 * @param {readonly number[]} shape
 * @param {number} edge
 */
function indices(shape, edge) {
  let found = [0];
  for (const length of shape) {
    const along = positions(length, edge).filter((position) => position >= 0);
    found = found.flatMap((start) => along.map((position) => start * length + position));
  }
  return found;
}
