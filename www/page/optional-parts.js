/** The parts of an experiment that are loaded last: variations, what binds a program, figures on request, the schedules to drag, the moving dot. */

import { h } from '../kit/dom.js';

/**
 * @typedef {object} Furnished The members of an experiment's view that its parts use.
 * @property {Record<string, HTMLElement>} places of the parts, by name
 * @property {import('./figures.js').ExperimentFigure[]} figures
 * @property {import('../kit/types.js').Say} say
 *
 * @typedef {Furnished & import('./variations/variations.js').Varied & import('./binding/place.js').Bound} View
 */
/** @typedef {import('../kit/types.js').Result} Result */

/** Each part follows the shown results. An experiment works without any of them. */
export class OptionalParts {
  /** @type {Promise<(result: Result|null) => void>[]} */ #parts;

  /** @param {View} view */
  constructor(view) {
    const { binds, costs, freedom, variations } = view.experiment;
    const { places } = view;
    this.#parts = [Promise.resolve(more(view))];
    if (variations)
      this.#add(async () => {
        const { place } = await import('./variations/variations.js');
        const placed = await place(view, places.variations);
        return (result) => placed.show(result);
      });
    if (binds)
      this.#add(async () => {
        const { place } = await import('./binding/place.js');
        return place(view);
      });
    if (costs)
      this.#add(async () => {
        const { asked, place } = await import('./pipeline/place.js');
        // Before a run it would reveal the answer to the prediction, unless a link asks for it.
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

  /** Each is there, or will not be. */
  async settled() {
    await Promise.allSettled(this.#parts);
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
