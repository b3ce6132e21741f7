/** Shared by the chapter's two frameworks when an experiment's program is written for them. */

/** The lab's device, as PyTorch calls it: the GPU, unless the CPU is asked for. @param {unknown} device */
export const torchDevice = (device) => (device === 'cpu' ? 'cpu' : 'cuda');

/** The same in MXNet. @param {unknown} device */
export const mxnetDevice = (device) => (device === 'cpu' ? 'npx.cpu()' : 'npx.gpu()');

/** Imports for PyTorch, with a timer that prints as the chapter's does. */
export const TORCH = `import time
import torch
`;

export const MXNET = `import time
from mxnet import autograd, gluon, np, npx
npx.set_np()
`;

/** The chapter's timer, in a few lines of ours. */
export const BENCHMARK = `
def benchmark(label, work):
    start = time.perf_counter()
    work()
    print(f'{label}: {time.perf_counter() - start:.4f} sec')
`;

/** Ends the line that is run before a program takes a time: native libraries, too, open the device and load kernels at their first use. */
export const WARM_UP = '  # warm-up: the first use opens the device and loads the kernels';

/** A value that may be left to the lab, as a number for a program to read. @param {unknown} value @param {number} otherwise */
export const sized = (value, otherwise) => (value === 'auto' ? otherwise : Number(value));
