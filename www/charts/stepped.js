/** How what changes in steps is drawn: as a line, with the area below it. */

/** @typedef {import('./surface.js').Painting} Painting */

/**
 * @param {Painting} painting
 * @param {import('./steps.js').Steps} steps
 * @param {import('./scale.js').TimeScale} scale
 * @param {{y: (value: number) => number, colour: string, fill?: number, width?: number, dash?: number[]}} style `fill`: how
 *   opaque the area is; 0 for none
 */
export function areaOf({ ctx }, steps, scale, { y, colour, fill = 0, width = 2, dash = [] }) {
  const outline = /** @type {[number, number][]} */ ([]);
  const top = /** @type {[number, number][]} */ ([]);
  let value = steps.at(scale.from);
  outline.push([scale.left, y(value)]);
  top.push([scale.left, y(value)]);
  steps.visible(scale.from, scale.to, scale.pixel, (time, least, most, last) => {
    const x = scale.x(time);
    outline.push([x, y(value)], [x, y(least)], [x, y(most)], [x, y(last)]);
    top.push([x, y(value)], [x, y(Math.max(most, last))], [x, y(last)]);
    value = last;
  });
  outline.push([scale.right, y(value)]);
  top.push([scale.right, y(value)]);
  if (fill) {
    ctx.beginPath();
    ctx.moveTo(scale.left, y(0));
    for (const [px, py] of top) ctx.lineTo(px, py);
    ctx.lineTo(scale.right, y(0));
    ctx.closePath();
    ctx.fillStyle = colour;
    ctx.globalAlpha = fill;
    ctx.fill();
    ctx.globalAlpha = 1;
  }
  ctx.beginPath();
  outline.forEach(([px, py], i) => (i ? ctx.lineTo(px, py) : ctx.moveTo(px, py)));
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
}
