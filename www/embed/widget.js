/** The element as a widget of anywidget: https://anywidget.dev. The attributes are keys of its model, which also receives the `result`. */
import { posters } from './posters.js';

const ATTRIBUTES = ['experiment', 'preset', 'device', 'theme', 'lang', 'controls', 'autorun'];

/**
 * @typedef {object} Model The model that anywidget or MyST passes.
 * @property {(key: string) => any} get
 * @property {(key: string, value: any) => void} [set]
 * @property {() => void} [save_changes]
 * @property {(event: string, listener: () => void) => void} [on]
 * @property {(event: string, listener: () => void) => void} [off]
 */

/** Calls `write` and ignores its exception: it throws on a static page, whose models have no kernel. @param {() => void} write */
function quietly(write) {
  try {
    write();
  } catch {
    // Without a kernel, no program reads the value.
  }
}

/** The keys that a model may have, since it cannot list them itself. @param {Model} model */
async function keysOf(model) {
  const all = await posters('en').catch(() => null);
  const parameters = all?.experiments[model.get('experiment')]?.parameters ?? {};
  return [...ATTRIBUTES, ...Object.keys(parameters)];
}

/**
 * Shows the experiment of a model.
 * @param {{model: Model, el: HTMLElement}} given by anywidget
 * @returns {Promise<() => void>} removes the experiment
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
