/** The names that the editor completes after a dot, by what stands before it. A test compares them with the real objects. */

const words = (/** @type {string} */ text) => text.split(' ');

/** What of the real objects is not for programs, by the same names. */
export const internal = {
  lab: words('indexOf untidied'),
  nd: words('calls reluGrad'),
  random: [],
  autograd: words('assign attach backward gradientOf zero'),
  nn: [],
  array: words('calls finalized id reluGrad told valueOf'),
};

/** @type {Record<string, string[]>} */
export const api = {
  lab: words(
    'autograd benchmark blocking calibrate close device devices graph info loseDevice memory nd nn now profile progress room roomSync seed stateOf tidy trim waitAll waitAllSync window',
  ),
  nd: words(
    'abs add arange array broadcastTo div dot equal exp eye full log matmul max mean mul neg norm ones random relu reshape sign sqrt square sub sum transpose zeros',
  ),
  random: words('normal uniform'),
  autograd: words('grad pause record'),
  nn: words('Dense L2Loss Sequential Trainer'),
  array: words(
    'T abs add assign attachGrad backward broadcastTo data dataSync device dispose div dot equal exp grad item itemSync lab log matmul max mean mul neg norm print relu reshape shape sign size sqrt square sub sum to toString transpose waitToRead waitToReadSync zeroGrad',
  ),
};

/** Whatever else has methods that programs call, by the names that programs usually give. */
const OTHERS = /** @type {Record<string, string[]>} */ ({
  window: words('finish next open'),
  net: words('add dispose forward initialize parameters'),
  trainer: words('learningRate step'),
  console: words('error info log warn'),
});

/** The names that fit after `before.` @param {string} before @returns {string[]} */
export function namesAfter(before) {
  return api[before] ?? OTHERS[before] ?? api.array;
}
