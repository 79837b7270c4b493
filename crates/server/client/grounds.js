// How a ground is painted, by what the legend calls it: a colour for light and dark, and strokes for those who see none.
import { SIZE } from "./geometry.js";

/** @type {[RegExp, string][]} */
const grounds = [
  [/^dark/, "dark"],
  [/^dim/, "dim"],
  [/half cover/, "low"],
  [/wall|obstacle|rock|stone|in the way|crate/, "wall"],
  [/water|river|stream|deep|swim/, "water"],
  [/conceal|brush|fog|smoke|wood|tree|leaf/, "brush"],
  [/cover|low|fence|hedge/, "cover"],
  [/difficult|slow|rough|mud|steep|rubble/, "rough"],
  [/fire|burn|lava/, "fire"],
];

/** @param {string} meaning */
export const groundOf = meaning => grounds.find(([known]) => known.test(meaning))?.[1] ?? (/open/.test(meaning) ? "open" : "other");

/** How high a ground is, as its meaning says it: `2 m high`, `rise 20`; none where it says nothing.
 *  @param {string} meaning */
export const heightOf = meaning => /(\d+)\s*(?:m|feet|ft|yards?|metres?)?\s*(?:high|higher|up)|(?:rise|height|high) (\d+)/.exec(meaning)?.slice(1).find(Boolean) ?? "";

/** What a ground looks like besides its colour.
 *  @param {CanvasRenderingContext2D} pen @param {string} ground @param {number} x @param {number} y @param {string} colour */
export const strokes = (pen, ground, x, y, colour) => {
  const s = SIZE * 0.26;
  pen.strokeStyle = pen.fillStyle = colour;
  pen.lineWidth = 1.6;
  pen.beginPath();
  /** @param {[number, number][]} points */
  const line = (...points) => points.forEach(([px, py], at) => (at ? pen.lineTo(x + px * s, y + py * s) : pen.moveTo(x + px * s, y + py * s)));
  if (ground === "wall") [[-1, 0.2], [-0.2, -0.6], [0.6, -1.1]].forEach(([a, b]) => line([a, b + 0.9], [a + 0.9, b]));
  if (ground === "water") [-0.5, 0.4].forEach(b => { pen.moveTo(x - s, y + b * s); pen.quadraticCurveTo(x - s / 2, y + (b - 0.5) * s, x, y + b * s); pen.quadraticCurveTo(x + s / 2, y + (b + 0.5) * s, x + s, y + b * s); });
  if (ground === "brush") [[-0.6, 0.5], [0.5, 0.7], [0.1, -0.3]].forEach(([a, b]) => { line([a - 0.3, b - 0.6], [a, b], [a + 0.3, b - 0.6]); line([a, b], [a, b - 0.8]); });
  if (ground === "cover") { line([-1, 0.5], [1, 0.5]); line([-1, 0], [1, 0]); line([-0.4, 0], [-0.4, 0.5]); line([0.4, 0], [0.4, 0.5]); }
  if (ground === "low") { line([-0.8, 0.4], [0.8, 0.4]); line([-0.8, 0.4], [-0.8, 0]); line([0.8, 0.4], [0.8, 0]); }
  if (ground === "dark") { line([-0.7, 0.5], [0.5, -0.7]); line([-0.3, 0.8], [0.8, -0.3]); }
  if (ground === "dim") line([-0.4, 0.5], [0.5, -0.4]);
  if (ground === "rough") [[-0.7, -0.4], [0.5, -0.5], [-0.1, 0.3], [0.8, 0.6], [-0.8, 0.8]].forEach(([a, b]) => line([a - 0.2, b + 0.15], [a, b - 0.15], [a + 0.2, b + 0.15]));
  if (ground === "fire") line([-0.5, 0.7], [0, -0.8], [0.5, 0.7]);
  if (ground === "other") line([-0.5, -0.5], [0.5, 0.5]);
  pen.stroke();
};
