import { h } from '../kit/dom.js';
import { styled } from '../kit/style.js';

/** The element that opens the menu of exports. The menu is loaded when it is first opened. */
export class ResultExport {
  /** @type {import('../kit/types.js').Result|null} */ #result = null;
  /** @type {Promise<import('./export/menu.js').ExportMenu>|null} */ #menu = null;

  /**
   * @param {import('../kit/say.js').Say} say of the page
   * @param {import('./figures.js').ExperimentFigure[]} figures
   */
  constructor(say, figures) {
    this.figures = figures;
    this.element = h('details', { class: 'take-out' }, h('summary', {}, say('take-out')));
    this.element.addEventListener('toggle', () => {
      // A menu that fails to load stays empty; the next opening tries again.
      if (this.element.open) this.#show().catch(() => {});
    });
  }

  /** @param {import('../kit/types.js').Result} result that the page shows */
  show(result) {
    this.#result = result;
    // An open menu shows the new result.
    if (this.#menu) this.#show().catch(() => {});
  }

  async #show() {
    this.#menu ??= import('./export/menu.js').then(async ({ ExportMenu, learnFormats }) => {
      await Promise.all([learnFormats(), styled('page/export/export.css')]);
      const menu = new ExportMenu(this.figures);
      this.element.append(menu.element);
      return menu;
    });
    try {
      const menu = await this.#menu;
      if (this.#result) menu.show(this.#result);
    } catch (error) {
      this.#menu = null;
      throw error;
    }
  }
}
