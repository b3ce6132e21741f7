/** Puts the page together: bar, experiments, and what programs that drive the page find. */
import { experiments } from '../experiments/index.js';
import { Address } from './address.js';
import { driver } from './driver.js';
import { ExperimentSection } from './experiment-section.js';
import { h } from './dom.js';
import { filesSection } from './files.js';
import { CPU_HELPS, message, wordsOf } from './message.js';
import { Runner } from './runner.js';
import { sayer } from './say.js';
import { TopBar } from './topbar.js';
import { words } from './words.js';

const say = sayer(words);
const runner = new Runner();
const bar = new TopBar(say);
const sections = new Map(
  experiments.map((about) => [about.name, new ExperimentSection(about, runner)]),
);
const notice = h('div', { class: 'notice' });
const linkNotice = h('div', { class: 'notice' });

document.getElementById('bar')?.replaceWith(bar.element);
document
  .getElementById('unstarted')
  ?.replaceWith(
    notice,
    linkNotice,
    ...[...sections.values()].map((section) => section.element),
    filesSection(say, sections),
  );

/** Looks for a device and shows what it is; tells what is missing and offers the CPU. @param {'webgpu'|'cpu'} device */
async function look(device) {
  try {
    await runner.probe(device);
  } catch (caught) {
    const fault = /** @type {import('./faults.js').Fault} */ (caught);
    const offer = device === 'webgpu' && CPU_HELPS.has(fault.code);
    bar.tell(say(`problem-${wordsOf(fault.code)}`));
    const ways = [
      { label: say('offer-cpu'), act: useCpu },
      { label: say('offer-recorded'), act: showRecordings },
    ];
    notice.replaceChildren(message(say, fault, ...(offer ? ways : [])));
    if (!offer) throw fault;
  }
}

async function useCpu() {
  notice.replaceChildren();
  for (const section of sections.values()) section.chooseDevice('cpu');
  await look('cpu').catch(() => {});
}

/** Shows what was recorded elsewhere, in each experiment that is open or will be. */
async function showRecordings() {
  for (const section of sections.values()) section.showRecording();
}

/** Shows a program in the sandbox. It runs when the reader says so. @param {string} program */
async function openInSandbox(program) {
  const section = sections.get('sandbox');
  const view = await section?.open();
  if (!section || !view) return;
  address.turnTo('sandbox');
  view.controls.fill({ ...view.controls.peek().parameters, program });
  section.element.scrollIntoView();
}

runner.addEventListener('info', (event) => bar.show(/** @type {CustomEvent} */ (event).detail));
const address = new Address(sections, linkNotice);
const opened = address.restore();
const ready = look('webgpu').then(() => opened);
document.addEventListener('open-in-sandbox', (event) => {
  // Whatever goes wrong is told in the section.
  openInSandbox(/** @type {CustomEvent} */ (event).detail).catch(() => {});
});
// Whoever awaits `ready` gets the fault; the page has told it already.
ready.catch(() => {});
Object.assign(globalThis, { asynclab: driver(sections, runner, ready) });
