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
import { sayDocument } from './language.js';
import { sayer } from './say.js';
import { TopBar } from './topbar.js';
import { changes, learn } from './words.js';

const say = sayer('page');
const runner = new Runner();
const notice = h('div', { class: 'notice' });
let tellFault = () => {};
/** @type {Contents} */
let contents;
/** @type {TopBar} */
let bar;
/** @type {Map<string, ExperimentSection>} */
let sections;

/** Looks for a device and shows what it is; tells what is missing and offers the CPU. @param {'webgpu'|'cpu'} device */
async function look(device) {
  try {
    await runner.probe(device);
  } catch (caught) {
    const fault = /** @type {import('./faults.js').Fault} */ (caught);
    const offer = device === 'webgpu' && CPU_HELPS.has(fault.code);
    bar.tell(() => say(`problem-${wordsOf(fault.code)}`));
    tellFault = () => {
      const action = offer ? { label: say('offer-cpu'), act: useCpu } : undefined;
      notice.replaceChildren(message(fault, action));
    };
    tellFault();
    if (!offer) throw fault;
  }
}

async function useCpu() {
  notice.replaceChildren();
  tellFault = () => {};
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

/** Says the whole page anew, in another language. */
function resay() {
  sayDocument(say);
  bar.resay();
  contents.resay();
  tellFault();
  // Whatever goes wrong is told in the section.
  for (const section of sections.values()) section.resay().catch(() => {});
}

/** Puts the page in place, once it has its words; then looks for a device and opens the first experiment. */
async function start() {
  await learn('page', 'experiments');
  sayDocument(say);
  sections = new Map(
    experiments.map((about) => [about.name, new ExperimentSection(about, runner)]),
  );
  const inOrder = [...sections.values()];
  contents = new Contents(say, inOrder);
  const setPresenting = presenter({ sections: inOrder, current: () => contents.current, say });
  bar = new TopBar(say, contents.button, () => setPresenting(true));
  document.getElementById('bar')?.replaceWith(bar.element, contents.place, contents.drawer);
  document
    .getElementById('unstarted')
    ?.replaceWith(notice, ...inOrder.map((section) => section.element));
  prepareForPrint(inOrder);

  changes.addEventListener('change', resay);
  // A run tells its steps in one language.
  runner.addEventListener('busy', () => (bar.language.disabled = true));
  runner.addEventListener('idle', () => (bar.language.disabled = false));
  runner.addEventListener('info', (event) => bar.show(/** @type {CustomEvent} */ (event).detail));
  addEventListener('hashchange', openFirst);
  document.addEventListener('open-in-sandbox', (event) => {
    // Whatever goes wrong is told in the section.
    openInSandbox(/** @type {CustomEvent} */ (event).detail).catch(() => {});
  });
  const opened = openFirst();
  const ready = look('webgpu').then(() => opened);
  // Whoever awaits `ready` gets the fault; the page has told it already.
  ready.catch(() => {});
  return { sections, ready };
}

// Found at once by programs that drive the page, whenever its words arrive.
Object.assign(globalThis, { asynclab: driver(start(), runner) });
