// The devices on which JAX's and TensorFlow's arrays are made: by the libraries' own names, the lab's device or its CPU.
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { python } from './python.mjs';

let py;
before(async () => {
  py = await python();
  py.run('import asynclab.as_books');
});
const value = (/** @type {string} */ code) => py.run(code);

test('jax makes arrays on the default device, of a block or of the program', () => {
  value(`
import jax, jax.numpy as jnp
cpu = jax.devices('cpu')[0]
def places():
    made = jnp.ones(2), jnp.arange(3), jnp.array([1.0]), jax.random.normal(jax.random.key(0), (70, 70)), jax.device_put(1.0)
    return ' '.join(sorted({x.device.platform for x in made}))
`);
  assert.equal(value('with jax.default_device(cpu): own = places()\nown'), 'gpu', 'one device');
  value('import types\njax._default._lab = types.SimpleNamespace(device="webgpu")');
  assert.equal(value('places()'), 'gpu');
  assert.equal(value('with jax.default_device(cpu): inside = places()\ninside'), 'cpu');
  assert.equal(value('places()'), 'gpu');
  assert.equal(value('jnp.zeros(2, device=cpu).device.platform'), 'cpu');
  value("jax.config.update('jax_default_device', cpu)");
  assert.equal(value('places()'), 'cpu');
  assert.equal(value('jnp.ones(2, device=jax.devices()[0]).device.platform'), 'gpu');
  value("jax.config.update('jax_default_device', None)");
  assert.equal(value('places()'), 'gpu');
});

test('tensorflow computes on the CPU where the GPU is hidden', () => {
  value('import tensorflow as tf');
  const place = 'tf.ones((2, 2)).device[-5:]';
  assert.equal(value(place), 'GPU:0');
  value("tf.config.set_visible_devices([], 'GPU')");
  assert.equal(value(place), 'CPU:0');
  assert.equal(
    value("with tf.device('GPU:0'): softly = tf.ones((2, 2)).device[-5:]\nsoftly"),
    'CPU:0',
  );
  assert.equal(value('len(tf.config.list_logical_devices())'), 1);
  assert.equal(value("len(tf.config.list_physical_devices('GPU'))"), 1);
  value("tf.config.set_visible_devices(tf.config.list_physical_devices('GPU'), 'GPU')");
  assert.equal(value(place), 'GPU:0');
});
