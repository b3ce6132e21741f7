/**
 * Machines that can be modelled, and the browsers on them. Rates are the manufacturers' peaks; `REACHED` says which share of the
 * arithmetic is taken to be reached. Times are in ms. Each figure has its source beside it.
 */

/**
 * @typedef {object} Figure
 * @property {number} value
 * @property {string} source
 *
 * @typedef {object} Described
 * @property {Record<string, Figure>} gpu fields of the device's description
 * @property {Record<string, Figure>} cpu fields of the CPU's, where they differ from `CPU`
 */

/** @param {number} value @param {string} source @returns {Figure} */
const figure = (value, source) => ({ value, source });

/** Share of the peak that a product in WGSL, without the vendor's library, is taken to reach. */
export const REACHED = figure(0.25, 'assumption of this project');

const MEASURED = 'bench/ of this project';
const DISPATCH = 'of the order of the 24 to 36 µs for each dispatch in arXiv 2604.02344';
const THREADS = 'measured in headless Chromium 156: docs and notes of this project';

/** The figures of every machine's device unless it says otherwise. @type {Record<string, Figure>} */
export const COMMON = {
  dispatch: figure(0.01, DISPATCH),
  submission: figure(0.014, `${THREADS}: 8 to 14 µs to encode and submit`),
  encode: figure(0.0013, `${MEASURED}: 1.31 µs per operation`),
  enqueue: figure(0.0005, `${MEASURED}: 0.1 to 0.3 µs per operation, while traced 0.3`),
  reading: figure(0.0002, 'assumption: a call, as an operation is enqueued'),
  message: figure(0.015, `${THREADS}: a message between workers`),
  transfer: figure(3, 'assumption: a mapped copy of a few GB/s'),
  clockAhead: figure(500_000, 'any: the clocks of GPU and CPU have no common origin'),
};

/** The CPU device of the lab, one thread of WebAssembly, on a laptop. @type {Record<string, Figure>} */
export const CPU = {
  flops: figure(
    12,
    `assumption, after ${MEASURED}: a software adapter of two cores reaches 9 to 11`,
  ),
  bandwidth: figure(8, `assumption, after ${MEASURED}: copies of 4.4 GB/s on a virtual machine`),
  dispatch: figure(0.0005, 'a call of a function, and the loop around it'),
  encode: figure(0.0005, MEASURED),
  enqueue: COMMON.enqueue,
  reading: COMMON.reading,
  message: COMMON.message,
  memory: figure(2000, 'of the 4 GiB that WebAssembly has'),
  largest: figure(1000, 'src/device/cpu.rs'),
  software: figure(1, 'it is a program'),
};

/** @type {Record<string, Described>} */
export const MACHINES = {
  phone: {
    gpu: {
      flops: figure(2089, 'Adreno 740: 1536 lanes × 2 × 680 MHz (Wikipedia, Adreno)'),
      bandwidth: figure(67, 'LPDDR5X-8400, 64 bits (Qualcomm, Snapdragon 8 Gen 2)'),
      dispatch: figure(0.04, `${DISPATCH}, on a phone`),
      submission: figure(0.05, 'assumption: a few times that of a desktop'),
      memory: figure(2000, 'assumption: what a tab may have'),
      largest: figure(134.217_728, 'WebGPU: default maxStorageBufferBindingSize'),
      throttleAfter: figure(20_000, 'assumption: phones slow down when they are hot'),
      throttleFactor: figure(1.5, 'assumption'),
    },
    cpu: {
      flops: figure(6, 'assumption: half a laptop'),
      enqueue: figure(0.001, 'assumption: twice that of a desktop'),
    },
  },
  'laptop-integrated': {
    gpu: {
      flops: figure(2070, 'Iris Xe: 96 units × 16 × 1.35 GHz (Intel ARK)'),
      bandwidth: figure(68, 'LPDDR4X-4266, 128 bits (Intel ARK)'),
      memory: figure(4000, 'assumption: half of 8 GB'),
    },
    cpu: {},
  },
  'laptop-apple': {
    gpu: {
      flops: figure(3600, 'M2, 10 cores (Apple, press release of 6 June 2022)'),
      bandwidth: figure(100, 'M2 (Apple, press release of 6 June 2022)'),
      memory: figure(5000, 'assumption: two thirds of 8 GB'),
    },
    cpu: { flops: figure(20, 'assumption') },
  },
  'gaming-card': {
    gpu: {
      flops: figure(29_000, 'GeForce RTX 4070 (NVIDIA)'),
      bandwidth: figure(504, 'GeForce RTX 4070 (NVIDIA)'),
      memory: figure(12_000, 'GeForce RTX 4070 (NVIDIA)'),
    },
    cpu: { flops: figure(20, 'assumption') },
  },
  'data-centre-card': {
    gpu: {
      flops: figure(67_000, 'H100 SXM, FP32 (NVIDIA data sheet)'),
      bandwidth: figure(3350, 'H100 SXM (NVIDIA data sheet)'),
      memory: figure(80_000, 'H100 SXM (NVIDIA data sheet)'),
      dispatch: figure(0.005, 'assumption: a fifth of arXiv 2604.02344'),
    },
    cpu: {},
  },
  'software-adapter': {
    gpu: {
      flops: figure(9.7, `${MEASURED}: products of 8.6 to 10.8 GFLOP/s`),
      bandwidth: figure(6.3, `${MEASURED}: additions of 2²⁰ elements`),
      dispatch: figure(0.021, `${MEASURED}: a dispatch`),
      memory: figure(4000, 'assumption'),
      jitter: figure(0.1, 'assumption: it shares two cores with the browser'),
      software: figure(1, 'lavapipe and SwiftShader are programs'),
    },
    cpu: {},
  },
};

/** How each browser looks for completed work, and its clocks. @type {Record<string, Record<string, Figure>>} */
export const BROWSERS = {
  chrome: {
    poll: figure(2, `${THREADS}: completions are seen every 1 to 2 ms`),
    seen: figure(0.3, `${THREADS}: on an idle queue`),
    quantum: figure(0.065_536, 'Dawn masks the low 16 bits'),
    step: figure(0.1, 'performance.now() where the page is not isolated'),
  },
  firefox: {
    poll: figure(
      4,
      'setTimeout stretched to 4 ms: the lab nudges there (src/device/webgpu/signals)',
    ),
    seen: figure(1, `${THREADS}: 1.4 ms with nudging`),
    quantum: figure(0.000_001, 'not masked'),
    step: figure(1, 'performance.now() where the page is not isolated'),
  },
  'firefox-unnudged': {
    poll: figure(100, 'Mozilla bug 1870699'),
    seen: figure(1, `${THREADS}: an empty queue reads about 103 ms`),
    quantum: figure(0.000_001, 'not masked'),
    step: figure(1, 'performance.now() where the page is not isolated'),
  },
  safari: {
    poll: figure(0, 'reported by the driver, not looked for'),
    seen: figure(0.2, 'assumption'),
    step: figure(1, 'performance.now()'),
  },
};

/** The noise of an ordinary machine. @type {Record<string, Figure>} */
export const NOISE = {
  jitter: figure(0.05, 'assumption: a calm machine'),
  outliers: figure(0.01, 'assumption: one period of 50 ms in a hundred'),
  outlierFactor: figure(3, 'assumption'),
};

/** Flops and bytes up to which a simulation computes values: some milliseconds on a reader's own CPU. */
export const CHEAP = 4e6;
