// webgpu-torch: https://praeclarum.org/webgpu-torch. Operands are tensors of one shape; its `destroy` frees a buffer.
import { Lacking } from './library.js';

/** The most elements: it has 8 in a workgroup, and at most 65,535 workgroups. */
const MOST = 8 * 65_535;

/** @type {import('./library.js').Contender} */
export const torch = {
  name: 'webgpu-torch',
  kind: 'eager',
  async open() {
    const { torch } = await import('../pkg/torch.js');
    if (!(await torch.initWebGPUAsync())) throw new Error('it found no WebGPU');
    // It takes plain arrays, not typed arrays. Nested ones would be slow to read, so the shape is set afterwards.
    const array = (values, shape) => {
      if (shape.length === 1 && values.length > MOST) {
        throw new Lacking(`dispatches wrongly above ${MOST} elements`);
      }
      const strides = shape.map((_, i) => shape.slice(i + 1).reduce((a, b) => a * b, 1));
      return torch.tensor(Array.from(values)).withShape(shape, strides);
    };
    const constant = (value, shape) => {
      return array(new Float32Array(shape.reduce((a, b) => a * b, 1)).fill(value), shape);
    };
    // The queue of the device that has its arrays.
    const { queue } = array(Float32Array.of(0), [1]).storage.gpuDevice;
    return {
      array,
      constant,
      add: (x, y) => x.add(y),
      sub: (x, y) => x.sub(y),
      mul: (x, y) => x.mul(y),
      exp: (x) => x.exp(),
      log: (x) => x.log(),
      square: (x) => x.square(),
      matmul: (a, b, t) => torch.mm(t.a ? a.t() : a, t.b ? b.t() : b),
      free: (x) => x.storage.destroy(),
      wait: () => queue.onSubmittedWorkDone(),
      ready: () => queue.onSubmittedWorkDone(),
      read: async (x) => [await x.toArrayAsync()].flat(Infinity),
      close() {},
      lacks: {
        sum: 'of a million elements it keeps the GPU for minutes',
        norm: 'of a million elements it ends the page',
        normal: 'has no random numbers',
        train: 'its products have no gradient',
      },
    };
  },
};
