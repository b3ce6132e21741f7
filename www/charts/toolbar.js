import { h } from '../kit/dom.js';

const ZOOM = 2;
const PAN = 0.5;

/** Buttons that move the view, for readers without wheel or keyboard. */
export class Toolbar {
  /** @type {{from: number, to: number}|null} */ #beginning = null;

  /**
   * @param {import('./scale.js').TimeScale} scale
   * @param {import('../kit/say.js').Say} say
   * @param {() => void} frame shows the chosen operation
   */
  constructor(scale, say, frame) {
    this.scale = scale;
    const button = (
      /** @type {string} */ text,
      /** @type {string|null} */ name,
      /** @type {() => void} */ act,
    ) =>
      h(
        'button',
        { type: 'button', onclick: act, ...(name ? { 'aria-label': name, title: name } : {}) },
        text,
      );
    this.moves = [
      button('←', say('pan-left'), () => scale.pan(-PAN * scale.span)),
      button('→', say('pan-right'), () => scale.pan(PAN * scale.span)),
      button('−', say('zoom-out'), () => scale.zoom(ZOOM)),
      button('+', say('zoom-in'), () => scale.zoom(1 / ZOOM)),
    ];
    this.all = button(say('view-all'), null, () => scale.fitAll());
    this.beginning = button(say('view-beginning'), null, () => {
      if (this.#beginning) scale.show(this.#beginning.from, this.#beginning.to);
    });
    this.operation = button(say('view-operation'), null, frame);
    this.element = h(
      'div',
      { class: 'views', role: 'group', 'aria-label': say('view') },
      h('span', { class: 'moves' }, ...this.moves),
      this.all,
      this.beginning,
      this.operation,
    );
    scale.addEventListener('change', () => this.#update());
    this.show(null, false);
  }

  /** @param {{from: number, to: number}|null} beginning a view of its own, or null for none @param {boolean} [shown] whether there is anything to move */
  show(beginning, shown = true) {
    this.#beginning = beginning;
    this.beginning.hidden = !beginning;
    for (const one of [...this.moves, this.all]) one.disabled = !shown;
    this.choose(false);
    if (shown) this.#update();
  }

  /** @param {boolean} chosen whether there is an operation to show */
  choose(chosen) {
    this.operation.disabled = !chosen;
  }

  #update() {
    const { from, to, whole } = this.scale;
    const is = (/** @type {{from: number, to: number}|null} */ view) =>
      String(Boolean(view) && from === view?.from && to === view?.to);
    this.all.setAttribute('aria-pressed', is(whole));
    this.beginning.setAttribute('aria-pressed', is(this.#beginning));
  }
}
