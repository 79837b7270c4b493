// A map in the Universal VTT format (.uvtt, .dd2vtt, .df2vtt): its size, picture, walls, doors and light become an encounter's map;
// what does not is told.
import { label } from "./geometry.js";
import { groundOf } from "./grounds.js";
import { words } from "./words.js";

/** @typedef {import("./types").Cell} Cell */
/** @typedef {{x: number, y: number}} Point */
/** A light: where it is, and how many cells it reaches. @typedef {{x: number, y: number, range: number}} Light */
/** What stands in such a file. A wall between two cells is a pair of them.
 *  @typedef {{width: number, height: number, walls: Cell[], doors: Cell[], between: [Cell, Cell][], lights: Light[], isDark: boolean, image: Blob | null, understood: string[], left: string[]}} Universal */

const text = words.universal;

/** A wall that comes nearer than this to the middle of a cell fills the cell; others run between cells. */
const INSIDE = 0.3;
/** Of a place that is no brighter than this, what no light reaches is dark. */
const DARK = 0.45;

/** Cells whose inside a line crosses, and how much of the line, in cells, runs between cells.
 *  @param {Point} a @param {Point} b @param {Point} origin */
const crossed = (a, b, origin) => {
  const cells = new Set();
  const long = Math.hypot(b.x - a.x, b.y - a.y);
  const steps = Math.max(1, Math.ceil(long * 16));
  let beside = 0;
  for (let at = 0; at <= steps; at += 1) {
    const [x, y] = [a.x + (b.x - a.x) * at / steps - origin.x, a.y + (b.y - a.y) * at / steps - origin.y];
    const [column, row] = [Math.floor(x), Math.floor(y)];
    if (Math.max(Math.abs(x - column - 0.5), Math.abs(y - row - 0.5)) < INSIDE) cells.add(`${column} ${row}`);
    else beside += long / (steps + 1);
  }
  return { cells: [...cells].map(key => /** @type {Cell} */ (key.split(" ").map(Number))), beside: cells.size ? 0 : beside };
};

/** The pairs of cells between which a line runs, where it runs along the grid.
 *  @param {Point} a @param {Point} b @param {Point} origin @returns {[Cell, Cell][]} */
const along = (a, b, origin) => {
  const isDown = Math.abs(a.x - b.x) < Math.abs(a.y - b.y);
  /** @param {Point} point */
  const turned = point => (isDown ? [point.x - origin.x, point.y - origin.y] : [point.y - origin.y, point.x - origin.x]);
  const [[across, from], [other, to]] = [turned(a), turned(b)];
  const line = Math.round((across + other) / 2);
  if (Math.abs(across - line) > 0.5 - INSIDE || Math.abs(other - line) > 0.5 - INSIDE) return [];
  const [first, last] = [Math.round(Math.min(from, to)), Math.round(Math.max(from, to))];
  return Array.from({ length: Math.max(0, last - first) }, (_, nth) => /** @type {[Cell, Cell]} */ (isDown ? [[line - 1, first + nth], [line, first + nth]] : [[first + nth, line - 1], [first + nth, line]]));
};

/** How bright a colour is, from 0 to 1. @param {string} argb */
const brightness = argb => {
  const [red, green, blue] = [2, 4, 6].map(at => parseInt(argb.slice(at, at + 2), 16) / 255);
  return 0.3 * red + 0.59 * green + 0.11 * blue;
};

/** Is it such a file, by its name? @param {string} name */
export const isUniversal = name => /\.(uvtt|dd2vtt|df2vtt)$/i.test(name);

/** Reads such a file. @param {string} json @returns {Universal} */
export const universal = json => {
  let file;
  try { file = JSON.parse(json); } catch { throw new Error(text.notJson); }
  const size = file?.resolution?.map_size;
  const [width, height] = [Math.round(Number(size?.x)), Math.round(Number(size?.y))];
  if (!(width >= 1 && height >= 1)) throw new Error(text.noSize);
  if (width > 400 || height > 400) throw new Error(text.tooLarge(width, height));
  const origin = { x: Number(file.resolution.map_origin?.x) || 0, y: Number(file.resolution.map_origin?.y) || 0 };
  /** @param {Cell} cell */
  const inside = ([column, row]) => column >= 0 && row >= 0 && column < width && row < height;
  const understood = [text.size(width, height)], left = [];
  /** @type {Map<string, Cell>[]} */
  const [walls, doors] = [new Map(), new Map()];
  /** @type {Map<string, [Cell, Cell]>} */
  const between = new Map();
  let beside = 0, lines = 0;
  for (const line of [...(file.line_of_sight ?? []), ...(file.objects_line_of_sight ?? [])]) {
    lines += 1;
    for (let at = 1; at < line.length; at += 1) {
      const found = crossed(line[at - 1], line[at], origin);
      beside += found.beside;
      for (const cell of found.cells.filter(inside)) walls.set(cell.join(), cell);
      if (!found.cells.length) for (const pair of along(line[at - 1], line[at], origin)) between.set(pair.join(), pair);
    }
  }
  if (walls.size) understood.push(text.walls(walls.size));
  if (beside >= 0.5) left.push(text.besides(Math.round(beside)));
  let open = 0;
  for (const door of file.portals ?? []) {
    const [a, b] = door.bounds ?? [];
    if (!a || !b) continue;
    const found = crossed(a, b, origin).cells.filter(inside);
    if (!found.length) for (const pair of along(a, b, origin)) if (door.closed === false) between.delete(pair.join()); else between.set(pair.join(), pair);
    for (const cell of found) {
      walls.delete(cell.join());
      if (door.closed !== false) doors.set(cell.join(), cell);
    }
    open += door.closed === false || !found.length ? 1 : 0;
  }
  if (doors.size) understood.push(text.doors(doors.size));
  if (open) left.push(text.openDoors(open));
  /** @type {Light[]} */
  const lights = (file.lights ?? []).flatMap((/** @type {any} */ light) => {
    const [x, y, range] = [Number(light.position?.x) - origin.x, Number(light.position?.y) - origin.y, Number(light.range)];
    return [x, y, range].every(Number.isFinite) && range > 0 ? [{ x, y, range }] : [];
  });
  const ambient = String(file.environment?.ambient_light ?? "");
  const isDark = /^[0-9a-f]{8}$/i.test(ambient) && brightness(ambient) < DARK;
  let image = null;
  if (file.image) {
    try {
      const bytes = Uint8Array.from(atob(String(file.image).split(",").pop() ?? ""), letter => letter.charCodeAt(0));
      image = new Blob([bytes]);
      understood.push(text.image);
    } catch { left.push(text.badImage); }
  } else left.push(text.noImage);
  const known = new Set(["format", "resolution", "line_of_sight", "objects_line_of_sight", "portals", "lights", "environment", "image", "software", "creator"]);
  const others = Object.keys(file).filter(key => !known.has(key));
  if (others.length) left.push(text.others(others.join(", ")));
  if (!lines) left.push(text.noWalls);
  return { width, height, walls: [...walls.values()], doors: [...doors.values()], between: [...between.values()], lights, isDark, image, understood, left };
};

/** Takes light over into an encounter: lamps where the game has them, dark and dim ground where it has that; says what it cannot.
 *  @param {Universal} found @param {string[][]} cells the map, in which ground is put @param {import("./types").Content | null} content
 *  @returns {{keys: Record<string, any>, understood: string[], left: string[]}} */
export const lightOf = (found, cells, content) => {
  const { lights, isDark } = found;
  if (!lights.length && !isDark) return { keys: {}, understood: [], left: [] };
  const unit = Number(/^(\d+)/.exec(content?.cell ?? "")?.[1] ?? 1);
  if (content?.lamps) {
    const lamp = lights.slice(0, content.lamps).map(({ x, y, range }) => ({ at: label([Math.floor(x), Math.floor(y)]), feet: Math.max(unit, Math.round(range) * unit) }));
    const left = lights.length > lamp.length ? [text.moreLamps(lights.length - lamp.length)] : [];
    return { keys: { ...isDark ? { light: "dark" } : {}, ...lamp.length ? { lamp } : {} }, understood: [...lamp.length ? [text.lamps(lamp.length)] : [], ...isDark ? [text.dark] : []], left };
  }
  const sign = (/** @type {string} */ kind) => content?.grounds.find(ground => groundOf(ground.meaning) === kind)?.sign;
  const [dark, dim] = [sign("dark"), sign("dim")];
  if (!dark) return { keys: {}, understood: [], left: [...lights.length ? [text.noLight(lights.length)] : [], ...isDark ? [text.ambient] : []] };
  if (!isDark) return { keys: {}, understood: [], left: [text.byDay(lights.length)] };
  let lit = 0;
  cells.forEach((row, r) => row.forEach((ground, c) => {
    if (ground !== ".") return;
    // A light is bright over the nearer half of what it reaches, and dim beyond, where the game has dim light.
    const far = Math.min(9, ...lights.map(light => Math.hypot(light.x - c - 0.5, light.y - r - 0.5) / light.range));
    if (far > 1) row[c] = dark;
    else if (far > 0.5 && dim) row[c] = dim;
    if (far <= 1) lit += 1;
  }));
  return { keys: {}, understood: [text.darkness(lights.length, lit)], left: [] };
};

/** The cells beside walls that run between cells: those on the outer side, seen from the edge of the map, or those on the inner.
 *  @param {Universal} found @param {"outer" | "inner"} which @returns {Cell[]} */
export const beside = ({ between, width, height }, which) => {
  const shut = new Set(between.map(([a, b]) => `${a} ${b}`));
  const isOpen = (/** @type {Cell} */ a, /** @type {Cell} */ b) => !shut.has(`${a} ${b}`) && !shut.has(`${b} ${a}`);
  const outside = new Set();
  /** @type {Cell[]} */
  const open = [];
  const reach = (/** @type {Cell} */ cell) => { if (!outside.has(cell.join())) { outside.add(cell.join()); open.push(cell); } };
  for (let c = 0; c < width; c += 1) { reach([c, 0]); reach([c, height - 1]); }
  for (let r = 0; r < height; r += 1) { reach([0, r]); reach([width - 1, r]); }
  for (let at = open.pop(); at; at = open.pop()) {
    const [c, r] = at;
    for (const next of /** @type {Cell[]} */ ([[c - 1, r], [c + 1, r], [c, r - 1], [c, r + 1]])) {
      if (next[0] >= 0 && next[1] >= 0 && next[0] < width && next[1] < height && isOpen(at, next)) reach(next);
    }
  }
  // Between two rooms both sides are inside: there the outer side is the one above or to the left.
  const cells = between.map(([a, b]) => ((outside.has(b.join()) && !outside.has(a.join())) === (which === "outer") ? b : a));
  return [...new Map(cells.map(cell => [cell.join(), cell])).values()].filter(([c, r]) => c >= 0 && r >= 0 && c < width && r < height);
};
