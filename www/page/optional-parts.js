/** The parts of an experiment that are loaded last: variations, verdict on what binds a program, further figures, pipeline, moving dot. */

import { h } from '../kit/dom.js';

/**
 * @typedef {object} Furnished The members of an experiment's view that its parts use.
 * @property {Record<string, HTMLElement>} containers of the parts, by name
 * @property {import('./figures.js').ExperimentFigure[]} figures
 * @property {import('../kit/types.js').Say} say
 *
 * @typedef {Furnished & import('./variations/variations.js').Varied & import('./binding/mount.js').Bound} View
 */
/** @typedef {import('../kit/types.js').Result} Result */

/** Loads the parts and passes each shown result to them. An experiment works without any part. */
export class OptionalParts {
  /** @type {Promise<(result: Result|null) => void>[]} */ #parts;

  /** @param {View} view */
  constructor(view) {
    const { binds, costs, freedom, variations } = view.experiment;
    const { containers } = view;
    this.#parts = [Promise.resolve(more(view))];
    if (variations)
      this.#add(async () => {
        const { mount } = await import('./variations/variations.js');
        const mounted = await mount(view, containers.variations);
        return (result) => mounted.show(result);
      });
    if (binds)
      this.#add(async () => {
        const { mount } = await import('./binding/mount.js');
        return mount(view);
      });
    if (costs)
      this.#add(async () => {
        const { asked, mount } = await import('./pipeline/mount.js');
        // Before a run the pipeline would reveal the answer to the prediction, so it is shown only if a link asks for it.
        /** @type {ReturnType<typeof mount>|undefined} */
        let mounted = asked(containers.pipeline) ? mount(containers.pipeline) : undefined;
        await mounted;
        return (result) => {
          if (!result) return;
          mounted ??= mount(containers.pipeline);
          mounted.then((pipeline) => pipeline.measured(costs(result))).catch(() => {});
        };
      });
    if (freedom)
      this.#add(async () => {
        const { mount } = await import('./freedom/freedom.js');
        await mount(containers.freedom);
        return () => {};
      });
  }

  /** @param {() => Promise<(result: Result|null) => void>} load */
  #add(load) {
    const part = load();
    part.catch(() => {});
    this.#parts.push(part);
  }

  /** Resolves when each part is loaded or has failed. */
  async settled() {
    await Promise.allSettled(this.#parts);
  }

  /** @param {Result|null} result null if there is none any more */
  show(result) {
    for (const part of this.#parts) part.then((show) => show(result)).catch(() => {});
  }
}

/** The button that unfolds further figures, if any of these has content and is still folded. @param {Furnished} view */
function more({ figures, containers, say }) {
  const folded = () =>
    figures
      .map(({ element }) => element)
      .filter((element) => element.matches('.folded') && !element.hidden);
  const button = h('button', { type: 'button' });
  const element = h('p', { class: 'more-figures', hidden: true }, button);
  containers.more.append(element);
  button.addEventListener('click', () => {
    const now = folded();
    for (const { element } of figures) element.classList.remove('folded');
    element.hidden = true;
    now[0]?.querySelector('canvas')?.focus();
  });
  return (/** @type {Result|null} */ result) => {
    const { length: count } = folded();
    element.hidden = !result || count === 0;
    button.textContent = say('more-figures', { count });
  };
}
