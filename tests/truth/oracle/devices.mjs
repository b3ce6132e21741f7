import { SHORT, floorOf, handed, late, over, product, decides } from './model.mjs';

/** @param {any} check @param {any} result @param {Record<string, number>} gpu @param {Record<string, number>} cpu */
export default function (
  check,
  { finding: { key }, measures, parameters: { n, m, products, batches } },
  gpu,
  cpu,
) {
  const alone = [batches * products * product(gpu, n), batches * products * product(cpu, m)];
  const [, most] = late(gpu);
  const reports = most + gpu.step;
  const host = handed(gpu, batches * products) + batches * products * gpu.enqueue;
  const gain = (alone[0] + alone[1]) / Math.max(...alone);
  check.claim(
    !key.startsWith('disagrees') || gain < 1.4,
    `they are said not to work together, and gain ${gain}`,
  );
  check.claim(!key.startsWith('found') || gain > 1.1, 'they are said to work together');
  check.claim(
    key !== 'coarse' || Math.min(...alone) / batches < SHORT * most + 2 * gpu.step,
    `“coarse”, but a minibatch takes ${Math.min(...alone) / batches}`,
  );
  const whole = (time, waits = 1) => [
    time - gpu.step,
    time + waits * (reports + host) + 4 * gpu.message,
  ];
  const [turn, beside] = [whole(alone[0] + alone[1], 2), whole(Math.max(...alone), 2)];
  const besideEach = [
    Math.max(...alone) - gpu.step,
    Math.max(...alone) + batches * (reports + host + 4 * gpu.message),
  ];
  check.number('gpu', measures.gpu, ...whole(alone[0]));
  check.number('cpu', measures.cpu, ...whole(alone[1]));
  check.number('turn', measures.turn, ...turn);
  check.number('beside', measures.beside, ...beside);
  check.number('besideEach', measures.besideEach, ...besideEach);
  check.number('gain', measures.gain, ...over(turn, beside));
  check.number('price', measures.price, ...over(besideEach, beside));
  const each = Math.min(...alone) / batches;
  check.number('each', measures.each, each - gpu.step, each + (reports + host) / batches);
  check.number('floor', measures.floor, 0, floorOf(gpu)[1]);
  check.number('count', measures.count, batches, batches, 1);
  const cpuEach = [alone[1] - gpu.step, alone[1] + batches * (reports + host + 4 * gpu.message)];
  check.number('cpuEach', measures.cpuEach, ...cpuEach);
  check.number('cpuPrice', measures.cpuPrice, ...over(cpuEach, whole(alone[1])));
  if (!decides(key)) return;
  const used = (time) => [time / beside[1] / 1.1, Math.min(1, time / Math.max(1e-9, beside[0]))];
  // At most the shorter one's time can be saved.
  if (key.startsWith('found'))
    check.number('saved', measures.saved, 0.5, 1 + reports / Math.min(...alone));
  const of = (whole, time) => [time / whole[1] / 1.1, Math.min(1, time / Math.max(1e-9, whole[0]))];
  const inTurn = whole(alone[0] + alone[1], 2);
  // Where the device does not time its work, only a bound is stated.
  const bounded = (range) => (gpu.quantum ? range : [range[0], 1]);
  check.number('gpuUsedTurn', measures.gpuUsedTurn, ...bounded(of(inTurn, alone[0])));
  check.number('cpuUsedTurn', measures.cpuUsedTurn, ...of(inTurn, alone[1]));
  check.number('gpuUsedEach', measures.gpuUsedEach, ...bounded(of(besideEach, alone[0])));
  check.number('cpuUsedEach', measures.cpuUsedEach, ...of(besideEach, alone[1]));
  check.number('cpuUsedAlone', measures.cpuUsedAlone, ...of(whole(alone[1]), alone[1]));
  check.number('cpuUsedAloneEach', measures.cpuUsedAloneEach, ...of(cpuEach, alone[1]));
  check.number('gpuUsed', measures.gpuUsed, ...bounded(used(alone[0])));
  check.number('cpuUsed', measures.cpuUsed, ...used(alone[1]));
}
