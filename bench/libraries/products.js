// The loops in WebGPU without a library: a submission for each step, as in examples of WebGPU.

/** Products and their sums, added up. */
const PRODUCTS = `
@group(0) @binding(0) var<storage> a: array<f32>;
@group(0) @binding(1) var<storage, read_write> product: array<f32>;
@group(0) @binding(2) var<storage, read_write> total: array<f32>;
override n: u32;

@compute @workgroup_size(8, 8)
fn multiply(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= n || id.y >= n) { return; }
  var sum = 0.0;
  for (var k = 0u; k < n; k += 1) { sum += a[id.y * n + k] * a[k * n + id.x]; }
  product[id.y * n + id.x] = sum;
}

var<workgroup> parts: array<f32, 64>;
@compute @workgroup_size(64)
fn add_up(@builtin(local_invocation_index) lane: u32) {
  var sum = 0.0;
  for (var i = lane; i < n * n; i += 64) { sum += product[i]; }
  parts[lane] = sum;
  workgroupBarrier();
  if (lane == 0) { for (var i = 0; i < 64; i += 1) { total[0] += parts[i]; } }
}`;

/** @param {GPUDevice} device @param {Float32Array} values of a matrix @param {number} n its side */
export function productsOn(device, values, n) {
  const groups = Math.ceil(n / 8);
  return new Loop(device, {
    code: PRODUCTS,
    n,
    inputs: [values],
    sizes: [n * n, n * n, 1],
    kernels: [
      ['multiply', [groups, groups]],
      ['add_up', [1]],
    ],
  });
}

/** Steps of least squares, three dispatches each. */
const DESCENT = `
@group(0) @binding(0) var<storage> a: array<f32>;
@group(0) @binding(1) var<storage> turned: array<f32>;
@group(0) @binding(2) var<storage, read_write> w: array<f32>;
@group(0) @binding(3) var<storage, read_write> e: array<f32>;
@group(0) @binding(4) var<storage, read_write> loss: array<f32>;
override n: u32;

@compute @workgroup_size(64)
fn difference(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= n) { return; }
  var sum = -1.0;
  for (var k = 0u; k < n; k += 1) { sum += a[id.x * n + k] * w[k]; }
  e[id.x] = sum;
}

@compute @workgroup_size(1)
fn squares() {
  var sum = 0.0;
  for (var i = 0u; i < n; i += 1) { sum += e[i] * e[i]; }
  loss[0] = sum;
}

@compute @workgroup_size(64)
fn descend(@builtin(global_invocation_id) id: vec3u) {
  if (id.x >= n) { return; }
  var sum = 0.0;
  for (var k = 0u; k < n; k += 1) { sum += turned[id.x * n + k] * e[k]; }
  w[id.x] -= sum;
}`;

/** @param {GPUDevice} device @param {Float32Array} values of the data @param {Float32Array} turned transposed, times the rate @param {number} n their side */
export function descentOn(device, values, turned, n) {
  const groups = Math.ceil(n / 64);
  return new Loop(device, {
    code: DESCENT,
    n,
    inputs: [values, turned],
    sizes: [n * n, n * n, n, n, 1],
    kernels: [
      ['difference', [groups]],
      ['squares', [1]],
      ['descend', [groups]],
    ],
  });
}

/** Kernels of one module over the same buffers, one submission a step. The first buffers are the inputs; the last one has the number to read. */
class Loop {
  /** `sizes` in elements; `kernels` with their workgroups. */
  constructor(device, { code, n, inputs, sizes, kernels }) {
    this.device = device;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const buffers = sizes.map((size) => device.createBuffer({ size: 4 * size, usage }));
    this.result = buffers.at(-1);
    inputs.forEach((values, i) => device.queue.writeBuffer(buffers[i], 0, values));
    const entries = buffers.map((_, binding) => ({
      ...{ binding, visibility: GPUShaderStage.COMPUTE },
      buffer: { type: binding < inputs.length ? 'read-only-storage' : 'storage' },
    }));
    const group = device.createBindGroupLayout({ entries });
    const layout = device.createPipelineLayout({ bindGroupLayouts: [group] });
    const module = device.createShaderModule({ code });
    this.kernels = kernels.map(([entryPoint, groups]) => ({
      groups,
      pipeline: device.createComputePipeline({
        ...{ label: entryPoint, layout },
        compute: { module, entryPoint, constants: { n } },
      }),
    }));
    this.group = device.createBindGroup({
      layout: group,
      entries: buffers.map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
  }

  step() {
    const encoder = this.device.createCommandEncoder();
    const pass = encoder.beginComputePass();
    pass.setBindGroup(0, this.group);
    for (const { pipeline, groups } of this.kernels) {
      pass.setPipeline(pipeline);
      pass.dispatchWorkgroups(...groups);
    }
    pass.end();
    this.device.queue.submit([encoder.finish()]);
  }

  read() {
    return readNumber(this.device, this.result);
  }
}

/** The number in a buffer. */
async function readNumber(device, buffer) {
  const usage = GPUBufferUsage.MAP_READ | GPUBufferUsage.COPY_DST;
  const copy = device.createBuffer({ size: 4, usage });
  const encoder = device.createCommandEncoder();
  encoder.copyBufferToBuffer(buffer, 0, copy, 0, 4);
  device.queue.submit([encoder.finish()]);
  await copy.mapAsync(GPUMapMode.READ);
  const [value] = new Float32Array(copy.getMappedRange());
  copy.destroy();
  return value;
}
