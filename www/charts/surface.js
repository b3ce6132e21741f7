/** @typedef {'ink'|'muted'|'hair'|'paper'|'frontend'|'backend'|'device'|'wait'} Colour */
/** @typedef {Record<Colour, string>} Palette */
/** @typedef {{ctx: CanvasRenderingContext2D, width: number, height: number, palette: Palette, font: string, crisp: (x: number) => number}} Painting */

const COLOURS = /** @type {const} */ ([
  'ink',
  'muted',
  'hair',
  'paper',
  'frontend',
  'backend',
  'device',
  'wait',
]);

/** By how much CSS enlarges an element, as in presentation mode; places of the pointer are enlarged with it. @param {Element} element */
export function zoomOf(element) {
  return element.currentCSSZoom ?? 1;
}

/** A canvas that is painted anew, crisply, whenever its content, its size, the pixel ratio or the theme changes. */
export class Surface {
  #paint;
  #frame = 0;

  /** @param {HTMLCanvasElement} canvas sized by CSS @param {(painting: Painting) => void} paint */
  constructor(canvas, paint) {
    this.canvas = canvas;
    this.#paint = paint;
    new ResizeObserver(() => this.invalidate()).observe(canvas);
    new MutationObserver(() => this.invalidate()).observe(document.documentElement, {
      attributeFilter: ['data-theme'],
    });
    for (const query of ['(prefers-color-scheme: dark)', 'print']) {
      matchMedia(query).addEventListener('change', () => this.invalidate());
    }
  }

  /** Paints in the next frame, once. */
  invalidate() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.paint());
  }

  /** Paints now. */
  paint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { canvas } = this;
    const zoom = zoomOf(canvas);
    const size = canvas.getBoundingClientRect();
    const [width, height] = [size.width / zoom, size.height / zoom];
    const ratio = (devicePixelRatio || 1) * zoom;
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0) return;
    canvas.width = Math.round(width * ratio);
    canvas.height = Math.round(height * ratio);
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    const style = getComputedStyle(canvas);
    const palette = /** @type {Palette} */ (
      Object.fromEntries(COLOURS.map((name) => [name, style.getPropertyValue(`--${name}`).trim()]))
    );
    // The middle of a device pixel, where a hairline is one pixel wide.
    const crisp = (/** @type {number} */ x) => (Math.floor(x * ratio) + 0.5) / ratio;
    this.#paint({ ctx, width, height, palette, font: style.fontFamily, crisp });
  }
}

/**
 * Text with a halo of paper, so that it reads on top of lines.
 * @param {Painting} painting
 * @param {string} text
 * @param {number} x
 * @param {number} y
 * @param {{size?: number, weight?: number, colour?: string, align?: CanvasTextAlign, baseline?: CanvasTextBaseline}} [style]
 */
export function label(
  { ctx, palette, font },
  text,
  x,
  y,
  { size = 12, weight = 400, colour = palette.ink, align = 'left', baseline = 'middle' } = {},
) {
  ctx.font = `${weight} ${size}px ${font}`;
  ctx.textAlign = align;
  ctx.textBaseline = baseline;
  ctx.lineJoin = 'round';
  ctx.lineWidth = 4;
  ctx.strokeStyle = palette.paper;
  ctx.strokeText(text, x, y);
  ctx.fillStyle = colour;
  ctx.fillText(text, x, y);
}

/** Width of a text, px. @param {Painting} painting @param {string} text @param {number} size @param {number} [weight] */
export function textWidth({ ctx, font }, text, size, weight = 400) {
  ctx.font = `${weight} ${size}px ${font}`;
  return ctx.measureText(text).width;
}

/**
 * Hatches rectangles: what is known only as a bound, or a time spent waiting.
 * @param {Painting} painting
 * @param {[number, number, number, number][]} rectangles x, y, width, height
 * @param {string} colour
 * @param {{lean?: 1|-1, gap?: number}} [style]
 */
export function hatch({ ctx, width, height }, rectangles, colour, { lean = 1, gap = 5 } = {}) {
  ctx.save();
  ctx.beginPath();
  for (const rectangle of rectangles) ctx.rect(...rectangle);
  ctx.clip();
  ctx.beginPath();
  for (let x = -height; x < width + height; x += gap) {
    ctx.moveTo(x, lean > 0 ? height : 0);
    ctx.lineTo(x + height, lean > 0 ? 0 : height);
  }
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.globalAlpha = 0.7;
  ctx.stroke();
  ctx.restore();
}

/**
 * A dimension as in a drawing: a line between two points, a mark at each end, and its length written into it or, without room, beside it.
 * @param {Painting} painting
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b to the right of a, or above it
 * @param {string} text
 * @param {{size?: number, at?: number}} [style] `at`: where the text stands, as a share of the way from a to b
 */
export function dimension(painting, a, b, text, { size = 13, at = 0.5 } = {}) {
  const { ctx, palette } = painting;
  const level = a.y === b.y;
  const x = a.x + (b.x - a.x) * at;
  const y = a.y + (b.y - a.y) * at;
  const width = textWidth(painting, text, size, 650);
  const room = width / 2 + 8;
  const inside = level && b.x - a.x > 2 * room + 16;
  ctx.beginPath();
  ctx.moveTo(a.x, a.y);
  if (inside) {
    ctx.lineTo(x - room, y);
    ctx.moveTo(x + room, y);
  }
  ctx.lineTo(b.x, b.y);
  for (const end of [a, b]) {
    ctx.moveTo(end.x - (level ? 0 : 5), end.y - (level ? 5 : 0));
    ctx.lineTo(end.x + (level ? 0 : 5), end.y + (level ? 5 : 0));
  }
  ctx.strokeStyle = palette.ink;
  ctx.lineWidth = 1.5;
  ctx.stroke();
  if (inside) label(painting, text, x, y, { size, weight: 650, align: 'center' });
  else if (level && b.x + 9 + width > painting.width)
    label(painting, text, a.x - 9, y, { size, weight: 650, align: 'right' });
  else label(painting, text, (level ? b.x : x) + 9, y, { size, weight: 650 });
}
