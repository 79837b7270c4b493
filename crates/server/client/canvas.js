// Draws the ground of a board on a canvas, over the picture that lies under its grid. The whole ground is kept as it was drawn
// last, so that panning moves a picture and draws nothing anew.
import { hatch } from "./fog.js";
import { SIZE } from "./geometry.js";
import { groundOf, heightOf, strokes } from "./grounds.js";

/** @typedef {{width: number, height: number, rows: string[], legend: [string, string][]}} Ground */
/** @typedef {ReturnType<import("./geometry.js").measures>} Measures */
/** @typedef {{x: number, y: number, scale: number}} View */
/** @typedef {{image: CanvasImageSource & {naturalWidth?: number, naturalHeight?: number, width: any, height: any}, x: number, y: number, wide: number, opacity: number}} Picture */
/** @typedef {{canvas: HTMLCanvasElement, of: unknown[], per: number}} Kept */

/** More pixels than this are drawn as far as they are in sight, and not kept. */
const MOST_KEPT = 14_000_000;
/** Below this scale nobody sees the strokes of a ground. */
const LEAST_STROKES = 0.34;

/** @param {string} name */
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** What was drawn on each canvas. @type {WeakMap<HTMLCanvasElement, Kept>} */
const kept = new WeakMap();

/** Draws what is in sight. While somebody zooms, what was drawn at another scale will do.
 *  @param {HTMLCanvasElement} canvas @param {Ground} board @param {Measures} m @param {View} view
 *  @param {Picture | null} [picture] @param {Uint8Array | null} [fog] the cells that are not seen @param {boolean} [isZooming] */
export const paint = (canvas, board, m, view, picture = null, fog = null, isZooming = false) => {
  const ratio = devicePixelRatio || 1;
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
  }
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.setTransform(1, 0, 0, 1, 0, 0);
  pen.clearRect(0, 0, canvas.width, canvas.height);
  const per = view.scale * ratio;
  const ground = whole(canvas, board, m, per, picture, fog, isZooming);
  if (ground) {
    // Whole pixels: a picture that is moved by parts of them is blurred.
    const [x, y] = [Math.round(view.x * ratio), Math.round(view.y * ratio)];
    const by = per / ground.per;
    pen.drawImage(ground.canvas, x, y, ground.canvas.width * by, ground.canvas.height * by);
    return;
  }
  pen.setTransform(per, 0, 0, per, ratio * view.x, ratio * view.y);
  const [left, top] = [-view.x / view.scale, -view.y / view.scale];
  draw(pen, board, m, per, picture, fog, { left, top, right: left + wide / view.scale, bottom: top + high / view.scale });
};

/** The whole ground as one picture; nothing where that would be too large.
 *  @param {HTMLCanvasElement} canvas @param {Ground} board @param {Measures} m @param {number} per @param {Picture | null} picture @param {Uint8Array | null} fog @param {boolean} isZooming */
const whole = (canvas, board, m, per, picture, fog, isZooming) => {
  const [wide, high] = [Math.ceil(m.wide * per), Math.ceil(m.high * per)];
  const look = [board, fog, picture?.image, picture?.x, picture?.y, picture?.wide, picture?.opacity, css("--ground-open")];
  const old = kept.get(canvas);
  const isSame = old && look.every((part, at) => part === old.of[at]);
  if (isSame && (old.per === per || isZooming)) return old;
  if (wide * high > MOST_KEPT) return null;
  const own = old?.canvas ?? document.createElement("canvas");
  [own.width, own.height] = [Math.max(1, wide), Math.max(1, high)];
  const pen = own.getContext("2d");
  if (!pen) return null;
  pen.setTransform(per, 0, 0, per, 0, 0);
  draw(pen, board, m, per, picture, fog, { left: 0, top: 0, right: m.wide, bottom: m.high });
  const now = { canvas: own, of: look, per };
  kept.set(canvas, now);
  return now;
};

/** Draws the cells of a part of the board: one path for all cells of a ground.
 *  @param {CanvasRenderingContext2D} pen @param {Ground} board @param {Measures} m @param {number} per pixels for each unit
 *  @param {Picture | null} picture @param {Uint8Array | null} fog @param {{left: number, top: number, right: number, bottom: number}} part */
const draw = (pen, board, m, per, picture, fog, part) => {
  if (picture) underlay(pen, m, picture, css("--ground-open"));
  const meanings = new Map(board.legend);
  /** @type {Map<string, {fill: Path2D, marks: Path2D}>} */
  const grounds = new Map();
  /** @type {[string, number, number][]} */
  const heights = [];
  const [edges, unseen] = [new Path2D(), new Path2D()];
  for (let row = 0; row < board.height; row += 1) {
    const y = m.middle([0, row])[1];
    if (y < part.top - SIZE || y > part.bottom + SIZE) continue;
    const signs = [...board.rows[row]];
    for (let column = 0; column < board.width; column += 1) {
      const [x] = m.middle([column, row]);
      if (x < part.left - SIZE || x > part.right + SIZE) continue;
      const meaning = meanings.get(signs[column]) ?? "";
      const ground = groundOf(meaning);
      const own = grounds.get(ground) ?? { fill: new Path2D(), marks: new Path2D() };
      grounds.set(ground, own);
      outline(own.fill, m, column, row, x, y);
      outline(edges, m, column, row, x, y);
      if (fog?.[row * board.width + column]) outline(unseen, m, column, row, x, y);
      const height = heightOf(meaning, signs[column]);
      if (height) heights.push([height, x, y]);
      else if (ground !== "open") strokes(own.marks, ground, x, y);
    }
  }
  for (const [ground, { fill }] of grounds) {
    // Over a picture, open ground is what the picture shows.
    if (picture && ground === "open") continue;
    // What is dark on a picture is darker than the picture, whatever the theme.
    const shade = picture ? { dark: "rgb(8 8 28 / 0.55)", dim: "rgb(8 8 28 / 0.25)" }[ground] : undefined;
    pen.globalAlpha = picture && !shade ? 0.5 : 1;
    pen.fillStyle = shade ?? css(`--ground-${ground}`);
    pen.fill(fill);
  }
  pen.globalAlpha = 1;
  pen.strokeStyle = css("--ground-mark");
  pen.lineWidth = 1.6;
  if (per >= LEAST_STROKES) for (const { marks } of grounds.values()) pen.stroke(marks);
  // Fog lies over the ground and under its lines, names and numbers.
  if (fog) for (const shade of [css("--fog"), hatch(css("--fog-mark"))]) { pen.fillStyle = shade; pen.fill(unseen); }
  pen.strokeStyle = css("--grid");
  pen.lineWidth = Math.max(0.6, 0.8 / per);
  pen.stroke(edges);
  if (heights.length) numerals(pen, heights);
};

/** @param {Path2D} path @param {Measures} m @param {number} column @param {number} row @param {number} x @param {number} y */
const outline = (path, m, column, row, x, y) => {
  if (!m.hex) return path.rect(x - SIZE / 2, y - SIZE / 2, SIZE, SIZE);
  m.corners([column, row]).forEach(([cx, cy], at) => (at ? path.lineTo(cx, cy) : path.moveTo(cx, cy)));
  path.closePath();
};

/** A height stands as a number in the corner of its cell. @param {CanvasRenderingContext2D} pen @param {[string, number, number][]} heights */
const numerals = (pen, heights) => {
  pen.font = `600 ${SIZE * 0.26}px system-ui, sans-serif`;
  pen.textAlign = "right";
  pen.textBaseline = "top";
  pen.lineWidth = 2.5;
  pen.lineJoin = "round";
  pen.strokeStyle = css("--ground-open");
  pen.fillStyle = css("--ink");
  pen.globalAlpha = 0.8;
  for (const [text, x, y] of heights) {
    pen.strokeText(text, x + SIZE * 0.44, y - SIZE * 0.42);
    pen.fillText(text, x + SIZE * 0.44, y - SIZE * 0.42);
  }
  pen.globalAlpha = 1;
};

/** @param {CanvasRenderingContext2D} pen @param {Measures} m @param {Picture} picture @param {string} paper */
const underlay = (pen, m, { image, x, y, wide, opacity }, paper) => {
  const [own, other] = [image.naturalWidth || image.width, image.naturalHeight || image.height];
  if (!own || !other) return;
  pen.save();
  pen.beginPath();
  pen.rect(0, 0, m.wide, m.high);
  pen.clip();
  pen.fillStyle = paper;
  pen.fillRect(0, 0, m.wide, m.high);
  pen.globalAlpha = opacity / 100;
  pen.drawImage(image, x * SIZE, y * SIZE, wide * SIZE, wide * SIZE * other / own);
  pen.restore();
};
