/** The device's rates with two hand-written kernels and without the lab: the roof of all libraries. `bench/ceilings.js` has the same kernels. */

const WIDTH = 64;
/** Elements of four numbers that an invocation copies. */
const EACH = 8;
const ITERATIONS = 64;
/** Independent accumulators of an invocation: as many as the registers of every GPU hold. */
const ACCUMULATORS = 8;
/** Multiply-adds written out in each iteration, since accumulators may pass through memory between iterations. */
const STEPS = 32;
/** Workgroups of a dispatch, at first and at most: a large GPU runs many at once. */
const GROUPS = 64;
const MOST_GROUPS = 2 ** 15;

const list = (/** @type {number} */ length, /** @type {(i: number) => string} */ of) =>
  Array.from({ length }, (_, i) => of(i));

const BINDINGS = `
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;
`;

// The copies are written out, since a loop would add to the measured time.
const COPY = `${BINDINGS}
@compute @workgroup_size(${WIDTH})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
    let first = group.x * ${WIDTH * EACH}u + local;
    ${list(EACH, (i) => `y[first + ${i * WIDTH}u] = x[first + ${i * WIDTH}u];`).join('\n    ')}
}
`;

const names = list(ACCUMULATORS, (i) => `a${i}`);
const steps = list(STEPS, (step) =>
  names
    .map((name) => `let ${name}_${step + 1} = ${name}_${step} * factor + term;`)
    .join('\n        '),
);
const MULTIPLY_ADD = `${BINDINGS}
@compute @workgroup_size(${WIDTH})
fn main(@builtin(global_invocation_id) id: vec3u) {
    let factor = x[0].x;
    let term = x[0].y;
    ${names.map((name, i) => `var ${name} = term + ${i}.0;`).join('\n    ')}
    for (var i = 0u; i < ${ITERATIONS}u; i++) {
        ${names.map((name) => `let ${name}_0 = ${name};`).join('\n        ')}
        ${steps.join('\n        ')}
        ${names.map((name) => `${name} = ${name}_${STEPS};`).join('\n        ')}
    }
    y[id.x] = vec4f(${names.join(' + ')});
}
`;

/** Bytes of the results of a multiply-add: one vec4f of each invocation. */
const RESULTS = 16 * WIDTH * MOST_GROUPS;
/** FLOP of a workgroup. */
const FLOPS = 2 * ACCUMULATORS * STEPS * ITERATIONS * WIDTH;
export const copy = {
  code: COPY,
  /** Workgroups for an array of this many bytes. */
  groups: (/** @type {number} */ bytes) => bytes / 16 / WIDTH / EACH,
};
export const multiplyAdd = {
  code: MULTIPLY_ADD,
  bytes: RESULTS,
  flops: FLOPS,
  least: GROUPS,
  most: MOST_GROUPS,
};

/** `GPUBufferUsage.STORAGE`. */
const STORAGE = 0x80;
const SCOPES = /** @type {const} */ (['validation', 'out-of-memory', 'internal']);
/** A dispatch of at least this length hides the time of starting it, ms. */
const LONG = 1;
const TRIED = 4;

/**
 * @typedef {object} Peak
 * @property {{amount: number, loop: (times: number) => Promise<number>}} bytes read and written by a copy
 * @property {{amount: number, loop: (times: number) => Promise<number>}} compute FLOP of multiply-adds in registers
 * @property {() => void} close
 */

/**
 * Opens both kernels on a device of their own.
 * @param {number} bytes of the array that is copied, some times 8 KiB
 * @returns {Promise<Peak|null>} null if there is no WebGPU or a kernel fails, since a kernel that does not run would look fast
 */
export async function openPeak(bytes) {
  const gpu = globalThis.navigator?.gpu;
  const adapter = await gpu?.requestAdapter({ powerPreference: 'high-performance' });
  const device = await adapter?.requestDevice().catch(() => null);
  if (!device) return null;
  for (const kind of SCOPES) device.pushErrorScope(kind);
  const copied = kernelOn(device, COPY, bytes);
  const multiplied = kernelOn(device, MULTIPLY_ADD, RESULTS);
  let groups = GROUPS;
  const compute = (/** @type {number} */ times) => multiplied(groups, times);
  await compute(1); // compiles
  await copied(1, 1);
  const errors = await Promise.all(SCOPES.map(() => device.popErrorScope()));
  if (errors.some(Boolean)) {
    device.destroy();
    return null;
  }
  while ((await compute(TRIED)) < TRIED * LONG && groups < MOST_GROUPS) groups *= 2;
  return {
    bytes: { amount: 2 * bytes, loop: (times) => copied(copy.groups(bytes), times) },
    compute: { amount: FLOPS * groups, loop: compute },
    close: () => device.destroy(),
  };
}

/** @param {GPUDevice} device @param {string} code @param {number} size of each of its two arrays, bytes @returns {(groups: number, times: number) => Promise<number>} ms until this many dispatches are complete */
function kernelOn(device, code, size) {
  const buffers = [0, 1].map(() => device.createBuffer({ size, usage: STORAGE }));
  const module = device.createShaderModule({ code });
  const pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
  const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
  const group = device.createBindGroup({ layout: pipeline.getBindGroupLayout(0), entries });
  return async (groups, times) => {
    const start = performance.now();
    const encoder = device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setPipeline(pipeline);
    pass.setBindGroup(0, group);
    for (let i = 0; i < times; i += 1) pass.dispatchWorkgroups(groups);
    pass.end();
    device.queue.submit([encoder.finish()]);
    await device.queue.onSubmittedWorkDone();
    return performance.now() - start;
  };
}
