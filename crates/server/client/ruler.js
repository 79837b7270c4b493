// What one does on the board besides choosing: measure, show everybody a cell, and make a way leg by leg.
import { signal } from "@preact/signals";
import { cellIn, choices, deedOf, put } from "./answer.js";
import { cellOf, label } from "./geometry.js";
import { draft, notice, prices, view } from "./store.js";
import { ask } from "./wire.js";
import { words } from "./words.js";

const text = words.board;

/** @typedef {import("./types").Cell} Cell */
/** @typedef {ReturnType<import("./geometry.js").measures>} Measures */

/** Which tool is in hand: `choose`, `measure`, `way`, `reach`, `point`. */
export const tool = signal("choose");
/** What is measured: from one cell to another, and what the book says of the creatures there. */
export const measured = signal(/** @type {import("./types").Measured | null} */ (null));
/** Whose reach is shown. */
export const reached = signal(/** @type {import("./types").Reached | null} */ (null));
/** Cells that somebody points at now. */
export const points = signal(/** @type {{id: number, cell: string, by: string}[]} */ ([]));
/** The ends of the legs of a way that is being made. */
export const legs = signal(/** @type {string[]} */ ([]));

/** Takes a tool, or puts it away. @param {string} name */
export const take = name => {
  tool.value = tool.value === name ? "choose" : name;
  measured.value = reached.value = null;
  legs.value = [];
};

/** Shows which cells somebody can get to and strike, whoever's turn it is; a second time, no more. @param {string} who */
export const showReach = who => {
  if (reached.value?.who === who) { reached.value = null; return; }
  ask({ do: "reach", who }).then(told => { reached.value = { who, facts: told.reach }; }, notice);
};

/** How far it is on the ground alone, in cells. @param {Cell} a @param {Cell} b @param {boolean} hex */
export const cellsBetween = (a, b, hex) => {
  if (!hex) return Math.max(Math.abs(a[0] - b[0]), Math.abs(a[1] - b[1]));
  const [q, s] = [a, b].map(([column, row]) => column - (row - (row & 1)) / 2);
  const [dq, dr] = [s - q, b[1] - a[1]];
  return Math.max(Math.abs(dq), Math.abs(dr), Math.abs(dq + dr));
};

/** A length in the book's units: `35 feet`. @param {number} cells @param {string} unit what one cell measures: `5 feet` */
export const inUnits = (cells, unit) => {
  const found = /^(\d+(?:\.\d+)?) (.+)$/.exec(unit ?? "");
  if (!found) return "";
  const [one, length] = [found[2], Number((cells * Number(found[1])).toFixed(1))];
  const plural = one === "foot" ? "feet" : length !== 1 && !/s$|feet$/.test(one) ? `${one}s` : one;
  return `${length} ${plural}`;
};

/** The cell of a label that the book has given. @param {string} name @returns {Cell} */
const at_ = name => cellOf(name) ?? [0, 0];

let asking = 0;
/** Measures; between two creatures the book says how they stand to each other. @param {Cell} from @param {Cell} to */
export const measure = (from, to) => {
  const now = ++asking;
  measured.value = { from, to, says: measured.value && label(measured.value.to) === label(to) && label(measured.value.from) === label(from) ? measured.value.says : [] };
  /** @param {Cell} cell */
  const at = ([c, r]) => view().tokens.find(token => (token.cells?.length ? token.cells : [token.at]).some(([x, y]) => x === c && y === r));
  const [a, b] = [at(from), at(to)];
  if (!a || !b || a === b) return;
  ask({ do: "between", from: a.name, to: b.name }).then(told => {
    if (now === asking && measured.value) measured.value = { ...measured.value, says: told.facts.map((/** @type {import("./types").Tag} */ fact) => fact.text) };
  }, () => {});
};

/** Shows everybody a cell. @param {string} cell */
export const point = cell => { ask({ do: "point", cell }).catch(notice); };

let count = 0;
/** Somebody points. @param {{cell: string, by: string}} told */
export const pointedAt = ({ cell, by }) => {
  const id = ++count;
  points.value = [...points.value.slice(-5), { id, cell, by }];
  notice(text.points(by, cell), "point");
  setTimeout(() => { points.value = points.value.filter(one => one.id !== id); }, 4000);
};

/** The choices by which one goes somewhere, each by the cell it leads to. */
const ways = () => {
  const { verb } = draft.value;
  const all = choices.value.filter(choice => choice.parts.some(part => part.kind === "way" && part.cells?.length) && (!verb || deedOf(choice) === verb));
  return new Map(all.map(choice => [cellIn(choice), choice]));
};

/** Can a way be made now? */
export const goes = () => choices.value.some(choice => choice.parts.some(part => part.kind === "way" && part.cells?.length));

/** Cells one after the other between two that can be gone to, over such cells alone.
 *  @param {Measures} m @param {string} from @param {string} to @param {Map<string, import("./types").Choice>} known */
const through = (m, from, to, known) => {
  const before = new Map([[from, ""]]);
  const open = [from];
  while (open.length) {
    const at = open.shift() ?? "";
    if (at === to) break;
    for (const near of m.around(at_(at)).map(label)) {
      if (before.has(near) || !known.has(near)) continue;
      before.set(near, at);
      open.push(near);
    }
  }
  if (!before.has(to)) return null;
  const cells = [];
  for (let at = to; at !== from; at = before.get(at) ?? from) cells.unshift(at);
  return cells;
};

/** Adds a leg to the way: the first one is the book's own way, the book says what the whole costs and whether it can be gone.
 *  True if the cell means anything. @param {Measures} m @param {string} to */
export const addLeg = (m, to) => {
  const known = ways();
  const last = legs.value[legs.value.length - 1];
  const first = known.get(legs.value[0] ?? to);
  if (!first || to === last || !known.has(to)) return false;
  const part = first.parts.find(one => one.kind === "way");
  let cells = part?.cells ?? [];
  let from = legs.value[0] ?? to;
  for (const end of legs.value.length ? [...legs.value.slice(1), to] : []) {
    const leg = through(m, from, end, known);
    if (!leg) { notice(text.noLeg(end)); return true; }
    cells = [...cells, ...leg];
    from = end;
  }
  legs.value = [...legs.value, to];
  const line = legs.value.length === 1 ? first.text : first.parts.map(one => (one === part ? `path ${cells.join(" ")}` : one.text)).join(" ");
  put({ verb: draft.value.verb || deedOf(first), target: "", chosen: line, way: cells });
  if (line !== first.text) {
    ask({ do: "facts", choice: line }).then(told => {
      prices.value = new Map(prices.value).set(line, { choice: line, says: [], facts: told.facts, vain: false, sampled: false });
    }, error => { notice(error); legs.value = legs.value.slice(0, -1); });
  }
  return true;
};

/** The cells of the way that is half made, for the board. */
export const wayOf = () => (legs.value.length ? draft.value.way ?? [] : []);
