/** A layer or a loss: a function, `block(x)`, which calls `block.forward(x)`. */
export class Block {
  constructor() {
    /** @type {any} */
    const call = (/** @type {any[]} */ ...inputs) => call.forward(...inputs);
    return Object.setPrototypeOf(call, new.target.prototype);
  }
}
