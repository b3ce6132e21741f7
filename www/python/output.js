// Sends a cell's output to the page: in pieces, so that there are not too many messages, and cut where it is too long.

/** Most characters that a cell may print. */
export const MOST_CHARACTERS = 200_000;
/** Characters and ms after which a piece is sent. */
const PIECE = 8192;
const PAUSE = 50;
/** The least time between figures that replace each other, ms. */
const FIGURES = 200;

export class Output {
  #post;
  #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  #text = '';
  /** @type {'stdout' | 'stderr'} */
  #stream = 'stdout';
  #printed = 0;
  #last = 0;
  /** Whether the next output replaces what is shown. */
  #clearing = false;
  /** A figure that came too soon after the last one; the next one may replace it. @type {any} */
  #held;
  #heldIsGone = false;
  #figured = -Infinity;

  /** @param {(message: any) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** @param {'stdout' | 'stderr'} stream @param {Uint8Array} bytes @returns {number} */
  write(stream, bytes) {
    if (this.#printed >= MOST_CHARACTERS) return bytes.length;
    this.#postHeld();
    if (stream !== this.#stream) this.#leave();
    this.#stream = stream;
    // Python writes into memory that may be shared, which decoders reject.
    const text = this.#decoders[stream].decode(bytes.slice(), { stream: true });
    const room = MOST_CHARACTERS - this.#printed;
    this.#text += text.slice(0, room);
    this.#printed += text.length;
    const now = performance.now();
    if (this.#text.length >= PIECE || now - this.#last >= PAUSE || this.#printed >= MOST_CHARACTERS)
      this.#leave(now);
    if (this.#printed >= MOST_CHARACTERS) this.#post({ type: 'cut', most: MOST_CHARACTERS });
    return bytes.length;
  }

  /** @param {string} kind @param {string} text */
  show(kind, text) {
    this.#leave();
    if (kind === 'clear') this.#clear(text === 'wait');
    else if (kind === 'figure') this.#figure(text);
    else if (kind === 'error') {
      this.end();
      const [name, message, traceback] = text.split('\0');
      this.#post({ type: 'error', name, message, traceback });
    } else {
      this.#postHeld();
      this.#post({ type: kind, text: text.slice(0, MOST_CHARACTERS) });
    }
  }

  /** Sends text and a figure that were held back. */
  end() {
    this.#leave();
    this.#heldIsGone = false;
    if (this.#held) this.#postHeld();
  }

  /** @param {boolean} wait until something else is shown */
  #clear(wait) {
    if (wait) {
      // The next output replaces a figure that was not sent.
      if (this.#held) this.#heldIsGone = true;
      else this.#clearing = true;
      return;
    }
    this.#held = undefined;
    this.#clearing = true;
    this.#postHeld();
  }

  /** @param {string} text */
  #figure(text) {
    const [message, svg] = text.split('\0');
    if (svg.length > MOST_CHARACTERS) {
      this.#postHeld();
      this.#post({ type: 'cut', most: MOST_CHARACTERS });
      return;
    }
    if (this.#held && !this.#heldIsGone) this.#postHeld();
    this.#held = { type: 'figure', message, text: svg };
    this.#heldIsGone = false;
    const now = performance.now();
    if (this.#clearing && now - this.#figured < FIGURES) return;
    this.#postHeld();
    this.#figured = now;
  }

  /** Sends what is pending before something else is shown: a clear, and a figure that was held back. */
  #postHeld() {
    if (this.#clearing) {
      this.#post({ type: 'clear' });
      this.#printed = 0;
    }
    if (this.#held && !this.#heldIsGone) this.#post(this.#held);
    this.#clearing = this.#heldIsGone = false;
    this.#held = undefined;
  }

  #leave(now = performance.now()) {
    if (!this.#text) return;
    this.#post({ type: 'text', stream: this.#stream, text: this.#text });
    this.#text = '';
    this.#last = now;
  }
}
