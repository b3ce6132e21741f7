import { h } from '../kit/dom.js';
import { sayer } from '../kit/say.js';

/** @typedef {import('../kit/silence.js').Silence} Silence */

const say = sayer('page');

/** If the reader does not answer, a silence longer than this and than the device's patience ends the work, ms. */
const UNATTENDED = 30_000;

/** Asks the reader whether to wait for a device that does not respond. The page stays usable meanwhile. */
export class SilenceNotice {
  element = h('div', { class: 'silence', role: 'status' });
  #end;
  #label;

  /** @param {(silence: Silence) => void} end ends the work @param {() => string} [label] of the button that ends it */
  constructor(end, label = () => say('silence-end')) {
    this.#end = end;
    this.#label = label;
  }

  /** @param {Silence} silence */
  show(silence) {
    const { device, silent, patience, wait } = silence;
    const unanswered = this.element.hasChildNodes();
    this.clear();
    if (silent === 0) return;
    const end = () => {
      this.clear();
      this.#end(silence);
    };
    if (unanswered && silent > Math.max(patience, UNATTENDED)) {
      end();
      return;
    }
    const button = (/** @type {string} */ label, /** @type {() => void} */ act) =>
      h('button', { type: 'button', onclick: act }, label);
    const waits = () => {
      this.clear();
      wait?.();
    };
    const named = { device: say(`device-${device}`), seconds: Math.floor(silent / 1000) };
    this.element.append(
      h(
        'div',
        { class: 'message calm' },
        h('p', { class: 'problem' }, say('silence', named)),
        h(
          'p',
          { class: 'buttons' },
          button(say('silence-wait'), waits),
          button(this.#label(), end),
        ),
      ),
    );
  }

  clear() {
    this.element.replaceChildren();
  }
}
