// The board: ground on a canvas, creatures and everything that lights up in SVG over it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { confirm, drop, lit, pickOnBoard, question } from "./answer.js";
import { paint } from "./canvas.js";
import { SIZE, cellOf, label, measures } from "./geometry.js";
import { groundOf } from "./grounds.js";
import { html } from "./html.js";
import { usePicture } from "./picture.js";
import { addLeg, cellsBetween, goes, inUnits, legs, measure, measured, point, points as pings, take, tool, wayOf } from "./ruler.js";
import { draft, hello, isMaster, pointed, present as now, prices, selected, shown } from "./store.js";
import { ask } from "./wire.js";
import { words } from "./words.js";

const text = words.board;

/** Cells smaller than this are hard to read, and to touch. */
const LEAST = 30 / SIZE;

/** Health as a part of one, if it is known: some gauges count up. */
export const health = token => {
  const gauge = token.gauges[0];
  if (!gauge) return null;
  if (gauge.value != null && gauge.most) {
    const part = Math.max(0, Math.min(1, gauge.value / gauge.most));
    return gauge.name === "wounds" ? 1 - part : part;
  }
  return { unhurt: 1, hurt: 0.66, "badly hurt": 0.33, down: 0, dead: 0 }[gauge.word] ?? null;
};

/** A name that fits under a token: of one of several, its first word and its number (`Goblin 3`), where nobody else would have that.
 *  @param {string} name @param {{name: string}[]} all */
export const shortName = (name, all) => {
  const brief = of => { const found = /^([^-]+)-.*?(\d+)$/.exec(of); return found && of.length > 10 ? `${found[1]} ${found[2]}` : of; };
  const short = brief(name);
  return short !== name && all.some(one => one.name !== name && brief(one.name) === short) ? name : short;
};

/** How large a name is written, in units of the board: large enough to be read at any distance. */
export const nameSize = scale => Math.min(30, Math.max(11, 11.5 / scale));

/** Whose name has room under the token: nobody's name lies over another one or over somebody; first come those who matter now.
 *  @param {any[]} tokens @param {any} m @param {number} scale @param {(token: any) => boolean} matters @returns {Map<string, string>} */
export const namesWithRoom = (tokens, m, scale, matters) => {
  const size = nameSize(scale);
  const box = token => {
    const cells = token.cells?.length ? token.cells : [token.at];
    const [x, y] = [0, 1].map(axis => cells.reduce((sum, at) => sum + m.middle(at)[axis], 0) / cells.length);
    return { x, y, r: SIZE * 0.36 * (cells.length > 1 ? Math.sqrt(cells.length) : 1) + 4.5 };
  };
  const bodies = tokens.map(token => ({ token, ...box(token) }));
  const placed = [];
  const shown = new Map();
  for (const { token, x, y, r } of [...bodies].sort((a, b) => Number(matters(b.token)) - Number(matters(a.token)))) {
    const name = shortName(token.name, tokens);
    const own = { left: x - name.length * size * 0.31, right: x + name.length * size * 0.31, top: y + r + 1, bottom: y + r + 3 + size };
    const over = other => own.left < other.right && own.right > other.left && own.top < other.bottom && own.bottom > other.top;
    const onSomebody = bodies.some(other => other.token !== token && over({ left: other.x - other.r * 0.8, right: other.x + other.r * 0.8, top: other.y - other.r * 0.8, bottom: other.y + other.r * 0.8 }));
    if (!matters(token) && (onSomebody || placed.some(over))) continue;
    placed.push(own);
    shown.set(token.name, name);
  }
  return shown;
};

/** In a few words how somebody is. */
export const state = token => {
  const gauges = token.gauges.map(gauge => (gauge.value == null ? gauge.word : words.sheet.gauge(gauge.value, gauge.most, gauge.name)));
  return [...gauges, ...token.tags.map(tag => tag.text)].filter(Boolean).join("; ");
};

const shapes = [
  r => html`<circle r=${r} />`,
  r => html`<rect x=${-r * 0.92} y=${-r * 0.92} width=${r * 1.84} height=${r * 1.84} rx=${r * 0.24} />`,
  r => html`<path d=${`M0 ${-r * 1.12} L${r * 1.12} 0 L0 ${r * 1.12} L${-r * 1.12} 0Z`} />`,
  r => html`<path d=${`M${-r * 0.55} ${-r} H${r * 0.55} L${r * 1.08} 0 L${r * 0.55} ${r} H${-r * 0.55} L${-r * 1.08} 0Z`} />`,
];
/** A side's shape. */
export const shape = (side, r) => shapes[side % shapes.length](r);

/** Where somebody looks, as degrees from north; none of whom nobody says it. */
const turns = { north: 0, "north-east": 45, northeast: 45, east: 90, "south-east": 135, southeast: 135, south: 180, "south-west": 225, southwest: 225, west: 270, "north-west": 315, northwest: 315 };
const facing = token => {
  const said = token.tags.map(tag => /^(?:looks|faces|facing) ([a-z-]+)$/.exec(tag.text)?.[1]).find(Boolean);
  return said && turns[said] != null ? { said, turn: turns[said] } : null;
};

const Token = ({ token, brief, m, view, chance, state: { isAsked, isLit, isChosen, isSelected, isCaught } }) => {
  const cells = token.cells?.length ? token.cells : [token.at];
  const middles = cells.map(at => m.middle(at));
  const x = middles.reduce((sum, [a]) => sum + a, 0) / cells.length;
  const y = middles.reduce((sum, [, b]) => sum + b, 0) / cells.length;
  const r = SIZE * (cells.length > 1 ? 0.36 * Math.sqrt(cells.length) : 0.36);
  const part = health(token);
  const round = 2 * Math.PI * (r + 4.5);
  const height = token.tags.map(tag => /^(\d+) feet up/.exec(tag.text)?.[1]).find(Boolean);
  const kind = ["token", `side-${token.side % 6}`, !token.able && "out", isAsked && "asked", isLit && "lit", isChosen && "chosen", isSelected && "selected", isCaught && "caught"];
  const looks = token.able ? facing(token) : null;
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
    ${brief && html`<text class="name" y=${r + 4 + nameSize(view.scale)} font-size=${nameSize(view.scale)}>${brief}</text>`}
    ${chance && html`<g class="chance" transform=${`translate(0 ${-r - 14})`}><rect x=${-chance.length * 3.6 - 6} y="-9" width=${chance.length * 7.2 + 12} height="17" rx="8.5" /><text dy="0.3em" font-size="12">${chance}</text></g>`}
  </g>`;
};

/** The chance that stands beside whom a choice is aimed at. */
const chanceOf = options => {
  const says = options.map(choice => prices.value.get(choice.text)).find(price => price?.says.length)?.says[0];
  return says?.match(/~?\d[\d.]*%|over 99.9%|under 0.1%|cannot succeed/)?.[0] ?? "";
};

export const Board = () => {
  const present = shown.value;
  const board = present.board;
  const m = useMemo(() => measures(board), [board]);
  const [frame, canvas] = [useRef(null), useRef(null)];
  const [view, setView] = useState(null);
  const [drag, setDrag] = useState(null);
  const picture = usePicture(hello.value.seat, now.value.table?.picture);
  const held = useRef(0);
  const moved = useRef(null);
  const fingers = useRef(new Map());

  const fit = (everything = false) => {
    const { clientWidth, clientHeight } = frame.current;
    const all = Math.min((clientWidth - 16) / m.wide, (clientHeight - 30) / m.high, 2.2);
    // On a small screen the first look is at one's own people, near enough to be read.
    const scale = everything ? all : Math.max(all, Math.min(LEAST, (clientHeight - 30) / m.high));
    const own = present.tokens.filter(token => (question.value?.who ?? []).includes(token.name) || token.gauges[0]?.value != null);
    const points = (own.length ? own : present.tokens).map(token => m.middle(token.at));
    const [x, y] = [0, 1].map(axis => points.reduce((sum, point) => sum + point[axis], 0) / (points.length || 1));
    const along = (frame_, whole, middle) => (whole * scale <= frame_ ? (frame_ - whole * scale) / 2 : Math.min(8, Math.max(frame_ - whole * scale - 8, frame_ / 2 - middle * scale)));
    setView({ scale, x: along(clientWidth, m.wide, x), y: along(clientHeight, m.high, y) });
  };
  const zoom = (factor, at) => setView(old => {
    const [x, y] = at ?? [frame.current.clientWidth / 2, frame.current.clientHeight / 2];
    const scale = Math.max(0.12, Math.min(4, old.scale * factor));
    const by = scale / old.scale;
    return { scale, x: x - (x - old.x) * by, y: y - (y - old.y) * by };
  });
  useLayoutEffect(() => fit(), [m]);
  useEffect(() => {
    // The frame is another one when a phone is turned or a panel opens.
    const watch = new ResizeObserver(() => { if (!moved.current?.ever) fit(); else setView(old => old && { ...old }); });
    watch.observe(frame.current);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const again = () => setView(old => old && { ...old });
    dark.addEventListener("change", again);
    const themed = new MutationObserver(again);
    themed.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => { watch.disconnect(); themed.disconnect(); dark.removeEventListener("change", again); };
  }, [m]);
  useEffect(() => { if (view) paint(canvas.current, board, m, view, picture); }, [view, board, m, picture?.image, picture?.x, picture?.y, picture?.wide, picture?.opacity]);
  useEffect(() => {
    const wheel = event => {
      event.preventDefault();
      moved.current = { ...moved.current, ever: true };
      const box = frame.current.getBoundingClientRect();
      zoom(Math.exp(-event.deltaY * 0.0015), [event.clientX - box.left, event.clientY - box.top]);
    };
    frame.current.addEventListener("wheel", wheel, { passive: false });
    return () => frame.current?.removeEventListener("wheel", wheel);
  }, []);

  /** @param {PointerEvent} event @returns {[number, number]} */
  const place = event => {
    const box = frame.current.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const cellAt = ([x, y]) => m.under((x - view.x) / view.scale, (y - view.y) / view.scale);
  const tokenAt = at => at && present.tokens.findLast(token => (token.cells?.length ? token.cells : [token.at]).some(([c, r]) => c === at[0] && r === at[1]));

  const down = event => {
    fingers.current.set(event.pointerId, place(event));
    frame.current.setPointerCapture(event.pointerId);
    const at = cellAt(place(event));
    const token = tool.value === "choose" ? tokenAt(at) : null;
    clearTimeout(held.current);
    // A finger that rests on a cell shows it to everybody.
    if (event.pointerType === "touch" && tool.value === "choose" && at) held.current = setTimeout(() => { if (moved.current && !moved.current.far) { moved.current.far = true; point(label(at)); } }, 650);
    const mine = token && (isMaster.value || question.value?.who[0] === token.name);
    moved.current = { ever: moved.current?.ever, from: place(event), view, far: false, token: mine ? token : null, ruler: tool.value === "measure" ? at : null };
  };
  const move = event => {
    const here = place(event);
    if (event.pointerType === "mouse" && !fingers.current.size) pointed.value = cellAt(here);
    if (!fingers.current.has(event.pointerId)) return;
    const others = [...fingers.current].filter(([id]) => id !== event.pointerId).map(([, at]) => at);
    const before = fingers.current.get(event.pointerId);
    fingers.current.set(event.pointerId, here);
    const start = moved.current;
    if (others.length) {
      const far = (a, b) => Math.hypot(a[0] - b[0], a[1] - b[1]) || 1;
      start.far = start.ever = true;
      return zoom(far(here, others[0]) / far(before, others[0]), others[0]);
    }
    const [dx, dy] = [here[0] - start.from[0], here[1] - start.from[1]];
    if (!start.far && Math.hypot(dx, dy) < 6) return;
    start.far = true;
    clearTimeout(held.current);
    if (start.ruler) {
      const to = cellAt(here);
      if (to && (!measured.value || label(measured.value.to) !== label(to) || label(measured.value.from) !== label(start.ruler))) measure(start.ruler, to);
      return;
    }
    if (start.token) return setDrag({ token: start.token, to: cellAt(here), at: here });
    start.ever = true;
    setView({ ...start.view, x: start.view.x + dx, y: start.view.y + dy });
  };
  const up = event => {
    fingers.current.delete(event.pointerId);
    clearTimeout(held.current);
    const start = moved.current;
    if (drag) {
      if (drag.to && label(drag.to) !== drag.token.cell) drop(drag.token.name, label(drag.to));
      return setDrag(null);
    }
    if (!start || start.far || fingers.current.size) return;
    act(cellAt(place(event)), event);
  };
  const act = (at, { altKey = false, shiftKey = false } = {}) => {
    if (!at) return;
    pointed.value = at;
    if (altKey || tool.value === "point") {
      point(label(at));
      if (tool.value === "point") take("point");
      return;
    }
    if (tool.value === "measure") return measure(measured.value && measured.value.from !== at && label(measured.value.from) === label(measured.value.to) ? measured.value.from : at, at);
    if ((shiftKey || tool.value === "way") && goes()) {
      if (legs.value[legs.value.length - 1] === label(at)) return confirm();
      if (addLeg(m, label(at))) return;
    }
    legs.value = [];
    const token = tokenAt(at);
    if (token) selected.value = token.name;
    if (token && pickOnBoard(token.name)) return;
    pickOnBoard(label(at));
  };
  const key = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const wasd = { w: "ArrowUp", a: "ArrowLeft", s: "ArrowDown", d: "ArrowRight" }[event.key] ?? event.key;
    if (wasd.startsWith("Arrow")) {
      const asked = present.tokens.find(token => token.name === question.value?.who[0]) ?? present.tokens[0];
      pointed.value = pointed.value ? m.beside(pointed.value, wasd) : asked?.at ?? [0, 0];
    } else if (event.key === "Enter" || event.key === " ") act(pointed.value, { shiftKey: event.shiftKey });
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (event.key === "0") fit(true);
    else if (event.key === "m") take("measure");
    else if (event.key === "v" && goes()) take("way");
    else if (event.key === "p" && pointed.value) point(label(pointed.value));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { cells, creatures } = lit.value;
  const asked = question.value?.who ?? [];
  const chosen = question.value?.choices.find(choice => choice.text === draft.value.chosen);
  const way = wayOf().length ? wayOf() : chosen?.parts.find(part => part.kind === "way")?.cells ?? [];
  const chosenAt = new Set(chosen ? chosen.parts.filter(part => ["cell", "creature"].includes(part.kind)).map(part => part.text).concat(way.slice(-1)) : draft.value.chosen ? [draft.value.target, ...way.slice(-1)] : []);
  const hovered = useHovered(here_ => cells.get(here_) ?? []);
  const area = areaOf(draft.value.chosen || hovered);
  const inArea = new Set(area);
  const caught = one => (one.cells?.length ? one.cells : [one.at]).some(at => inArea.has(label(at)));
  const lasting = areas(present);
  const names = view ? namesWithRoom(present.tokens, m, view.scale, one => asked.includes(one.name) || selected.value === one.name || tokenAt(pointed.value) === one) : new Map();
  const points = at => m.corners(at, 1.5).map(corner => corner.join(",")).join(" ");
  const here = pointed.value;
  const token = tokenAt(here);
  const side = index => present.sides[index] ?? "";
  const sign = here && [...board.rows[here[1]]][here[0]];
  const said = here ? text.cell(label(here), new Map(board.legend).get(sign) ?? "", token && text.token(token.name, side(token.side), token.cell, state(token)),
    [cells.has(label(here)) || token && creatures.has(token.name) ? text.canGo : "", inArea.has(label(here)) ? text.inArea : ""].filter(Boolean).join(", ")) : "";
  const start = (chosen || way.length > 0) && present.tokens.find(one => one.name === asked[0]);

  return html`<section class="board" aria-label=${text.title}>
    <div class="frame" ref=${frame} tabindex="0" role="application" aria-roledescription="board" aria-label=${`${text.title}. ${text.help}`}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up} onPointerLeave=${() => { if (!drag) pointed.value = null; }} onKeyDown=${key} data-testid="board">
      <canvas ref=${canvas} aria-hidden="true"></canvas>
      ${view && html`<svg aria-hidden="true"><g transform=${`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        ${[...cells].map(([name]) => { const at = cellOf(name); return at && html`<polygon key=${name} class=${chosenAt.has(name) ? "cell lit chosen" : "cell lit"} points=${points(at)} data-cell=${name} />`; })}
        ${lasting.map(one => html`<g class="lasting" key=${one.text}>${one.cells.map(cellOf).filter(Boolean).map(at => html`<polygon class="cell lies" points=${points(at)} />`)}
          ${(([x, y]) => html`<text class="area-name" x=${x} y=${y}>${one.text}</text>`)(top(one.cells.map(cellOf).filter(Boolean), m))}</g>`)}
        ${area.map(cellOf).filter(Boolean).map(at => html`<polygon key=${`a${at}`} class="cell area" points=${points(at)} />`)}
        ${!chosen && draft.value.chosen && cellOf(draft.value.target) && html`<polygon class="cell chosen" points=${points(cellOf(draft.value.target))} data-middle=${draft.value.target} />`}
        ${here && html`<polygon class="cell pointed" points=${points(here)} />`}
        ${start && way.length > 0 && html`<polyline class="way" points=${[start.at, ...way.map(cellOf)].map(at => m.middle(at).join(",")).join(" ")} />`}
        ${start && chosen && !way.length && chosen.parts.some(part => part.kind === "creature") && (() => {
          const aim = present.tokens.find(one => chosenAt.has(one.name) && one.name !== start.name);
          return aim && html`<polyline class="shot" points=${[m.middle(start.at), m.middle(aim.at)].map(at => at.join(",")).join(" ")} />`;
        })()}
        ${present.tokens.map(one => html`<${Token} key=${one.name} token=${one} brief=${names.get(one.name)} m=${m} view=${view} chance=${creatures.has(one.name) ? chanceOf(creatures.get(one.name)) : ""}
          state=${{ isAsked: asked.includes(one.name), isLit: creatures.has(one.name), isChosen: chosenAt.has(one.name), isSelected: selected.value === one.name, isCaught: inArea.size > 0 && caught(one) }} />`)}
        ${legs.value.map((cell, nth) => html`<g class="leg" transform=${`translate(${m.middle(cellOf(cell)).join(" ")})`}><circle r="9" /><text dy="0.35em">${nth + 1}</text></g>`)}
        ${measured.value && html`<${Ruler} m=${m} board=${board} measured=${measured.value} scale=${view.scale} />`}
        ${pings.value.map(one => { const at = cellOf(one.cell); return at && html`<g class="ping" key=${one.id} transform=${`translate(${m.middle(at).join(" ")})`}><circle r=${SIZE * 0.62} /><circle r=${SIZE * 0.3} />${one.by && html`<text y=${-SIZE * 0.72} font-size=${Math.min(15, 13 / Math.min(1, view.scale))}>${one.by}</text>`}</g>`; })}
        ${drag?.to && html`<g class="dragged"><polygon class="cell chosen" points=${points(drag.to)} /><polyline class="way" points=${[drag.token.at, drag.to].map(at => m.middle(at).join(",")).join(" ")} /></g>`}
      </g></svg>`}
    </div>
    <p class="hidden" aria-live="polite">${said}</p>
    ${area.length > 0 && html`<p class="in-area" data-testid="in-area">${(names => (names.length ? text.caught(names.join(", ")) : text.nobodyCaught))(present.tokens.filter(caught).map(one => one.name))}</p>`}
    ${tool.value !== "choose" && html`<p class="in-area tool-hint">${{ measure: text.measuring, way: text.making, point: text.pointing }[tool.value]}</p>`}
    <div class="glass">
      ${[["measure", text.measure, "M3 21 21 3M7 17l2 2M11 13l2 2M15 9l2 2"], ...goes() ? [["way", text.way, "M4 20v-6h9V6h7M4 20h.01M13 14h.01M20 6h.01"]] : [], ...now.value.viewer === "spectator" ? [] : [["point", text.point, "M12 3v5M12 16v5M3 12h5M16 12h5M12 12h.01"]]]
        .map(([name, title, path]) => html`<button class=${`icon ${tool.value === name ? "on" : ""}`} key=${name} title=${title} aria-label=${title} aria-pressed=${tool.value === name} onClick=${() => take(name)} data-tool=${name}><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${path} fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" /></svg></button>`)}
      <button class="icon by-wheel" title=${text.nearer} aria-label=${text.nearer} onClick=${() => zoom(1.25)}>+</button>
      <button class="icon by-wheel" title=${text.farther} aria-label=${text.farther} onClick=${() => zoom(0.8)}>−</button>
      <button class="icon" title=${text.fit} aria-label=${text.fit} onClick=${() => fit(true)}>⤢</button>
    </div>
    <${Legend} board=${board} here=${here ? label(here) : ""} who=${token?.name ?? ""} />
  </section>`;
};

/** The cells that a choice covers, as the book says it. */
const areaOf = chosen => {
  const facts = chosen ? prices.value.get(chosen)?.facts ?? hoverFacts.get(chosen) : null;
  return facts ? [...new Set(facts.flatMap(fact => fact.cells ?? []))] : [];
};

/** What lies on the ground now: fire, smoke, fields; each thing once, whoever tells of it. */
const areas = present => {
  const all = [...present.pending, ...present.tokens.flatMap(token => token.tags)].filter(tag => tag.cells?.length);
  return [...new Map(all.map(tag => [tag.text, tag])).values()];
};

/** The upper middle of some cells. */
const top = (cells, m) => {
  const middles = cells.map(at => m.middle(at));
  return [middles.reduce((sum, [x]) => sum + x, 0) / (middles.length || 1), Math.min(...middles.map(([, y]) => y)) - SIZE * 0.28];
};

/** Over which cell a choice hovers that would be chosen there: what the book says of it is asked when the pointer rests. */
const useHovered = choicesAt => {
  const at = pointed.value;
  const choice = at && !draft.value.chosen ? choicesAt(label(at))[0] : null;
  // What leads somewhere covers no area.
  const name = choice && !choice.parts.some(part => part.kind === "way") ? choice.text : "";
  useEffect(() => {
    if (!name || prices.value.has(name)) return undefined;
    const wait = setTimeout(() => {
      ask({ do: "facts", choice: name }).then(told => {
        if (!prices.value.has(name) && told.facts.some(fact => fact.cells?.length)) hoverFacts.set(name, told.facts);
        pointed.value = pointed.value && [...pointed.value];
      }, () => {});
    }, 90);
    return () => clearTimeout(wait);
  }, [name]);
  return name;
};
const hoverFacts = new Map();

const Ruler = ({ m, board, measured: { from, to, says }, scale }) => {
  const [[x, y], [u, v]] = [m.middle(from), m.middle(to)];
  const count = cellsBetween(from, to, m.hex);
  const units = inUnits(count, board.cell);
  const lines = [`${text.cells(count, m.hex)}${units ? ` · ${units}` : ""}`, ...says.slice(0, 4)];
  if (!m.hex && from[0] !== to[0] && from[1] !== to[1] && !says.length) lines.push(text.diagonals);
  const size = 13 / Math.min(1.2, scale);
  const wide = Math.max(...lines.map(line => line.length)) * size * 0.56 + 16;
  const left = Math.max(4, Math.min(m.wide - wide - 4, u + 14));
  const high = lines.length * size * 1.35 + 10;
  const above = Math.max(4, Math.min(m.high - high - 4, v - high - 12));
  return html`<g class="ruler" data-testid="ruler"><line x1=${x} y1=${y} x2=${u} y2=${v} /><circle cx=${x} cy=${y} r="6" /><circle cx=${u} cy=${v} r="6" />
    <rect x=${left} y=${above} width=${wide} height=${high} rx="7" />${lines.map((line, nth) => html`<text x=${left + 8} y=${above + 8 + (nth + 0.75) * size * 1.35} font-size=${size}>${line}</text>`)}</g>`;
};

const Legend = ({ board, here, who }) => {
  const used = board.legend.filter(([sign, meaning]) => !/^open$/.test(meaning) && board.rows.some(row => row.includes(sign)));
  return html`<p class="legend"><b>${here}${who ? ` · ${who}` : ""}</b> ${used.map(([, meaning]) => html`<span><i class=${`swatch ${groundOf(meaning)}`}></i>${meaning}</span>`)}
    ${board.cell && html`<span>1 cell: ${board.cell}</span>`}</p>`;
};
