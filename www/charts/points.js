/** Marks that distinguish series without their colour. */

/** @typedef {'circle'|'square'|'triangle'|'diamond'|'line'|'dashes'} Mark */

/**
 * @param {import('./surface.js').Painting} painting
 * @param {Mark} mark
 * @param {number} x px
 * @param {number} y px
 * @param {import('./surface.js').Colour} colour
 * @param {number} size half of its width, px
 */
export function paintMark({ ctx, palette }, mark, x, y, colour, size) {
  ctx.beginPath();
  const corners = {
    circle: [],
    square: [-1, -1, 1, -1, 1, 1, -1, 1],
    triangle: [0, -1.15, 1.1, 0.85, -1.1, 0.85],
    diamond: [0, -1.25, 1.25, 0, 0, 1.25, -1.25, 0],
    line: [-1.4, 0, 1.4, 0],
    dashes: [-1.4, 0, 1.4, 0],
  }[mark];
  if (mark === 'circle') ctx.arc(x, y, size, 0, 2 * Math.PI);
  for (let i = 0; i < corners.length; i += 2) {
    const [px, py] = [x + corners[i] * size, y + corners[i + 1] * size];
    if (i) ctx.lineTo(px, py);
    else ctx.moveTo(px, py);
  }
  if (mark === 'line' || mark === 'dashes') {
    ctx.strokeStyle = palette[colour];
    ctx.lineWidth = 2;
    ctx.setLineDash(mark === 'dashes' ? [4, 3] : []);
    ctx.stroke();
    ctx.setLineDash([]);
    return;
  }
  ctx.closePath();
  ctx.fillStyle = palette[colour];
  ctx.strokeStyle = palette.paper;
  ctx.lineWidth = 1.5;
  ctx.fill();
  ctx.stroke();
}
