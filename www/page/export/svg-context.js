// @ts-nocheck: a stand-in for CanvasRenderingContext2D, whose types describe these methods.
/**
 * Records the drawing calls of charts on a 2D context, and returns them as SVG with real text. It has only the calls that charts
 * use; any other call throws, so that nothing is left out silently. While `recording` runs, paths in a `Path2D` are recorded, too.
 */

const SVG = 'http://www.w3.org/2000/svg';

/** A number with two decimals at most. @param {number} value */
const n = (value) => String(Math.round(value * 100) / 100);

/** Text between tags, or in an attribute. @param {string} text */
function escaped(text) {
  const named = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
  // XML allows no control characters, not even escaped.
  // eslint-disable-next-line no-control-regex
  const allowed = text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '\ufffd');
  return allowed.replace(/[&<>"]/g, (c) => named[/** @type {'&'} */ (c)]);
}

/** A path as SVG's path data. It replaces `Path2D`, and the context uses it. */
class RecordedPath {
  d = '';

  /** @param {string} command @param {number[]} numbers */
  #add(command, numbers) {
    // Browsers ignore calls with numbers that are not finite, and so does this.
    if (numbers.every(Number.isFinite)) this.d += command + numbers.map(n).join(' ');
  }
  moveTo(x, y) {
    this.#add('M', [x, y]);
  }
  lineTo(x, y) {
    this.#add(this.d ? 'L' : 'M', [x, y]);
  }
  bezierCurveTo(...numbers) {
    this.#add('C', numbers);
  }
  closePath() {
    if (this.d) this.d += 'Z';
  }
  rect(x, y, width, height) {
    this.moveTo(x, y);
    this.lineTo(x + width, y);
    this.lineTo(x + width, y + height);
    this.lineTo(x, y + height);
    this.closePath();
  }
  /** With one radius for all corners. */
  roundRect(x, y, width, height, radius = 0) {
    const r = Math.min(radius, width / 2, height / 2);
    const corner = (toX, toY) => this.#add('A', [r, r, 0, 0, 1, toX, toY]);
    this.moveTo(x + r, y);
    this.lineTo(x + width - r, y);
    corner(x + width, y + r);
    this.lineTo(x + width, y + height - r);
    corner(x + width - r, y + height);
    this.lineTo(x + r, y + height);
    corner(x, y + height - r);
    this.lineTo(x, y + r);
    corner(x + r, y);
    this.closePath();
  }
  /** Angles in radians; a whole turn is drawn as two halves, since SVG's arcs cannot close on themselves. */
  arc(x, y, r, from, to, backwards = false) {
    const turn = 2 * Math.PI;
    let sweep = backwards ? from - to : to - from;
    sweep = sweep >= turn ? turn : ((sweep % turn) + turn) % turn;
    const at = (angle) => [x + r * Math.cos(angle), y + r * Math.sin(angle)];
    const sign = backwards ? -1 : 1;
    this.lineTo(...at(from));
    for (const half of [from + (sign * sweep) / 2, from + sign * sweep])
      this.#add('A', [r, r, 0, 0, backwards ? 0 : 1, ...at(half)]);
  }
  addPath(path) {
    this.d += path.d;
  }
}

const STYLE = {
  fillStyle: '#000',
  strokeStyle: '#000',
  lineWidth: 1,
  lineCap: 'butt',
  lineJoin: 'miter',
  lineDashOffset: 0,
  globalAlpha: 1,
  font: '10px sans-serif',
  textAlign: 'start',
  textBaseline: 'alphabetic',
  dash: /** @type {number[]} */ ([]),
  clipId: '',
  dx: 0,
  dy: 0,
};

/** Replaces a `CanvasRenderingContext2D`. */
export class SvgContext {
  #path = new RecordedPath();
  #saved = /** @type {any[]} */ ([]);
  #elements = /** @type {string[]} */ ([]);
  #defs = /** @type {string[]} */ ([]);
  /** Measures text. @type {CanvasRenderingContext2D} */ #ruler;

  /** @param {CanvasRenderingContext2D} ruler a real context, which measures text */
  constructor(ruler) {
    this.#ruler = ruler;
    Object.assign(this, STYLE);
    for (const name of ['moveTo', 'lineTo', 'bezierCurveTo', 'closePath'])
      this[name] = (...numbers) => this.#path[name](...numbers);
    for (const name of ['rect', 'roundRect', 'arc'])
      this[name] = (...numbers) => this.#path[name](...numbers);
  }

  save() {
    this.#saved.push(Object.fromEntries(Object.keys(STYLE).map((name) => [name, this[name]])));
  }
  restore() {
    Object.assign(this, this.#saved.pop());
  }
  translate(x, y) {
    this.dx += x;
    this.dy += y;
  }
  setLineDash(dash) {
    this.dash = [...dash];
  }
  getLineDash() {
    return [...this.dash];
  }
  beginPath() {
    this.#path = new RecordedPath();
  }
  /** Later drawing shows only within the path, and within earlier clips. */
  clip(path = this.#path) {
    const id = `c${this.#defs.length}`;
    const within = this.clipId ? ` clip-path="url(#${this.clipId})"` : '';
    this.#defs.push(
      `<clipPath id="${id}"${within}><path${this.#moved()} d="${path.d}"/></clipPath>`,
    );
    this.clipId = id;
  }
  fill(path = this.#path) {
    this.#draw(path.d, this.#filled());
  }
  stroke(path = this.#path) {
    this.#draw(path.d, this.#stroked());
  }
  fillRect(...box) {
    this.#draw(rectangle(box), this.#filled());
  }
  strokeRect(...box) {
    this.#draw(rectangle(box), this.#stroked());
  }
  fillText(text, x, y) {
    this.#write(text, x, y, this.#filled());
  }
  /** A halo. It is hidden from screen readers, which would otherwise read the text twice. */
  strokeText(text, x, y) {
    this.#write(text, x, y, `${this.#stroked()} aria-hidden="true"`);
  }
  measureText(text) {
    return this.#measure(text);
  }

  /** @param {string} text @param {string} [baseline] */
  #measure(text, baseline = this.textBaseline) {
    Object.assign(this.#ruler, { font: this.font, textBaseline: baseline });
    return this.#ruler.measureText(text);
  }
  #moved() {
    return this.dx || this.dy ? ` transform="translate(${n(this.dx)} ${n(this.dy)})"` : '';
  }
  #around() {
    const clip = this.clipId ? ` clip-path="url(#${this.clipId})"` : '';
    const alpha = this.globalAlpha < 1 ? ` opacity="${n(this.globalAlpha)}"` : '';
    return clip + alpha;
  }
  #filled() {
    return ` fill="${escaped(this.fillStyle)}"`;
  }
  #stroked() {
    const cap = this.lineCap === 'butt' ? '' : ` stroke-linecap="${this.lineCap}"`;
    const join = this.lineJoin === 'miter' ? '' : ` stroke-linejoin="${this.lineJoin}"`;
    const dash = this.dash.length ? ` stroke-dasharray="${this.dash.map(n).join(' ')}"` : '';
    return ` fill="none" stroke="${escaped(this.strokeStyle)}" stroke-width="${n(this.lineWidth)}"${cap}${join}${dash}`;
  }
  /** Adds an element. A clip is in the coordinates of the page, so its group is outside the element's transform. */
  #put(element) {
    const around = this.#around();
    this.#elements.push(around ? `<g${around}>${element}</g>` : element);
  }
  #draw(d, style) {
    if (d) this.#put(`<path${this.#moved()} d="${d}"${style}/>`);
  }
  #write(text, x, y, style) {
    if (!Number.isFinite(x + y)) return; // As a canvas ignores it.
    const anchor = { center: 'middle', right: 'end', end: 'end' }[this.textAlign] ?? 'start';
    // Many SVG readers support only the alphabetic baseline.
    const above = this.#measure(text, 'alphabetic').fontBoundingBoxAscent;
    const baseline = y + above - this.#measure(text).fontBoundingBoxAscent;
    const [, weight, size, family] = /^(\S+) ([\d.]+)px (.*)$/.exec(this.font) ?? [
      '',
      '400',
      '10',
      'sans-serif',
    ];
    this.#put(
      `<text x="${n(x + this.dx)}" y="${n(baseline + this.dy)}" font-family="${escaped(family)}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" xml:space="preserve"${style}>${escaped(text)}</text>`,
    );
  }

  /**
   * @param {number} width px
   * @param {number} height px
   * @param {{title: string, description: string}} words for readers who cannot see it
   * @returns {string} the document
   */
  document(width, height, { title, description }) {
    return `<?xml version="1.0" encoding="UTF-8"?>
<svg xmlns="${SVG}" width="${n(width)}" height="${n(height)}" viewBox="0 0 ${n(width)} ${n(height)}" role="img">
<title>${escaped(title)}</title>
<desc>${escaped(description)}</desc>
<defs>${this.#defs.join('')}</defs>
${this.#elements.join('\n')}
</svg>
`;
  }
}

/** @param {number[]} box x, y, width, height */
function rectangle([x, y, width, height]) {
  const path = new RecordedPath();
  path.rect(x, y, width, height);
  return path.d;
}

/**
 * Runs a drawing while `Path2D` is `RecordedPath`, since the browser's own paths cannot be read.
 * @param {() => void} draw synchronous, so that no other code sees the replacement
 */
export function recording(draw) {
  const own = globalThis.Path2D;
  globalThis.Path2D = /** @type {any} */ (RecordedPath);
  try {
    draw();
  } finally {
    globalThis.Path2D = own;
  }
}
