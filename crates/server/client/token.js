// Creatures on a board: letter, shape and colour of the side, health, facing, height, what ails them, and a name where there is room.
import { SIZE } from "./geometry.js";
import { html } from "./html.js";
import { words } from "./words.js";

/** @typedef {import("./types").Token} Token_ */
/** @typedef {import("./types").Placed} Placed */
/** @typedef {ReturnType<import("./geometry.js").measures>} Measures */

const text = words.board;

/** Health as a part of one, if it is known: some gauges count up. @param {Token_} token */
export const health = token => {
  const gauge = token.gauges[0];
  if (!gauge) return null;
  if (gauge.value != null && gauge.most) {
    const part = Math.max(0, Math.min(1, gauge.value / gauge.most));
    return gauge.name === "wounds" ? 1 - part : part;
  }
  /** @type {Record<string, number>} */
  const known = { unhurt: 1, hurt: 0.66, damaged: 0.5, "badly hurt": 0.33, down: 0, dead: 0 };
  return known[gauge.word] ?? null;
};

/** Tags that say how somebody stands in the order of things: the sheet has them, and the board has no room. */
const ORDINARY = /^in hand|^looks |^faces |^facing |\bleft\b|^spent|^nothing spent|^no action|reactions?\b|cooling down|(feet|metres|m) up\b|^has made|^engaged with|^trades blows|interceptions?/;

/** What ails somebody, or helps them, in a few words. @param {Token_} token */
export const ails = token => token.tags.map(tag => tag.text).filter(one => !ORDINARY.test(one));

/** A name that fits under a token: of one of several, its first word and its number (`Goblin 3`), where nobody else would have that.
 *  @param {string} name @param {{name: string}[]} all */
export const shortName = (name, all) => {
  /** @param {string} of */
  const brief = of => { const found = /^([^-]+)-.*?(\d+)$/.exec(of); return found && of.length > 10 ? `${found[1]} ${found[2]}` : of; };
  const short = brief(name);
  return short !== name && all.some(one => one.name !== name && brief(one.name) === short) ? name : short;
};

/** How large a name is written, in units of the board: large enough to be read at any distance. @param {number} scale */
export const nameSize = scale => Math.min(30, Math.max(11, 11.5 / scale));

/** Cells of a body. @param {Placed} token */
const cellsOf = token => (token.cells?.length ? token.cells : [token.at]);

/** A body's radius. @param {number} count of its cells */
const radius = count => SIZE * 0.36 * (count > 1 ? Math.sqrt(count) : 1);

/** The longest line of what ails somebody. */
const MOST_AILS = 26;

/** Whose name has room under the token, with what ails them: nobody's name lies over another one or over somebody; first come those
 *  who matter now.
 *  @template {Placed} T
 *  @param {T[]} tokens @param {Measures} m @param {number} scale @param {(token: T) => boolean} matters @param {(token: T) => string[]} [ail]
 *  @returns {Map<string, {text: string, dy: number, ails: string}>} */
export const namesWithRoom = (tokens, m, scale, matters, ail = () => []) => {
  const size = nameSize(scale);
  const bodies = tokens.map(token => {
    const cells = cellsOf(token);
    const [x, y] = [0, 1].map(axis => cells.reduce((sum, at) => sum + m.middle(at)[axis], 0) / cells.length);
    return { token, x, y, r: radius(cells.length) + 4.5 };
  });
  /** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
  /** @type {Box[]} */
  const placed = [];
  /** @type {Map<string, {text: string, dy: number, ails: string}>} */
  const shown = new Map();
  /** @param {Box} own @param {Box} other */
  const over = (own, other) => own.left < other.right && own.right > other.left && own.top < other.bottom && own.bottom > other.top;
  for (const { token, x, y, r } of [...bodies].sort((a, b) => Number(matters(b.token)) - Number(matters(a.token)))) {
    const name = shortName(token.name, tokens);
    const all = ail(token).join(", ");
    const ailing = all.length > MOST_AILS ? `${all.slice(0, MOST_AILS - 1)}…` : all;
    /** @param {number} top @param {string} below @returns {Box} */
    const box = (top, below) => {
      const half = Math.max(name.length * size * 0.31, below.length * size * 0.25);
      return { left: x - half, right: x + half, top, bottom: top + size + 2 + (below ? size * 0.9 : 0) };
    };
    /** @param {Box} own */
    const isFree = own => !placed.some(other => over(own, other))
      && !bodies.some(other => other.token !== token && over(own, { left: other.x - other.r * 0.8, right: other.x + other.r * 0.8, top: other.y - other.r * 0.8, bottom: other.y + other.r * 0.8 }));
    // Below, and where there is no room, above; at first with what ails them.
    /** @type {[number, string][]} */
    const places = ailing ? [[y + r + 1, ailing], [y - r - 3 - size * 1.9, ailing]] : [];
    places.push([y + r + 1, ""], [y - r - 3 - size, ""]);
    const free = places.find(([top, below]) => isFree(box(top, below)));
    if (!free && !matters(token)) continue;
    const [top, below] = free ?? [y + r + 1, ailing];
    placed.push(box(top, below));
    shown.set(token.name, { text: name, dy: top - y + size, ails: below });
  }
  return shown;
};

/** In a few words how somebody is. @param {Token_} token */
export const state = token => {
  const gauges = token.gauges.map(gauge => (gauge.value == null ? gauge.word : words.sheet.gauge(gauge.value, gauge.most, gauge.name)));
  return [...gauges, ...token.tags.map(tag => tag.text)].filter(Boolean).join("; ");
};

/** @type {((r: number) => any)[]} */
const shapes = [
  r => html`<circle r=${r} />`,
  r => html`<rect x=${-r * 0.92} y=${-r * 0.92} width=${r * 1.84} height=${r * 1.84} rx=${r * 0.24} />`,
  r => html`<path d=${`M0 ${-r * 1.12} L${r * 1.12} 0 L0 ${r * 1.12} L${-r * 1.12} 0Z`} />`,
  r => html`<path d=${`M${-r * 0.55} ${-r} H${r * 0.55} L${r * 1.08} 0 L${r * 0.55} ${r} H${-r * 0.55} L${-r * 1.08} 0Z`} />`,
  r => html`<path d=${`M0 ${-r * 1.1} L${r * 1.1} ${r * 0.85} H${-r * 1.1}Z`} />`,
  r => html`<path d=${`M0 ${r * 1.1} L${r * 1.1} ${-r * 0.85} H${-r * 1.1}Z`} />`,
];
/** A side's shape. @param {number} side @param {number} r */
export const shape = (side, r) => shapes[side % shapes.length](r);

/** Where somebody looks, as degrees from north. @type {Record<string, number>} */
const turns = { north: 0, "north-east": 45, northeast: 45, east: 90, "south-east": 135, southeast: 135, south: 180, "south-west": 225, southwest: 225, west: 270, "north-west": 315, northwest: 315 };
/** @param {Token_} token */
const facing = token => {
  const said = token.tags.map(tag => /^(?:looks|faces|facing) ([a-z-]+)$/.exec(tag.text)?.[1]).find(Boolean);
  return said && turns[said] != null ? { said, turn: turns[said] } : null;
};

/** @typedef {{isAsked: boolean, isLit: boolean, isChosen: boolean, isSelected: boolean, isCaught: boolean}} Marks */

/** @param {{token: Token_, brief: {text: string, dy: number, ails: string} | undefined, m: Measures, scale: number, chance: string, marks: Marks}} given */
export const Token = ({ token, brief, m, scale, chance, marks: { isAsked, isLit, isChosen, isSelected, isCaught } }) => {
  const cells = cellsOf(token);
  const middles = cells.map(at => m.middle(at));
  const [x, y] = [0, 1].map(axis => middles.reduce((sum, middle) => sum + middle[axis], 0) / cells.length);
  const r = radius(cells.length);
  const part = health(token);
  const round = 2 * Math.PI * (r + 4.5);
  const height = token.tags.map(tag => /^(\d+) (?:feet|metres|m) up/.exec(tag.text)?.[1]).find(Boolean);
  const kind = ["token", `side-${token.side % 6}`, !token.able && "out", isAsked && "asked", isLit && "lit", isChosen && "chosen", isSelected && "selected", isCaught && "caught"];
  const looks = token.able ? facing(token) : null;
  const size = nameSize(scale);
  // A chance is to be read at any distance.
  const large = Math.min(2.6, Math.max(1, 0.88 / scale));
  return html`<g class=${kind.filter(Boolean).join(" ")} transform=${`translate(${x} ${y})`} data-token=${token.name}>
    ${cells.length > 1 && cells.map(at => html`<polygon class="body" points=${m.corners(at, 1).map(([a, b]) => `${a - x},${b - y}`).join(" ")} />`)}
    ${isAsked && html`<circle class="pulse" r=${r + 9} />`}
    ${isLit && html`<circle class="aim" r=${r + 9} />`}
    <circle class="halo" r=${r + 4.5} /><circle class="rim" r=${r + 4.5} />
    ${part != null && html`<circle class=${`health ${part > 0.5 ? "well" : part > 0.25 ? "hurt" : "badly"}`} r=${r + 4.5} stroke-dasharray=${`${round * part} ${round}`} transform="rotate(-90)" />`}
    ${looks && html`<path class="facing" d=${`M0 ${-r - 12} L6 ${-r - 3} L-6 ${-r - 3}Z`} transform=${`rotate(${looks.turn})`}><title>${text.looks(looks.said)}</title></path>`}
    <g class="shape">${shape(token.side, r)}</g>
    ${isCaught && html`<circle class="caught-ring" r=${r + 9} />`}
    <text class="letter" font-size=${r * 1.1} dy="0.35em">${token.letter}</text>
    ${!token.able && html`<path class="cross" d=${`M${-r} ${-r} L${r} ${r} M${r} ${-r} L${-r} ${r}`} />`}
    ${height && html`<text class="height" x=${r} y=${-r} font-size="11">↑${height}</text>`}
    ${brief && html`<text class="name" y=${brief.dy} font-size=${size}>${brief.text}</text>`}
    ${brief?.ails && html`<text class="ails" y=${brief.dy + size * 0.92} font-size=${size * 0.82}>${brief.ails}</text>`}
    ${chance && html`<g class="chance" transform=${`translate(0 ${-r - 5 - 9 * large}) scale(${large})`}><rect x=${-chance.length * 3.6 - 6} y="-9" width=${chance.length * 7.2 + 12} height="17" rx="8.5" /><text dy="0.3em" font-size="12">${chance}</text></g>`}
  </g>`;
};
