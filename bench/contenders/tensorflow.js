// TensorFlow.js with its WebGPU backend: https://www.tensorflow.org/js/guide

/** @type {import('./library.js').Contender} */
export const tensorflow = {
  name: 'TensorFlow.js',
  kind: 'eager',
  async open() {
    const tf = await import('../pkg/tensorflow.js');
    if (!(await tf.setBackend('webgpu'))) throw new Error('its WebGPU backend did not start');
    await tf.ready();
    return {
      array: (values, shape) => tf.tensor(values, shape),
      constant: (value) => value,
      add: (x, y) => tf.add(x, y),
      sub: (x, y) => tf.sub(x, y),
      mul: (x, y) => tf.mul(x, y),
      exp: (x) => tf.exp(x),
      log: (x) => tf.log(x),
      square: (x) => tf.square(x),
      matmul: (a, b, t) => tf.matMul(a, b, t.a === true, t.b === true),
      sum: (x) => tf.sum(x),
      norm: (x) => tf.norm(x),
      normal: (shape, seed) => tf.randomNormal(shape, 0, 1, 'float32', seed),
      notes: { normal: 'drawn in JavaScript, then uploaded', small: 'below 1000 on the CPU' },
      layers: (weights, biases) => (x) =>
        tf.tidy(() =>
          weights.reduce((y, weight, i) => tf.tanh(tf.add(tf.matMul(y, weight), biases[i])), x),
        ),
      train: (training) => train(tf, training),
      free: (x) => x.dispose(),
      wait: () => complete(tf),
      ready: () => complete(tf),
      read: (x) => x.data(),
      close: () => tf.removeBackend('webgpu'),
    };
  },
};

/** TensorFlow.js submits after some dispatches. This submits the rest, and waits for everything. */
async function complete(tf) {
  const backend = tf.backend();
  if (backend.commandEncoder) {
    backend.endComputePassEncoder();
    backend.submitQueue();
  }
  await backend.queue.onSubmittedWorkDone();
}

function train(tf, { sizes, batch, rate, x: values, weights }) {
  const parameters = weights.map((weight, i) => ({
    weight: tf.variable(tf.tensor(weight, [sizes[i], sizes[i + 1]])),
    bias: tf.variable(tf.zeros([sizes[i + 1]])),
  }));
  const x = tf.tensor(values, [batch, sizes[0]]);
  const y = tf.ones([batch, 1]);
  const optimizer = tf.train.sgd(rate);
  const loss = () =>
    tf.tidy(() => {
      let value = x;
      for (const [i, { weight, bias }] of parameters.entries()) {
        value = tf.add(tf.matMul(value, weight), bias);
        if (i < parameters.length - 1) value = tf.relu(value);
      }
      return tf.mul(tf.mean(tf.square(tf.sub(value, y))), 0.5);
    });
  return {
    step: () => optimizer.minimize(loss, true).dispose(),
    wait: () => complete(tf),
    async loss() {
      const value = loss();
      const [number] = await value.data();
      value.dispose();
      return number;
    },
    close() {
      for (const { weight, bias } of parameters) tf.dispose([weight, bias]);
      tf.dispose([x, y]);
      optimizer.dispose();
    },
  };
}
