// References for checking results: plain loops in double precision, and for random numbers the properties of their distribution.

/** Evenly distributed over [−1, 1), the same in every run: a linear congruential generator (Numerical Recipes, ch. 7). */
export function numbers(count, seed = 1) {
  let state = seed >>> 0;
  return Float32Array.from({ length: count }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 31 - 1;
  });
}

/**
 * @param {ArrayLike<number>} values
 * @param {(index: number) => number} expected
 * @param {number} tolerance of max(1, |expected|)
 */
export function checkEach(values, expected, tolerance) {
  for (let i = 0; i < values.length; i += 1) {
    const right = expected(i);
    if (Math.abs(values[i] - right) <= tolerance * Math.max(1, Math.abs(right))) continue;
    throw new Error(`element ${i} is ${values[i]}, not ${right}`);
  }
}

/** @param {ArrayLike<number>} values @param {number} length */
export function checkLength(values, length) {
  if (values.length !== length) throw new Error(`${values.length} elements, not ${length}`);
}

/**
 * Whether c = a·b, every element of it, in quadratic time: for a random v, c·v must be a·(b·v) (R. Freivalds, "Probabilistic
 * machines can use less running time", 1977). Errors of single precision add up like a random walk over the k products.
 * @param {ArrayLike<number>} c [m, n]
 * @param {Matrix} a [m, k]
 * @param {Matrix} b [k, n]
 *
 * @typedef {{values: Float32Array, rows: number, columns: number}} Matrix
 */
export function checkProduct(c, a, b) {
  const [m, k, n] = [a.rows, a.columns, b.columns];
  checkLength(c, m * n);
  const v = numbers(n, 7);
  const expected = apply(a, apply(b, v));
  const given = apply({ values: c, rows: m, columns: n }, v);
  const tolerance = 1e-5 * Math.sqrt(k * n);
  for (let i = 0; i < m; i += 1) {
    if (Math.abs(given[i] - expected[i]) <= tolerance) continue;
    throw new Error(`row ${i} times a vector is ${given[i]}, not ${expected[i]}`);
  }
}

/** @param {{values: ArrayLike<number>, rows: number, columns: number}} matrix @param {ArrayLike<number>} v */
function apply({ values, rows, columns }, v) {
  const result = new Float64Array(rows);
  for (let i = 0; i < rows; i += 1) {
    let sum = 0;
    for (let j = 0; j < columns; j += 1) sum += values[i * columns + j] * v[j];
    result[i] = sum;
  }
  return result;
}

/** @param {Matrix} matrix @returns {Matrix} */
export function transposed({ values, rows, columns }) {
  const turned = new Float32Array(values.length);
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) turned[j * rows + i] = values[i * columns + j];
  }
  return { values: turned, rows: columns, columns: rows };
}

/** Checks standard normal numbers: the first four moments, within six standard errors, and few equal neighbours. @param {ArrayLike<number>} values */
export function checkNormal(values) {
  const n = values.length;
  const moments = [0, 0, 0, 0];
  let repeated = 0;
  for (let i = 0; i < n; i += 1) {
    let power = 1;
    for (let k = 0; k < 4; k += 1) moments[k] += power *= values[i];
    if (i > 0 && values[i] === values[i - 1]) repeated += 1;
  }
  // Mean and variance of x, x², x³ and x⁴ of a standard normal x.
  const expected = [0, 1, 0, 3];
  const variances = [1, 2, 15, 96];
  for (const [k, sum] of moments.entries()) {
    const error = Math.abs(sum / n - expected[k]);
    if (error <= 6 * Math.sqrt(variances[k] / n)) continue;
    throw new Error(`moment ${k + 1} is ${sum / n}, not ${expected[k]}`);
  }
  if (repeated > 20) throw new Error(`${repeated} numbers are those before them`);
}

/**
 * The network's losses before and after one step of gradient descent.
 * @param {import('./contenders/library.js').Training} training
 * @returns {[before: number, after: number]}
 */
export function trainedOnce({ sizes, batch, rate, x, weights }) {
  const parameters = weights.map((weight, i) => ({
    weight: Float64Array.from(weight),
    bias: new Float64Array(sizes[i + 1]),
  }));
  const last = parameters.length - 1;
  const forward = () => {
    const values = [Float64Array.from(x)];
    for (const [i, { weight, bias }] of parameters.entries()) {
      const [inputs, units] = [sizes[i], sizes[i + 1]];
      const y = new Float64Array(batch * units);
      for (let row = 0; row < batch; row += 1) y.set(bias, row * units);
      multiplyInto(y, values[i], weight, batch, inputs, units);
      if (i < last) for (let j = 0; j < y.length; j += 1) y[j] = Math.max(0, y[j]);
      values.push(y);
    }
    return values;
  };
  const lossOf = (output) => output.reduce((sum, y) => sum + (y - 1) ** 2, 0) / (2 * batch);

  const values = forward();
  const before = lossOf(values.at(-1));
  let gradient = values.at(-1).map((y) => (y - 1) / batch);
  for (let i = last; i >= 0; i -= 1) {
    const { weight, bias } = parameters[i];
    const [inputs, units] = [sizes[i], sizes[i + 1]];
    const turned = turn(values[i], batch, inputs);
    const ofInputs = new Float64Array(batch * inputs);
    if (i > 0) multiplyInto(ofInputs, gradient, turn(weight, inputs, units), batch, units, inputs);
    const ofWeight = new Float64Array(inputs * units);
    multiplyInto(ofWeight, turned, gradient, inputs, batch, units);
    for (let j = 0; j < weight.length; j += 1) weight[j] -= rate * ofWeight[j];
    for (let j = 0; j < gradient.length; j += 1) bias[j % units] -= rate * gradient[j];
    gradient = ofInputs.map((value, j) => (values[i][j] > 0 ? value : 0));
  }
  return [before, lossOf(forward().at(-1))];
}

/** c += a·b, row by row, so that the inner loop walks through memory. */
function multiplyInto(c, a, b, m, k, n) {
  for (let i = 0; i < m; i += 1) {
    const row = c.subarray(i * n, (i + 1) * n);
    for (let l = 0; l < k; l += 1) {
      const factor = a[i * k + l];
      if (factor === 0) continue;
      const other = b.subarray(l * n, (l + 1) * n);
      for (let j = 0; j < n; j += 1) row[j] += factor * other[j];
    }
  }
}

function turn(a, rows, columns) {
  const turned = new Float64Array(a.length);
  for (let i = 0; i < rows; i += 1) {
    for (let j = 0; j < columns; j += 1) turned[j * rows + i] = a[i * columns + j];
  }
  return turned;
}
