// Traces for other viewers, as programs import them: `asynclab/trace`.
export { chromeTrace } from './chrome-trace.js';
export { perfettoTrace } from './perfetto.js';
export { clearPerformance, markPerformance } from './performance.js';
