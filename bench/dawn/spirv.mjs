// Makes Dawn compile kernels over the Vulkan driver that it finds, as Chromium would for a card: `node bench/dawn/spirv.mjs`. Reads a JSON list
// of texts in WGSL. Dawn prints the SPIR-V of each as text, and passes it to the driver.
import { create, globals } from 'webgpu';

Object.assign(globalThis, globals);
let given = '';
for await (const part of process.stdin.setEncoding('utf8')) given += part;
const gpu = create(['backend=vulkan', 'enable-dawn-features=dump_shaders']);
const adapter = await gpu.requestAdapter();
if (!adapter) {
  // The last line of its errors is reported as the reason.
  console.error('it finds no card');
  process.exit(1);
}
const device = await adapter.requestDevice();
for (const code of JSON.parse(given)) {
  const module = device.createShaderModule({ code });
  await device.createComputePipelineAsync({ layout: 'auto', compute: { module } });
}
// Dawn's threads would keep the process alive.
process.stdout.write('', () => process.exit(0));
