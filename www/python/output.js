// A cell's output on its way to the page: in not too many pieces, and cut where it never ends.

/** Most characters that a cell may print. */
export const MOST_CHARACTERS = 200_000;
/** Characters and ms after which a piece leaves. */
const PIECE = 8192;
const PAUSE = 50;

export class Output {
  #post;
  #decoders = { stdout: new TextDecoder(), stderr: new TextDecoder() };
  #text = '';
  /** @type {'stdout' | 'stderr'} */
  #stream = 'stdout';
  #printed = 0;
  #last = 0;

  /** @param {(message: any) => void} post */
  constructor(post) {
    this.#post = post;
  }

  /** @param {'stdout' | 'stderr'} stream @param {Uint8Array} bytes @returns {number} */
  write(stream, bytes) {
    if (this.#printed >= MOST_CHARACTERS) return bytes.length;
    if (stream !== this.#stream) this.#leave();
    this.#stream = stream;
    // Python writes into memory that may be shared, which decoders refuse.
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
    if (kind === 'error') {
      const [name, message, traceback] = text.split('\0');
      this.#post({ type: 'error', name, message, traceback });
    } else this.#post({ type: kind, text: text.slice(0, MOST_CHARACTERS) });
  }

  end() {
    this.#leave();
  }

  #leave(now = performance.now()) {
    if (!this.#text) return;
    this.#post({ type: 'text', stream: this.#stream, text: this.#text });
    this.#text = '';
    this.#last = now;
  }
}
