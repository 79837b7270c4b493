// A map in the Universal VTT format (.uvtt, .dd2vtt, .df2vtt): its size, picture, walls and doors become an encounter's map;
// what does not is told.
import { words } from "./words.js";

const text = words.universal;

/** A wall that comes nearer than this to the middle of a cell fills the cell; others run between cells. */
const INSIDE = 0.3;

/** @typedef {{x: number, y: number}} Point */

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
  return { cells: [...cells].map(key => key.split(" ").map(Number)), beside: cells.size ? 0 : beside };
};

/** Is it such a file, by its name? @param {string} name */
export const isUniversal = name => /\.(uvtt|dd2vtt|df2vtt)$/i.test(name);

/** Reads such a file. @param {string} json
 *  @returns {{width: number, height: number, walls: [number, number][], doors: [number, number][], image: Blob | null, understood: string[], left: string[]}} */
export const universal = json => {
  let file;
  try { file = JSON.parse(json); } catch { throw new Error(text.notJson); }
  const size = file?.resolution?.map_size;
  const [width, height] = [Math.round(Number(size?.x)), Math.round(Number(size?.y))];
  if (!(width >= 1 && height >= 1)) throw new Error(text.noSize);
  if (width > 400 || height > 400) throw new Error(text.tooLarge(width, height));
  const origin = { x: Number(file.resolution.map_origin?.x) || 0, y: Number(file.resolution.map_origin?.y) || 0 };
  const inside = ([column, row]) => column >= 0 && row >= 0 && column < width && row < height;
  const understood = [text.size(width, height)], left = [];
  const walls = new Map(), doors = new Map();
  let beside = 0, lines = 0;
  for (const line of [...(file.line_of_sight ?? []), ...(file.objects_line_of_sight ?? [])]) {
    lines += 1;
    for (let at = 1; at < line.length; at += 1) {
      const found = crossed(line[at - 1], line[at], origin);
      beside += found.beside;
      for (const cell of found.cells.filter(inside)) walls.set(cell.join(), cell);
    }
  }
  if (walls.size) understood.push(text.walls(walls.size));
  if (beside >= 0.5) left.push(text.besides(Math.round(beside)));
  let open = 0;
  for (const door of file.portals ?? []) {
    const [a, b] = door.bounds ?? [];
    if (!a || !b) continue;
    const found = crossed(a, b, origin).cells.filter(inside);
    for (const cell of found) {
      walls.delete(cell.join());
      if (door.closed !== false) doors.set(cell.join(), cell);
    }
    open += door.closed === false || !found.length ? 1 : 0;
  }
  if (doors.size) understood.push(text.doors(doors.size));
  if (open) left.push(text.openDoors(open));
  if (file.lights?.length) left.push(text.lights(file.lights.length));
  if (file.environment?.ambient_light && !/^f{8}$/i.test(file.environment.ambient_light)) left.push(text.ambient);
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
  return { width, height, walls: [...walls.values()], doors: [...doors.values()], image, understood, left };
};
