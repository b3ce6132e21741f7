// y = x + 1 in hand-written WebGPU, the limit for every library: one pipeline, cached bind groups, no checks, no arrays.

const WIDTH = 64;
/** For large arrays: the vectors of an invocation, a workgroup's width apart, so that a workgroup reads contiguous memory. */
const LARGE = { elements: 65_536, each: 8 };

const shader = (each) => `
@group(0) @binding(0) var<storage, read> x: array<vec4f>;
@group(0) @binding(1) var<storage, read_write> y: array<vec4f>;

@compute @workgroup_size(${WIDTH})
fn main(@builtin(workgroup_id) group: vec3u, @builtin(local_invocation_index) local: u32) {
    let first = group.x * ${WIDTH * each}u + local;
    for (var i = 0u; i < ${each}u; i++) {
        let at = first + i * ${WIDTH}u;
        if (at < arrayLength(&y)) {
            y[at] = x[at] + 1.0;
        }
    }
}
`;

/** A device with an array of ones, ready to add 1 to it. */
export class RawAdd {
  /** @param {GPUDevice} device @param {number} n elements, up to the next multiple of 4 */
  constructor(device, n) {
    this.device = device;
    this.n = n;
    const size = Math.ceil(n / 4) * 16;
    const usage = GPUBufferUsage.STORAGE | GPUBufferUsage.COPY_SRC | GPUBufferUsage.COPY_DST;
    const [x, y, z] = [0, 1, 2].map(() => device.createBuffer({ size, usage }));
    device.queue.writeBuffer(x, 0, new Float32Array(size / 4).fill(1));
    const each = n < LARGE.elements ? 1 : LARGE.each;
    const module = device.createShaderModule({ code: shader(each) });
    this.pipeline = device.createComputePipeline({ layout: 'auto', compute: { module } });
    const layout = this.pipeline.getBindGroupLayout(0);
    const group = (...buffers) => {
      const entries = buffers.map((buffer, binding) => ({ binding, resource: { buffer } }));
      return device.createBindGroup({ layout, entries });
    };
    this.first = group(x, y);
    /** Bind groups from each of the two results to the other. */
    this.next = [group(y, z), group(z, y)];
    this.results = [y, z];
    this.workgroups = Math.ceil(n / 4 / WIDTH / each);
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
   * @param {boolean} [chained] adds to the result of the addition before, not to the same array
   */
  enqueue(count, perSubmit, chained = false) {
    const { device, pipeline, first, next, workgroups } = this;
    for (let done = 0; done < count; done += perSubmit) {
      const encoder = device.createCommandEncoder();
      const pass = encoder.beginComputePass();
      pass.setPipeline(pipeline);
      const end = Math.min(done + perSubmit, count);
      for (let i = done; i < end; i += 1) {
        // Set each time, as the arrays of a real program differ.
        pass.setBindGroup(0, chained && i > 0 ? next[(i - 1) % 2] : first);
        pass.dispatchWorkgroups(workgroups);
      }
      pass.end();
      device.queue.submit([encoder.finish()]);
    }
    this.last = this.results[chained ? (count - 1) % 2 : 0];
  }

  /** Waits until everything is done. */
  async wait() {
    await this.device.queue.onSubmittedWorkDone();
  }

  /** The elements of the last result. @returns {Promise<Float32Array>} */
  async read() {
    const { device, last } = this;
    const usage = GPUBufferUsage.COPY_DST | GPUBufferUsage.MAP_READ;
    const staging = device.createBuffer({ size: last.size, usage });
    const encoder = device.createCommandEncoder();
    encoder.copyBufferToBuffer(last, 0, staging, 0, last.size);
    device.queue.submit([encoder.finish()]);
    await staging.mapAsync(GPUMapMode.READ);
    const values = new Float32Array(staging.getMappedRange()).slice(0, this.n);
    staging.destroy();
    return values;
  }

  /** Empties the results, so that the next check cannot see an old one. */
  clear() {
    const encoder = this.device.createCommandEncoder();
    for (const result of this.results) encoder.clearBuffer(result);
    this.device.queue.submit([encoder.finish()]);
  }

  close() {
    this.device.destroy();
  }
}
