// The methods of arrays as plain formulas on float64, so that one program runs on the lab's arrays and on these.

const product = (shape) => shape.reduce((size, length) => size * length, 1);

/** Coordinates of every element, in row-major order. */
export function coordinates(shape) {
  return shape.reduce(
    (all, length) => all.flatMap((at) => Array.from({ length }, (_, i) => [...at, i])),
    [[]],
  );
}

export class Reference {
  /** @param {number[]} shape @param {number[]} data in row-major order */
  constructor(shape, data) {
    this.shape = shape;
    this.data = data;
  }

  /** @param {number[]} shape @param {(at: number[]) => number} value */
  static from(shape, value) {
    return new Reference(shape, coordinates(shape).map(value));
  }

  /** The element at a place of a shape that this array broadcasts to: leading coordinates are ignored, axes of length 1 repeat. */
  at(place) {
    const own = place.slice(place.length - this.shape.length);
    return this.data[this.shape.reduce((i, length, axis) => i * length + (own[axis] % length), 0)];
  }

  map(value) {
    return new Reference(this.shape, this.data.map(value));
  }

  zip(other, value) {
    const [a, b] = [this, of(other)];
    const rank = Math.max(a.shape.length, b.shape.length);
    const [left, right] = [a, b].map(({ shape }) => [
      ...Array(rank - shape.length).fill(1),
      ...shape,
    ]);
    const shape = left.map((length, axis) => (length === 1 ? right[axis] : length));
    return Reference.from(shape, (place) => value(a.at(place), b.at(place)));
  }

  /** @param {(values: number[]) => number} value of the elements that are reduced to one */
  reduce(value, axes = this.shape.map((_, axis) => axis), { keepDims = false } = {}) {
    const rank = this.shape.length;
    const gone = [axes].flat().map((axis) => (axis + rank) % rank);
    const kept = this.shape.map((length, axis) => (gone.includes(axis) ? 1 : length));
    const groups = coordinates(kept).map(() => []);
    for (const place of coordinates(this.shape)) {
      const group = kept.reduce((i, length, axis) => i * length + (place[axis] % length), 0);
      groups[group].push(this.at(place));
    }
    const shape = keepDims ? kept : this.shape.filter((_, axis) => !gone.includes(axis));
    return new Reference(shape, groups.map(value));
  }

  add = (other) => this.zip(other, (a, b) => a + b);
  sub = (other) => this.zip(other, (a, b) => a - b);
  mul = (other) => this.zip(other, (a, b) => a * b);
  div = (other) => this.zip(other, (a, b) => a / b);
  equal = (other) => this.zip(other, (a, b) => Number(a === b));
  reluGrad = (other) => this.zip(other, (a, b) => (b > 0 ? a : 0));
  neg = () => this.map((x) => -x);
  exp = () => this.map(Math.exp);
  log = () => this.map(Math.log);
  sqrt = () => this.map(Math.sqrt);
  square = () => this.map((x) => x ** 2);
  abs = () => this.map(Math.abs);
  sign = () => this.map(Math.sign);
  relu = () => this.map((x) => Math.max(0, x));
  sum = (...rest) => this.reduce((all) => all.reduce((a, b) => a + b, 0), ...rest);
  mean = (...rest) => this.reduce((all) => all.reduce((a, b) => a + b, 0) / all.length, ...rest);
  max = (...rest) => this.reduce((all) => Math.max(...all), ...rest);
  norm = (...rest) => this.reduce((all) => Math.hypot(...all), ...rest);

  min = (...rest) => this.reduce((all) => Math.min(...all), ...rest);
  prod = (...rest) => this.reduce((all) => all.reduce((a, b) => a * b, 1), ...rest);
  tanh = () => this.map(Math.tanh);
  sigmoid = () => this.map((x) => 1 / (1 + Math.exp(-x)));
  floor = () => this.map(Math.floor);
  sin = () => this.map(Math.sin);
  cos = () => this.map(Math.cos);
  pow = (other) => this.zip(other, (a, b) => a ** b);
  maximum = (other) => this.zip(other, Math.max);
  minimum = (other) => this.zip(other, Math.min);
  greater = (other) => this.zip(other, (a, b) => Number(a > b));
  greaterEqual = (other) => this.zip(other, (a, b) => Number(a >= b));
  less = (other) => this.zip(other, (a, b) => Number(a < b));
  lessEqual = (other) => this.zip(other, (a, b) => Number(a <= b));
  notEqual = (other) => this.zip(other, (a, b) => Number(a !== b));
  masked = (other) => this.zip(other, (a, b) => (b === 0 ? 0 : a));
  clip = (low, high) => this.map((x) => Math.min(Math.max(x, low ?? -Infinity), high ?? Infinity));
  var = (axes, options) => {
    const mean = this.mean(axes, { keepDims: true });
    return this.sub(mean).square().mean(axes, options);
  };
  std = (...rest) => this.var(...rest).sqrt();
  softmax = (axis = -1) => this.exp().div(this.exp().sum(axis, { keepDims: true }));
  logSoftmax = (axis = -1) => this.softmax(axis).log();

  #place = (best, axis, options) =>
    (axis === undefined ? this.reshape(-1) : this).reduce(
      (all) => all.indexOf(best(...all)),
      axis ?? 0,
      options,
    );
  argmax = (...rest) => this.#place(Math.max, ...rest);
  argmin = (...rest) => this.#place(Math.min, ...rest);

  #sorted = (value, axis = -1, { descending = false } = {}) => {
    const at = (axis + this.shape.length) % this.shape.length;
    return Reference.from(this.shape, (place) => {
      const line = Array.from({ length: this.shape[at] }, (_, i) => this.at(place.with(at, i)));
      const order = [...line.keys()].sort((i, j) => (line[i] - line[j]) * (descending ? -1 : 1));
      return value(line, order[place[at]]);
    });
  };
  sort = (...rest) => this.#sorted((line, i) => line[i], ...rest);
  argsort = (...rest) => this.#sorted((_, i) => i, ...rest);

  cumsum = (axis, { reverse = false } = {}) => {
    const x = axis === undefined ? this.reshape(-1) : this;
    const at = ((axis ?? 0) + x.shape.length) % x.shape.length;
    const before = (i, j) => (reverse ? j >= i : j <= i);
    return Reference.from(x.shape, (place) => {
      let sum = 0;
      for (let j = 0; j < x.shape[at]; j += 1)
        if (before(place[at], j)) sum += x.at(place.with(at, j));
      return sum;
    });
  };

  /** Elements at chosen places of an axis. */
  #along = (axis, count, from) => {
    const at = (axis + this.shape.length) % this.shape.length;
    return Reference.from(this.shape.with(at, count), (place) =>
      this.at(place.with(at, from(place[at]))),
    );
  };

  slice = (range) => {
    const rows = [...Array(this.shape[0]).keys()];
    const [start, stop, step = 1] = range;
    const kept = step < 0 ? rows.reverse() : rows.slice(start ?? 0, stop ?? undefined);
    return this.#along(0, kept.length, (i) => kept[i]);
  };
  split = (cuts, axis = 0) => {
    const length = this.shape.at(axis);
    const all = [0, ...(typeof cuts === 'number' ? [] : cuts), length];
    return all
      .slice(1)
      .map((end, i) => this.#along(axis, Math.max(0, end - all[i]), (j) => all[i] + j));
  };

  transpose = (axes = this.shape.map((_, axis) => axis).reverse()) => {
    const order = axes.map((axis) => (axis + axes.length) % axes.length);
    const from = (place) => this.shape.map((_, axis) => place[order.indexOf(axis)]);
    return Reference.from(
      order.map((axis) => this.shape[axis]),
      (place) => this.at(from(place)),
    );
  };

  get T() {
    return this.transpose();
  }

  reshape = (shape) => {
    const dims = [shape].flat();
    const rest = this.data.length / -product(dims);
    return new Reference(
      dims.map((length) => (length === -1 ? rest : length)),
      this.data,
    );
  };

  broadcastTo = (shape) => Reference.from([shape].flat(), (place) => this.at(place));

  matmul = (other, { transposeA = false, transposeB = false } = {}) => {
    const turned = (x, turn) => {
      const rank = x.shape.length;
      return turn && rank > 1 ? x.transpose([...Array(rank - 2).keys(), rank - 1, rank - 2]) : x;
    };
    const [a, b] = [turned(this, transposeA), turned(other, transposeB)];
    const left = a.shape.length > 1 ? a : a.reshape([1, ...a.shape]);
    const right = b.shape.length > 1 ? b : b.reshape([...b.shape, 1]);
    const [m, k] = left.shape.slice(-2);
    const n = right.shape.at(-1);
    const batches = (x) => Reference.from(x.shape.slice(0, -2), () => 0);
    const batch = batches(left).zip(batches(right), () => 0).shape;
    const full = Reference.from([...batch, m, n], (place) => {
      const [row, column] = place.slice(-2);
      let sum = 0;
      for (let i = 0; i < k; i += 1) {
        const outer = place.slice(0, -2);
        sum += left.at([...outer, row, i]) * right.at([...outer, i, column]);
      }
      return sum;
    });
    const ends = [a.shape.length > 1 ? [m] : [], b.shape.length > 1 ? [n] : []].flat();
    return new Reference([...batch, ...ends], full.data);
  };

  dot = this.matmul;
}

const of = (value) => (typeof value === 'number' ? new Reference([], [value]) : value);

/** The functions that create arrays. Every method is also a function, whose first argument is a number or an array. */
export const nd = new Proxy(
  {
    full: (shape, value) => Reference.from([shape].flat(), () => value),
    zeros: (shape) => nd.full(shape, 0),
    ones: (shape) => nd.full(shape, 1),
    where: (mask, yes, no) =>
      Reference.from(mask.shape, (place) => of(mask.at(place) ? yes : no).at(place)),
    linspace: (from, to, count) =>
      Reference.from([count], ([i]) =>
        count === 1 ? from : from + (i * (to - from)) / (count - 1),
      ),
    concat: (arrays, axis = 0) => {
      const at = (axis + arrays[0].shape.length) % arrays[0].shape.length;
      const length = arrays.reduce((sum, { shape }) => sum + shape[at], 0);
      return Reference.from(arrays[0].shape.with(at, length), (place) => {
        let i = place[at];
        const array = arrays.find(({ shape }) => i < shape[at] || ((i -= shape[at]), false));
        return array.at(place.with(at, i));
      });
    },
    stack: (arrays, axis = 0) => {
      const { shape } = arrays[0];
      const at = (axis + shape.length + 1) % (shape.length + 1);
      return nd.concat(
        arrays.map((x) => x.reshape(shape.toSpliced(at, 0, 1))),
        at,
      );
    },
    eye: (rows, columns = rows) => Reference.from([rows, columns], ([i, j]) => Number(i === j)),
    arange: (start, stop, step = 1) => {
      if (stop === undefined) return nd.arange(0, start);
      const data = [];
      for (let i = 0; step > 0 ? start + i * step < stop : start + i * step > stop; i += 1)
        data.push(start + i * step);
      return new Reference([data.length], data);
    },
  },
  {
    get: (target, name) => target[name] ?? ((first, ...rest) => of(first)[name](...rest)),
  },
);
