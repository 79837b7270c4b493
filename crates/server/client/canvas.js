// Draws the ground of a board on a canvas, over the picture that lies under its grid.
import { SIZE } from "./geometry.js";
import { groundOf, heightOf, strokes } from "./grounds.js";

/** @param {string} name */
const css = name => getComputedStyle(document.documentElement).getPropertyValue(name).trim();

/** Draws what is in sight.
 *  @param {HTMLCanvasElement} canvas
 *  @param {{width: number, height: number, rows: string[], legend: [string, string][]}} board
 *  @param {ReturnType<import("./geometry.js").measures>} m
 *  @param {{x: number, y: number, scale: number}} view
 *  @param {{image: CanvasImageSource & {naturalWidth?: number, naturalHeight?: number, width: any, height: any}, x: number, y: number, wide: number, opacity: number} | null} [picture] */
export const paint = (canvas, board, m, view, picture = null) => {
  const ratio = devicePixelRatio || 1;
  const [wide, high] = [canvas.clientWidth, canvas.clientHeight];
  if (canvas.width !== Math.round(wide * ratio) || canvas.height !== Math.round(high * ratio)) {
    canvas.width = Math.round(wide * ratio);
    canvas.height = Math.round(high * ratio);
  }
  const pen = canvas.getContext("2d");
  if (!pen) return;
  pen.setTransform(ratio, 0, 0, ratio, 0, 0);
  pen.clearRect(0, 0, wide, high);
  pen.setTransform(ratio * view.scale, 0, 0, ratio * view.scale, ratio * view.x, ratio * view.y);
  const meanings = new Map(board.legend);
  /** @type {Record<string, string>} */
  const colours = {};
  /** @param {string} name */
  const colour = name => (colours[name] ??= css(name));
  if (picture) underlay(pen, m, picture, colour("--ground-open"));
  const [left, top] = [-view.x / view.scale - SIZE, -view.y / view.scale - SIZE];
  const [right, bottom] = [left + wide / view.scale + 2 * SIZE, top + high / view.scale + 2 * SIZE];
  const edges = new Path2D();
  for (let row = 0; row < board.height; row += 1) {
    const signs = [...board.rows[row]];
    for (let column = 0; column < board.width; column += 1) {
      const [x, y] = m.middle([column, row]);
      if (x < left || x > right || y < top || y > bottom) continue;
      const path = new Path2D();
      m.corners([column, row]).forEach(([cx, cy], at) => (at ? path.lineTo(cx, cy) : path.moveTo(cx, cy)));
      path.closePath();
      const meaning = meanings.get(signs[column]) ?? "";
      const ground = groundOf(meaning);
      // Over a picture, open ground is what the picture shows.
      if (!picture || ground !== "open") {
        pen.globalAlpha = picture ? 0.5 : 1;
        pen.fillStyle = colour(`--ground-${ground}`);
        pen.fill(path);
        pen.globalAlpha = 1;
      }
      const height = heightOf(meaning, signs[column]);
      if (height) numeral(pen, height, x, y, colour("--ink"), colour("--ground-open"));
      else if (ground !== "open") strokes(pen, ground, x, y, colour("--ground-mark"));
      edges.addPath(path);
    }
  }
  pen.strokeStyle = colour("--grid");
  pen.lineWidth = Math.max(0.6, 0.8 / view.scale);
  pen.stroke(edges);
};

/** A height stands as a number in the corner of its cell. */
const numeral = (pen, text, x, y, ink, paper) => {
  pen.font = `600 ${SIZE * 0.26}px system-ui, sans-serif`;
  pen.textAlign = "right";
  pen.textBaseline = "top";
  pen.lineWidth = 2.5;
  pen.strokeStyle = paper;
  pen.lineJoin = "round";
  const at = [text, x + SIZE * 0.44, y - SIZE * 0.42];
  pen.strokeText(...at);
  pen.fillStyle = ink;
  pen.globalAlpha = 0.8;
  pen.fillText(...at);
  pen.globalAlpha = 1;
};

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
