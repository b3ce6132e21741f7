/** Draws values that change in steps: a line, with the area below it. */
import { trail } from './surface.js';

/** @typedef {import('./surface.js').Painting} Painting */
/** @typedef {import('./steps.js').Steps} Steps */
/** @typedef {[number, number]} Point px */
/** The times in view, and where they are painted, px. @typedef {{from: number, to: number, left: number, right: number, pixel: number, x: (time: number) => number}} View */

/**
 * The corners of a stepped line, from the left of the view to its right. Steps that share a pixel are drawn as one step with their extremes.
 * @param {Steps} steps
 * @param {View} view
 * @param {(value: number) => number} y
 * @returns {Point[]}
 */
export function outlineOf(steps, view, y) {
  let value = steps.at(view.from);
  /** @type {Point[]} */
  const points = [[view.left, y(value)]];
  steps.visible(view.from, view.to, view.pixel, (time, least, most, last) => {
    const x = view.x(time);
    points.push([x, y(value)]);
    if (least < Math.min(value, last)) points.push([x, y(least)]);
    if (most > Math.max(value, last)) points.push([x, y(most)]);
    points.push([x, y(last)]);
    value = last;
  });
  points.push([view.right, y(value)]);
  return points;
}

/** @param {CanvasRenderingContext2D} ctx @param {Point[]} points @param {{colour: string, width?: number, dash?: number[]}} style */
export function strokeLine(ctx, points, { colour, width = 2, dash = [] }) {
  ctx.beginPath();
  trail(ctx, points);
  ctx.strokeStyle = colour;
  ctx.lineWidth = width;
  ctx.setLineDash(dash);
  ctx.stroke();
  ctx.setLineDash([]);
}

/**
 * Fills the area between two lines; the path stays the current path.
 * @param {CanvasRenderingContext2D} ctx
 * @param {Point[]} roof
 * @param {Point[]} floor both from left to right
 * @param {{colour: string, fill: number}} style `fill`: the opacity
 */
export function fillBetween(ctx, roof, floor, { colour, fill }) {
  ctx.beginPath();
  trail(ctx, [...roof, ...floor.toReversed()]);
  ctx.closePath();
  ctx.fillStyle = colour;
  ctx.globalAlpha = fill;
  ctx.fill();
  ctx.globalAlpha = 1;
}

/**
 * Draws a stepped line, and the area below it.
 * @param {Painting} painting
 * @param {Steps} steps
 * @param {View} view
 * @param {{y: (value: number) => number, colour: string, fill?: number, width?: number, dash?: number[]}} style `fill`: the
 *   opacity of the area; 0 for none
 */
export function areaOf({ ctx }, steps, view, { y, colour, fill = 0, width, dash }) {
  const line = outlineOf(steps, view, y);
  /** @type {Point[]} */
  const ground = [
    [view.left, y(0)],
    [view.right, y(0)],
  ];
  if (fill) fillBetween(ctx, line, ground, { colour, fill });
  strokeLine(ctx, line, { colour, width, dash });
}
