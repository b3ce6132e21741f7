import { h } from '../kit/dom.js';
import { duration, locale, range, withSpread } from '../kit/format.js';
import { machineCalled } from '../kit/parameters.js';
import { sayer } from '../kit/say.js';
import { choose, languages } from './language.js';
import { keep } from './link.js';

/** @typedef {import('../kit/types.js').Info} Info */

/** The top bar: contents, name, a line on the device and its notification latency that unfolds, language, theme, presentation. */
export class TopBar {
  /**
   * @param {import('../kit/say.js').Say} say
   * @param {HTMLElement} menu the button that opens the contents in narrow windows
   * @param {() => void} present
   */
  constructor(say, menu, present) {
    this.menu = menu;
    this.present = present;
    this.say = say;
    /** Shows the present content again. */
    this.repeat = () => this.report(() => say('connecting'));
    this.line = h('summary');
    this.about = h('dl');
    this.details = h('details', { class: 'adapter' }, this.line, this.about);
    this.element = h('header', { class: 'topbar' });
    this.resay();
  }

  /** Writes all texts again after a change of language. */
  resay() {
    const focused = this.element.contains(document.activeElement)
      ? document.activeElement?.getAttribute('name')
      : null;
    this.language = languageChoice();
    this.element.replaceChildren(
      this.menu,
      h('a', { class: 'name', href: '#top' }, 'asynclab'),
      this.details,
      ...(languages().length > 1 ? [labelled(this.say('language'), this.language)] : []),
      themeChoice(this.say),
      h(
        'button',
        {
          type: 'button',
          class: 'present',
          name: 'present',
          title: this.say('present-keys'),
          'aria-keyshortcuts': 'Alt+P',
          onclick: this.present,
        },
        this.say('present'),
      ),
    );
    this.repeat();
    /** @type {HTMLElement | null} */ (
      focused ? this.element.querySelector(`[name="${focused}"]`) : null
    )?.focus();
  }

  /** @param {Info} info */
  show(info) {
    this.repeat = () => this.show(info);
    const { say } = this;
    const { adapter, browser, floor, roundTrip, clock, timestamps, backendThread, device } = info;
    const key =
      device === 'cpu' ? 'adapter-cpu' : adapter.software ? 'adapter-software' : 'adapter';
    const name = info.machine
      ? say('device-machine', { machine: machineCalled(info.machine, sayer('experiments/lib')) })
      : say(key, { adapter: adapter.name || adapter.vendor, browser });
    const { median, samples } = floor;
    const seen = range(floor, clock.backendStep);
    this.line.replaceChildren(
      h('span', { class: 'who' }, name),
      h('span', { class: 'quality' }, say('seen-every', { floor: seen })),
    );
    const rows = [
      [
        'about-adapter',
        [adapter.name, adapter.vendor, adapter.architecture].filter(Boolean).join(', '),
      ],
      [
        'about-floor',
        say('floor-spread', {
          median: withSpread({ median, low: median, high: median }, clock.backendStep),
          samples,
          range: seen,
        }),
      ],
      ['about-round-trip', withSpread(roundTrip, clock.step)],
      ['about-clock', duration(clock.step)],
      ['about-timestamps', timestamps ? duration(timestamps.quantum) : say('none')],
      ['about-backend', say(`backend-${backendThread}`)],
    ];
    this.about.replaceChildren(...rows.map(([key, value]) => this.#row(key, value)));
  }

  /** @param {string} key @param {string} value */
  #row(key, value) {
    const help = { 'about-adapter': '', 'about-backend': '' }[key] ?? this.say(`${key}-help`);
    return h(
      'div',
      {},
      h('dt', {}, this.say(key)),
      h('dd', {}, value),
      help ? h('dd', { class: 'help' }, help) : null,
    );
  }

  /** Shows a text instead of a device. @param {() => string} text */
  report(text) {
    this.repeat = () => this.report(text);
    this.line.replaceChildren(text());
    this.about.replaceChildren();
  }
}

/** @param {string} name @param {HTMLSelectElement} select */
function labelled(name, select) {
  return h('label', { class: `choice ${select.name}` }, h('span', {}, name), select);
}

/** The list of languages, each with its own name for itself. */
function languageChoice() {
  const options = languages().map(({ tag, name }) => h('option', { value: tag, lang: tag }, name));
  const select = h('select', { name: 'language' }, ...options);
  select.value = locale();
  select.addEventListener('change', () => {
    choose(select.value).catch(() => (select.value = locale()));
  });
  return select;
}

/** @param {import('../kit/say.js').Say} say */
function themeChoice(say) {
  const apply = (/** @type {string} */ theme) => {
    if (theme === 'auto') delete document.documentElement.dataset.theme;
    else document.documentElement.dataset.theme = theme;
  };
  const options = ['auto', 'light', 'dark'].map((theme) =>
    h('option', { value: theme }, say(`theme-${theme}`)),
  );
  const select = h('select', { name: 'theme' }, ...options);
  select.value = document.documentElement.dataset.theme ?? 'auto';
  select.addEventListener('change', () => {
    apply(select.value);
    keep('theme', select.value);
    try {
      localStorage.setItem('asynclab.theme', select.value);
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  });
  return labelled(say('theme'), select);
}
