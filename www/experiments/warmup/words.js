/** What the warm-up says, in English. Code stands between backquotes; `{name}` is filled in. */
export const words = {
  title: 'Warm-up: ask, and go on',
  question:
    'You ask for ten matrix products. When do you have control back, and when are the products done?',
  introduction:
    'A blocking library computes each product within the call that asks for it. Here the frontend only writes the call down and goes on; a backend takes it from the queue and lets the device run it. The same loop is timed three ways: in a blocking library on the CPU, enqueued and not waited for, and enqueued and waited for at the end.',
  prediction: 'How much longer does the loop take when you wait for its products at the end?',
  'prediction-same': 'about as long',
  'prediction-few': '2 to 10 times as long',
  'prediction-tens': '10 to 100 times as long',
  'prediction-hundreds': 'more than 100 times as long',
  'prediction-right': 'You predicted “{predicted}”. Measured: {ratio}.',
  'prediction-wrong': 'You predicted “{predicted}”. Measured: {ratio}, that is, {measured}.',

  'preset-auto': 'auto, about 3 s',
  'preset-course': 'as in the course',
  n: 'Matrix size n',
  repetitions: 'Products',
  rounds: 'Rounds',
  'rounds-help': 'How often each way is timed. The ways take turns.',
  seed: 'Seed',
  'seed-help': 'The same seed gives the same matrices.',

  connecting: 'connecting',
  calibrating: 'finding a size that suits this device: n = {n}',
  warming: 'warming up',
  timing: 'round {round} of {rounds}: {way}',
  recording: 'recording one round for the figure',

  'way-blocking': 'blocking, on the CPU',
  'way-enqueued': 'asynchronous, not waited for',
  'way-waited': 'asynchronous, waited for',
  'line-blocking': 'blocking',
  'line-enqueued': 'asynchronous, not waited for',
  'line-waited': 'asynchronous, waited for',
  'line-ratio': 'waited for / not waited for: {ratio}',
  'line-gap': 'gap: {gap}; without the completion floor of {floor}: {corrected}',

  caption: 'The times of {rounds} rounds',
  'column-way': 'way',
  'column-median': 'median, ms',
  'column-low': '25 %, ms',
  'column-high': '75 %, ms',
  'column-rounds': 'rounds',
  'column-printed': 'the course printed',
  'table-note':
    'The course’s numbers are those of its two sources, for ten 1000×1000 products on their own machines.',

  found: {
    one: 'Control came back after {returned}; the product was seen done after {done}. For {free} of that time the frontend was free to do something else.',
    other:
      'Control came back after {returned}; the {count} products were seen done after {done}. For {free} of that time the frontend was free to do something else.',
  },
  disagrees:
    'Here waiting costs next to nothing: control came back after {returned}, and all was seen done after {done}. Enqueuing is what takes the time, so the products are too small to fall behind. Take a larger n.',
  coarse:
    'Too coarse to tell: the products were seen done {gap} after control came back, but this browser needs {floor} to report that an empty queue is done. Take a larger n, or more products.',
  'figure-summary': {
    one: '{count} operation enqueued within {enqueueing}; seen done after {done}; gap {gap}.',
    other:
      '{count} operations enqueued within {enqueueing}; the last of them seen done after {done}; gap {gap}.',
  },
  'figure-caption': '{repetitions} products of random {n}×{n} matrices, one profiled round.',

  'distortion-floor':
    'An empty queue is reported done only after {floor}: {share} of the gap may be the browser’s own delay. The corrected gap leaves it out.',
  'distortion-clock':
    'The clock moves in steps of {step}; a time of {returned} is only a few of them.',
  'distortion-no-timestamps':
    'This adapter does not time its own work. The device’s lane shows bounds: each submission ran at some time between being submitted and being seen done.',
  'distortion-quantum':
    'The GPU’s timestamps come in steps of {quantum}; the shortest operation took {shortest}.',
  'distortion-software':
    'The adapter ({adapter}) is a program on the CPU: frontend, backend and “GPU” share the same cores, so all of them are slower than with a GPU.',
  'distortion-nudged':
    'This browser looks for completed work only every 100 ms by itself. An empty submission every few milliseconds makes it look sooner (an empty queue is seen done after {floor}), and takes a little of the device’s time.',
  'distortion-same-thread':
    'Workers have no WebGPU here, so the backend shares the frontend’s thread and takes time from it.',
  'distortion-hidden': {
    one: '{count} round was left out because the tab was hidden.',
    other: '{count} rounds were left out because the tab was hidden.',
  },
};
