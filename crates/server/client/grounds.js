// How a ground is painted, by what the legend calls it: a colour for light and dark, and strokes for those who see none.
import { SIZE } from "./geometry.js";

/** @type {[RegExp, string][]} */
const grounds = [
  [/^dark/, "dark"],
  [/^dim/, "dim"],
  [/half cover/, "low"],
  [/\bhigh\b|higher|rise|^up \d/, "high"],
  [/lower|nothing|void|pit|^down \d/, "pit"],
  [/wall|obstacle|rock|stone|in the way|crate|earth|barrel|chest|mast|closed/, "wall"],
  [/water|river|stream|deep|swim/, "water"],
  [/conceal|brush|fog|smoke|wood|tree|leaf/, "brush"],
  [/difficult|slow|rough|mud|steep|rubble|narrow|\bice\b|^light$|^heavy$/, "rough"],
  [/cover|\blow\b|fence|hedge/, "cover"],
  [/fire|burn|lava/, "fire"],
];

/** @param {string} meaning */
export const groundOf = meaning => grounds.find(([known]) => known.test(meaning))?.[1] ?? (/open/.test(meaning) ? "open" : "other");

/** How high or deep a ground is, as far as its meaning and its sign on the map say it: `▲2`, `▼`; nothing where it is level.
 *  @param {string} meaning @param {string} sign */
export const heightOf = (meaning, sign) => {
  const said = /(\d+)\s*\w*\s*(?:high|higher)|(?:rise|^up) (\d+)/.exec(meaning)?.slice(1).find(Boolean);
  if (said) return `▲${said}`;
  const below = /^down (\d+)/.exec(meaning)?.[1];
  if (below) return `▼${below}`;
  if (/higher|high ground/.test(meaning)) return `▲${/\d/.test(sign) ? sign : ""}`;
  return /lower/.test(meaning) ? "▼" : "";
};

/** Adds to a path what a ground looks like besides its colour.
 *  @param {Path2D} pen @param {string} ground @param {number} x @param {number} y */
export const strokes = (pen, ground, x, y) => {
  const s = SIZE * 0.26;
  /** @param {[number, number][]} points */
  const line = (...points) => points.forEach(([px, py], at) => (at ? pen.lineTo(x + px * s, y + py * s) : pen.moveTo(x + px * s, y + py * s)));
  if (ground === "wall") { line([-0.9, 0.1], [0.1, -0.9]); line([-0.9, 0.9], [0.9, -0.9]); line([-0.1, 0.9], [0.9, -0.1]); }
  if (ground === "water") [-0.5, 0.4].forEach(b => { pen.moveTo(x - s, y + b * s); pen.quadraticCurveTo(x - s / 2, y + (b - 0.5) * s, x, y + b * s); pen.quadraticCurveTo(x + s / 2, y + (b + 0.5) * s, x + s, y + b * s); });
  if (ground === "brush") [[-0.6, 0.5], [0.5, 0.7], [0.1, -0.3]].forEach(([a, b]) => { line([a - 0.3, b - 0.6], [a, b], [a + 0.3, b - 0.6]); line([a, b], [a, b - 0.8]); });
  if (ground === "cover") { line([-1, 0.5], [1, 0.5]); line([-1, 0], [1, 0]); line([-0.4, 0], [-0.4, 0.5]); line([0.4, 0], [0.4, 0.5]); }
  if (ground === "low") { line([-0.8, 0.4], [0.8, 0.4]); line([-0.8, 0.4], [-0.8, 0]); line([0.8, 0.4], [0.8, 0]); }
  if (ground === "dark") { line([-0.7, 0.5], [0.5, -0.7]); line([-0.3, 0.8], [0.8, -0.3]); }
  if (ground === "dim") line([-0.4, 0.5], [0.5, -0.4]);
  if (ground === "rough") [[-0.7, -0.4], [0.5, -0.5], [-0.1, 0.3], [0.8, 0.6], [-0.8, 0.8]].forEach(([a, b]) => line([a - 0.2, b + 0.15], [a, b - 0.15], [a + 0.2, b + 0.15]));
  if (ground === "pit") { line([-0.9, -0.5], [0.9, -0.5]); line([-0.6, 0], [0.6, 0]); line([-0.3, 0.5], [0.3, 0.5]); }
  if (ground === "fire") line([-0.5, 0.7], [0, -0.8], [0.5, 0.7]);
  if (ground === "other") line([-0.5, -0.5], [0.5, 0.5]);
};
