/** The pipelines of experiments. The settings of one are written to the page's address, and apply to all pipelines without measured costs. */
import { changes, learn } from '../../kit/words.js';
import { sayer } from '../../kit/say.js';
import { keep, linkParameters } from '../link.js';
import { BEGINNING, Pipeline, stateOf, textOf } from './pipeline.js';

const say = sayer('page/pipeline');
/** Time from a change of settings to the change of the address, ms; browsers reject address changes that come too often. */
const SOON = 400;

/** The mounted pipelines, by their containers. @type {Map<Element, Pipeline>} */
const mounted = new Map();
let state = BEGINNING;
let timer = 0;

/** Whether the element is in the page itself, so that the settings belong in the address. @param {Element} element */
const ownsAddress = (element) => element.getRootNode() === document;

/** @param {import('./pipeline.js').State} now */
function showAll(now) {
  state = now;
  for (const pipeline of mounted.values()) if (!pipeline.isMeasured) pipeline.show(now);
}

/** @param {Element} element */
function lay(element) {
  const onChange = (/** @type {import('./pipeline.js').State} */ now) => {
    if (!pipeline.isMeasured) showAll(now);
    if (!ownsAddress(element)) return;
    clearTimeout(timer);
    timer = setTimeout(() => keep('pipeline', textOf(now)), SOON);
  };
  const name = `${element.closest('[data-experiment]')?.id ?? 'embedded'}-pipeline`;
  const pipeline = new Pipeline(say, { state, onChange, name });
  mounted.set(element, pipeline);
  element.replaceChildren(pipeline.element);
  return pipeline;
}

/** The state in the page's own address; null if there is no valid one. @param {Element} element */
export const asked = (element) =>
  ownsAddress(element) ? stateOf(linkParameters().get('pipeline')) : null;

function restore() {
  const now = asked(document.documentElement);
  if (now) showAll(now);
}

/** Puts a pipeline into an element in place of its content. @param {Element} element */
export async function mount(element) {
  await learn('page/pipeline');
  state = asked(element) ?? state;
  return lay(element);
}

globalThis.addEventListener?.('hashchange', restore);
changes.addEventListener('change', () => {
  for (const element of mounted.keys())
    if (element.isConnected) lay(element);
    else mounted.delete(element);
});
