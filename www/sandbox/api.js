/** The names that the editor completes after a dot, by the name before it. A test compares them with the real objects. */

const words = (/** @type {string} */ text) => text.split(' ');

/** Members of the real objects that are not for programs, by the same names. */
export const internal = {
  lab: words('arrayOf handleOf indexOf session untidied'),
  nd: words('calls reluGrad'),
  random: [],
  autograd: words('assign attach backward gradientOf zero'),
  nn: [],
  array: words('calls finalized form id outcome reluGrad toJSON valueOf'),
};

/** Methods of arrays that are functions of `nd` as well. */
const operations = words(
  'abs add argmax argmin argsort at broadcastTo clip cos cumsum div dot equal exp floor greater greaterEqual less lessEqual log logSoftmax masked matmul max maximum mean min minimum mul neg norm notEqual pad pow prod relu reshape segmentSum sigmoid sign sin slice softmax sort split sqrt square std sub sum take tanh transpose var',
);

/** @type {Record<string, string[]>} */
export const api = {
  lab: words(
    'autograd benchmark blocking calibrate close compile device devices flush graph info loseDevice memory nd nn now profile progress room roomSync seed stateOf tidy trim waitAll waitAllSync window',
  ),
  nd: [
    ...operations,
    ...words('arange array concat eye full linspace ones random stack where zeros'),
  ],
  random: words('integers normal permutation uniform'),
  autograd: words('grad pause record recording setRecording'),
  nn: words('CrossEntropyLoss Dense Dropout L2Loss Sequential Trainer schedule'),
  array: [
    ...operations,
    ...words(
      'T assign attachGrad backward data dataSync device dispose grad item itemSync lab print shape size to toString waitToRead waitToReadSync zeroGrad',
    ),
  ],
};

/** Methods of other objects, by the names that programs usually give these objects. */
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
