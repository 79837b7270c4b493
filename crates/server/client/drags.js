// What one draws over the board is seen by the others as long as one draws it: somebody who is dragged, a way, the ruler.
import { useEffect } from "preact/hooks";
import { tell } from "./wire.js";

/** @typedef {{who?: string, cells: string[]}} Drawing */

/** So often the others are told at most, and so often they are told that it lasts, in milliseconds. */
const [OFTEN, AGAIN] = [100, 2000];
/** So many cells of a way are told: the last ones. */
const MOST_CELLS = 200;

let wanted = "", said = 0, timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);

const say = () => {
  clearTimeout(timer);
  said = Date.now();
  tell({ do: "drag", cells: [], ...wanted ? JSON.parse(wanted) : {} });
  // Whoever goes without a word is forgotten soon: what lasts is said again.
  timer = wanted ? setTimeout(say, AGAIN) : undefined;
};

/** Tells the others what one draws now. @param {Drawing | null} drawing */
export const useDrawing = drawing => {
  const text = drawing ? JSON.stringify({ ...drawing, cells: drawing.cells.slice(-MOST_CELLS) }) : "";
  useEffect(() => {
    if (text === wanted) return;
    wanted = text;
    clearTimeout(timer);
    timer = setTimeout(say, Math.max(0, said + OFTEN - Date.now()));
  }, [text]);
};
