// Runs small enough for a software GPU and for tests, and large enough to show something: parameters by experiment.
export const SMALL = {
  warmup: { n: 192, repetitions: 10, rounds: 3 },
  queued: { n: 256, rounds: 3 },
  graph: { expression: 'z = sum(x @ y) + sum(u @ v)', n: 128 },
  barriers: { n: 128, behind: 8, rounds: 3 },
  improving: { most: 200, side: 32, rounds: 3 },
  memory: { features: 32, batch: 32, batches: 20, rounds: 1 },
  devices: { n: 96, m: 64, products: 3, batches: 4, rounds: 2 },
  'cpu-async': { n: 128, repetitions: 10, rounds: 3 },
  backpressure: { bound: 64, count: 512, side: 32, rounds: 2 },
  batching: { count: 512, side: 16, rounds: 2 },
  'hidden-sync': { n: 32, batches: 8, rounds: 2 },
  sandbox: {},
};
