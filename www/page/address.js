import { asked, MOST_ASKED, PACKED, PAGE, parametersOf, read, write } from './link.js';

/** @typedef {import('./experiment-section.js').ExperimentSection} ExperimentSection */
/** @typedef {import('./experiment-view.js').ExperimentView} ExperimentView */

/** Time from a change of settings to the change of the address, ms; browsers reject address changes that come too often. */
const SOON = 400;

/**
 * Keeps the page's address and the state of the open experiment equal, in both directions. Each experiment is an entry of the browser's
 * history. Nothing here runs an experiment.
 */
export class Address {
  #timer = 0;
  #applying = false;
  /** The experiment that the address names. */
  #name = '';
  /** The page's own settings in the address. An address without parameters keeps them. */
  #kept = new URLSearchParams();

  /**
   * @param {Map<string, ExperimentSection>} sections by name
   * @param {HTMLElement} notice shows messages about a link's rejected settings and its contents
   */
  constructor(sections, notice) {
    this.sections = sections;
    this.notice = notice;
    const nameAt = (/** @type {Event} */ { target }) =>
      /** @type {HTMLElement} */ (target).closest?.('[data-experiment]')?.id;
    document.addEventListener('focusin', (event) => {
      const form = /** @type {HTMLElement} */ (event.target).closest?.('form.controls');
      if (form) this.#name = nameAt(event) ?? this.#name;
    });
    // Unfolding an experiment adds it to the history. This event does not bubble, so it is captured.
    document.addEventListener('toggle', (event) => this.#step(nameAt(event), event.target), true);
    document.addEventListener('experiment', (event) => {
      const view = /** @type {CustomEvent<ExperimentView>} */ (event).detail;
      view.controls.addEventListener('change', () => this.#changed(view));
    });
    addEventListener('hashchange', () => void this.restore());
  }

  /** @param {string|undefined} name @param {any} target */
  #step(name, target) {
    if (name && target.open && target.matches('.experiment-body')) this.turnTo(name);
  }

  /** Makes the address name another experiment. @param {string} name */
  turnTo(name) {
    if (name === this.#name) return;
    this.#name = name;
    history.pushState(null, '', write({ name, parameters: this.#page() }));
  }

  /** The page's own settings in the address. */
  #page() {
    const { parameters } = read(location);
    const own = new URLSearchParams();
    for (const key of PAGE)
      if (key !== 'hide' && parameters.has(key)) own.set(key, String(parameters.get(key)));
    return own;
  }

  /** @param {ExperimentView} view */
  #changed(view) {
    if (this.#applying || view.experiment.name !== this.#name) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(view), SOON);
  }

  /** @param {ExperimentView} view */
  async #write({ experiment, controls }) {
    const { name } = experiment;
    const timer = this.#timer;
    const old = read(location);
    const other = old.name !== name && old.name !== '';
    const parameters = parametersOf(
      experiment,
      controls.state,
      other ? this.#page() : old.parameters,
    );
    const { program } = controls.state.parameters;
    if (program && program !== experiment.parameters.program.default) {
      const { pack } = await import('./links/packing.js');
      parameters.set('code', await pack(String(program)));
    }
    if (timer !== this.#timer) return;
    history[other ? 'pushState' : 'replaceState'](null, '', write({ name, parameters }));
  }

  /** Opens the experiment of the address, in its state; at the start, the first one if the address names none. */
  async restore() {
    clearTimeout(this.#timer);
    this.#timer = 0;
    const { hash } = location;
    const { name, parameters } = read(location);
    const section = this.sections.get(name);
    if (!section && name && document.getElementById(name)) return;
    if (parameters.size === 0 && this.#kept.size > 0)
      history.replaceState(null, '', write({ name, parameters: this.#kept }));
    const [first] = this.sections.values();
    this.#name = (section ?? first).name;
    // The section shows failures.
    const view = await (section ?? first).open().catch(() => null);
    if (!view || hash !== location.hash) return;
    this.#kept = this.#page();
    const notes = await this.#apply(section ? view : null, name, parameters);
    this.notice.replaceChildren(...notes);
    // The messages are at the experiment, or above all experiments if there is none of that name.
    if (section) section.element.prepend(this.notice);
    else first.element.before(this.notice);
    if (hash !== location.hash) return;
    if (section) section.element.scrollIntoView();
    else if (notes.length) this.notice.scrollIntoView({ block: 'center' });
  }

  /** @param {ExperimentView|null} view null if the address names no experiment @param {string} name @param {URLSearchParams} parameters @returns {Promise<Node[]>} the messages */
  async #apply(view, name, parameters) {
    const wants =
      (view ? parameters.get('hide') : '')?.split(',', MOST_ASKED).filter(Boolean) ?? [];
    const vain = view ? asked(view.experiment, parameters) : null;
    this.#applying = true;
    if (vain?.values) view?.controls.fill(vain.values, vain.preset);
    if (vain?.device) view?.controls.chooseDevice(/** @type {any} */ (vain.device));
    view?.hide(wants);
    this.#applying = false;
    const known = view?.hideable.map(({ dataset }) => dataset.control) ?? [];
    const strange = wants.filter((one) => !known.includes(one));
    const plain = vain?.wrong.length === 0 && strange.length === 0;
    if ((plain || !name) && !PACKED.some((key) => parameters.has(key))) return [];
    const { unfold } = await import('./links/unfold.js');
    const wrong = vain?.wrong ?? [];
    return unfold({ view, name, parameters, wrong, strange, names: [...this.sections.keys()] });
  }
}
