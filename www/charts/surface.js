/** @typedef {'ink'|'muted'|'hair'|'edge'|'paper'|'frontend'|'backend'|'device'|'wait'} Colour */
/** @typedef {Record<Colour, string>} Palette */
/** @typedef {{ctx: CanvasRenderingContext2D, width: number, height: number, palette: Palette, font: string, crisp: (x: number) => number}} Painting */

/** On canvases narrower than this, px, names are above or below their objects instead of beside them. */
export const NARROW = 560;

const COLOURS = /** @type {const} */ ([
  'ink',
  'muted',
  'hair',
  'edge',
  'paper',
  'frontend',
  'backend',
  'device',
  'wait',
]);

/** The factor by which CSS enlarges an element, as in presentation mode. Pointer positions are enlarged by it, too. @param {Element} element */
export function enlarged(element) {
  return element.currentCSSZoom ?? 1;
}

/**
 * The colours of a canvas in the present theme.
 * @param {HTMLElement} element
 * @returns {Palette}
 */
export function paletteOf(element) {
  const given = element.style.color;
  const style = getComputedStyle(element);
  // Read through `color`, even system colours are resolved.
  const resolved = COLOURS.map((name) => {
    element.style.color = `var(--${name})`;
    return [name, style.color];
  });
  element.style.color = given;
  return /** @type {Palette} */ (Object.fromEntries(resolved));
}

/** Media queries by which the theme may change without the page. */
const THEMES = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print'];

/** Surfaces to be repainted when the theme changes. The references are weak, so that figures that the page removes can be collected. @type {Set<WeakRef<Surface<any>>>} */
const surfaces = new Set();
const gone = new FinalizationRegistry((/** @type {WeakRef<Surface<any>>} */ surface) =>
  surfaces.delete(surface),
);
let watching = false;

/** @param {Surface<any>} surface */
function follow(surface) {
  const weak = new WeakRef(surface);
  surfaces.add(weak);
  gone.register(surface, weak);
  if (watching) return;
  watching = true;
  for (const query of THEMES) matchMedia(query).addEventListener('change', themeChanged);
  new MutationObserver(themeChanged).observe(document.documentElement, {
    attributeFilter: ['data-theme'],
  });
}

/** Call this if the theme changes by other means than `data-theme` or a media query. */
export function themeChanged() {
  for (const surface of surfaces) surface.deref()?.restyle();
}

/** A canvas that is repainted at device resolution whenever its content, its size, the pixel ratio or the theme changes. @template [T=void] */
export class Surface {
  #paint;
  /** The value that `paint` returned for the canvas, such as a hit test. @type {T|undefined} */ painted;
  #frame = 0;
  /** @type {{palette: Palette, font: string}|null} */ #style = null;
  /** Size in CSS px; reading it from the layout in every frame would cost more than most charts. */
  #size = { width: 0, height: 0 };

  /** @param {HTMLCanvasElement} canvas sized by CSS @param {(painting: Painting) => T} paint */
  constructor(canvas, paint) {
    this.canvas = canvas;
    this.#paint = paint;
    new ResizeObserver(() => this.restyle()).observe(canvas);
    follow(this);
  }

  /** Repaints after the size or the colours may have changed. */
  restyle() {
    this.#style = null;
    this.#size.width = 0;
    this.invalidate();
  }

  /** Paints in the next frame, once. */
  invalidate() {
    if (!this.#frame) this.#frame = requestAnimationFrame(() => this.paint());
  }

  /** Paints into a picture. @param {Painting} painting */
  paintOn(painting) {
    this.#paint(painting);
  }

  /** Paints now. */
  paint() {
    cancelAnimationFrame(this.#frame);
    this.#frame = 0;
    const { canvas } = this;
    const zoom = enlarged(canvas);
    if (!this.#size.width) {
      const { width, height } = canvas.getBoundingClientRect();
      this.#size = { width: width / zoom, height: height / zoom };
    }
    const { width, height } = this.#size;
    const ratio = (devicePixelRatio || 1) * zoom;
    const ctx = canvas.getContext('2d');
    if (!ctx || width === 0) return;
    this.#style ??= { palette: paletteOf(canvas), font: getComputedStyle(canvas).fontFamily };
    const [across, down] = [Math.round(width * ratio), Math.round(height * ratio)];
    if (canvas.width !== across || canvas.height !== down) {
      canvas.width = across;
      canvas.height = down;
    }
    ctx.setTransform(ratio, 0, 0, ratio, 0, 0);
    ctx.clearRect(0, 0, width, height);
    this.painted = this.#paint(paintingOf(ctx, { width, height, ratio, ...this.#style }));
  }
}

/**
 * The tools that charts paint with. The context may be a canvas's or any object with the same methods: only plain calls are made.
 * @param {CanvasRenderingContext2D} ctx
 * @param {{width: number, height: number, ratio?: number, palette: Palette, font: string}} style
 * @returns {Painting}
 */
function paintingOf(ctx, { width, height, ratio = 1, palette, font }) {
  // The middle of a device pixel, where a hairline is one pixel wide.
  const crisp = (/** @type {number} */ x) => (Math.floor(x * ratio) + 0.5) / ratio;
  return { ctx, width, height, palette, font, crisp };
}

/**
 * Text with a halo in the background's colour, so that it can be read on top of lines.
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
 * Hatches rectangles, for times that are only bounds and for waits. The lines of adjacent rectangles continue each other.
 * @param {Painting} painting
 * @param {[number, number, number, number][]} rectangles x, y, width, height
 * @param {string} colour
 * @param {{lean?: 1|-1, gap?: number}} [style]
 */
export function hatch({ ctx, width }, rectangles, colour, { lean = 1, gap = 5 } = {}) {
  ctx.beginPath();
  for (const [left, top, across, height] of rectangles) {
    const [from, to] = [Math.max(left, -gap), Math.min(left + across, width + gap)];
    const bottom = top + height;
    // On each line x + lean · y is a multiple c of the gap.
    const [low, high] = lean > 0 ? [top, bottom] : [-bottom, -top];
    for (let c = Math.ceil((from + low) / gap) * gap; c <= to + high; c += gap) {
      const [x1, x2] = [Math.max(from, c - high), Math.min(to, c - low)];
      if (x1 > x2) continue;
      ctx.moveTo(x1, lean * (c - x1));
      ctx.lineTo(x2, lean * (c - x2));
    }
  }
  ctx.save();
  ctx.strokeStyle = colour;
  ctx.lineWidth = 1;
  ctx.globalAlpha *= 0.7;
  ctx.stroke();
  ctx.restore();
}

/** Adds a line through points to the path. @param {CanvasRenderingContext2D} ctx @param {[number, number][]} points */
export function trail(ctx, points) {
  points.forEach(([x, y], i) => (i ? ctx.lineTo(x, y) : ctx.moveTo(x, y)));
}

/**
 * A dimension as in a technical drawing: a line between two points with a mark at each end, and a text in it or, if there is no room, beside it.
 * @param {Painting} painting
 * @param {{x: number, y: number}} a
 * @param {{x: number, y: number}} b to the right of a, or above it
 * @param {string} text
 * @param {{size?: number, at?: number}} [style] `at`: position of the text, as a share of the way from a to b
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
