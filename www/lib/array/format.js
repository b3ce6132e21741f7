// Arrays of float32 as text, in the layout of NumPy (`numpy.array2string(a, separator=', ')`): every number in the fewest
// digits that distinguish it from its neighbours, columns aligned, long rows wrapped, the middle of long axes left out.

/** Above this many elements only the edges are shown. */
const THRESHOLD = 1000;
/** Elements shown at each edge. */
const EDGE = 3;
/** The most digits after the point. */
const PRECISION = 8;
const LINE_WIDTH = 75;
/** Numbers are written with exponents if any is at least `LARGEST` or below `SMALLEST`, or if they differ by more than `RATIO`. */
const LARGEST = 1e6;
const SMALLEST = Math.fround(1e-4);
const RATIO = 1000;

/**
 * @param {ArrayLike<number>} data elements in row-major order
 * @param {readonly number[]} shape
 * @returns {string} nested brackets, such as `[[3., 3.]]`
 */
export function formatArray(data, shape) {
  if (data.length === 0) return '[]';
  const edge = data.length > THRESHOLD ? EDGE : Infinity;
  const texts = aligned(indices(shape, edge).map((index) => data[index]));
  let next = 0;
  /** @type {(axis: number) => string} */
  const render = (axis) => {
    if (axis === shape.length) return texts[next++];
    const parts = positions(shape[axis], edge).map((position) =>
      position < 0 ? '...' : render(axis + 1),
    );
    const indent = ' '.repeat(axis + 1);
    if (axis === shape.length - 1) return `[${wrapped(parts, indent, LINE_WIDTH - axis - 1)}]`;
    return `[${parts.join(`,${'\n'.repeat(shape.length - axis - 1)}${indent}`)}]`;
  };
  return render(0);
}

/**
 * A row, on as many lines as it takes.
 *
 * @param {string[]} words
 * @param {string} indent of every line; the first one's is left out
 * @param {number} width of a line, without the bracket or comma at its end
 */
function wrapped(words, indent, width) {
  /** @type {string[]} */
  const lines = [];
  let line = indent;
  words.forEach((word, i) => {
    if (line.length + word.length > width && line.length > indent.length) {
      lines.push(line.trimEnd());
      line = indent;
    }
    line += i < words.length - 1 ? `${word}, ` : word;
  });
  return [...lines, line].join('\n').slice(indent.length);
}

/**
 * Numbers as texts of one length, with their points in one column.
 *
 * @param {number[]} numbers
 */
function aligned(numbers) {
  const finite = numbers.filter(Number.isFinite);
  const parts = (needExponents(finite) ? scientific : positional)(finite);
  const left = Math.max(0, ...parts.map(({ whole }) => whole.length));
  const right = Math.max(0, ...parts.map(({ rest }) => rest.length));
  const texts = parts.map(({ whole, rest }) => `${whole.padStart(left)}.${rest.padEnd(right)}`);
  let next = 0;
  const all = numbers.map((x) =>
    Number.isFinite(x) ? texts[next++] : Number.isNaN(x) ? 'nan' : x > 0 ? 'inf' : '-inf',
  );
  const width = Math.max(...all.map((text) => text.length));
  return all.map((text) => text.padStart(width));
}

/** @param {number[]} finite */
function needExponents(finite) {
  const sizes = finite.filter((x) => x !== 0).map(Math.abs);
  if (sizes.length === 0) return false;
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)];
  return most >= LARGEST || least < SMALLEST || Math.fround(most / least) > RATIO;
}

/** @param {number[]} numbers */
function positional(numbers) {
  return numbers.map((x) => {
    let [whole, rest = ''] = String(Number(shortest(Math.abs(x)))).split('.');
    if (rest.length > PRECISION)
      [whole, rest] = rounded(Math.abs(x), PRECISION, 'toFixed').replace(/0+$/, '').split('.');
    return { whole: sign(x) + whole, rest };
  });
}

/** All with as many digits as the one that needs most. @param {number[]} numbers */
function scientific(numbers) {
  const least = numbers.map((x) => shortest(Math.abs(x)));
  const digits = Math.max(...least.map(fractionDigits));
  return numbers.map((x, i) => {
    const enough = fractionDigits(least[i]) === digits;
    const text = enough ? least[i] : rounded(Math.abs(x), digits, 'toExponential');
    const [mantissa, power] = text.split('e');
    const exponent = `e${power[0]}${power.slice(1).padStart(2, '0')}`;
    return { whole: sign(x) + mantissa[0], rest: mantissa.slice(2) + exponent };
  });
}

/** @param {string} text such as `1.5e-3` */
function fractionDigits(text) {
  return Math.max(0, text.indexOf('e') - 2);
}

/** @param {number} x */
function sign(x) {
  return x < 0 || Object.is(x, -0) ? '-' : '';
}

/** The fewest digits that give this float32 again: `1.5e-3`. At most nine. @param {number} x 0 or more */
function shortest(x) {
  for (let digits = 0; digits < 8; digits += 1) {
    const text = rounded(x, digits, 'toExponential');
    // Above a power of two the neighbours are further away than below: there the next number may do.
    const step = Number(`1e${Number(text.split('e')[1]) - digits}`);
    const above = (Number(text) + step).toExponential(digits);
    const found = [text, above].find((candidate) => Math.fround(Number(candidate)) === x);
    if (found) return found;
  }
  return rounded(x, 8, 'toExponential');
}

/**
 * A number with this many digits after the point. Halves are rounded to the even digit; JavaScript's own methods round them up.
 *
 * @param {number} x 0 or more
 * @param {number} digits
 * @param {'toFixed' | 'toExponential'} method
 */
function rounded(x, digits, method) {
  const [exact, power] = x[method](60).split('e');
  const end = exact.indexOf('.') + 1 + digits;
  const even = Number(exact[digits > 0 ? end - 1 : end - 2]) % 2 === 0;
  if (!even || !/^50*$/.test(exact.slice(end))) return x[method](digits);
  return exact.slice(0, digits > 0 ? end : end - 1) + (power ? `e${power}` : '');
}

/**
 * Positions shown along one axis, with -1 in place of those left out.
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
