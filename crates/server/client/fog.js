// What of a board the seat does not see now: it is dimmed and hatched on the canvas, if somebody does not want to do without.
import { signal } from "@preact/signals";

/** @typedef {import("./types").Present} Present */

/** Is it drawn? It is, until somebody puts it away in this browser. */
export const drawn = signal(localStorage.getItem("skirmish-fog") !== "off");
export const toggle = () => {
  drawn.value = !drawn.value;
  localStorage.setItem("skirmish-fog", drawn.value ? "on" : "off");
};

/** The cells that are not seen, row by row: so many are not seen, then so many are, and so on. Nothing where all are, or nobody
 *  has worked it out. @param {Present} present @returns {Uint8Array | null} */
export const unseenOf = ({ seen, board }) => {
  if (!seen) return null;
  const cells = new Uint8Array(board.width * board.height);
  let from = 0;
  seen.forEach((run, nth) => {
    if (nth % 2 === 0) cells.fill(1, from, from + run);
    from += run;
  });
  return cells.includes(1) ? cells : null;
};

/** A fine hatch, in the units of the board; it tells fog from dark ground, whatever the colours. @param {string} colour */
export const hatch = colour => {
  const tile = document.createElement("canvas");
  // Twice as fine as the board, so that it stays sharp from near by.
  [tile.width, tile.height] = [16, 16];
  const pen = tile.getContext("2d");
  if (!pen) return colour;
  pen.strokeStyle = colour;
  pen.lineWidth = 1.8;
  pen.beginPath();
  for (const from of [-16, 0, 16]) { pen.moveTo(from - 2, 18); pen.lineTo(from + 18, -2); }
  pen.stroke();
  const pattern = pen.createPattern(tile, "repeat");
  pattern?.setTransform(new DOMMatrix([0.5, 0, 0, 0.5, 0, 0]));
  return pattern ?? colour;
};
