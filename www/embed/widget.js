/** The element as a widget of anywidget: https://anywidget.dev. Its model has the attributes as keys, and gets the `result`. */
import { posters } from './posters.js';

const ATTRIBUTES = ['experiment', 'preset', 'device', 'theme', 'lang', 'controls', 'autorun'];

/**
 * @typedef {object} Model What anywidget, or MyST, hands over.
 * @property {(key: string) => any} get
 * @property {(key: string, value: any) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(event: string, listener: () => void) => void} [on]
 * @property {(event: string, listener: () => void) => void} [off]
 */

/** Calls `write`, which throws where a page was built once: its models have no kernel. @param {() => void} write */
function quietly(write) {
  try {
    write();
  } catch {
    // Without a kernel nobody reads it.
  }
}

/** The keys that a model may have: a model does not list them itself. @param {Model} model */
async function keysOf(model) {
  const all = await posters('en').catch(() => null);
  const parameters = all?.experiments[model.get('experiment')]?.parameters ?? {};
  return [...ATTRIBUTES, ...Object.keys(parameters)];
}

/**
 * Shows the experiment of a model.
 * @param {{model: Model, el: HTMLElement}} given by anywidget
 * @returns {Promise<() => void>} takes it away
 */
export async function render({ model, el }) {
  const lab = /** @type {import('./element.js').AsyncLab} */ (document.createElement('async-lab'));
  const keys = await keysOf(model);
  const set = () => {
    for (const name of keys) {
      const value = model.get(name) ?? model.get(name.toLowerCase());
      if (value === undefined || value === null) continue;
      if (typeof value === 'boolean') lab.toggleAttribute(name, value);
      else if (lab.getAttribute(name) !== String(value)) lab.setAttribute(name, String(value));
    }
  };
  set();
  const events = keys.map((key) => `change:${key}`);
  for (const event of events) model.on?.(event, set);
  lab.addEventListener('result', async (event) => {
    if (!model.set) return;
    const { jsonSafe } = await import('../kit/result.js');
    model.set('result', jsonSafe(/** @type {CustomEvent} */ (event).detail));
    quietly(() => model.save_changes?.());
  });
  el.append(lab);
  return () => {
    lab.remove();
    quietly(() => events.forEach((event) => model.off?.(event, set)));
  };
}
