import { listed } from './attributes.js';

/** An element whose properties reflect its attributes of the same names. */
export class Reflecting extends HTMLElement {
  get experiment() {
    return this.getAttribute('experiment') ?? '';
  }
  set experiment(name) {
    this.setAttribute('experiment', name);
  }
  get preset() {
    return this.getAttribute('preset') ?? '';
  }
  set preset(name) {
    this.setAttribute('preset', name);
  }
  get device() {
    return this.getAttribute('device') ?? '';
  }
  set device(name) {
    this.setAttribute('device', name);
  }
  get theme() {
    return this.getAttribute('theme') ?? 'auto';
  }
  set theme(name) {
    this.setAttribute('theme', name);
  }
  /** The controls that the reader may change; null: all. @returns {string[]|null} */
  get controls() {
    return listed(this.getAttribute('controls'));
  }
  set controls(names) {
    if (names === null) this.removeAttribute('controls');
    else this.setAttribute('controls', names.join(','));
  }
  get autorun() {
    return this.hasAttribute('autorun');
  }
  set autorun(on) {
    this.toggleAttribute('autorun', on);
  }
}
