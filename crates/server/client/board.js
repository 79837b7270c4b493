// The board: ground on a canvas, creatures and everything that lights up in SVG over it.
import { useEffect, useLayoutEffect, useMemo, useRef, useState } from "preact/hooks";
import { drop, lit, pickOnBoard, question } from "./answer.js";
import { SIZE, cellOf, label, measures } from "./geometry.js";
import { html } from "./html.js";
import { draft, isMaster, pointed, prices, selected, shown } from "./store.js";
import { words } from "./words.js";

const text = words.board;

/** How a ground is painted, by what the legend calls it: a colour for light and dark, and strokes for those who see none. */
const grounds = [
  [/wall|obstacle|rock|stone|in the way/, "wall"],
  [/water|river|stream|deep|swim/, "water"],
  [/conceal|brush|fog|smoke|wood|tree|leaf/, "brush"],
  [/cover|low/, "cover"],
  [/difficult|slow|rough|mud|steep|rubble/, "rough"],
  [/fire|burn|lava/, "fire"],
];
const groundOf = meaning => grounds.find(([known]) => known.test(meaning))?.[1] ?? (/open/.test(meaning) ? "open" : "other");

const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws the ground that is in sight. */
const paint = (canvas, board, m, view) => {
  const ratio = devicePixelRatio || 1;
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
  }
  const pen = canvas.getContext("2d");
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, wide, high);
  pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
  const meanings = new Map(board.legend);
  const colours = {};
  const colour = name => (colours[name] ??= css(name));
  const [left, top] = [-view.x / view.scale - SIZE, -view.y / view.scale - SIZE];
  const [right, bottom] = [left + wide / view.scale + 2 * SIZE, top + high / view.scale + 2 * SIZE];
  const edges = new Path2D();
  for (let row = 0; row < board.height; row += 1) {
    const signs = [...board.rows[row]];
    for (let column = 0; column < board.width; column += 1) {
      const [x, y] = m.middle([column, row]);
      if (x < left || x > right || y < top || y > bottom) continue;
      const corners = m.corners([column, row]);
      const path = new Path2D();
      corners.forEach(([cx, cy], at) => (at ? path.lineTo(cx, cy) : path.moveTo(cx, cy)));
      path.closePath();
      const ground = groundOf(meanings.get(signs[column]) ?? "");
      pen.fillStyle = colour(`--ground-${ground}`);
      pen.fill(path);
      if (ground !== "open") strokes(pen, ground, x, y, colour);
      edges.addPath(path);
    }
  }
  pen.strokeStyle = colour("--grid");
  pen.lineWidth = Math.max(0.6, 0.8 / view.scale);
  pen.stroke(edges);
};

/** What a ground looks like besides its colour. */
const strokes = (pen, ground, x, y, colour) => {
  const s = SIZE * 0.26;
  pen.strokeStyle = pen.fillStyle = colour("--ground-mark");
  pen.lineWidth = 1.6;
  pen.beginPath();
  const line = (...points) => points.forEach(([px, py], at) => (at ? pen.lineTo(x + px * s, y + py * s) : pen.moveTo(x + px * s, y + py * s)));
  if (ground === "wall") [[-1, 0.2], [-0.2, -0.6], [0.6, -1.1]].forEach(([a, b]) => line([a, b + 0.9], [a + 0.9, b]));
  if (ground === "water") [-0.5, 0.4].forEach(b => { pen.moveTo(x - s, y + b * s); pen.quadraticCurveTo(x - s / 2, y + (b - 0.5) * s, x, y + b * s); pen.quadraticCurveTo(x + s / 2, y + (b + 0.5) * s, x + s, y + b * s); });
  if (ground === "brush") [[-0.6, 0.5], [0.5, 0.7], [0.1, -0.3]].forEach(([a, b]) => { line([a - 0.3, b - 0.6], [a, b], [a + 0.3, b - 0.6]); line([a, b], [a, b - 0.8]); });
  if (ground === "cover") { line([-1, 0.5], [1, 0.5]); line([-1, 0], [1, 0]); line([-0.4, 0], [-0.4, 0.5]); line([0.4, 0], [0.4, 0.5]); }
  if (ground === "rough") [[-0.7, -0.4], [0.5, -0.5], [-0.1, 0.3], [0.8, 0.6], [-0.8, 0.8]].forEach(([a, b]) => line([a - 0.2, b + 0.15], [a, b - 0.15], [a + 0.2, b + 0.15]));
  if (ground === "fire") line([-0.5, 0.7], [0, -0.8], [0.5, 0.7]);
  if (ground === "other") line([-0.5, -0.5], [0.5, 0.5]);
  pen.stroke();
};

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

const Token = ({ token, m, view, chance, state: { isAsked, isLit, isChosen, isSelected } }) => {
  const cells = token.cells?.length ? token.cells : [token.at];
  const middles = cells.map(at => m.middle(at));
  const x = middles.reduce((sum, [a]) => sum + a, 0) / cells.length;
  const y = middles.reduce((sum, [, b]) => sum + b, 0) / cells.length;
  const r = SIZE * (cells.length > 1 ? 0.36 * Math.sqrt(cells.length) : 0.36);
  const part = health(token);
  const round = 2 * Math.PI * (r + 4.5);
  const height = token.tags.map(tag => /^(\d+) feet up/.exec(tag.text)?.[1]).find(Boolean);
  const kind = ["token", `side-${token.side % 6}`, !token.able && "out", isAsked && "asked", isLit && "lit", isChosen && "chosen", isSelected && "selected"];
  return html`<g class=${kind.filter(Boolean).join(" ")} transform=${`translate(${x} ${y})`} data-token=${token.name}>
    ${cells.length > 1 && cells.map(at => html`<polygon class="body" points=${m.corners(at, 1).map(([a, b]) => `${a - x},${b - y}`).join(" ")} />`)}
    ${isAsked && html`<circle class="pulse" r=${r + 9} />`}
    ${isLit && html`<circle class="aim" r=${r + 9} />`}
    <circle class="rim" r=${r + 4.5} />
    ${part != null && html`<circle class=${`health ${part > 0.5 ? "well" : part > 0.25 ? "hurt" : "badly"}`} r=${r + 4.5} stroke-dasharray=${`${round * part} ${round}`} transform="rotate(-90)" />`}
    <g class="shape">${shape(token.side, r)}</g>
    <text class="letter" font-size=${r * 1.1} dy="0.35em">${token.letter}</text>
    ${!token.able && html`<path class="cross" d=${`M${-r} ${-r} L${r} ${r} M${r} ${-r} L${-r} ${r}`} />`}
    ${height && html`<text class="height" x=${r} y=${-r} font-size="11">↑${height}</text>`}
    ${view.scale > 0.45 && html`<text class="name" y=${r + 17} font-size=${Math.min(13, 12 / Math.min(1, view.scale))}>${token.name}</text>`}
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
  const moved = useRef(null);
  const fingers = useRef(new Map());

  const fit = () => {
    const { clientWidth, clientHeight } = frame.current;
    const scale = Math.min((clientWidth - 16) / m.wide, (clientHeight - 30) / m.high, 2.2);
    setView({ scale, x: (clientWidth - m.wide * scale) / 2, y: (clientHeight - m.high * scale) / 2 });
  };
  const zoom = (factor, at) => setView(old => {
    const [x, y] = at ?? [frame.current.clientWidth / 2, frame.current.clientHeight / 2];
    const scale = Math.max(0.12, Math.min(4, old.scale * factor));
    const by = scale / old.scale;
    return { scale, x: x - (x - old.x) * by, y: y - (y - old.y) * by };
  });
  useLayoutEffect(fit, [m]);
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
  useEffect(() => { if (view) paint(canvas.current, board, m, view); }, [view, board, m]);
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

  const place = event => {
    const box = frame.current.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  };
  const cellAt = ([x, y]) => m.under((x - view.x) / view.scale, (y - view.y) / view.scale);
  const tokenAt = at => at && present.tokens.findLast(token => (token.cells?.length ? token.cells : [token.at]).some(([c, r]) => c === at[0] && r === at[1]));

  const down = event => {
    fingers.current.set(event.pointerId, place(event));
    frame.current.setPointerCapture(event.pointerId);
    const token = tokenAt(cellAt(place(event)));
    const mine = token && (isMaster.value || question.value?.who[0] === token.name);
    moved.current = { ever: moved.current?.ever, from: place(event), view, far: false, token: mine ? token : null };
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
    if (start.token) return setDrag({ token: start.token, to: cellAt(here), at: here });
    start.ever = true;
    setView({ ...start.view, x: start.view.x + dx, y: start.view.y + dy });
  };
  const up = event => {
    fingers.current.delete(event.pointerId);
    const start = moved.current;
    if (drag) {
      if (drag.to && label(drag.to) !== drag.token.cell) drop(drag.token.name, label(drag.to));
      return setDrag(null);
    }
    if (!start || start.far || fingers.current.size) return;
    act(cellAt(place(event)));
  };
  const act = at => {
    if (!at) return;
    pointed.value = at;
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
    } else if (event.key === "Enter" || event.key === " ") act(pointed.value);
    else if (event.key === "+" || event.key === "=") zoom(1.25);
    else if (event.key === "-") zoom(0.8);
    else if (event.key === "0") fit();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const { cells, creatures } = lit.value;
  const asked = question.value?.who ?? [];
  const chosen = question.value?.choices.find(choice => choice.text === draft.value.chosen);
  const way = chosen?.parts.find(part => part.kind === "way")?.cells ?? [];
  const chosenAt = new Set(chosen ? chosen.parts.filter(part => ["cell", "creature"].includes(part.kind)).map(part => part.text).concat(way.slice(-1)) : []);
  const points = at => m.corners(at, 1.5).map(corner => corner.join(",")).join(" ");
  const here = pointed.value;
  const token = tokenAt(here);
  const side = index => present.sides[index] ?? "";
  const sign = here && [...board.rows[here[1]]][here[0]];
  const said = here ? text.cell(label(here), new Map(board.legend).get(sign) ?? "", token && text.token(token.name, side(token.side), token.cell, state(token)),
    cells.has(label(here)) || token && creatures.has(token.name) ? text.canGo : "") : "";
  const start = chosen && present.tokens.find(one => one.name === asked[0]);

  return html`<section class="board" aria-label=${text.title}>
    <div class="frame" ref=${frame} tabindex="0" role="application" aria-roledescription="board" aria-label=${`${text.title}. ${text.help}`}
      onPointerDown=${down} onPointerMove=${move} onPointerUp=${up} onPointerCancel=${up} onPointerLeave=${() => { if (!drag) pointed.value = null; }} onKeyDown=${key} data-testid="board">
      <canvas ref=${canvas} aria-hidden="true"></canvas>
      ${view && html`<svg aria-hidden="true"><g transform=${`translate(${view.x} ${view.y}) scale(${view.scale})`}>
        ${[...cells].map(([name]) => { const at = cellOf(name); return at && html`<polygon key=${name} class=${chosenAt.has(name) ? "cell lit chosen" : "cell lit"} points=${points(at)} data-cell=${name} />`; })}
        ${here && html`<polygon class="cell pointed" points=${points(here)} />`}
        ${start && way.length > 0 && html`<polyline class="way" points=${[start.at, ...way.map(cellOf)].map(at => m.middle(at).join(",")).join(" ")} />`}
        ${start && !way.length && chosen.parts.some(part => part.kind === "creature") && (() => {
          const aim = present.tokens.find(one => chosenAt.has(one.name) && one.name !== start.name);
          return aim && html`<polyline class="shot" points=${[m.middle(start.at), m.middle(aim.at)].map(at => at.join(",")).join(" ")} />`;
        })()}
        ${present.tokens.map(one => html`<${Token} key=${one.name} token=${one} m=${m} view=${view} chance=${creatures.has(one.name) ? chanceOf(creatures.get(one.name)) : ""}
          state=${{ isAsked: asked.includes(one.name), isLit: creatures.has(one.name), isChosen: chosenAt.has(one.name), isSelected: selected.value === one.name }} />`)}
        ${drag?.to && html`<g class="dragged"><polygon class="cell chosen" points=${points(drag.to)} /><polyline class="way" points=${[drag.token.at, drag.to].map(at => m.middle(at).join(",")).join(" ")} /></g>`}
      </g></svg>`}
    </div>
    <p class="hidden" aria-live="polite">${said}</p>
    <div class="glass">
      <button class="icon" title=${text.nearer} aria-label=${text.nearer} onClick=${() => zoom(1.25)}>+</button>
      <button class="icon" title=${text.farther} aria-label=${text.farther} onClick=${() => zoom(0.8)}>−</button>
      <button class="icon" title=${text.fit} aria-label=${text.fit} onClick=${fit}>⤢</button>
    </div>
    <${Legend} board=${board} here=${here ? label(here) : ""} />
  </section>`;
};

const Legend = ({ board, here }) => {
  const used = board.legend.filter(([sign, meaning]) => !/^open$/.test(meaning) && board.rows.some(row => row.includes(sign)));
  return html`<p class="legend"><b>${here}</b> ${used.map(([, meaning]) => html`<span><i class=${`swatch ${groundOf(meaning)}`}></i>${meaning}</span>`)}
    ${board.cell && html`<span>1 cell: ${board.cell}</span>`}</p>`;
};
