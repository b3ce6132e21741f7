/** The most messages that are sent together, and their characters: the page applies them in one turn. */
const BATCH = { messages: 200, characters: 100_000 };
/** Batches that are sent before the page has answered the first of them. */
const AHEAD = 2;

/**
 * Messages on their way to the page, in their order and in batches. At most `AHEAD` batches are unanswered: between two batches the page
 * draws, and handles the reader's input.
 */
export class Outbox {
  #post;
  /** @type {any[]} */
  #waiting = [];
  #next = 0;
  #credit = AHEAD;

  /** @param {(batch: {type: 'batch', messages: any[]}) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** The number of messages that have not been sent. */
  get waiting() {
    return this.#waiting.length - this.#next;
  }

  /** @param {any} message whose texts are short; a long one ends its batch */
  send(message) {
    this.#waiting.push(message);
    this.#leave();
  }

  /** The page has applied a batch. */
  answered() {
    this.#credit = Math.min(AHEAD, this.#credit + 1);
    this.#leave();
  }

  #leave() {
    while (this.#credit > 0 && this.waiting > 0) {
      const from = this.#next;
      let characters = 0;
      do characters += lengthOf(this.#waiting[this.#next++]);
      while (
        this.waiting > 0 &&
        this.#next - from < BATCH.messages &&
        characters < BATCH.characters
      );
      const messages = this.#waiting.slice(from, this.#next);
      if (this.waiting === 0) [this.#waiting, this.#next] = [[], 0];
      this.#credit -= 1;
      this.#post({ type: 'batch', messages });
    }
  }
}

/** @param {any} message */
const lengthOf = ({ text = '', message = '', traceback = '' }) =>
  text.length + message.length + traceback.length;
