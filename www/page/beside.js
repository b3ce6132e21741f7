/** Parts of an experiment that are loaded behind all else: one thing to change, figures on request, the model to play with, the dot. */

import { h } from '../kit/dom.js';

/**
 * @typedef {object} Furnished The experiment that the parts belong to, as far as they know it.
 * @property {Record<string, HTMLElement>} places where the parts stand
 * @property {import('./figures.js').ExperimentFigure[]} figures
 * @property {import('../kit/types.js').Say} say
 *
 * @typedef {Furnished & import('./variations/variations.js').Varied} View
 */
/** @typedef {import('../kit/types.js').Result} Result */

/** Each part follows the results that are shown. Without it, the experiment is whole. */
export class Beside {
  /** @type {Promise<(result: Result|null) => void>[]} */ #parts;

  /** @param {View} view */
  constructor(view) {
    const { costs, freedom, variations } = view.experiment;
    const { places } = view;
    this.#parts = [Promise.resolve(more(view))];
    if (variations)
      this.#add(async () => {
        const { place } = await import('./variations/variations.js');
        const placed = await place(view, places.variations);
        return (result) => placed.show(result);
      });
    if (costs)
      this.#add(async () => {
        const { asked, place } = await import('./pipeline/place.js');
        // Before a run it would answer what the reader is to guess, unless a link asks for it.
        /** @type {ReturnType<typeof place>|undefined} */
        let placed = asked(places.pipeline) ? place(places.pipeline) : undefined;
        await placed;
        return (result) => {
          if (!result) return;
          placed ??= place(places.pipeline);
          placed.then((pipeline) => pipeline.measured(costs(result))).catch(() => {});
        };
      });
    if (freedom)
      this.#add(async () => {
        const { place } = await import('./freedom/freedom.js');
        await place(places.freedom);
        return () => {};
      });
  }

  /** @param {() => Promise<(result: Result|null) => void>} load */
  #add(load) {
    const part = load();
    part.catch(() => {});
    this.#parts.push(part);
  }

  /** @param {Result|null} result null where there is none any more */
  show(result) {
    for (const part of this.#parts) part.then((show) => show(result)).catch(() => {});
  }
}

/** Offers the figures that are not needed to see what was found: those that show something and are not shown yet. @param {Furnished} view */
function more({ figures, places, say }) {
  const folded = () =>
    figures
      .map(({ element }) => element)
      .filter((element) => element.matches('.folded') && !element.hidden);
  const button = h('button', { type: 'button' });
  const element = h('p', { class: 'more-figures', hidden: true }, button);
  places.more.append(element);
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
