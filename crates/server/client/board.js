// The board: ground on a canvas, creatures and everything that lights up in SVG over it.
import { useEffect, useMemo, useState } from "preact/hooks";
import { confirm, drop, goesTo, lit, pickOnBoard, question } from "./answer.js";
import { useCamera } from "./camera.js";
import { useDrawing } from "./drags.js";
import { drawn as fogIsDrawn, toggle as toggleFog, unseenOf } from "./fog.js";
import { SIZE, cellOf, label, measures } from "./geometry.js";
import { html } from "./html.js";
import { CellMarks, markAt, markedCells } from "./marks.js";
import { Drawn, Lasting, Legend, Note, Reach, Ruler, areaOf, cellsOf, corners, factsOf, forgetFacts, useFacts } from "./overlay.js";
import { usePicture } from "./picture.js";
import { usePointers } from "./pointers.js";
import { markOf, saidOf } from "./prices.js";
import { addLeg, goes, legs, measure, measured, point, points as pings, reached, showReach, take, tool, wayOf } from "./ruler.js";
import { draft, elsewhere, greeting, isMaster, now, pointed, selected, tracks, view as seen } from "./store.js";
import { Token, ails, namesWithRoom, state } from "./token.js";
import { words } from "./words.js";

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Token} Token_ */
/** @typedef {import("./types").Choice} Choice */

const text = words.board;

/** What a drag carries: somebody, or the end of a ruler. @typedef {{token: Token_} | {ruler: Cell}} Carried */

/** Over which cell a choice hovers that would be chosen there; what leads somewhere covers no area. @param {Choice | undefined} choice */
const covers = choice => (choice && !choice.parts.some(part => part.kind === "way") ? choice.text : "");

export const Board = () => {
  const present = seen();
  const board = present.board;
  const m = useMemo(() => measures(board), [board.kind, board.width, board.height]);
  const picture = usePicture(greeting().seat, now().table?.picture ?? null);
  const unseen = useMemo(() => unseenOf(present), [present.seen, board.width, board.height]);
  const fog = fogIsDrawn.value ? unseen : null;
  const { frame, canvas, group, view, fit, zoom, pan, pinch, settle } = useCamera({ present, m, picture, fog });
  const [drag, setDrag] = useState(/** @type {{token: Token_, to: Cell | null} | null} */ (null));
  useEffect(forgetFacts, [now().entries]);
  // Where somebody could get to is another matter after every answer.
  useEffect(() => { if (reached.value) { const { who } = reached.value; reached.value = null; showReach(who); } }, [now().entries]);

  /** @param {[number, number]} point */
  const cellAt = ([x, y]) => (view ? m.under((x - view.x) / view.scale, (y - view.y) / view.scale) : null);
  /** @param {Cell | null} at */
  const tokenAt = at => (at ? present.tokens.findLast(token => (token.cells?.length ? token.cells : [token.at]).some(([c, r]) => c === at[0] && r === at[1])) : undefined);

  /** @param {Cell | null} at @param {{altKey?: boolean, shiftKey?: boolean}} [how] */
  const act = (at, { altKey = false, shiftKey = false } = {}) => {
    if (!at) return;
    pointed.value = at;
    if (altKey || tool.value === "point") {
      point(label(at));
      if (tool.value === "point") take("point");
      return;
    }
    const token = tokenAt(at);
    if (tool.value === "measure") return measure(measured.value && measured.value.from !== at && label(measured.value.from) === label(measured.value.to) ? measured.value.from : at, at);
    if (tool.value === "reach") { if (token) showReach(token.name); return; }
    if ((shiftKey || tool.value === "way") && goes()) {
      if (legs.value[legs.value.length - 1] === label(at)) { confirm(); return; }
      if (addLeg(m, label(at))) return;
    }
    legs.value = [];
    if (token) selected.value = token.name;
    if (token && pickOnBoard(token.name)) return;
    pickOnBoard(label(at));
  };
  /** @type {import("./pointers.js").Does<Carried>} */
  const does = {
    begin(place) {
      const at = cellAt(place);
      if (tool.value === "measure") return at && { ruler: at };
      const token = tool.value === "choose" ? tokenAt(at) : null;
      return token && (isMaster.value || question.value?.who[0] === token.name) ? { token } : null;
    },
    drag(what, place) {
      const to = cellAt(place);
      if ("token" in what) return setDrag({ token: what.token, to });
      if (to && (!measured.value || label(measured.value.to) !== label(to) || label(measured.value.from) !== label(what.ruler))) measure(what.ruler, to);
    },
    drop(what, place) {
      setDrag(null);
      const to = cellAt(place);
      if ("token" in what && to && label(to) !== what.token.cell) drop(what.token.name, label(to));
    },
    leave: () => setDrag(null),
    click: (place, event) => act(cellAt(place), event),
    // A finger that rests on a cell shows it to everybody.
    rests: place => tool.value === "choose" && cellAt(place) !== null,
    rest(place) { const at = cellAt(place); if (at) point(label(at)); },
    hover(place) { pointed.value = cellAt(place); },
  };
  const { down, move, up } = usePointers({ frame, view, pan, pinch, settle, does });
  /** Takes the tool that shows reach, of whoever is meant: under the cursor, looked at, or asked. */
  const takeReach = () => {
    const who = tokenAt(pointed.value)?.name || selected.value || question.value?.who[0] || "";
    take("reach");
    if (tool.value === "reach" && present.tokens.some(one => one.name === who)) showReach(who);
  };
  /** @param {KeyboardEvent} event */
  const key = event => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, string>} */
    const letters = { w: "ArrowUp", a: "ArrowLeft", s: "ArrowDown", d: "ArrowRight" };
    const wasd = letters[event.key] ?? event.key;
    if (wasd.startsWith("Arrow")) {
      const asked = present.tokens.find(token => token.name === question.value?.who[0]) ?? present.tokens[0];
      pointed.value = pointed.value ? m.beside(pointed.value, wasd) : asked?.at ?? [0, 0];
    } else if (event.key === "Enter" || event.key === " ") act(pointed.value, { shiftKey: event.shiftKey });
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (event.key === "0") fit(true);
    else if (event.key === "m") take("measure");
    else if (event.key === "r") takeReach();
    else if (event.key === "v" && goes()) take("way");
    else if (event.key === "f" && unseen) toggleFog();
    else if (event.key === "p" && pointed.value) point(label(pointed.value));
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { cells, creatures } = lit.value;
  const asked = question.value?.who ?? [];
  const chosen = question.value?.choices.find(choice => choice.text === draft.value.chosen);
  const dragged = drag?.to ? goesTo(drag.token.name, label(drag.to)) : null;
  const ownWay = wayOf().length ? wayOf() : (dragged ?? chosen)?.parts.find(part => part.kind === "way")?.cells ?? [];
  const way = cellsOf(ownWay);
  const asksWho = question.value?.who[0] ?? "";
  useDrawing(elsewhere.value || now().viewer === "spectator" ? null
    : drag?.to ? { who: drag.token.name, cells: ownWay.length ? ownWay : [label(drag.to)] }
      : wayOf().length && asksWho ? { who: asksWho, cells: wayOf() }
        : measured.value && label(measured.value.from) !== label(measured.value.to) ? { cells: [label(measured.value.from), label(measured.value.to)] } : null);
  const chosenAt = new Set(chosen ? chosen.parts.filter(part => ["cell", "creature"].includes(part.kind)).map(part => part.text).concat(ownWay.slice(-1)) : draft.value.chosen ? [draft.value.target, ...ownWay.slice(-1)] : []);
  const here = pointed.value;
  const hovered = here && !draft.value.chosen ? covers((cells.get(label(here)) ?? [])[0]) : "";
  useFacts(dragged?.text ?? hovered);
  const area = areaOf(draft.value.chosen || hovered);
  const inArea = new Set(area);
  /** @param {Token_} one */
  const caught = one => (one.cells?.length ? one.cells : [one.at]).some(at => inArea.has(label(at)));
  const token = tokenAt(here);
  const scale = view?.scale ?? 1;
  const marks = view ? markedCells(lit.value, present.tokens, m, scale) : [];
  const names = view ? namesWithRoom(present.tokens, m, scale, one => asked.includes(one.name) || selected.value === one.name || token === one, tracks() ? ails : undefined, one => markAt(lit.value, one)?.chance ?? "", marks.map(mark => mark.box)) : new Map();
  const sign = here ? [...board.rows[here[1]]][here[0]] : "";
  const said = here ? text.cell(label(here), new Map(board.legend).get(sign) ?? "", token ? text.token(token.name, present.sides[token.side] ?? "", token.cell, state(token, tracks())) : "",
    [unseen?.[here[1] * board.width + here[0]] ? text.notSeen : "", cells.has(label(here)) || token && creatures.has(token.name) ? text.canGo(saidOf(markAt(lit.value, token) ?? markOf(cells.get(label(here)) ?? []))) : "", inArea.has(label(here)) ? text.inArea : ""].filter(Boolean).join(", ")) : "";
  const start = chosen || dragged || way.length > 0 ? present.tokens.find(one => one.name === (drag?.token.name ?? asked[0])) : undefined;
  const aim = start && chosen && !way.length && chosen.parts.some(part => part.kind === "creature") ? present.tokens.find(one => chosenAt.has(one.name) && one.name !== start.name) : undefined;
  const middle = !chosen && draft.value.chosen ? cellOf(draft.value.target) : null;
  /** @param {Cell[]} through */
  const line = through => through.map(at => m.middle(at).join(",")).join(" ");
  const dragSays = drag && drag.to && (dragged ? factsOf(dragged.text).slice(0, 3).map(fact => fact.text) : isMaster.value ? [text.putBy(label(drag.to))] : [text.noWay(label(drag.to))]);
  const tools = [
    ["measure", text.measure, "M3 21 21 3M7 17l2 2M11 13l2 2M15 9l2 2", () => take("measure")],
    ...goes() ? [["way", text.way, "M4 20v-6h9V6h7M4 20h.01M13 14h.01M20 6h.01", () => take("way")]] : [],
    ...now().viewer === "spectator" ? [] : [["reach", text.reach, "M12 12m-2 0a2 2 0 1 0 4 0a2 2 0 1 0-4 0M12 4v3M12 17v3M4 12h3M17 12h3M6.3 6.3l2 2M15.7 15.7l2 2M17.7 6.3l-2 2M8.3 15.7l-2 2", takeReach],
      ["point", text.point, "M12 3v5M12 16v5M3 12h5M16 12h5M12 12h.01", () => take("point")]],
    ...unseen ? [["fog", text.fog, "M3 8c3-3 6 3 9 0s6 3 9 0M3 13c3-3 6 3 9 0s6 3 9 0M3 18c3-3 6 3 9 0s6 3 9 0", toggleFog]] : [],
  ];
  /** @param {unknown} name */
  const isTaken = name => (name === "fog" ? fogIsDrawn.value : tool.value === name);
  const hint = { measure: text.measuring, way: text.making, reach: reached.value ? "" : text.reaching, point: text.pointing }[tool.value] ?? "";
  return html`<section class="board" aria-label=${text.title}>
    <div class="frame" ref=${frame} tabindex="0" role="application" aria-roledescription="board" aria-label=${`${text.title}. ${text.help}`}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up} onPointerLeave=${() => { if (!drag) pointed.value = null; }} onKeyDown=${key} data-testid="board">
      <canvas ref=${canvas} aria-hidden="true" data-unseen=${fog ? fog.reduce((sum, one) => sum + one, 0) : 0}></canvas>
      ${view && html`<svg aria-hidden="true"><g ref=${group} transform=${`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        ${[...cells].map(([name]) => { const at = cellOf(name); return at && html`<polygon key=${name} class=${chosenAt.has(name) ? "cell lit chosen" : "cell lit"} points=${corners(m, at)} data-cell=${name} />`; })}
        <${Lasting} present=${present} m=${m} />
        <${Reach} reached=${reached.value} m=${m} />
        ${cellsOf(area).map(at => html`<polygon key=${`a${at}`} class="cell area" points=${corners(m, at)} />`)}
        ${middle && html`<polygon class="cell chosen" points=${corners(m, middle)} data-middle=${draft.value.target} />`}
        ${here && html`<polygon class="cell pointed" points=${corners(m, here)} />`}
        ${start && way.length > 0 && html`<polyline class="way" points=${line([start.at, ...way])} />`}
        ${start && aim && html`<polyline class="shot" points=${line([start.at, aim.at])} />`}
        ${present.tokens.map(one => html`<${Token} key=${one.name} token=${one} brief=${names.get(one.name)} m=${m} scale=${scale}
          marks=${{ isAsked: asked.includes(one.name), isLit: creatures.has(one.name), isChosen: chosenAt.has(one.name), isSelected: selected.value === one.name, isCaught: inArea.size > 0 && caught(one) }} />`)}
        <${CellMarks} marks=${marks} />
        ${cellsOf(legs.value).map((at, nth) => html`<g class="leg" transform=${`translate(${m.middle(at).join(" ")})`}><circle r="9" /><text dy="0.35em">${nth + 1}</text></g>`)}
        ${measured.value && html`<${Ruler} m=${m} board=${board} measured=${measured.value} scale=${scale} />`}
        ${pings.value.map(one => { const at = cellOf(one.cell); return at && html`<g class="ping" key=${one.id} transform=${`translate(${m.middle(at).join(" ")})`}><circle r=${SIZE * 0.62} /><circle r=${SIZE * 0.3} />${one.by && html`<text y=${-SIZE * 0.72} font-size=${Math.min(15, 13 / Math.min(1, scale))}>${one.by}</text>`}</g>`; })}
        <${Drawn} present=${present} m=${m} scale=${scale} />
        ${drag?.to && html`<g class="dragged" data-testid="dragged"><polygon class="cell chosen" points=${corners(m, drag.to)} />${!dragged && html`<polyline class="way" points=${line([drag.token.at, drag.to])} />`}
          ${dragSays && dragSays.length > 0 && html`<g class="ruler"><${Note} m=${m} at=${drag.to} lines=${dragSays} scale=${scale} /></g>`}</g>`}
      </g></svg>`}
      ${["left", "right", "up", "down"].map(side => html`<i class="edge" data-side=${side} aria-hidden="true"></i>`)}
    </div>
    <p class="hidden" aria-live="polite">${said}</p>
    ${area.length > 0 && html`<p class="in-area" data-testid="in-area">${(all => (all.length ? text.caught(all.join(", ")) : text.nobodyCaught))(present.tokens.filter(caught).map(one => one.name))}</p>`}
    ${hint && html`<p class="in-area tool-hint">${hint}</p>`}
    ${reached.value && html`<p class="in-area tool-hint" role="status" data-testid="reach-says"><b>${reached.value.who}</b> ${reached.value.facts.map(fact => fact.text).join("; ")}</p>`}
    <div class="glass">
      ${tools.map(([name, title, path, act]) => html`<button class=${`icon ${isTaken(name) ? "on" : ""}`} key=${name} title=${title} aria-label=${title} aria-pressed=${isTaken(name)} onClick=${act} data-tool=${name}><svg viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path d=${path} fill="none" stroke="currentColor" stroke-width="2.2" stroke-linecap="round" stroke-linejoin="round" /></svg></button>`)}
      <button class="icon by-wheel" title=${text.nearer} aria-label=${text.nearer} onClick=${() => zoom(1.25)}>+</button>
      <button class="icon by-wheel" title=${text.farther} aria-label=${text.farther} onClick=${() => zoom(0.8)}>−</button>
      <button class="icon" title=${text.fit} aria-label=${text.fit} onClick=${() => fit(true)}>⤢</button>
    </div>
    <${Legend} board=${board} fog=${fog !== null} here=${here ? label(here) : ""} who=${token?.name ?? ""} />
  </section>`;
};
