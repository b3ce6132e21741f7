import { h, prose } from '../kit/dom.js';
import { decimal } from '../kit/format.js';
import {
  checkDevice,
  checkParameter,
  devicesOf,
  machineCalled,
  machineOf,
  machinesOf,
  OWN,
  presetValues,
} from '../kit/parameters.js';

/** @typedef {import('../kit/types.js').Experiment} Experiment */
/** @typedef {import('../kit/types.js').Values} Values */

/** The form of one experiment: preset, parameters, device, Run, Stop, Reset. Dispatches 'run', 'stop', 'reset', 'recorded', 'link' and 'change'. */
export class Controls extends EventTarget {
  /** @type {Record<string, HTMLInputElement|HTMLSelectElement|HTMLTextAreaElement>} */ #fields =
    {};
  /** @type {Record<string, HTMLElement>} */ #errors = {};
  /** @type {Record<string, HTMLInputElement>} */ #sliders = {};
  /** Whether Run had the focus when the run began, and gets it back at the end. */
  #held = false;

  /**
   * @param {Experiment} experiment
   * @param {import('../kit/say.js').Say} say of the page
   * @param {import('../kit/say.js').Say} sayOwn of the experiment
   */
  constructor(experiment, say, sayOwn) {
    super();
    this.experiment = experiment;
    this.say = say;
    this.sayOwn = sayOwn;
    this.preset = this.#select('preset', [...Object.keys(experiment.presets), OWN], (key) =>
      key === OWN ? say('preset-own') : sayOwn(`preset-${key}`),
    );
    const devices = [...devicesOf(experiment), ...machinesOf(experiment)];
    this.device = this.#select('device', devices, (key) => {
      const machine = machineOf(key);
      return machine
        ? say('device-machine', { machine: machineCalled(machine, sayOwn) })
        : say(`device-${key}`);
    });
    const button = (/** @type {string} */ key) =>
      h(
        'button',
        { type: 'button', class: key, 'data-control': key, onclick: () => this.#dispatch(key) },
        say(key),
      );
    this.runButton = h(
      'button',
      { type: 'submit', class: 'run', 'data-control': 'run' },
      say('run'),
    );
    this.stopButton = button('stop');
    this.resetButton = button('reset');
    this.recordedButton = button('recorded');
    this.linkButton = button('link');
    delete this.stopButton.dataset.control; // Stop cannot be hidden, so that every run can be stopped.
    this.element = this.#form();
    this.element.addEventListener('submit', (event) => {
      event.preventDefault();
      this.#dispatch('run');
    });
    this.preset.addEventListener('change', () =>
      this.fill(presetValues(experiment, this.preset.value), this.preset.value),
    );
    this.device.addEventListener('change', () => this.#dispatch('change'));
    this.fill(presetValues(experiment, this.preset.value), this.preset.value);
    this.running(false);
  }

  /** The fields, with the advanced ones folded up, and the buttons. */
  #form() {
    const { say } = this;
    const { parameters } = this.experiment;
    const fields = (/** @type {boolean} */ advanced) =>
      Object.keys(parameters)
        .filter((name) => !!parameters[name].advanced === advanced)
        .map((name) => this.#field(name));
    return h(
      'form',
      { class: 'controls', novalidate: true },
      h(
        'div',
        { class: 'fields' },
        this.#labelled('preset', say('preset'), this.preset),
        ...fields(false),
        this.#labelled('device', say('device'), this.device),
      ),
      h(
        'details',
        {},
        h('summary', {}, say('advanced')),
        h('div', { class: 'fields' }, ...fields(true)),
      ),
      h(
        'div',
        { class: 'buttons' },
        this.runButton,
        this.stopButton,
        this.resetButton,
        this.experiment.recorded ? this.recordedButton : null,
        this.linkButton,
      ),
    );
  }

  /** @param {string} type */
  #dispatch(type) {
    this.dispatchEvent(new Event(type));
  }

  /** @param {string} name @param {string[]} keys @param {(key: string) => string} text */
  #select(name, keys, text) {
    return h(
      'select',
      { name, id: this.#id(name) },
      ...keys.map((key) => h('option', { value: key }, text(key))),
    );
  }

  /** @param {string} name */
  #id(name) {
    return `${this.experiment.name}-${name}`;
  }

  /** @param {string} name @param {string} text @param {HTMLElement} control @param {...(Node|null)} more */
  #labelled(name, text, control, ...more) {
    return h(
      'div',
      { class: 'field', 'data-control': name },
      h('label', { for: this.#id(name) }, text),
      control,
      ...more,
    );
  }

  /** @param {string} name */
  #field(name) {
    const { min, max, auto, choices, text } = this.experiment.parameters[name];
    const id = this.#id(name);
    const help = this.sayOwn.has(`${name}-help`) ? this.sayOwn(`${name}-help`) : '';
    const hint = (/** @type {string} */ text) =>
      h('p', { class: 'hint', id: `${id}-hint` }, ...prose(text));
    const own = () => {
      this.preset.value = OWN;
      this.check(name);
      this.#dispatch('change');
    };
    if (choices) {
      const select = this.#select(name, choices, (key) =>
        Number.isFinite(Number(key)) ? decimal(Number(key)) : this.sayOwn(`${name}-${key}`),
      );
      select.addEventListener('input', own);
      this.#fields[name] = select;
      return this.#labelled(name, this.sayOwn(name), select, help ? hint(help) : null);
    }
    if (text) return this.#text(name, text, own);
    const bounds = /** @type {Record<string, number>} */ ({ min, max });
    const error = h(
      'p',
      { class: 'error', id: `${id}-error`, role: 'alert', hidden: true },
      this.say(auto ? 'out-of-range-auto' : 'out-of-range', bounds),
    );
    const range = this.say('range', bounds);
    const input = h('input', {
      type: 'number',
      id,
      name,
      min,
      max,
      step: 1,
      inputmode: 'numeric',
      'aria-describedby': `${id}-hint ${id}-error`,
      placeholder: auto ? this.say('auto-value') : null,
    });
    input.addEventListener('input', own);
    this.#fields[name] = input;
    this.#errors[name] = error;
    const rangeHint = hint(help ? `${range}. ${help}` : range);
    return this.#labelled(name, this.sayOwn(name), input, this.#slider(name), rangeHint, error);
  }

  /** A slider beside a number's field, if the parameter has one; `check` keeps both equal. @param {string} name */
  #slider(name) {
    const { min, max, slider: step } = this.experiment.parameters[name];
    if (!step) return null;
    const field = this.#fields[name];
    const slider = h('input', { type: 'range', min, max, step, 'aria-label': this.sayOwn(name) });
    slider.addEventListener('input', () => {
      field.value = slider.value;
      field.dispatchEvent(new Event('input'));
    });
    this.#sliders[name] = slider;
    return slider;
  }

  /** A text field over the whole width. @param {string} name @param {number} most characters @param {() => void} own */
  #text(name, most, own) {
    const { lines } = this.experiment.parameters[name];
    const id = this.#id(name);
    const error = h('p', { class: 'error', id: `${id}-error`, role: 'alert', hidden: true });
    const field = h(lines ? 'textarea' : 'input', {
      id,
      name,
      class: 'text',
      maxlength: most,
      spellcheck: 'false',
      autocapitalize: 'off',
      autocomplete: 'off',
      'aria-describedby': `${id}-hint ${id}-error`,
    });
    field.addEventListener('input', own);
    this.#fields[name] = field;
    this.#errors[name] = error;
    const help = h('p', { class: 'hint', id: `${id}-hint` }, ...prose(this.sayOwn(`${name}-help`)));
    const labelled = this.#labelled(name, this.sayOwn(name), field, help, error);
    labelled.classList.add('wide');
    return labelled;
  }

  /** One field's value; shows or hides its error. @param {string} name @returns {number|string|null} null if it is wrong */
  check(name) {
    const input = this.#fields[name];
    if (input instanceof HTMLSelectElement) return input.value;
    const { text: most, problem } = this.experiment.parameters[name];
    // A number field that holds no number reads as empty, which must not pass for automatic.
    const automatic = !most && input.value === '' && !input.validity.badInput;
    let value = null;
    try {
      value = checkParameter(this.experiment, name, automatic ? 'auto' : input.value);
    } catch {
      // The message at the field shows the problem.
      if (most)
        this.#errors[name].textContent =
          (input.value && problem?.(input.value, this.sayOwn)) ||
          this.say('out-of-range-text', { most });
    }
    this.#errors[name].hidden = value !== null;
    if (value !== null && this.#sliders[name]) this.#sliders[name].value = String(value);
    input.setAttribute('aria-invalid', String(value === null));
    return value;
  }

  /** The chosen settings. @returns {{device: import('../kit/types.js').DeviceName, parameters: Values}|null} null if a value is wrong, whose field then gets the focus */
  read() {
    /** @type {Values} */
    const parameters = {};
    let wrong = null;
    for (const name of Object.keys(this.#fields)) {
      const value = this.check(name);
      if (value === null) wrong ??= this.#fields[name];
      else parameters[name] = value;
    }
    if (wrong) {
      wrong.closest('details')?.setAttribute('open', '');
      wrong.focus();
      return null;
    }
    return { device: checkDevice(this.experiment, this.device.value), parameters };
  }

  /** The present settings; wrong values as defaults. @returns {import('./link.js').State} */
  get state() {
    return { preset: this.preset.value, ...this.peek() };
  }

  /** The present values, with defaults in place of wrong values: enough to show the program. @returns {{device: string, parameters: Values}} */
  peek() {
    const { parameters } = this.experiment;
    const values = Object.keys(parameters).map((name) => [
      name,
      this.check(name) ?? parameters[name].default,
    ]);
    return { device: this.device.value, parameters: Object.fromEntries(values) };
  }

  /** @param {import('../kit/types.js').DeviceName} device @param {import('../kit/types.js').DeviceName} [otherwise] if the experiment does not run on that device */
  chooseDevice(device, otherwise = device) {
    const offered = Array.from(this.device.options, ({ value }) => value).includes(device);
    this.device.value = offered ? device : otherwise;
    this.#dispatch('change');
  }

  /** Shows values. @param {Values} values @param {string} [preset] */
  fill(values, preset = OWN) {
    this.preset.value = preset;
    for (const [name, input] of Object.entries(this.#fields)) {
      input.value = values[name] === 'auto' ? '' : String(values[name]);
      this.check(name);
    }
    this.#dispatch('change');
  }

  /** Copies the settings of other controls of the same experiment. @param {Controls} others */
  takeOver(others) {
    this.device.value = others.device.value;
    for (const [name, input] of Object.entries(this.#fields)) {
      input.value = others.#fields[name].value;
      this.check(name);
    }
    this.preset.value = others.preset.value;
    this.#dispatch('change');
  }

  /** @param {boolean} here whether this experiment runs @param {boolean} [elsewhere] whether another experiment runs */
  running(here, elsewhere = false) {
    const { activeElement } = /** @type {Document} */ (this.element.getRootNode());
    if (activeElement === this.runButton) this.#held = true;
    this.runButton.disabled = here || elsewhere;
    this.stopButton.disabled = !here;
    this.resetButton.disabled = here;
    this.recordedButton.disabled = here;
    // A disabled button would lose the focus to the page, so Stop has it during the run.
    if (!this.#held) return;
    if (here) this.stopButton.focus();
    else if (!elsewhere) {
      this.#held = false;
      const now = /** @type {Document} */ (this.element.getRootNode()).activeElement;
      if (!now || now === document.body || now === this.stopButton) this.runButton.focus();
    }
  }
}
