// What is drawn over the ground of a board besides the creatures: the ruler, areas and reach, and the words at its edges.
import { useEffect } from "preact/hooks";
import { SIZE, cellOf } from "./geometry.js";
import { groundOf } from "./grounds.js";
import { html } from "./html.js";
import { cellsBetween, inUnits } from "./ruler.js";
import { drawn, pointed, prices } from "./store.js";
import { widthOf } from "./token.js";
import { ask } from "./wire.js";
import { words } from "./words.js";

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Tag} Tag */
/** @typedef {ReturnType<import("./geometry.js").measures>} Measures */

const text = words.board;

/** Cells by their labels. @param {string[]} labels @returns {Cell[]} */
export const cellsOf = labels => labels.flatMap(name => { const at = cellOf(name); return at ? [at] : []; });

/** What the book says of choices that somebody only looks at. @type {Map<string, Tag[]>} */
const looked = new Map();

/** What is known of a choice that is not made. @param {string} name @returns {Tag[]} */
export const factsOf = name => (name ? prices.value.get(name)?.facts ?? looked.get(name) ?? [] : []);

/** Asks for what the book says of a choice when the pointer rests over it. @param {string} name */
export const useFacts = name => useEffect(() => {
  if (!name || prices.value.has(name) || looked.has(name)) return undefined;
  const wait = setTimeout(() => {
    ask({ do: "facts", choice: name }).then(told => {
      if (looked.size > 400) looked.clear();
      looked.set(name, told.facts);
      pointed.value = pointed.value && [...pointed.value];
    }, () => {});
  }, 90);
  return () => clearTimeout(wait);
}, [name]);
/** Something has happened: what was known holds no more. */
export const forgetFacts = () => looked.clear();

/** The cells that a choice covers, as the book says it. @param {string} chosen */
export const areaOf = chosen => [...new Set(factsOf(chosen).flatMap(fact => fact.cells ?? []))];

/** What lies on the ground now: fire, smoke, fields; each thing once, whoever tells of it. @param {import("./types").Present} present */
const areas = present => {
  const all = [...present.pending, ...present.tokens.flatMap(token => token.tags)].filter(tag => tag.cells?.length);
  return [...new Map(all.map(tag => [tag.text, tag])).values()];
};

/** The upper middle of some cells. @param {Cell[]} cells @param {Measures} m */
const top = (cells, m) => {
  const middles = cells.map(at => m.middle(at));
  return [middles.reduce((sum, [x]) => sum + x, 0) / (middles.length || 1), Math.min(...middles.map(([, y]) => y)) - SIZE * 0.28];
};

/** The corners of a cell, for SVG. @param {Measures} m @param {Cell} at @param {number} [inset] */
export const corners = (m, at, inset = 1.5) => m.corners(at, inset).map(corner => corner.join(",")).join(" ");

/** @param {{present: import("./types").Present, m: Measures}} given */
export const Lasting = ({ present, m }) => areas(present).map(one => {
  const cells = cellsOf(one.cells ?? []);
  const [x, y] = top(cells, m);
  return html`<g class="lasting" key=${one.text}>${cells.map(at => html`<polygon class="cell lies" points=${corners(m, at)} />`)}<text class="area-name" x=${x} y=${y}>${one.text}</text></g>`;
});

/** Where somebody can get to is dotted, whom they can strike is framed. @param {{reached: import("./types").Reached | null, m: Measures}} given */
export const Reach = ({ reached, m }) => reached && html`<g class="reach" data-testid="reach">${reached.facts.map((fact, nth) => cellsOf(fact.cells ?? []).map(at => {
  const [x, y] = m.middle(at);
  return nth === 0 && reached.facts.length > 1
    ? html`<circle key=${`${at}`} class="can-go" cx=${x} cy=${y} r="6" />`
    : html`<polygon key=${`s${at}`} class="cell can-strike" points=${corners(m, at, 4)} />`;
}))}</g>`;

/** How far it is from one cell to another. @param {Cell} from @param {Cell} to @param {Measures} m @param {import("./types").Board} board */
const distance = (from, to, m, board) => {
  const count = cellsBetween(from, to, m.hex);
  const units = inUnits(count, board.cell);
  return `${text.cells(count, m.hex)}${units ? ` · ${units}` : ""}`;
};

/** What others draw now: a way, somebody who is dragged, a ruler; each with the name of whoever draws it.
 *  @param {{present: import("./types").Present, m: Measures, scale: number}} given */
export const Drawn = ({ present, m, scale }) => [...drawn.value.values()].map(({ drag, by, who, cells: labels }) => {
  const token = present.tokens.find(one => one.name === who);
  const cells = [...token ? [token.at] : [], ...cellsOf(labels)];
  const to = cells[cells.length - 1];
  // Between two cells of which one does not see what lies between them nothing is drawn, but for a straight line.
  const lines = cells.slice(1).map((at, nth) => [cells[nth], at]).filter(([a, b]) => cells.length === 2 || cellsBetween(a, b, m.hex) === 1);
  const says = token ? text.draws(by, token.name) : text.draws(by, cells.length > 1 ? distance(cells[0], to, m, present.board) : "");
  return html`<g class=${`drawn ${token ? `side-${token.side % 6}` : ""}`} key=${drag} data-testid="drawn" data-who=${who ?? ""}>
    ${lines.map(ends => { const [[x, y], [u, v]] = ends.map(at => m.middle(at)); return html`<line x1=${x} y1=${y} x2=${u} y2=${v} />`; })}
    ${cellsOf(labels).map(at => { const [x, y] = m.middle(at); return html`<circle cx=${x} cy=${y} r="4" />`; })}
    ${token && html`<polygon class="end" points=${corners(m, to, 4)} />`}
    <g class="ruler"><${Note} m=${m} at=${to} lines=${[says]} scale=${scale} /></g></g>`;
});

/** @param {{m: Measures, board: import("./types").Board, measured: import("./types").Measured, scale: number}} given */
export const Ruler = ({ m, board, measured: { from, to, says }, scale }) => {
  const lines = [distance(from, to, m, board), ...says.slice(0, 4)];
  if (!m.hex && from[0] !== to[0] && from[1] !== to[1] && !says.length) lines.push(text.diagonals);
  const [[x, y], [u, v]] = [m.middle(from), m.middle(to)];
  return html`<g class="ruler" data-testid="ruler"><line x1=${x} y1=${y} x2=${u} y2=${v} /><circle cx=${x} cy=${y} r="6" /><circle cx=${u} cy=${v} r="6" /><${Note} m=${m} at=${to} lines=${lines} scale=${scale} /></g>`;
};

/** Some lines beside a cell, wherever there is room. @param {{m: Measures, at: Cell, lines: string[], scale: number}} given */
export const Note = ({ m, at, lines, scale }) => {
  const [u, v] = m.middle(at);
  const size = 13 / Math.min(1.2, scale);
  const wide = Math.max(...lines.map(widthOf)) * size + 16;
  const left = Math.max(4, Math.min(m.wide - wide - 4, u + 14));
  const high = lines.length * size * 1.35 + 10;
  const above = Math.max(4, Math.min(m.high - high - 4, v - high - 12));
  return html`<g class="beside"><rect x=${left} y=${above} width=${wide} height=${high} rx="7" />${lines.map((line, nth) => html`<text x=${left + 8} y=${above + 8 + (nth + 0.75) * size * 1.35} font-size=${size}>${line}</text>`)}</g>`;
};

/** @param {{board: import("./types").Board, fog: boolean, here: string, who: string}} given */
export const Legend = ({ board, fog, here, who }) => {
  const used = board.legend.filter(([sign, meaning]) => !/^open$/.test(meaning) && board.rows.some(row => row.includes(sign)));
  return html`<p class="legend"><b>${here}${who ? ` · ${who}` : ""}</b> ${used.map(([, meaning]) => html`<span><i class=${`swatch ${groundOf(meaning)}`}></i>${meaning}</span>`)}
    ${fog && html`<span><i class="swatch fog"></i>${text.unseen}</span>`}
    ${board.cell && html`<span>${text.oneCell(board.cell)}</span>`}</p>`;
};
