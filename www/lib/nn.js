import { LabError } from './core/errors.js';
import { Dense } from './nn/dense.js';
import { Dropout } from './nn/dropout.js';
import { CrossEntropyLoss, L2Loss } from './nn/losses.js';
import { schedule } from './nn/optimizers.js';
import { Sequential } from './nn/sequential.js';
import { Trainer } from './nn/trainer.js';

export { CrossEntropyLoss, Dropout, L2Loss, Sequential, Trainer };

/** @typedef {import('./lab.js').Lab} Lab */
/** @typedef {import('./nn/sequential.js').Layer} Layer */

/**
 * @template T
 * @typedef {T extends {forward: infer F} ? T & F : T} Callable an object that is a function too: calling it calls its `forward`
 */

/**
 * @template {new (lab: import('./lab.js').Lab, ...given: any[]) => any} C
 * @typedef {C extends new (lab: import('./lab.js').Lab, ...given: infer G) => infer T ? new (...given: G) => Callable<T> : never} OfLab a class for the arrays of one lab: its constructor is called without the lab
 */

/**
 * @typedef {object} Networks `lab.nn`: layers, losses and trainers for the arrays of one lab.
 * @property {OfLab<typeof Dense>} Dense a fully connected layer
 * @property {OfLab<typeof Sequential>} Sequential layers one after the other
 * @property {OfLab<typeof Dropout>} Dropout sets some elements to 0
 * @property {OfLab<typeof L2Loss>} L2Loss half the squared difference
 * @property {OfLab<typeof CrossEntropyLoss>} CrossEntropyLoss cross-entropy of classes
 * @property {OfLab<typeof Trainer>} Trainer moves parameters against their gradients
 * @property {typeof schedule} schedule learning rates by the number of steps
 */

/** Networks for the arrays of one lab. @param {Lab} lab @returns {Networks} */
export const networks = (lab) => ({
  Dense: of(lab, Dense),
  Sequential: of(lab, Sequential),
  Dropout: of(lab, Dropout),
  L2Loss: of(lab, L2Loss),
  CrossEntropyLoss: of(lab, CrossEntropyLoss),
  Trainer: of(lab, Trainer),
  schedule,
});

/**
 * @template {new (lab: Lab, ...given: any[]) => any} C
 * @param {Lab} lab
 * @param {C} Class
 * @returns {OfLab<C>}
 */
function of(lab, Class) {
  const { name } = Class;
  /** @type {any} */
  const OfThis = function (/** @type {any[]} */ ...given) {
    if (new.target) return Reflect.construct(Class, [lab, ...given], new.target);
    throw LabError.of(name, 'INVALID_ARGUMENT', `it is a class; write new nn.${name}(…)`);
  };
  Object.setPrototypeOf(OfThis, Class);
  OfThis.prototype = Object.create(Class.prototype, { constructor: { value: OfThis } });
  return Object.defineProperty(OfThis, 'name', { value: name });
}
