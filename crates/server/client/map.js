// The map of an encounter that is being built: grounds are painted cell by cell, creatures are put down, dragged and taken away.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { paint } from "./canvas.js";
import { SIZE, label, measures } from "./geometry.js";
import { html } from "./html.js";
import { theme } from "./store.js";
import { nameSize, namesWithRoom, shape } from "./token.js";
import { words } from "./words.js";

const text = words.build;

/** @typedef {import("./types").Cell} Cell */
/** @typedef {import("./types").Placed} Placed */
/** What a pointer that is down does: draws a square, paints, or carries somebody.
 *  @typedef {{square?: number[], last?: Cell, token?: Placed, at?: Cell, moved?: boolean}} Stroke */

/** Cells between two that a quick stroke has passed over. @param {ReturnType<typeof measures>} m @param {Cell | null} a @param {Cell} b @returns {Cell[]} */
const between = (m, a, b) => {
  if (!a) return [b];
  const [[x, y], [u, v]] = [m.middle(a), m.middle(b)];
  const steps = Math.max(1, Math.ceil(Math.hypot(u - x, v - y) / (SIZE / 3)));
  return Array.from({ length: steps }, (_, at) => m.under(x + (u - x) * (at + 1) / steps, y + (v - y) * (at + 1) / steps)).flatMap(cell => (cell ? [cell] : []));
};

/** @param {{board: import("./types").Board, tokens: Placed[], picture: any, tool: string, chosen: string, measuring: boolean,
 *    onPut(at: [number, number]): void, onPaint(cells: [number, number][]): void, onMove(name: string, at: [number, number]): void,
 *    onChoose(name: string): void, onRemove(name: string): void, onSquare(points: number[]): void, onDrop(what: string, at: [number, number]): void}} given */
export const BuilderMap = ({ board, tokens, picture, tool, chosen, measuring, onPut, onPaint, onMove, onChoose, onRemove, onSquare, onDrop }) => {
  const m = useMemo(() => measures(board), [board.kind, board.width, board.height]);
  const frame = useRef(/** @type {HTMLDivElement | null} */ (null));
  const canvas = useRef(/** @type {HTMLCanvasElement | null} */ (null));
  const [view, setView] = useState(/** @type {import("./canvas.js").View | null} */ (null));
  const [here, setHere] = useState(/** @type {[number, number] | null} */ (null));
  const [drag, setDrag] = useState(/** @type {{token?: string, at?: Cell, square?: number[]} | null} */ (null));
  const stroke = useRef(/** @type {Stroke | null} */ (null));
  const fit = () => {
    if (!frame.current) return;
    const { clientWidth, clientHeight } = frame.current;
    const scale = Math.min((clientWidth - 24) / m.wide, (clientHeight - 24) / m.high, 1.6);
    setView({ scale, x: (clientWidth - m.wide * scale) / 2, y: (clientHeight - m.high * scale) / 2 });
  };
  useLayoutEffect(fit, [m]);
  useEffect(() => {
    if (!frame.current) return undefined;
    const watch = new ResizeObserver(fit);
    watch.observe(frame.current);
    const dark = matchMedia("(prefers-color-scheme: dark)");
    const again = () => setView(old => old && { ...old });
    dark.addEventListener("change", again);
    return () => { watch.disconnect(); dark.removeEventListener("change", again); };
  }, [m]);
  useEffect(() => { if (view && canvas.current) paint(canvas.current, board, m, view, picture); }, [view, board, m, picture, theme.value]);

  /** @param {MouseEvent} event @returns {[number, number]} */
  const point = event => {
    const box = frame.current?.getBoundingClientRect();
    if (!box || !view) return [0, 0];
    return [(event.clientX - box.left - view.x) / view.scale, (event.clientY - box.top - view.y) / view.scale];
  };
  /** @param {MouseEvent} event */
  const cellAt = event => m.under(...point(event));
  /** @param {Cell | null} at */
  const tokenAt = at => (at ? tokens.findLast(token => (token.cells?.length ? token.cells : [token.at]).some(([c, r]) => c === at[0] && r === at[1])) : undefined);
  /** @param {PointerEvent} event */
  const down = event => {
    if (event.button) return;
    frame.current?.setPointerCapture(event.pointerId);
    const at = cellAt(event);
    if (measuring) { stroke.current = { square: point(event) }; return; }
    if (!at) return;
    if (tool === "ground") {
      stroke.current = { last: at };
      onPaint([at]);
      return;
    }
    const token = tokenAt(at);
    stroke.current = { token, at, moved: false };
    if (token) onChoose(token.name);
  };
  /** @param {PointerEvent} event */
  const move = event => {
    const at = cellAt(event);
    setHere(at);
    const own = stroke.current;
    if (!own) return;
    if (own.square) return setDrag({ square: [...own.square, ...point(event)] });
    if (tool === "ground" && at) {
      onPaint(between(m, own.last ?? null, at));
      own.last = at;
    } else if (own.token && at && own.at && (own.moved || label(at) !== label(own.at))) {
      own.moved = true;
      setDrag({ token: own.token.name, at });
    }
  };
  /** @param {PointerEvent} event */
  const up = event => {
    const own = stroke.current;
    stroke.current = null;
    setDrag(null);
    if (!own) return;
    const at = cellAt(event);
    if (own.square) {
      const [x, y] = point(event);
      const size = Math.max(Math.abs(x - own.square[0]), Math.abs(y - own.square[1]));
      if (size > 4) onSquare([Math.min(x, own.square[0]) / SIZE, Math.min(y, own.square[1]) / SIZE, size / SIZE]);
    } else if (own.token) {
      if (own.moved && at) onMove(own.token.name, at);
    } else if (tool === "creature" && at) onPut(at);
  };
  /** @param {KeyboardEvent} event */
  const key = event => {
    if (event.key.startsWith("Arrow")) setHere(here ? m.beside(here, event.key) : [0, 0]);
    else if ((event.key === "Enter" || event.key === " ") && here) {
      const token = tokenAt(here);
      if (tool === "ground") onPaint([here]);
      else if (token && token.name !== chosen) onChoose(token.name);
      else if (token) onMove(token.name, here);
      else if (chosen && tool !== "creature") onMove(chosen, here);
      else onPut(here);
    } else if ((event.key === "Delete" || event.key === "Backspace") && chosen) onRemove(chosen);
    else return;
    event.preventDefault();
  };
  /** @param {Cell} at @param {number} [inset] */
  const points = (at, inset = 1.5) => m.corners(at, inset).map(corner => corner.join(",")).join(" ");
  const token = tokenAt(here);
  const names = view ? namesWithRoom(tokens, m, view.scale, one => one.name === chosen || one === token) : new Map();
  const sign = here && board.rows[here[1]]?.[here[0]];
  const meaning = sign ? new Map(board.legend).get(sign) ?? "" : "";
  return html`<div class="build-map ${tool} ${measuring ? "measuring" : ""}" ref=${frame} tabindex="0" role="application" aria-roledescription=${text.map} aria-label=${`${text.map}. ${text.mapHelp}`} data-testid="map" data-size=${`${board.width} ${board.height}`}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${() => { stroke.current = null; setDrag(null); }} onPointerLeave=${() => setHere(null)} onKeyDown=${key}
      onDragOver=${event => { event.preventDefault(); setHere(cellAt(event)); }}
      onDrop=${event => { const what = event.dataTransfer.getData("text/creature"); const at = cellAt(event); if (what && at) { event.preventDefault(); event.stopPropagation(); onDrop(what, at); } }}>
    <canvas ref=${canvas} aria-hidden="true"></canvas>
    ${view && html`<svg aria-hidden="true"><g transform=${`translate(${view.x} ${view.y}) scale(${view.scale})`}>
      ${here && !measuring && html`<polygon class="cell pointed" points=${points(here)} />`}
      ${tokens.map(one => {
        const cells = one.cells?.length ? one.cells : [one.at];
        const at = drag?.token === one.name && drag.at ? [drag.at] : cells;
        const [x, y] = [0, 1].map(axis => at.reduce((/** @type {number} */ sum, /** @type {Cell} */ cell) => sum + m.middle(cell)[axis], 0) / at.length);
        const r = SIZE * 0.36 * (cells.length > 1 ? Math.sqrt(cells.length) : 1);
        return html`<g key=${one.name} class=${`token side-${one.side % 6} ${one.name === chosen ? "selected" : ""} ${one.wrong ? "wrong" : ""}`} transform=${`translate(${x} ${y})`} data-token=${one.name}>
          ${cells.length > 1 && !drag && cells.map((/** @type {Cell} */ cell) => html`<polygon class="body" points=${m.corners(cell, 1).map(([a, b]) => `${a - x},${b - y}`).join(" ")} />`)}
          <circle class="halo" r=${r + 4.5} /><circle class="rim" r=${r + 4.5} /><g class="shape">${shape(one.side, r)}</g><text class="letter" font-size=${r * 1.1} dy="0.35em">${one.letter}</text>
          ${names.has(one.name) && html`<text class="name" x=${names.get(one.name)?.dx} y=${names.get(one.name)?.dy} font-size=${nameSize(view.scale)}>${names.get(one.name)?.text}</text>`}</g>`;
      })}
      ${drag?.square && html`<rect class="square" x=${Math.min(drag.square[0], drag.square[2])} y=${Math.min(drag.square[1], drag.square[3])} width=${Math.abs(drag.square[2] - drag.square[0])} height=${Math.abs(drag.square[3] - drag.square[1])} />`}
    </g></svg>`}
    <p class="where" aria-live="polite">${measuring ? text.measureHow : here ? `${label(here)} ${meaning}${token ? ` · ${token.name}` : ""}` : ""}</p>
  </div>`;
};
