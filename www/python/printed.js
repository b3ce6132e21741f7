// Printed text as a terminal shows it: text after a carriage return overwrites the line.

/** The most characters of a line that a carriage return lets later text overwrite. */
const LONGEST = 4000;

export class Printed {
  #done = '';
  /** The line that is not ended. After a carriage return it is in `#signs`, by characters. */
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
    // A newline ends one line, with or without carriage returns before it.
    for (const [part] of text.matchAll(/\r*\n|\r+|[^\r\n]+/g)) {
      if (part.endsWith('\n')) this.#end();
      else if (part[0] === '\r') this.#back();
      else this.#put(part);
    }
  }

  /** The text since the last call that nothing can change any more. */
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
