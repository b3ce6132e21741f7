/** The names that the editor completes after a dot, by what stands before it. A test compares them with the real objects. */

const words = (/** @type {string} */ text) => text.split(' ');

/** Members of the real objects that are not for programs, by the same names. */
export const internal = {
  lab: words('indexOf insides untidied'),
  nd: words('calls reluGrad sine'),
  random: [],
  autograd: words('assign attach backward gradientOf zero'),
  nn: [],
  array: words('calls finalized id reluGrad sine toJSON told valueOf'),
};

/** @type {Record<string, string[]>} */
export const api = {
  lab: words(
    'autograd benchmark blocking calibrate close device devices flush graph info loseDevice memory nd nn now profile progress room roomSync seed stateOf tidy trim waitAll waitAllSync window',
  ),
  nd: words(
    'abs add arange argmax argmin array at broadcastTo clip concat cos cumsum div dot equal exp eye floor full greater greaterEqual less lessEqual linspace log logSoftmax masked matmul max maximum mean min minimum mul neg norm notEqual ones pad pow prod random relu reshape segmentSum sigmoid sign sin slice softmax split sqrt square stack std sub sum take tanh transpose var where zeros',
  ),
  random: words('integers normal permutation uniform'),
  autograd: words('grad pause record recording setRecording'),
  nn: words('CrossEntropyLoss Dense Dropout L2Loss Sequential Trainer schedule'),
  array: words(
    'T abs add argmax argmin assign at attachGrad backward broadcastTo clip cos cumsum data dataSync device dispose div dot equal exp floor grad greater greaterEqual item itemSync lab less lessEqual log logSoftmax masked matmul max maximum mean min minimum mul neg norm notEqual pad pow print prod relu reshape segmentSum shape sigmoid sign sin size slice softmax split sqrt square std sub sum take tanh to toString transpose var waitToRead waitToReadSync zeroGrad',
  ),
};

/** Other objects with methods that programs call, by the names that programs usually give. */
const OTHERS = /** @type {Record<string, string[]>} */ ({
  window: words('finish next open'),
  net: words('add dispose forward initialize load parameters state'),
  trainer: words('dispose learningRate step steps'),
  console: words('error info log warn'),
});

/** The names that fit after `before.` @param {string} before @returns {string[]} */
export function namesAfter(before) {
  return api[before] ?? OTHERS[before] ?? api.array;
}
