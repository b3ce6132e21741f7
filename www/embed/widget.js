/**
 * The element as a widget of anywidget: https://anywidget.dev. Its model has the names of the attributes as keys, `parameters`
 * for those of the experiment, and is told the `result`.
 */
const ATTRIBUTES = ['experiment', 'preset', 'device', 'theme', 'lang', 'controls', 'autorun'];

/**
 * @typedef {object} Model What anywidget, or MyST, hands over.
 * @property {(key: string) => any} get
 * @property {(key: string, value: any) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(event: string, listener: () => void) => void} [on]
 * @property {(event: string, listener: () => void) => void} [off]
 */

/** @param {Model} model */
function attributesOf(model) {
  const own = Object.entries(model.get('parameters') ?? {});
  const named = ATTRIBUTES.map((name) => /** @type {const} */ ([name, model.get(name)]));
  return [...named, ...own].filter(([, value]) => value !== undefined && value !== null);
}

/**
 * Shows the experiment of a model.
 * @param {{model: Model, el: HTMLElement}} place
 * @returns {() => void} takes it away
 */
export function render({ model, el }) {
  const lab = /** @type {import('./element.js').AsyncLab} */ (document.createElement('async-lab'));
  const set = () => {
    for (const [name, value] of attributesOf(model)) {
      if (typeof value === 'boolean') lab.toggleAttribute(name, value);
      else if (lab.getAttribute(name) !== String(value)) lab.setAttribute(name, String(value));
    }
  };
  set();
  const events = [...ATTRIBUTES, 'parameters'].map((key) => `change:${key}`);
  for (const event of events) model.on?.(event, set);
  lab.addEventListener('result', async (event) => {
    if (!model.set) return;
    const { jsonSafe } = await import('../page/result.js');
    model.set('result', jsonSafe(/** @type {CustomEvent} */ (event).detail));
    model.save_changes?.();
  });
  el.append(lab);
  return () => {
    for (const event of events) model.off?.(event, set);
    lab.remove();
  };
}
