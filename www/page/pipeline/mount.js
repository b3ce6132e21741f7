/** The pipelines of experiments. What the reader sets in one stands in the page's address, and holds in all that show no measured costs. */
import { changes, learn } from '../../kit/words.js';
import { sayer } from '../../kit/say.js';
import { keep, linkParameters } from '../link.js';
import { BEGINNING, Pipeline, stateOf, textOf } from './pipeline.js';

const say = sayer('page/pipeline');
/** Time from a change until the address says so, ms; browsers reject changes that come too often. */
const SOON = 400;

/** The mounted ones, by the element that holds each. @type {Map<Element, Pipeline>} */
const mounted = new Map();
let state = BEGINNING;
let timer = 0;

/** Whether the address is the page's own, which says what the reader sets. @param {Element} element */
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

/** The value in the page's own address; null where there is none that is valid. @param {Element} element */
export const asked = (element) =>
  ownsAddress(element) ? stateOf(linkParameters().get('pipeline')) : null;

function restore() {
  const now = asked(document.documentElement);
  if (now) showAll(now);
}

/** Puts a pipeline into an element, which replaces what stood there. @param {Element} element */
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
