/**
 * The languages of the programs beside an experiment and in the sandbox, by the key that links, results and `programs.js` have. All but
 * JavaScript are libraries of Python.
 *
 * @typedef {object} Row
 * @property {string} name as its makers write it
 * @property {'stream-ordered'|'on-completion'} allocator the lab's policy that reuses memory as the library does
 */
export const LANGUAGES = /** @satisfies {Record<string, Row>} */ ({
  javascript: { name: 'JavaScript', allocator: 'stream-ordered' },
  pytorch: { name: 'PyTorch', allocator: 'stream-ordered' },
  jax: { name: 'JAX', allocator: 'stream-ordered' },
  tensorflow: { name: 'TensorFlow', allocator: 'stream-ordered' },
  mxnet: { name: 'MXNet', allocator: 'on-completion' },
});

/** @typedef {keyof typeof LANGUAGES} Language */
/** @typedef {Exclude<Language, 'javascript'>} Library of Python */

export const KEYS = /** @type {Language[]} */ (Object.keys(LANGUAGES));
