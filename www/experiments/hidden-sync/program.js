/** The text of the two loops, as a reader would write them. */

/** The line that waits, by the parameter `wait`; and other places of the program. */
const CODE = /** @type {Record<string, string>} */ ({
  item: 'total += await loss.item();',
  print: 'await loss.print();',
  copy: 'total = total.add(nd.array(await loss.data()));',
  once: '(await sum.item())',
  instead: 'sum = sum.add(loss);',
});

/** In the text for inference, `loss` is called `score`. @param {string} text @param {unknown} task */
export const named = (text, task) =>
  task === 'inference' ? text.replaceAll('loss', 'score') : text;

/** Older results and links lack `read` and `task`. @param {import('../../kit/types.js').Values} values */
export function program({ n, batches, wait, seed, device, read = 'after', task = 'training' }) {
  const size = n === 'auto' ? 128 : n;
  const trains = task === 'training';
  const waiting = `  ${CODE[wait]}${wait === 'copy' ? ' // to the host, and back' : ''}`;
  const update = trains ? ['  update(loss);'] : [];
  const turn = read === 'before' ? [waiting, ...update] : [...update, waiting];
  const step = trains
    ? `const l2 = new nn.L2Loss({ reduction: 'mean' });
const trainer = new nn.Trainer(net, 'sgd', { learningRate: 0.01 });
const forward = () => autograd.record(() => l2(net(x), labels));
const update = (loss) => {
  loss.backward();
  trainer.step(1);
};`
    : 'const forward = () => net(x).mean(); // inference: no gradients';
  const text = `import { connect } from './www/asynclab.js';

const lab = await connect({ device: '${device}' });
const { nd, nn${trains ? ', autograd' : ''} } = lab;
const x = nd.random.normal([${size}, ${size}], { seed: ${seed} });
${trains ? `const labels = nd.ones([${size}, 1]);\n` : ''}const net = new nn.Sequential([new nn.Dense(${size}, { activation: 'relu' }), new nn.Dense(1)]);
net.initialize({ seed: ${seed} });
${step}

let total = ${wait === 'copy' ? 'nd.zeros([])' : '0'};
for (let i = 0; i < ${batches}; i++) {
  const loss = forward();
${turn.join('\n')}
}

let sum = nd.zeros([]);
for (let i = 0; i < ${batches}; i++) {
${['  const loss = forward();', ...update, `  ${CODE.instead}`].join('\n')}
}
console.log('mean', (await sum.item()) / ${batches});`;
  return named(text, task);
}

/**
 * A place of the loop as a line of the program.
 * @param {import('../../kit/types.js').Values} values
 * @param {string} place
 * @returns {{line: number, code: string}} line from 1; 0 if the program has no such place
 */
export function lineOf(values, place) {
  const code = named(CODE[place] ?? '', values.task);
  const line =
    program(values)
      .split('\n')
      .findIndex((text) => code && text.includes(code)) + 1;
  return { line, code };
}
