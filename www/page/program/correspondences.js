import { h, prose } from '../../kit/dom.js';
import { KEYS, LANGUAGES } from '../../kit/languages.js';
import { sayer } from '../../kit/say.js';

/** @typedef {import('../../kit/languages.js').Language} Language */

const say = sayer('page/program');

const BLOCKING = 'CUDA_LAUNCH_BLOCKING=1';
/** The call for each effect in each library, if it has one. @type {Record<string, Partial<Record<Language, string>>>} */
const ROWS = {
  all: {
    javascript: 'lab.waitAll()',
    pytorch: 'torch.cuda.synchronize()',
    tensorflow: 'tf.test.experimental.sync_devices()',
    mxnet: 'npx.waitall()',
  },
  one: {
    javascript: 'x.waitToRead()',
    jax: 'x.block_until_ready()',
    mxnet: 'x.wait_to_read()',
  },
  host: {
    javascript: 'x.data()',
    pytorch: 'x.cpu().numpy()',
    jax: 'numpy.asarray(x)',
    tensorflow: 'x.numpy()',
    mxnet: 'x.asnumpy()',
  },
  scalar: {
    javascript: 'x.item()',
    pytorch: 'x.item()',
    jax: 'x.item(), float(x)',
    tensorflow: 'float(x)',
    mxnet: 'x.item(), x.asscalar()',
  },
  print: {
    javascript: 'x.print()',
    pytorch: 'print(x)',
    jax: 'print(x)',
    tensorflow: 'print(x)',
    mxnet: 'print(x)',
  },
  compile: {
    javascript: 'lab.compile(f)',
    pytorch: 'torch.compile(f)',
    jax: 'jax.jit(f)',
    tensorflow: 'tf.function(f)',
    mxnet: 'block.hybridize()',
  },
  blocking: {
    javascript: 'connect({ blocking: true })',
    pytorch: BLOCKING,
    tensorflow: BLOCKING,
    mxnet: 'MXNET_ENGINE_TYPE=NaiveEngine',
  },
};

/** The calls with the same effect, in the languages that the reader chooses. */
export class Correspondences {
  /** The languages that have a row for each effect. */
  #chosen = new Set(/** @type {Language[]} */ (['javascript', 'pytorch']));
  #table = h('table', {});

  constructor() {
    this.boxes = KEYS.map((language) => {
      const box = h('input', {
        type: 'checkbox',
        value: language,
        onchange: () => this.#choose(language, box.checked),
      });
      return h('label', {}, box, LANGUAGES[language].name);
    });
    const label = say('table');
    this.element = h(
      'details',
      { class: 'correspondences' },
      h('summary', {}, label),
      h('fieldset', { class: 'choices' }, h('legend', {}, say('columns')), ...this.boxes),
      h('div', { class: 'scroll', tabindex: 0, role: 'group', 'aria-label': label }, this.#table),
      h('p', {}, ...prose(say('which'))),
    );
    this.#write();
  }

  /** Adds the language whose program is shown. @param {Language} language */
  show(language) {
    this.#choose(language, true);
  }

  /** @param {Language} language @param {boolean} chosen */
  #choose(language, chosen) {
    if (chosen) this.#chosen.add(language);
    else this.#chosen.delete(language);
    this.#write();
  }

  #write() {
    const chosen = KEYS.filter((one) => this.#chosen.has(one));
    KEYS.forEach((one, i) => {
      const [box] = this.boxes[i].children;
      /** @type {HTMLInputElement} */ (box).checked = this.#chosen.has(one);
    });
    const groups = Object.entries(ROWS).map(([key, calls]) =>
      h(
        'tbody',
        {},
        h('tr', {}, h('th', { scope: 'rowgroup', colspan: 2 }, say(`row-${key}`))),
        ...chosen.map((one) =>
          h(
            'tr',
            {},
            h('th', { scope: 'row' }, LANGUAGES[one].name),
            h('td', {}, h('code', {}, calls[one] ?? '–')),
          ),
        ),
      ),
    );
    this.#table.replaceChildren(h('caption', {}, say('caption')), ...groups);
  }
}
