/** Puts the page together: bar, experiments, and what programs that drive the page find. */
import { experiments } from '../experiments/index.js';
import { Contents } from './contents.js';
import { driver } from './driver.js';
import { ExperimentSection } from './experiment-section.js';
import { h } from './dom.js';
import { CPU_HELPS, message, wordsOf } from './message.js';
import { presenter } from './present.js';
import { prepareForPrint } from './printing.js';
import { Runner } from './runner.js';
import { sayer } from './say.js';
import { TopBar } from './topbar.js';
import { words } from './words.js';

const say = sayer(words);
const runner = new Runner();
const sections = new Map(
  experiments.map((about) => [about.name, new ExperimentSection(about, runner)]),
);
const contents = new Contents(say, [...sections.values()]);
const setPresenting = presenter({
  sections: [...sections.values()],
  current: () => contents.current,
  say,
});
const bar = new TopBar(say, contents.button, () => setPresenting(true));
const notice = h('div', { class: 'notice' });

document.getElementById('bar')?.replaceWith(bar.element, contents.place, contents.drawer);
document
  .getElementById('unstarted')
  ?.replaceWith(notice, ...[...sections.values()].map((section) => section.element));

/** Looks for a device and shows what it is; tells what is missing and offers the CPU. @param {'webgpu'|'cpu'} device */
async function look(device) {
  try {
    await runner.probe(device);
  } catch (caught) {
    const fault = /** @type {import('./faults.js').Fault} */ (caught);
    const offer = device === 'webgpu' && CPU_HELPS.has(fault.code);
    bar.tell(say(`problem-${wordsOf(fault.code)}`));
    notice.replaceChildren(
      message(say, fault, offer ? { label: say('offer-cpu'), act: useCpu } : undefined),
    );
    if (!offer) throw fault;
  }
}

async function useCpu() {
  notice.replaceChildren();
  for (const section of sections.values()) section.chooseDevice('cpu');
  await look('cpu').catch(() => {});
}

/** Shows a program in the sandbox. It runs when the reader says so. @param {string} program */
async function openInSandbox(program) {
  const section = sections.get('sandbox');
  const view = await section?.open();
  if (!section || !view) return;
  view.controls.fill({ ...view.controls.peek().parameters, program });
  section.element.scrollIntoView();
}

/** Opens the experiment that the address names; at the start, the first one if it names none. */
async function openFirst() {
  const named = sections.get(decodeURIComponent(location.hash.slice(1)));
  // Whatever goes wrong is told in the section.
  await (named ?? [...sections.values()][0])?.open().catch(() => {});
}

prepareForPrint([...sections.values()]);
runner.addEventListener('info', (event) => bar.show(/** @type {CustomEvent} */ (event).detail));
const opened = openFirst();
const ready = look('webgpu').then(() => opened);
addEventListener('hashchange', openFirst);
document.addEventListener('open-in-sandbox', (event) => {
  // Whatever goes wrong is told in the section.
  openInSandbox(/** @type {CustomEvent} */ (event).detail).catch(() => {});
});
// Whoever awaits `ready` gets the fault; the page has told it already.
ready.catch(() => {});
Object.assign(globalThis, { asynclab: driver(sections, runner, ready) });
