import { MXNET, mxnetDevice, TORCH, torchDevice } from '../lib/python.js';

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
      ['const lab', null, null, 'bound'],
      ['nd.ones', 'torch.ones', 'np.ones'],
      ['for (let i', 'for i in', 'for i in'],
      ['lab.room', 'marks.popleft', 'marks.popleft', 'bound'],
      ['x.add(1)', '    x + 1', 'y = x + 1'],
      ['lab.progress', null, null, 'progress'],
      ['lab.waitAll', 'torch.cuda.synchronize', 'npx.waitall'],
    ],
  };
};
