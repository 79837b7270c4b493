// Chances on the cells that can be chosen: one for each cell, the best of what can be done there, as large as the cell allows.
import { SIZE, cellOf } from "./geometry.js";
import { html } from "./html.js";
import { markOf } from "./prices.js";
import { around, pillSize, pillWidth, rounded, widthOf } from "./token.js";

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Placed} Placed */
/** @typedef {ReturnType<import("./geometry.js").measures>} Measures */
/** A chance on a cell: its text, of what it is, where and how large. @typedef {{name: string, text: string, of: string, own: boolean, x: number, y: number, by: number, box: import("./token.js").Box}} Marked */

/** Smaller than this on the screen, in pixels, nobody reads a chance. */
const LEAST = 8;
/** How large a chance is written, and what it is of below it. */
const [FIGURE, WORD] = [12, 9];

/** What stands on the cells that can be chosen. @param {Map<string, Choice[]>} cells @param {Placed[]} tokens @param {Measures} m @param {number} scale @returns {Marked[]} */
export const markedCells = (cells, tokens, m, scale) => {
  const stood = new Set(tokens.flatMap(token => (token.cells?.length ? token.cells : [token.at]).map(String)));
  return [...cells].flatMap(([name, options]) => {
    const [at, mark] = [cellOf(name), markOf(options)];
    if (!at || !mark) return [];
    const text = rounded(mark.chance);
    const by = Math.min(pillSize(scale), (SIZE - 3) / pillWidth(text));
    if (FIGURE * by * scale < LEAST) return [];
    const [x, middle] = m.middle(at);
    // Whoever stands there is to be seen.
    const y = stood.has(String(at)) ? middle + SIZE * 0.36 : middle;
    // What comes about to oneself has its name, where that has room.
    const of = mark.own && !stood.has(String(at)) && widthOf(mark.of) * WORD * by < SIZE - 4 ? mark.of : "";
    const high = (17 + (of ? WORD + 2 : 0)) * by;
    return [{ name, text, of, own: mark.own, x, y, by, box: around(x, y + (of ? WORD * by / 2 : 0), pillWidth(text) * by, high) }];
  });
};

/** @param {{marks: Marked[]}} given */
export const CellMarks = ({ marks }) => marks.map(({ name, text, of, own, x, y, by }) => html`<g key=${name} class=${own ? "chance own" : "chance"} transform=${`translate(${x} ${y}) scale(${by})`} data-mark=${name}>
  <rect x=${-pillWidth(text) / 2} y="-8.5" width=${pillWidth(text)} height="17" rx="8.5" /><text dy="0.35em" font-size=${FIGURE}>${text}</text>
  ${of && html`<text class="of" y="17" font-size=${WORD}>${of}</text>`}</g>`);
