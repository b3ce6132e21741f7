import {
  jaxOn,
  MXNET,
  mxnetDevice,
  SYNC,
  tensorflowOn,
  TORCH,
  torchDevice,
} from '../lib/python.js';

/** @type {import('../../kit/types.js').Programs} */
export default ({ bound, count, side, device }) => {
  const step = Math.max(1, Math.floor(Number(bound) / 4));
  return {
    pytorch: `${TORCH}from collections import deque

x = torch.ones(${side}, ${side}, device='${torchDevice(device)}')
marks = deque()
for i in range(${count}):
    if i % ${step} == 0:  # wait until the oldest of four marks is reached
        if len(marks) == 4: marks.popleft().synchronize()
        marks.append(torch.cuda.Event())
        marks[-1].record()
    x + 1
torch.cuda.synchronize()`,
    jax: `${jaxOn(device, '')}from collections import deque

x = jnp.ones((${side}, ${side}))
marks = deque()
for i in range(${count}):
    y = x + 1
    if i % ${step} == 0:  # wait until the oldest of four marks is reached
        if len(marks) == 4: marks.popleft().block_until_ready()
        marks.append(y)
y.block_until_ready()`,
    tensorflow: `${tensorflowOn(device, '')}
x = tf.ones((${side}, ${side}))
for i in range(${count}):
    y = x + 1
    if i % ${bound} == 0: ${SYNC}  # lets the queue run empty
${SYNC}`,
    mxnet: `${MXNET}from collections import deque

x = np.ones((${side}, ${side}), ctx=${mxnetDevice(device)})
marks = deque()
for i in range(${count}):
    y = x + 1
    if i % ${step} == 0:  # wait until the oldest of four marks is reached
        if len(marks) == 4: marks.popleft().wait_to_read()
        marks.append(y)
npx.waitall()`,
    pairs: [
      { javascript: 'const lab', note: 'bound' },
      {
        javascript: 'nd.ones',
        pytorch: 'torch.ones',
        jax: 'jnp.ones',
        tensorflow: 'tf.ones',
        mxnet: 'np.ones',
      },
      { javascript: 'for (let i', python: 'for i in' },
      {
        javascript: 'lab.room',
        python: 'marks.popleft',
        tensorflow: `% ${bound} == 0: ${SYNC}`,
        note: 'bound',
      },
      { javascript: 'x.add(1)', pytorch: '    x + 1', python: 'y = x + 1' },
      { javascript: 'lab.progress', note: 'progress' },
      {
        javascript: 'lab.waitAll',
        pytorch: 'torch.cuda.synchronize',
        jax: '\ny.block_until_ready()',
        tensorflow: `\n${SYNC}`,
        mxnet: 'npx.waitall',
        note: 'wait-last',
      },
    ],
  };
};
