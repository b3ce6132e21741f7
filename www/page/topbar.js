import { h } from './dom.js';
import { duration, range, withSpread } from './format.js';

/** @typedef {import('./types.js').Info} Info */

/** The slim bar: contents, name, the device and the quality of its clock in one line that unfolds, theme, presenting. */
export class TopBar {
  /**
   * @param {import('./say.js').Say} say
   * @param {HTMLElement} menu opens the contents where they are not beside the text
   * @param {() => void} present
   */
  constructor(say, menu, present) {
    this.say = say;
    this.line = h('summary', {}, say('connecting'));
    this.about = h('dl');
    this.details = h('details', { class: 'adapter' }, this.line, this.about);
    this.element = h(
      'header',
      { class: 'topbar' },
      menu,
      h('a', { class: 'name', href: '#top' }, 'asynclab'),
      this.details,
      themeChoice(say),
      h(
        'button',
        {
          type: 'button',
          class: 'present',
          title: say('present-keys'),
          'aria-keyshortcuts': 'Alt+P',
          onclick: present,
        },
        say('present'),
      ),
    );
  }

  /** @param {Info} info */
  show(info) {
    const { say } = this;
    const { adapter, browser, floor, roundTrip, clock, timestamps, backendThread, device } = info;
    const name = say(device === 'cpu' ? 'adapter-cpu' : 'adapter', {
      adapter: adapter.name || adapter.vendor,
      software: adapter.software ? say('software') : '',
      browser,
    });
    this.line.replaceChildren(
      h('span', { class: 'who' }, name),
      h(
        'span',
        { class: 'quality' },
        say('seen-every', { floor: range(floor, clock.backendStep) }),
      ),
    );
    const rows = [
      [
        'about-adapter',
        [adapter.name, adapter.vendor, adapter.architecture].filter(Boolean).join(', '),
      ],
      [
        'about-floor',
        say('floor-spread', {
          median: withSpread(
            { ...floor, low: floor.median, high: floor.median },
            clock.backendStep,
          ),
          samples: floor.samples,
          range: range(floor, clock.backendStep),
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

  /** @param {string} text instead of a device */
  tell(text) {
    this.line.replaceChildren(text);
    this.about.replaceChildren();
  }
}

/** @param {import('./say.js').Say} say */
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
    try {
      localStorage.setItem('asynclab.theme', select.value);
    } catch {
      // Storage may be forbidden; the choice then lasts as long as the page.
    }
  });
  return h('label', { class: 'theme' }, h('span', {}, say('theme')), select);
}
