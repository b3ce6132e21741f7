// The scope of the documentation: the library's exports, and the classes behind the value that `connect` gives.
/**
 * @module
 * @document pages/programs.md
 * @document pages/waiting.md
 * @document pages/errors.md
 */
export * from '../www/asynclab.js';
export type { Autograd } from '../www/lib/array/autograd.js';
export type { Compositions } from '../www/lib/array/compositions.js';
export type { Creation } from '../www/lib/array/creation.js';
export type {
  Callable,
  CrossEntropyLoss,
  Dropout,
  L2Loss,
  OfLab,
  Sequential,
  Trainer,
} from '../www/lib/nn.js';
export type { Block } from '../www/lib/nn/block.js';
export type { Dense } from '../www/lib/nn/dense.js';
export type { Operations } from '../www/lib/array/operations.js';
export type { Random } from '../www/lib/array/random.js';
export type { Window } from '../www/lib/window.js';
// The other entries of the package.
export {
  chromeTrace,
  clearPerformance,
  markPerformance,
  perfettoTrace,
} from '../www/trace/index.js';
export { watch } from '../www/watch/watch.js';
