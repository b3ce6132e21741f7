// The watching script's own processor time, without a GPU: `node bench/watch-own.mjs` prints µs a dispatch, on fakes of
// WebGPU's classes that do nothing. `watch.mjs` measures the script with a real device.
import { complete, installFakes } from '../tests/browser/fixtures/fake-gpu.mjs';
import { median } from './measure.js';
import { layOut } from '../xtask/browser/table.mjs';
import { watch } from '../www/watch/watch.js';

const WAYS = { none: { stacks: 'none' }, waits: {}, all: { stacks: 'all' } };
const DISPATCHES = 9600;
const ROUNDS = Number(process.argv[2] ?? 9);
const { adapter } = installFakes();
const samples = new Map();

for (let round = 0; round < ROUNDS; round += 1)
  for (const way of ['not watched', ...Object.keys(WAYS)]) {
    const watching = WAYS[way] && watch(WAYS[way]);
    const device = await adapter.requestDevice();
    const pipeline = device.createComputePipeline({ label: 'kernel' });
    for (const each of [1, 32]) {
      const from = process.cpuUsage();
      for (let i = 0; i < DISPATCHES; i += each) {
        const encoder = device.createCommandEncoder();
        const pass = encoder.beginComputePass();
        pass.setPipeline(pipeline);
        for (let k = 0; k < each; k += 1) pass.dispatchWorkgroups(8);
        device.queue.submit([encoder.finish()]);
      }
      const { user, system } = process.cpuUsage(from);
      const key = `${way} ${each}`;
      samples.set(key, [...(samples.get(key) ?? []), (user + system) / DISPATCHES]);
      await complete();
    }
    const ends = setInterval(complete, 1);
    await watching?.stop();
    clearInterval(ends);
  }

const rows = ['not watched', ...Object.keys(WAYS)].map((way) => [
  way,
  ...[1, 32].map((each) => median(samples.get(`${way} ${each}`)).toFixed(2)),
]);
console.log(layOut({ columns: ['stacks', '1 a submission, µs', '32 a submission, µs'], rows }));
