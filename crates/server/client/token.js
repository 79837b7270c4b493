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
/** Of a name that has no room, so many letters stand before its number. */
const SHORTEST = 4;

const pen = document.createElement("canvas").getContext("2d");
/** Widths of texts that were written at size 1. @type {Map<string, number>} */
const widths = new Map();
/** How wide a text is, written at size 1. @param {string} text */
export const widthOf = text => {
  if (widths.size > 4000) widths.clear();
  if (!widths.has(text) && pen) {
    pen.font = "700 100px system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif";
    widths.set(text, pen.measureText(text).width / 100);
  }
  return widths.get(text) ?? text.length * 0.62;
};

/** A name in a few letters: `Marg…`, `Gobl…3`. @param {string} name */
const abbreviated = name => {
  const number = /\d*$/.exec(name)?.[0] ?? "";
  return name.length > SHORTEST + number.length + 1 ? `${name.slice(0, SHORTEST)}…${number}` : name;
};

/** A chance in a whole number: `96%`, `>99%`. @param {string} chance */
export const rounded = chance => {
  const known = { "over 99.9%": ">99%", "under 0.1%": "<1%", "cannot succeed": "0%" }[chance];
  const found = /^(~?)(\d+(?:\.\d+)?)%$/.exec(chance);
  if (known || !found) return known ?? chance;
  // What is not certain is not said to be.
  const part = Math.min(99.9, Math.max(0.1, Number(found[2])));
  return Number(found[2]) % 100 === 0 ? chance : `${found[1]}${part > 99 ? ">99" : part < 1 ? "<1" : Math.round(part)}%`;
};

/** A chance beside a token: its text, how far it stands from the middle, how large it is written. @typedef {{text: string, dy: number, by: number}} Pill */
/** What is written at a token: name, what ails it, chance; `dx` and `dy` from the token's middle to the middle of the name's foot.
 *  @typedef {{text: string, dx: number, dy: number, ails: string, pill: Pill | null}} Label */
/** @typedef {{left: number, right: number, top: number, bottom: number}} Box */
/** How large a chance is drawn: it is to be read at any distance. @param {number} scale */
export const pillSize = scale => Math.min(1.5, Math.max(1, 0.88 / scale));

/** @param {Box} own @param {Box} other */
const overlap = (own, other) => own.left < other.right && own.right > other.left && own.top < other.bottom && own.bottom > other.top;

/** Does a box reach into a circle by more than a hair? @param {Box} box @param {{x: number, y: number, r: number}} circle */
const reaches = (box, { x, y, r }) => Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom)) < r - 0.5;

/** A box around a middle. @param {number} x @param {number} y @param {number} wide @param {number} high @returns {Box} */
export const around = (x, y, wide, high) => ({ left: x - wide / 2, right: x + wide / 2, top: y - high / 2, bottom: y + high / 2 });

/** Where a chance stands: above its token, below it, and where neither has room in a few signs on its lower or upper edge.
 *  @param {string} chance @param {number} r @param {number} by */
const pills = (chance, r, by) => [
  { text: chance, dy: -r - 0.5 - 9 * by, by },
  { text: chance, dy: r + 0.5 + 9 * by, by },
  ...[1, -1].map(side => ({ text: rounded(chance), dy: side * (r - 10), by: 0.95 })),
];

/** How wide a pill is, in its own units. @param {string} text */
export const pillWidth = text => widthOf(text) * 12 + 9;

/** Where a name can stand, the best place first: below, above, at the right, at the left; with what ails its owner, without, in a few letters.
 *  @param {string} name @param {string} ailing @param {number} r @param {number} size @param {Pill | null} pill */
const places = (name, ailing, r, size, pill) => {
  const [over, under] = pill && Math.abs(pill.dy) > r ? (pill.dy < 0 ? [18 * pill.by, 0] : [0, 18 * pill.by]) : [0, 0];
  const forms = [...ailing ? [[name, ailing]] : [], [name, ""], [abbreviated(name), ""]];
  return forms.flatMap(([text, ails]) => {
    const [wide, high] = [Math.max(widthOf(text) * size, widthOf(ails) * size * 0.82) + 4, size + 2 + (ails ? size * 0.9 : 0)];
    const beside = r + 4 + wide / 2;
    return [[0, r + 1 + under], [0, -r - 2 - high - over], ...ails ? [] : [[beside, -high / 2], [-beside, -high / 2]]]
      .map(([dx, top]) => ({ text, ails, dx, top, wide, high }));
  });
};

/** What is written at each token, so that nothing of it lies over another name, chance or token: chances first, then the names of
 *  those who matter now, then the others. A name without any room is left to the order, the question and the pointer.
 *  @template {Placed} T
 *  @param {T[]} tokens @param {Measures} m @param {number} scale @param {(token: T) => boolean} matters
 *  @param {(token: T) => string[]} [ail] @param {(token: T) => string} [chance] @param {Box[]} [taken] what is written elsewhere already @returns {Map<string, Label>} */
export const namesWithRoom = (tokens, m, scale, matters, ail = () => [], chance = () => "", taken = []) => {
  const size = nameSize(scale);
  const bodies = tokens.map(token => {
    const cells = cellsOf(token);
    const [x, y] = [0, 1].map(axis => cells.reduce((sum, at) => sum + m.middle(at)[axis], 0) / cells.length);
    return { token, x, y, r: radius(cells.length) + 4.5 };
  });
  bodies.sort((a, b) => Number(matters(b.token)) - Number(matters(a.token)));
  const placed = [...taken];
  /** @type {Map<string, Label>} */
  const shown = new Map();
  // What leaves the board leaves the screen, where the board fills it.
  const sheet = { left: -8 / scale, right: m.wide + 8 / scale, top: -10 / scale, bottom: m.high + 46 / scale };
  /** @param {Box} box */
  const isInside = box => box.left >= sheet.left && box.right <= sheet.right && box.top >= sheet.top && box.bottom <= sheet.bottom;
  /** Who rides stands where the mount stands. @param {typeof bodies[0]} one @param {typeof bodies[0]} other */
  const isWith = (one, other) => Math.hypot(one.x - other.x, one.y - other.y) < Math.max(one.r, other.r) * 0.6;
  /** @param {Box} box @param {typeof bodies[0]} owner */
  const isFree = (box, owner) => isInside(box) && !placed.some(other => overlap(box, other)) && !bodies.some(other => !isWith(owner, other) && reaches(box, other));
  const by = pillSize(scale);
  for (const body of bodies.filter(one => chance(one.token))) {
    const { token, x, y, r } = body;
    /** @param {Pill} pill */
    const box = pill => around(x, y + pill.dy, pillWidth(pill.text) * pill.by, 17 * pill.by);
    const all = pills(chance(token), r, by);
    const pill = all.find(one => isFree(box(one), body)) ?? all[2];
    placed.push(box(pill));
    shown.set(token.name, { text: "", dx: 0, dy: 0, ails: "", pill });
  }
  for (const body of bodies) {
    const { token, x, y, r } = body;
    const all = ail(token).join(", ");
    const ailing = all.length > MOST_AILS ? `${all.slice(0, MOST_AILS - 1)}…` : all;
    const pill = shown.get(token.name)?.pill ?? null;
    /** @param {{dx: number, top: number, wide: number, high: number}} place */
    const box = ({ dx, top, wide, high }) => around(x + dx, y + top + high / 2, wide, high);
    const free = places(shortName(token.name, tokens), ailing, r, size, pill).find(place => isFree(box(place), body));
    if (!free) continue;
    placed.push(box(free));
    shown.set(token.name, { text: free.text, dx: free.dx, dy: free.top + size, ails: free.ails, pill });
  }
  return shown;
};

/** In a few words how somebody is; with what ails them, or without. @param {Token_} token @param {boolean} [ailing] */
export const state = (token, ailing = true) => {
  const gauges = token.gauges.map(gauge => (gauge.value == null ? gauge.word : words.sheet.gauge(gauge.value, gauge.most, gauge.name)));
  return [...gauges, ...ailing ? token.tags.map(tag => tag.text) : []].filter(Boolean).join("; ");
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

/** @param {{token: Token_, brief: Label | undefined, m: Measures, scale: number, marks: Marks}} given */
export const Token = ({ token, brief, m, scale, marks: { isAsked, isLit, isChosen, isSelected, isCaught } }) => {
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
  const pill = brief?.pill;
  // A chance on the token's own edge leaves its letter to be read.
  const isTight = pill && Math.abs(pill.dy) < r;
  return html`<g class=${kind.filter(Boolean).join(" ")} transform=${`translate(${x} ${y})`} data-token=${token.name}>
    ${cells.length > 1 && cells.map(at => html`<polygon class="body" points=${m.corners(at, 1).map(([a, b]) => `${a - x},${b - y}`).join(" ")} />`)}
    ${isAsked && html`<circle class="pulse" r=${r + 9} />`}
    ${isLit && html`<circle class="aim" r=${r + 9} />`}
    <circle class="halo" r=${r + 4.5} /><circle class="rim" r=${r + 4.5} />
    ${part != null && html`<circle class=${`health ${part > 0.5 ? "well" : part > 0.25 ? "hurt" : "badly"}`} r=${r + 4.5} stroke-dasharray=${`${round * part} ${round}`} transform="rotate(-90)" />`}
    ${looks && html`<path class="facing" d=${`M0 ${-r - 12} L6 ${-r - 3} L-6 ${-r - 3}Z`} transform=${`rotate(${looks.turn})`}><title>${text.looks(looks.said)}</title></path>`}
    <g class="shape">${shape(token.side, r)}</g>
    ${isCaught && html`<circle class="caught-ring" r=${r + 9} />`}
    <text class="letter" font-size=${r * (isTight ? 0.95 : 1.1)} y=${isTight ? -Math.sign(pill.dy) * r * 0.24 : 0} dy="0.35em">${token.letter}</text>
    ${!token.able && html`<path class="cross" d=${`M${-r} ${-r} L${r} ${r} M${r} ${-r} L${-r} ${r}`} />`}
    ${height && html`<text class="height" x=${r} y=${-r} font-size="11">↑${height}</text>`}
    ${brief?.text && html`<text class="name" x=${brief.dx} y=${brief.dy} font-size=${size}>${brief.text}</text>`}
    ${brief?.ails && html`<text class="ails" x=${brief.dx} y=${brief.dy + size * 0.92} font-size=${size * 0.82}>${brief.ails}</text>`}
    ${pill && html`<g class="chance" transform=${`translate(0 ${pill.dy}) scale(${pill.by})`}><rect x=${-pillWidth(pill.text) / 2} y="-8.5" width=${pillWidth(pill.text)} height="17" rx="8.5" /><text dy="0.35em" font-size="12">${pill.text}</text></g>`}
  </g>`;
};
