// Printed text as a terminal shows it: after a carriage return what follows overwrites the line.

/** A longer line is not gone back in, characters. */
const LONGEST = 4000;

export class Printed {
  #done = '';
  /** The line that is not ended, by its signs once it was gone back in. */
  #line = '';
  /** @type {string[] | undefined} */
  #signs;
  #column = 0;

  /** @param {string} text */
  write(text) {
    const last = text.lastIndexOf('\n') + 1;
    if (!this.#signs && !text.includes('\r')) {
      if (last) {
        this.#done += this.#line + text.slice(0, last);
        this.#line = '';
      }
      this.#line += text.slice(last);
      return;
    }
    // A line's end is one, with a carriage return before it or without.
    for (const [part] of text.matchAll(/\r*\n|\r+|[^\r\n]+/g)) {
      if (part.endsWith('\n')) this.#end();
      else if (part[0] === '\r') this.#back();
      else this.#put(part);
    }
  }

  /** The text that nothing changes any more, since it was taken last. */
  take() {
    if (this.#line.length > LONGEST || (this.#signs?.length ?? 0) > LONGEST) {
      this.#done += this.line;
      [this.#line, this.#signs, this.#column] = ['', undefined, 0];
    }
    const done = this.#done;
    this.#done = '';
    return done;
  }

  /** The line that is not ended. */
  get line() {
    return this.#signs ? this.#signs.join('') : this.#line;
  }

  #back() {
    this.#signs ??= [...this.#line];
    this.#column = 0;
  }

  #put(/** @type {string} */ part) {
    if (!this.#signs) this.#line += part;
    else for (const sign of part) this.#signs[this.#column++] = sign;
  }

  #end() {
    this.#done += `${this.line}\n`;
    [this.#line, this.#signs, this.#column] = ['', undefined, 0];
  }
}
