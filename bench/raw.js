// y = x + 1 in hand-written WebGPU, the limit for every library: one pipeline, one cached bind group, no checks, no arrays.

const SHADER = `
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(64)
fn main(@builtin(global_invocation_id) id: vec3u) {
    if (id.x < arrayLength(&y)) {
        y[id.x] = x[id.x] + 1.0;
    }
}
`;

/** A device with an array of ones, ready to add 1 to it. */
export class RawAdd {
  /** @param {GPUDevice} device @param {number} n elements, a multiple of 4 */
  constructor(device, n) {
    this.device = device;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const [x, y] = [0, 1].map(() => device.createBuffer({ size: n * 4, usage }));
    device.queue.writeBuffer(x, 0, new Float32Array(n).fill(1));
    const module = device.createShaderModule({ code: SHADER });
    this.pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    this.group = device.createBindGroup({
      layout: this.pipeline.getBindGroupLayout(0),
      entries: [x, y].map((buffer, binding) => ({ binding, resource: { buffer } })),
    });
    this.y = y;
    this.workgroups = Math.ceil(n / 4 / 64);
  }

  /** @param {number} n elements */
  static async open(n) {
    const adapter = await navigator.gpu.requestAdapter({ powerPreference: 'high-performance' });
    return new RawAdd(await adapter.requestDevice(), n);
  }

  /**
   * Adds `count` times.
   * @param {number} count
   * @param {number} perSubmit additions in one submission
   */
  enqueue(count, perSubmit) {
    const { device, pipeline, group, workgroups } = this;
    for (let done = 0; done < count; done += perSubmit) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      for (let i = Math.min(perSubmit, count - done); i > 0; i -= 1) {
        // Set each time, as the arrays of a real program differ.
        pass.setBindGroup(0, group);
        pass.dispatchWorkgroups(workgroups);
      }
      pass.end();
      device.queue.submit([encoder.finish()]);
    }
  }

  /** Until everything is done. */
  async wait() {
    await this.device.queue.onSubmittedWorkDone();
  }

  /** The elements of the last result. @returns {Promise<Float32Array>} */
  async read() {
    const { device, y } = this;
    const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    const staging = device.createBuffer({ size: y.size, usage });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(y, 0, staging, 0, y.size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const values = new Float32Array(staging.getMappedRange()).slice();
    staging.destroy();
    return values;
  }

  /** Empties the last result, so that the next check cannot see an old one. */
  clear() {
    const encoder = this.device.createCommandEncoder();
    encoder.clearBuffer(this.y);
    this.device.queue.submit([encoder.finish()]);
  }

  close() {
    this.device.destroy();
  }
}
