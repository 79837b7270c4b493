// Chances on the cells that can be chosen: one for each cell, the best of what can be done there, as large as the cell allows.
import { SIZE, cellOf, label } from "./geometry.js";
import { html } from "./html.js";
import { markOf } from "./prices.js";
import { around, pillSize, rounded, widthOf } from "./token.js";

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Placed} Placed */
/** Choices by cell, and by creature. @typedef {{cells: Map<string, Choice[]>, creatures: Map<string, Choice[]>}} Lit */
/** @typedef {ReturnType<import("./geometry.js").measures>} Measures */
/** A chance on a cell: its text, of what it is, where and how large. @typedef {{name: string, text: string, of: string, own: boolean, x: number, y: number, by: number, box: import("./token.js").Box}} Marked */

/** Smaller than this on the screen, in pixels, nobody reads a chance. */
const LEAST = 8;
/** How large a chance is written, and what it is of below it. */
const [FIGURE, WORD] = [12, 9];

/** How wide a chance on a cell is, in its own units. @param {string} text */
const width = text => widthOf(text) * FIGURE + 5;

/** The cells of somebody. @param {Placed} token */
const bodyOf = token => (token.cells?.length ? token.cells : [token.at]);

/** What can be done at somebody: what is aimed at them, and at a cell in which they stand. @param {Lit} lit @param {Placed} token */
const optionsAt = ({ cells, creatures }, token) => {
  const own = creatures.get(token.name) ?? [];
  return own.length ? [...own, ...bodyOf(token).flatMap(at => cells.get(label(at)) ?? [])] : [];
};

/** The chance that stands beside somebody. @param {Lit} lit @param {Placed | undefined} token */
export const markAt = (lit, token) => (token ? markOf(optionsAt(lit, token)) : null);

/** A word, as far as it has room. @param {string} word @param {number} room as widths are measured */
const abbreviated = (word, room) => {
  let [text, rest] = [word, word];
  while (rest && widthOf(text) > room) text = `${(rest = rest.slice(0, -1))}…`;
  return text;
};

/** What stands on the cells that can be chosen; of a cell with somebody who has a chance of their own the two are one.
 *  @param {Lit} lit @param {Placed[]} tokens @param {Measures} m @param {number} scale @returns {Marked[]} */
export const markedCells = (lit, tokens, m, scale) => {
  if (FIGURE * pillSize(scale) * scale < LEAST) return [];
  const cellsOf = (/** @type {Placed[]} */ some) => new Set(some.flatMap(bodyOf).map(String));
  const [stood, told] = [cellsOf(tokens), cellsOf(tokens.filter(token => markAt(lit, token)))];
  return [...lit.cells].flatMap(([name, options]) => {
    const [at, mark] = [cellOf(name), markOf(options)];
    if (!at || !mark || told.has(String(at))) return [];
    const text = rounded(mark.chance);
    const by = Math.min(pillSize(scale), (SIZE - 2) / width(text));
    const [x, middle] = m.middle(at);
    // Whoever stands there is to be seen.
    const y = stood.has(String(at)) ? middle + SIZE * 0.36 : middle;
    // What comes about to oneself is nothing without its name, which is to be read, too.
    const of = mark.own ? abbreviated(mark.of, (SIZE - 4) / (WORD * by)) : "";
    if (mark.own && WORD * by * scale < LEAST) return [];
    const high = (17 + (of ? WORD + 2 : 0)) * by;
    return [{ name, text, of, own: mark.own, x, y, by, box: around(x, y + (of ? WORD * by / 2 : 0), width(text) * by, high) }];
  });
};

/** @param {{marks: Marked[]}} given */
export const CellMarks = ({ marks }) => marks.map(({ name, text, of, own, x, y, by }) => html`<g key=${name} class=${own ? "chance own" : "chance"} transform=${`translate(${x} ${y}) scale(${by})`} data-mark=${name}>
  <rect x=${-width(text) / 2} y="-8.5" width=${width(text)} height="17" rx="8.5" /><text dy="0.35em" font-size=${FIGURE}>${text}</text>
  ${of && html`<text class="of" y="17" font-size=${WORD}>${of}</text>`}</g>`);
