/** Puts the page together: bar, experiments, and what programs that drive the page find. */
import { experiments } from '../experiments/index.js';
import { driver } from './driver.js';
import { ExperimentView } from './experiment-view.js';
import { h } from './dom.js';
import { CPU_HELPS, message, wordsOf } from './message.js';
import { Runner } from './runner.js';
import { sayer } from './say.js';
import { TopBar } from './topbar.js';
import { words } from './words.js';

const say = sayer(words);
const runner = new Runner();
const bar = new TopBar(say);
const views = new Map(
  experiments.map((experiment) => [experiment.name, new ExperimentView(experiment, runner)]),
);
const notice = h('div', { class: 'notice' });

document.getElementById('bar')?.replaceWith(bar.element);
document
  .getElementById('unstarted')
  ?.replaceWith(notice, ...[...views.values()].map((view) => view.element));

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
  for (const view of views.values()) {
    view.controls.chooseDevice('cpu');
  }
  await look('cpu').catch(() => {});
}

runner.addEventListener('info', (event) => bar.show(/** @type {CustomEvent} */ (event).detail));
const ready = look('webgpu');
// Whoever awaits `ready` gets the fault; the page has told it already.
ready.catch(() => {});
Object.assign(globalThis, { asynclab: driver(views, runner, ready) });
