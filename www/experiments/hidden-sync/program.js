/** The two loops as the reader would write them. */

/** @param {import('../../kit/types.js').Values} values */
export function program({ n, batches, wait, seed, device }) {
  const size = n === 'auto' ? 128 : n;
  const waiting = wait === 'print' ? 'await loss.print();' : 'total += await loss.item();';
  return `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}' });
const { nd, nn, autograd } = lab;
const x = nd.random.normal([${size}, ${size}], { seed: ${seed} });
const labels = nd.ones([${size}, 1]);
const net = new nn.Sequential([new nn.Dense(${size}, { activation: 'relu' }), new nn.Dense(1)]);
net.initialize({ seed: ${seed} });
const l2 = new nn.L2Loss({ reduction: 'mean' });
const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.01 });
const step = () => {
  const loss = autograd.record(() => l2(net(x), labels));
  loss.backward();
  trainer.step(1);
  return loss;
};

let total = 0;
for (let i = 0; i < ${batches}; i++) {
  const loss = step();
  ${waiting}
}

let sum = nd.zeros([]);
for (let i = 0; i < ${batches}; i++) sum = sum.add(step());
console.log('mean loss', (await sum.item()) / ${batches});`;
}

/** The program's text at a place that waits. */
const CODE = /** @type {Record<string, string>} */ ({
  item: 'total += await loss.item();',
  print: 'await loss.print();',
  once: '(await sum.item())',
  instead: 'sum = sum.add(step());',
});

/**
 * A place of the loop as a line of the program.
 * @param {import('../../kit/types.js').Values} values
 * @param {string} place
 * @returns {{line: number, code: string}} line from 1; 0 where the place is none of the program's
 */
export function lineOf(values, place) {
  const code = CODE[place] ?? '';
  const line =
    program(values)
      .split('\n')
      .findIndex((text) => code && text.includes(code)) + 1;
  return { line, code };
}
