/**
 * The door for languages: the way into a lab for whatever is not JavaScript. An array is a whole number, its name, and so is all that
 * crosses on the hot path; no object has to be kept, collected or proxied on either side. A name has a holder: who gets one from a call
 * releases it once; from then on it is of no array. Calls enqueue and return; only what says so waits. Errors are `LabError`s with a stable `code`.
 *
 * Attributes are u32 words, as `bits` makes them of numbers:
 *
 * | operation | call | attributes |
 * |---|---|---|
 * | elementwise on one array: `exp`, … | `unary` | |
 * | elementwise on two: `add`, … | `binary`; `scalar` with a number | |
 * | reductions: `sum`, … | `apply` | a bit for each axis (1 << axis), 1 to keep reduced axes or 0 |
 * | `matmul` | `apply` | 1 to transpose the left operand or 0, the same for the right one |
 * | `transpose` | `apply` | the axes in their new order |
 * | `reshape`, `broadcast_to` | `shaped` | |
 * | `full` | `create` | bits of the value |
 * | `arange` | `create` | bits of start and step; the one dimension is the count |
 * | `eye` | `create` | |
 * | `normal`, `uniform` | `create` | two words of seed, bits of mean and deviation, or of low and high |
 *
 * @example
 * const door = openDoor(lab);
 * const { add } = door.codes;
 * const x = door.write([1, 2, 3], [3]);
 * const y = door.scalar(add, x, 10, true, x); // x is not needed after this
 * await door.read(y); // → [11, 12, 13]
 * door.release(y);
 * door.live; // → 0
 */

/** @typedef {import('./lab.js').Lab} Lab */
/** @typedef {import('./ndarray.js').NDArray} NDArray */
/** @typedef {import('./channel.js').Memory} Memory */

const LEFT = 0;
const RIGHT = 1;

/**
 * Opens the door to a lab.
 *
 * @param {Lab} lab
 * @returns {Door}
 */
export function openDoor(lab) {
  return new Door(lab);
}

/**
 * A lab by numbers. A device is its index among `devices`; the lab's own is 0.
 */
export class Door {
  #lab;
  #channel;
  #calls;
  #number;
  #toBits;

  /**
   * @param {Lab} lab
   * @hideconstructor
   */
  constructor(lab) {
    const { channel, calls, kinds, number, toBits } = lab.insides();
    this.#lab = lab;
    this.#channel = channel;
    this.#calls = calls;
    this.#number = number;
    this.#toBits = toBits;
    /** The code of each operation, by its name. @type {Readonly<Record<string, number>>} @readonly */
    this.codes = Object.freeze({ ...channel.opcodes });
    /** The kind of an operation's call, by its code: `unary`, `binary`, `reduction`, `product`, `creation` or `other`. @readonly */
    this.kinds = Object.freeze(kinds);
  }

  /** The names of the devices, by index. */
  get devices() {
    return this.#lab.devices;
  }

  /** The index of a device by its name; the CPU joins when it is first asked for. @param {string} name */
  deviceNamed(name) {
    return this.#lab.indexOf(name, 'deviceNamed');
  }

  // Operations. Each returns the name of the array that it will give.

  /**
   * An operation on one array.
   *
   * @param {number} code of the operation
   * @param {number} x name
   * @param {number} [gone] a name that is released once the call is made: a name that was dropped rides along for free
   */
  unary(code, x, gone) {
    return this.#made(this.#frontend.unary(this.#code(code), this.#name(x)), gone);
  }

  /** An operation on two arrays. @param {number} code @param {number} left @param {number} right @param {number} [gone] as in `unary` */
  binary(code, left, right, gone) {
    return this.#made(
      this.#frontend.binary(this.#code(code), this.#name(left), this.#name(right)),
      gone,
    );
  }

  /**
   * An operation on an array and a number.
   *
   * @param {number} code
   * @param {number} x name
   * @param {number} value
   * @param {boolean} [right] whether the number is the right operand; it is unless told otherwise
   * @param {number} [gone] as in `unary`
   */
  scalar(code, x, value, right = true, gone) {
    const side = right ? RIGHT : LEFT;
    return this.#made(
      this.#frontend.scalar(this.#code(code), this.#name(x), this.#value('a number', value), side),
      gone,
    );
  }

  /** Any operation. @param {number} code @param {ArrayLike<number>} inputs names @param {ArrayLike<number>} attributes words @param {number} [gone] as in `unary` */
  apply(code, inputs, attributes, gone) {
    const [names, words] = [this.#names(inputs), this.#words(attributes)];
    return this.#made(this.#frontend.apply(this.#code(code), names, words), gone);
  }

  /** An operation on one array that is given the shape of its result. @param {number} code @param {number} x @param {ArrayLike<number>} shape @param {number} [gone] as in `unary` */
  shaped(code, x, shape, gone) {
    return this.#made(
      this.#frontend.shaped(this.#code(code), this.#name(x), this.#numbers(shape)),
      gone,
    );
  }

  /** An operation that makes an array of nothing. @param {number} code @param {ArrayLike<number>} attributes words @param {ArrayLike<number>} shape @param {number} [device] */
  create(code, attributes, shape, device = 0) {
    const [words, dims] = [this.#words(attributes), this.#numbers(shape)];
    return this.#made(this.#frontend.create(this.#device(device), this.#code(code), words, dims));
  }

  /** An array of values of the host, in row-major order. @param {ArrayLike<number>} values @param {ArrayLike<number>} shape @param {number} [device] */
  write(values, shape, device = 0) {
    const floats =
      values instanceof Float32Array ? values : Float32Array.from(this.#numbers(values));
    const dims = this.#numbers(shape);
    return this.#made(this.#frontend.write(this.#device(device), floats, dims));
  }

  /** The same elements on another device. @param {number} x @param {number} device */
  transfer(x, device) {
    return this.#made(this.#frontend.transfer(this.#name(x), this.#device(device)));
  }

  // Names.

  /**
   * A name has one holder less; with the last one the array is gone, and the name is of no array any more, whichever is made next.
   *
   * @param {number} x
   * @throws {LabError} `DISPOSED` for what is no name, or was released before
   */
  release(x) {
    this.#channel.release(this.#name(x));
  }

  /** A name has one holder more. @param {number} x @throws {LabError} `DISPOSED` */
  retain(x) {
    this.#channel.retain(this.#name(x));
  }

  /** Dimensions, outermost first. @param {number} x @returns {number[]} */
  shape(x) {
    return this.#calls.shapeOf({ id: this.#name(x) });
  }

  /** The index of the array's device. @param {number} x */
  deviceOf(x) {
    this.shape(x);
    return this.#frontend.device(x);
  }

  /** Where an array is, as last reported by its backend. Never waits. @param {number} x */
  stateOf(x) {
    this.shape(x);
    return this.#calls.waits.stateOf({ id: x, outcome: '' });
  }

  /** Arrays that have a name. */
  get live() {
    return this.#frontend.live;
  }

  /** A handle of JavaScript for the array, which is then another holder. @param {number} x @returns {NDArray} */
  handle(x) {
    this.shape(x);
    this.retain(x);
    return this.#calls.adopt(x);
  }

  /** The name behind a handle, with a holder for who asks. @param {NDArray} array */
  nameOf(array) {
    this.#calls.own('nameOf', array);
    this.#calls.shapeOf(array, 'nameOf');
    this.retain(array.id);
    return array.id;
  }

  // Gradients, as of `Autograd`.

  /** Records calls from here on, or does not. @param {boolean} on @returns {boolean} whether they were recorded before */
  setRecording(on) {
    return this.#lab.autograd.setRecording(on);
  }

  /** Gives an array a gradient, which each backward pass replaces or adds to. @param {number} x @param {boolean} [accumulate] */
  attachGrad(x, accumulate = false) {
    this.#check(this.#frontend.attachGrad(this.#name(x), accumulate === true));
  }

  /** The name of an array's gradient, with a holder for who asks; 0 before the first pass. @param {number} x */
  grad(x) {
    this.shape(x);
    return this.#frontend.grad(x);
  }

  /** Whether an array was computed by calls that were recorded. @param {number} x @returns {boolean} */
  recorded(x) {
    return this.#frontend.isRecorded(this.#name(x));
  }

  /** Forgets an array's gradient. @param {number} x */
  zeroGrad(x) {
    this.#check(this.#frontend.zeroGrad(this.#name(x)));
    this.#enqueued();
  }

  /** Finds the gradients of everything attached that leads to a loss. @param {number} loss @param {number} [head] the gradient of the loss; 0 for ones @param {boolean} [retain] keep the graph for another pass */
  backward(loss, head = 0, retain = false) {
    this.#check(this.#frontend.backward(this.#name(loss), this.#name(head), retain === true));
    this.#enqueued();
  }

  /** The gradients of a loss with respect to some arrays, by name. @param {number} loss @param {ArrayLike<number>} wanted @param {number} [head] @param {boolean} [retain] @returns {number[]} */
  gradients(loss, wanted, head = 0, retain = false) {
    const names = this.#names(wanted);
    const found = this.#frontend.gradients(
      this.#name(loss),
      this.#name(head),
      names,
      retain === true,
    );
    if (!found) this.#check(0);
    this.#enqueued();
    return Array.from(found);
  }

  /** Has a holder of `x` hold the values of another array from now on. @param {number} x @param {number} value @returns {number} the name it has then */
  assign(x, value) {
    const now = this.#check(this.#frontend.assign(this.#name(x), this.#name(value)));
    this.#enqueued();
    return now;
  }

  // Waits. The forms without `Sync` give promises, which a language without an event loop of its own suspends itself for (JSPI).

  /** Why the forms with `Sync` cannot be used here; undefined where they can. */
  get whyNotBlock() {
    return this.#channel.whyNotBlock();
  }

  /** Resolves once an array is computed. @param {number} x @returns {Promise<void>} */
  async wait(x) {
    await this.#ask('wait', 'waitToRead', x);
  }

  /** Resolves to the elements, in row-major order. @param {number} x @returns {Promise<Float32Array>} */
  async read(x) {
    return this.#ask('read', 'data', x);
  }

  /** Resolves to the only element. @param {number} x @returns {Promise<number>} */
  async item(x) {
    return (await this.#ask('item', 'item', x))[0];
  }

  /** Resolves once everything is computed. @returns {Promise<void>} */
  waitAll() {
    return this.#lab.waitAll();
  }

  /** Sleeps until an array is computed. @param {number} x */
  waitSync(x) {
    this.#askSync('wait', 'waitToReadSync', x, 0);
  }

  /** Sleeps, then gives the elements. @param {number} x @returns {Float32Array} */
  readSync(x) {
    const bytes = 4 * this.shape(x).reduce((product, length) => product * length, 1);
    return this.#askSync('read', 'dataSync', x, bytes);
  }

  /** Sleeps, then gives the only element. @param {number} x @returns {number} */
  itemSync(x) {
    return this.#askSync('item', 'itemSync', x, 4)[0];
  }

  /** Sleeps until everything is computed. */
  waitAllSync() {
    this.#lab.waitAllSync();
  }

  /**
   * The operations on a device that are known to have failed, by their number in the order of enqueuing there, from 0 on: a wait that
   * fails is no later than the first of them that nobody has heard of.
   *
   * @param {number} [device]
   * @returns {number[]}
   */
  failed(device = 0) {
    return [...this.#channel.devices[this.#device(device)].failed];
  }

  // The queue.

  /**
   * Whether half of a queue is taken. A thread that may block sleeps by itself when its queue is full; any other should wait for `room`
   * when this is true, at every 512th operation or so, or a later call fails with `QUEUE_FULL`. It costs a property.
   */
  get crowded() {
    return this.#channel.crowded;
  }

  /** Resolves once there is room for so many operations and bytes of their results. @param {number} [operations] half of the queue unless told otherwise @param {number} [bytes] */
  room(operations, bytes = 0) {
    return this.#lab.room(operations ?? this.#channel.half, bytes);
  }

  /** Hands over what was enqueued, without waiting. While a program enqueues without a pause that happens by itself within 1 ms. */
  flush() {
    this.#channel.flush();
  }

  /** Bytes on a device, as `lab.memory` gives them. @param {number} [device] @returns {Memory} */
  memory(device = 0) {
    return this.#channel.memory(this.#device(device));
  }

  /** Has `look` called every 50 ms while a wait sleeps, to end it by an exception. What was waited for is computed all the same. @param {() => void} look */
  interruptBy(look) {
    if (typeof look !== 'function') this.#refuse('what looks is no function');
    this.#channel.whileAsleep = look;
  }

  /** Bounds the operations that may be on their way to each device, from here on. @param {number} operations */
  boundOperations(operations) {
    const most = this.#value('a number of operations', operations);
    if (!Number.isSafeInteger(most) || most < 1)
      this.#refuse(`at most ${most} operations are no bound; give a whole number of 1 or more`);
    this.#channel.boundOperations(operations);
  }

  /** Now, in ms on the lab's clock. */
  now() {
    return this.#channel.now();
  }

  /** The words of a float32 among attributes. @param {number} value */
  bits(value) {
    return this.#toBits(this.#value('a number', value));
  }

  /** Behind a loss the frontend is another one. */
  get #frontend() {
    return this.#channel.frontend;
  }

  /** @param {string} what @param {number} value @returns {number} */
  #value(what, value) {
    return typeof value === 'number' ? value : this.#number('door', what, value);
  }

  /** A number that may be a name: the engine would take 2³² + x and x + ½ for x. @param {number} x */
  #name(x) {
    if (typeof x === 'number' && x >>> 0 === x) return x;
    this.#value('a name', x);
    return this.#refuse(`${x} is no name; names are whole numbers that the door gave`);
  }

  /** Names in a list. @param {ArrayLike<number>} list */
  #names(list) {
    if (list instanceof Uint32Array) return list;
    return Uint32Array.from(this.#numbers(list), (x) => this.#name(x));
  }

  /** @param {number} code */
  #code(code) {
    if (this.kinds[this.#value('a code', code)] !== undefined) return code;
    return this.#refuse(`there is no operation ${code}; take its code from codes`);
  }

  /** @param {number} device */
  #device(device) {
    if (this.#channel.devices[this.#value('a device', device)] !== undefined) return device;
    return this.#refuse(`there is no device ${device}; take its index from devices`);
  }

  /** @param {ArrayLike<number>} list */
  #words(list) {
    return list instanceof Uint32Array ? list : Uint32Array.from(this.#numbers(list));
  }

  /** @param {ArrayLike<number>} list */
  #numbers(list) {
    if (list instanceof Float64Array) return list;
    if (typeof list !== 'object' || list === null) this.#value('an element of a list', list);
    return Float64Array.from(list, (value) => this.#value('an element of a list', value));
  }

  /** @param {string} problem @returns {never} */
  #refuse(problem) {
    return this.#lab.insides().refuse(`door: ${problem}`);
  }

  /** @param {number} number 0 throws why */
  #check(number) {
    return this.#channel.check(number);
  }

  /** @param {number} id @param {number} [gone] */
  #made(id, gone) {
    // The chunk leaves no sooner than the call is counted, or a queue would be full before its program sleeps.
    const known = !gone || this.#frontend.release(this.#name(gone));
    this.#check(id);
    try {
      this.#channel.enqueued();
      if (this.#lab.blocking) this.#lab.waitAllSync();
      if (!known) this.#channel.release(gone);
    } catch (error) {
      this.#frontend.release(id); // The caller gets no name.
      throw error;
    }
    return id;
  }

  /** Operations were enqueued that no name came back of. */
  #enqueued() {
    this.#channel.enqueued();
    if (this.#lab.blocking) this.#lab.waitAllSync();
  }

  /** @param {'wait' | 'read' | 'item'} what @param {string} kind of wait @param {number} x */
  #ask(what, kind, x) {
    const token = this.#check(this.#frontend[what](this.#name(x)));
    return this.#channel.ask(token, kind, { id: x });
  }

  /** @param {'wait' | 'read' | 'item'} what @param {string} kind of wait @param {number} x @param {number} bytes */
  #askSync(what, kind, x, bytes) {
    const device = this.#frontend.device(this.#name(x));
    const ask = () => this.#check(this.#frontend[what](x));
    return this.#channel.askSync(kind, device, ask, bytes, { id: x });
  }
}
