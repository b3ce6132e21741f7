// ONNX Runtime Web with its WebGPU provider: https://onnxruntime.ai/docs/tutorials/web/ep-webgpu.html. It runs models, so each
// operation is a model of its own, compiled before the timing, and a chain is one model; every run is awaited.
import { model } from './onnx-model.js';

const WASM = '../node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.asyncify.wasm';
const REDUCTIONS = { sum: 'ReduceSum', norm: 'ReduceL2' };
const NAMES = { add: 'Add', sub: 'Sub', mul: 'Mul', exp: 'Exp', log: 'Log' };

/** @type {import('./library.js').Contender} */
export const onnx = {
  name: 'ONNX Runtime Web',
  kind: 'graph',
  async open() {
    const ort = await import('../pkg/onnx.js');
    ort.env.wasm.wasmPaths = { wasm: new URL(WASM, import.meta.url).href };
    ort.env.logLevel = 'error';
    const { run, array, wait } = await runtime(ort);
    const reduction = (op) => (x) => run(op, [x], [], { attributes: { keepdims: 0 } });
    return {
      asynchronous: true,
      array,
      constant: (value) => value,
      add: (x, y) => run('Add', [x, y], x.dims),
      matmul: (a, b, t) => {
        const shape = [a.dims[t.a ? 1 : 0], b.dims[t.b ? 0 : 1]];
        if (!t.a && !t.b) return run('MatMul', [a, b], shape);
        return run('Gemm', [a, b], shape, { attributes: { transA: +!!t.a, transB: +!!t.b } });
      },
      sum: reduction(REDUCTIONS.sum),
      norm: reduction(REDUCTIONS.norm),
      normal: (shape, seed) =>
        run('RandomNormal', [], shape, { attributes: { shape, seed: seed + 0.5 } }),
      chain: (steps, n) => (x, y) => run(steps, [x, y], [n], { build: () => chained(steps, n) }),
      free: (x) => x.dispose(),
      wait,
      ready: wait,
      read: (x) => x.getData(),
      close() {},
      lacks: { train: 'its releases for the web run models, and train none' },
      notes: { normal: 'drawn in WebAssembly, then uploaded' },
    };
  },
};

/** Opens the runtime. It keeps a session for each computation. */
async function runtime(ort) {
  const options = {
    executionProviders: ['webgpu'],
    preferredOutputLocation: 'gpu-buffer',
    graphOptimizationLevel: 'disabled',
  };
  const sessions = new Map();
  /** @param {any} what @param {any[]} operands arrays and numbers @param {number[]} shape @param {any} [how] */
  const run = async (what, operands, shape, { attributes, build } = {}) => {
    const key = JSON.stringify([what, operands.map((one) => one.dims ?? one), shape, attributes]);
    if (!sessions.has(key)) {
      const bytes = build?.() ?? single(what, operands, shape, attributes);
      sessions.set(key, await ort.InferenceSession.create(bytes, options));
    }
    const session = sessions.get(key);
    const feeds = operands.filter((one) => typeof one === 'object').map((one, i) => [`i${i}`, one]);
    const { out } = await session.run(
      Object.fromEntries(feeds.filter(([name]) => session.inputNames.includes(name))),
    );
    return out;
  };
  const array = (values, shape) => new ort.Tensor('float32', values, shape);
  // The first session makes the device.
  const first = await run('Add', [array(Float32Array.of(1), [1]), 1], [1]);
  first.dispose();
  const device = await ort.env.webgpu.device;
  return {
    run,
    wait: () => device.queue.onSubmittedWorkDone(),
    array: (values, shape) => uploaded(ort, device, values, shape),
  };
}

/** A tensor in a buffer of its device, so that no run uploads it again. */
function uploaded(ort, device, values, dims) {
  const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
  const gpuBuffer = device.createBuffer({ size: Math.ceil(values.byteLength / 16) * 16, usage });
  device.queue.writeBuffer(gpuBuffer, 0, values);
  return ort.Tensor.fromGpuBuffer(gpuBuffer, {
    dataType: 'float32',
    dims,
    dispose: () => gpuBuffer.destroy(),
  });
}

function single(op, operands, shape, attributes) {
  const inputs = {};
  const scalars = {};
  for (const [i, one] of operands.entries()) {
    if (typeof one === 'number') scalars[`c${i}`] = one;
    else inputs[`i${i}`] = one.dims;
  }
  const node = {
    op,
    inputs: [...Object.keys(inputs), ...Object.keys(scalars)],
    output: 'out',
    attributes,
  };
  return model({ nodes: [node], inputs, outputs: { out: shape }, scalars });
}

/** @param {import('./library.js').Step[]} steps @param {number} n */
function chained(steps, n) {
  const scalars = {};
  const inputs = { i0: [n] };
  let value = 'i0';
  const nodes = steps.map(([op, operand], i) => {
    const output = i === steps.length - 1 ? 'out' : `t${i}`;
    if (typeof operand === 'number') scalars[`c${operand}`] = operand;
    if (operand === 'y') inputs.i1 = [n];
    const other = { x: 'i0', y: 'i1' }[operand] ?? `c${operand}`;
    const node =
      op === 'square'
        ? { op: 'Mul', inputs: [value, value], output }
        : REDUCTIONS[op]
          ? { op: REDUCTIONS[op], inputs: [value], output, attributes: { keepdims: 0 } }
          : { op: NAMES[op], inputs: operand === undefined ? [value] : [value, other], output };
    value = output;
    return node;
  });
  const shape = REDUCTIONS[steps.at(-1)[0]] ? [] : [n];
  return model({ nodes, inputs, outputs: { out: shape }, scalars });
}
