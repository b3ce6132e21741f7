/** Assembles the page: bar, experiments, and the object for programs that drive the page. */
import './trusted.js';
import { experiments } from '../experiments/index.js';
import { Address } from './address.js';
import { Contents } from './contents.js';
import { driver } from './driver.js';
import { ExperimentSection } from './experiment-section.js';
import { h } from '../kit/dom.js';
import { Files } from './files.js';
import { LibrariesSection } from './libraries-section.js';
import { CPU_HELPS, message, wordsOf } from './message.js';
import { keep, linkParameters } from './link.js';
import { presenter } from './present.js';
import { prepareForPrint } from './printing.js';
import { Runner } from '../run/runner.js';
import { sayDocument } from './language.js';
import { sayer } from '../kit/say.js';
import { TopBar } from './topbar.js';
import { changes, learn } from '../kit/words.js';

const say = sayer('page');
const runner = new Runner();
const notice = h('div', { class: 'notice' });
let showFault = () => {};
/** @type {Contents} */
let contents;
/** The element for messages about a link's rejected settings and contents. */
const linkNotice = h('div', { class: 'notice' });
/** @type {TopBar} */
let bar;
/** @type {Map<string, ExperimentSection>} */
let sections;
/** @type {Address} */
let address;
/** @type {Files} */
let files;
/** @type {LibrariesSection} */
let libraries;

/** Probes a device; if that fails, shows the fault and, if a GPU is missing, offers the alternatives. @param {'webgpu'|'cpu'} device */
async function look(device) {
  try {
    await runner.probe(device);
  } catch (caught) {
    const fault = /** @type {import('../kit/faults.js').Fault} */ (caught);
    const offer = device === 'webgpu' && CPU_HELPS.has(fault.code);
    bar.report(() => say(`problem-${wordsOf(fault.code)}`));
    showFault = () => {
      const ways = [
        { label: say('offer-modelled'), act: useModelled },
        { label: say('offer-cpu'), act: useCpu },
        { label: say('offer-recorded'), act: showRecordings },
      ];
      notice.replaceChildren(message(fault, ...(offer ? ways : [])));
    };
    showFault();
    if (!offer) throw fault;
  }
}

async function useCpu() {
  for (const section of sections.values()) section.chooseDevice('cpu');
  await useCpuHere();
}

/** Chooses a modelled GPU for every experiment about a GPU, and the CPU for the others. */
async function useModelled() {
  const { MODELLED } = await import('./modelled.js');
  for (const section of sections.values())
    section.chooseDevice(/** @type {any} */ (MODELLED), 'cpu');
  await useCpuHere();
}

async function useCpuHere() {
  notice.replaceChildren();
  showFault = () => {};
  await look('cpu').catch(() => {});
}

/** Shows the recorded run, in each experiment that is open or will be. */
async function showRecordings() {
  for (const section of sections.values()) section.showRecording();
}

/** Shows a program in the sandbox, and runs it only with `run`. @param {{program: string, language?: string, device?: string, run?: boolean}} asked `device`: 'webgpu' or 'cpu' */
async function openInSandbox({ program, language = 'javascript', device, run }) {
  const section = sections.get('sandbox');
  const view = await section?.open();
  if (!section || !view) return;
  address.turnTo('sandbox');
  view.controls.fill({ ...view.controls.peek().parameters, program, language });
  if (device) view.controls.chooseDevice(/** @type {any} */ (device));
  section.element.scrollIntoView();
  if (run) view.controls.element.requestSubmit();
}

/** Skip links lead to the experiment in view, or to its Run. */
function listenToSkips() {
  const focus = {
    'skip-experiment': (/** @type {ExperimentSection} */ { summary }) => summary.focus(),
    'skip-run': async (/** @type {ExperimentSection} */ section) =>
      (await section.open()).controls.runButton.focus(),
  };
  for (const [name, act] of Object.entries(focus)) {
    document.querySelector(`[data-say="${name}"]`)?.addEventListener('click', (event) => {
      const section = sections.get(contents.current);
      if (!section) return;
      event.preventDefault();
      // The section shows failures.
      void Promise.resolve(act(section)).catch(() => {});
    });
  }
}

/** Writes the whole page again after a change of language. */
function resay() {
  sayDocument(say);
  bar.resay();
  contents.resay();
  files.resay();
  void libraries.resay();
  showFault();
  // The section shows failures.
  for (const section of sections.values()) section.resay().catch(() => {});
}

/** Starts the page once its words are loaded; then opens the experiment of the address and probes the GPU. */
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
  files = new Files(say, sections);
  libraries = new LibrariesSection();
  document.getElementById('bar')?.replaceWith(bar.element, contents.container, contents.drawer);
  document
    .getElementById('unstarted')
    ?.replaceWith(
      notice,
      linkNotice,
      ...inOrder.map((section) => section.element),
      libraries.element,
      files.element,
    );
  prepareForPrint(inOrder);
  listenToSkips();

  changes.addEventListener('change', resay);
  const allowLanguages = (/** @type {boolean} */ allowed) => {
    if (bar.language) bar.language.disabled = !allowed;
  };
  // A run reports its steps in one language.
  runner.addEventListener('busy', () => allowLanguages(false));
  runner.addEventListener('idle', () => allowLanguages(true));
  runner.addEventListener('info', (event) => bar.show(/** @type {CustomEvent} */ (event).detail));
  document.addEventListener('open-in-sandbox', (event) => {
    // The section shows failures.
    openInSandbox(/** @type {CustomEvent} */ (event).detail).catch(() => {});
  });
  document.addEventListener('new-version', () => {
    const onclick = () => location.reload();
    const reload = h('button', { type: 'button', onclick }, say('reload'));
    const text = h('p', {}, say('new-version'), ' ', reload);
    notice.replaceChildren(h('div', { class: 'message calm', role: 'status' }, text));
  });
  address = new Address(sections, linkNotice);
  const opened = address.restore();
  void files.follow();
  libraries.follow();
  document.addEventListener('presenting', (event) =>
    keep('present', /** @type {CustomEvent} */ (event).detail ? '1' : ''),
  );
  opened.then(() => {
    // The delay lets the contents find the experiment in view.
    if (linkParameters().get('present') === '1') setTimeout(setPresenting, 100, true);
  });
  const ready = look('webgpu').then(() => opened);
  // A program that awaits `ready` gets the fault; the page has shown it already.
  ready.catch(() => {});
  return { sections, ready };
}

// Programs that drive the page find this object immediately, even before the page's words are loaded.
Object.assign(globalThis, { asynclab: driver(start(), runner) });
