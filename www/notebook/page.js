/** The page for notebooks: opens a notebook, runs its cells in a kernel, and shows their outputs and timelines. */
import '../page/trusted.js';
import { h } from '../kit/dom.js';
import { Fault } from '../kit/faults.js';
import { sayer } from '../kit/say.js';
import { changes, learn } from '../kit/words.js';
import { sayDocument } from '../page/language.js';
import { SilenceNotice } from '../page/silence.js';
import { CodeCell } from './cell.js';
import { NoNotebook, read, write } from './ipynb.js';
import { Showing } from './showing.js';
import { TextCell } from './text-cell.js';
import { Kernel, canWait } from '../python/kernel.js';
import { Lines, livesOf } from '../python/lives.js';
import { traceOf } from '../python/trace.js';
import { AllCells } from './all-cells.js';

const say = sayer('notebook');
const byId = (/** @type {string} */ id) => /** @type {any} */ (document.getElementById(id));

class Page {
  /** @type {import('./ipynb.js').Notebook} */
  notebook = { cells: [], metadata: {} };
  /** @type {CodeCell[]} */
  codes = [];
  /** @type {Showing | undefined} */
  #showing;
  /** @type {Kernel | undefined} */
  #kernel;
  /** @type {Promise<any> | undefined} */
  #started;
  #count = 0;
  #lines = new Lines();
  #busy = false;
  name = 'notebook.ipynb';
  /** The notice of a device that does not respond. Python's thread may be blocked, so the remedy is a restart. */
  silence = new SilenceNotice(
    () => this.restart(),
    () => say('restart'),
  );
  /** All cells on one timeline. */
  allCells = new AllCells();
  /** The rates of the chosen device, which are measured when the reader asks for a cell's verdict. */
  rates = async () => {
    if (this.#busy) throw new Error(say('busy'));
    const { Runner } = await import('../run/runner.js');
    const runner = (this.#runner ??= new Runner());
    return (await runner.rates(byId('device').value)).rates;
  };
  /** @type {import('../run/runner.js').Runner | undefined} */
  #runner;
  /** The value of `runAll`, for programs. @type {any} */
  info = null;

  /** Shows a notebook. @param {string} text of an `.ipynb` @param {string} [name] */
  open(text, name = 'notebook.ipynb') {
    // All cells are made before anything changes, so that a file that is no notebook leaves the present one.
    const notebook = read(text);
    const cells = notebook.cells.map((cell) =>
      cell.type === 'code' ? new CodeCell(cell, (one) => this.run([one])) : new TextCell(cell),
    );
    const codes = cells.filter((cell) => cell instanceof CodeCell);
    this.restart();
    this.#showing?.end();
    Object.assign(this, { notebook, name, codes });
    const wanted = this.notebook.metadata.asynclab ?? {};
    if (['stream-ordered', 'on-completion'].includes(wanted.allocator))
      byId('allocator').value = wanted.allocator;
    if (['webgpu', 'cpu'].includes(wanted.device)) byId('device').value = wanted.device;
    this.allCells.clear();
    byId('cells').replaceChildren(...cells.map(({ element }) => element), this.allCells.element);
    this.report(this.#obstacle() ?? say('opened', { name, cells: this.codes.length }));
    this.#enable();
    const showing = (this.#showing = new Showing(cells, byId('cells')));
    // If the editor fails to load, the text fields stay.
    import('../pkg/python-editor.js').then(
      ({ createEditor }) => showing.edit(createEditor),
      () => {},
    );
  }

  /** @param {string} text */
  report(text) {
    byId('status').textContent = text;
  }

  /** The message that Python cannot wait for the chosen device here; undefined if it can. */
  #obstacle() {
    return canWait() || byId('device').value === 'cpu' ? undefined : say('cannot-wait');
  }

  #enable() {
    for (const id of ['run-all', 'restart', 'save'])
      byId(id).disabled = this.#busy || !this.codes.length;
    byId('stop').disabled = !this.#busy;
    for (const id of ['device', 'allocator']) byId(id).disabled = this.#busy;
  }

  /** The kernel, which is started at its first use. */
  #python() {
    if (this.#started) return this.#started;
    const kernel = (this.#kernel = new Kernel());
    const bar = byId('progress');
    bar.hidden = false;
    const byName = new Map(this.codes.map((code) => [code.cell.id, code]));
    kernel.addEventListener('shown', (event) => {
      const { detail } = /** @type {CustomEvent} */ (event);
      byName.get(detail.cell)?.show(detail);
    });
    kernel.addEventListener('trace', (event) => {
      const recorded = /** @type {CustomEvent} */ (event).detail;
      const lives = livesOf(recorded, this.#lines, this.info?.policy?.memoryLimit);
      const trace = traceOf(recorded);
      const asked = trace && this.info && { trace, info: this.info, rates: this.rates };
      for (const code of this.codes) {
        const life = lives.get(code.cell.id);
        if (life) code.lived(life, asked);
      }
      this.lives = lives;
      const { detail } = /** @type {CustomEvent} */ (event);
      const { adapter } = this.info ?? {};
      // If this chart fails to load, each cell still has its own timeline.
      this.charted = this.allCells.show(detail, this.info, adapter?.name || byId('device').value);
      this.charted.catch(() => {});
    });
    kernel.addEventListener('silent', (event) =>
      this.silence.show(/** @type {CustomEvent} */ (event).detail),
    );
    kernel.addEventListener('died', (event) => {
      const { code, message } = /** @type {CustomEvent} */ (event).detail;
      this.restart(code === 'STOPPED' ? say('died') : say('broken', { reason: message }));
    });
    const device = byId('device').value;
    const { memoryLimit } = this.notebook.metadata.asynclab ?? {};
    const limits = Number.isSafeInteger(memoryLimit) ? { memoryLimit } : {};
    const options = { device, allocator: byId('allocator').value, ...limits };
    this.#started = kernel
      .start(options, (share, of) => {
        bar.value = share;
        this.report(say(`progress-${of}`));
      })
      .then((ready) => {
        bar.hidden = true;
        this.info = ready.info;
        // The kernel's frame may be less isolated than this page.
        if (!ready.ways.blocks && !ready.ways.switches)
          throw new Fault('CANNOT_BLOCK', say('cannot-wait'));
        const adapter = ready.info?.adapter?.name ?? device;
        const begun = say('ready', { device: adapter, allocator: options.allocator });
        this.report(ready.info?.policy?.blocking ? `${begun} ${say('calls-block')}` : begun);
        return kernel;
      })
      .catch((error) => {
        bar.hidden = true;
        this.restart(
          say('not-started', { reason: `${error.message}${error.code ? ` (${error.code})` : ''}` }),
        );
        throw error;
      });
    return this.#started;
  }

  /** Runs cells, one after the other, until one fails. @param {CodeCell[]} codes @returns {Promise<boolean>} */
  async run(codes) {
    if (this.#busy) return false;
    const obstacle = this.#obstacle();
    if (obstacle) {
      this.report(obstacle);
      return false;
    }
    this.#busy = true;
    this.#enable();
    let ok = true;
    try {
      const kernel = await this.#python();
      for (const code of codes) {
        code.begin((this.#count += 1));
        try {
          const ran = await kernel.run(code.cell.id, this.#count, code.cell.source);
          code.end(ran);
          code.ran = ran;
          ok = ran.ok;
        } catch (error) {
          code.fail(/** @type {Error} */ (error).message);
          ok = false;
        }
        if (!ok || this.#kernel !== kernel) break;
      }
      if (this.#kernel === kernel) await kernel.finishTrace();
      if (ok) this.report(say('finished'));
    } catch {
      ok = false; // It was reported where it arose.
    } finally {
      this.silence.clear();
      this.#busy = false;
      this.#enable();
    }
    return ok;
  }

  stop() {
    return this.#kernel?.stop();
  }

  /** After the choice of another device or allocator: Python has to start again. */
  choose() {
    this.restart(this.#obstacle() ?? say('chosen'));
  }

  /** Ends Python, and with it its variables. @param {string} [why] */
  restart(why = say('restarted')) {
    this.#kernel?.close();
    this.#kernel = this.#started = undefined;
    this.#count = 0;
    this.#lines = new Lines();
    this.report(why);
  }

  save() {
    const metadata = {
      ...this.notebook.metadata,
      asynclab: {
        ...this.notebook.metadata.asynclab,
        device: byId('device').value,
        allocator: byId('allocator').value,
      },
    };
    return write({ ...this.notebook, metadata });
  }
}

const page = new Page();

/** @param {() => string | Promise<string>} text @param {string} [name] */
async function opened(text, name) {
  try {
    page.open(await text(), name);
  } catch (error) {
    if (error instanceof NoNotebook) page.report(say(error.key, error.values));
    else page.report(say('not-opened', { reason: /** @type {Error} */ (error).message }));
  }
}

/** @param {File | undefined} file */
function fromFile(file) {
  if (!file) return;
  if (file.size > 50e6) page.report(say('too-large', { size: Math.round(file.size / 1e6) }));
  else opened(() => file.text(), file.name);
}

/** A notebook of this site. @param {string} address */
async function fromSite(address) {
  const url = new URL(address, location.href);
  if (url.origin !== location.origin) {
    page.report(say('other-site', { address: url.href.slice(0, 200) }));
    return;
  }
  await opened(async () => {
    const answer = await fetch(url);
    if (!answer.ok) throw new Error(`${url.pathname}: ${answer.status}`);
    return answer.text();
  }, url.pathname.split('/').at(-1));
}

function listen() {
  byId('file').addEventListener('change', () => fromFile(byId('file').files[0]));
  byId('paste').addEventListener('click', () => opened(() => navigator.clipboard.readText()));
  byId('example').addEventListener('change', () => fromSite(byId('example').value));
  byId('run-all').addEventListener('click', () => page.run(page.codes));
  byId('stop').addEventListener('click', () => page.stop());
  byId('restart').addEventListener('click', () => page.restart());
  byId('save').addEventListener('click', () => {
    const url = URL.createObjectURL(new Blob([page.save()], { type: 'application/x-ipynb+json' }));
    h('a', { href: url, download: page.name }).click();
    setTimeout(() => URL.revokeObjectURL(url), 1000);
  });
  for (const id of ['device', 'allocator'])
    byId(id).addEventListener('change', () => page.choose());
  addEventListener('dragover', (event) => event.preventDefault());
  const drop = (/** @type {DragEvent} */ event) => {
    if (!event.dataTransfer?.files.length) return; // Text that is dragged within an editor has no files.
    event.preventDefault();
    fromFile(event.dataTransfer.files[0]);
  };
  // Handled before an editor, which would insert the file's text.
  addEventListener('drop', drop, true);
}

async function begin() {
  await learn('notebook', 'page');
  const lay = () => sayDocument(sayer('notebook', 'page'));
  lay();
  byId('status').after(page.silence.element);
  changes.addEventListener('change', lay);
  listen();
  const { searchParams } = new URL(location.href);
  await fromSite(searchParams.get('notebook') ?? byId('example').value);
  return page;
}

/** For programs: `await asynclabNotebook` resolves to the page after its start. */
/** @type {any} */ (globalThis).asynclabNotebook = begin();
