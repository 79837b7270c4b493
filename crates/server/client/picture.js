// A picture under the grid: read from a file, made small enough to be sent, and fitted to the cells.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { words } from "./words.js";

const text = words.picture;

/** The longer side of a picture that is sent, and how large its text may be. */
const [LONGEST, MOST] = [3000, 3_900_000];

/** @param {string} address @returns {Promise<HTMLImageElement>} */
export const loaded = address => new Promise((resolve, reject) => {
  const image = new Image();
  image.onload = () => resolve(image);
  image.onerror = () => reject(new Error(text.unreadable));
  image.src = address;
});

/** Reads a picture, draws it anew (nothing else that was in its file goes along), and gives it as text for the wire.
 *  @param {Blob} file @returns {Promise<{image: HTMLImageElement, data: string, high: number}>} */
export const read = async file => {
  const from = URL.createObjectURL(file);
  try {
    const image = await loaded(from);
    let side = Math.min(LONGEST, Math.max(image.naturalWidth, image.naturalHeight));
    for (let quality = 0.86; ; quality -= 0.12) {
      const part = side / Math.max(image.naturalWidth, image.naturalHeight);
      const canvas = document.createElement("canvas");
      [canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight].map(n => Math.max(1, Math.round(n * part)));
      const pen = canvas.getContext("2d");
      if (!pen) throw new Error(text.unreadable);
      pen.drawImage(image, 0, 0, canvas.width, canvas.height);
      const address = canvas.toDataURL("image/webp", quality).startsWith("data:image/webp") ? canvas.toDataURL("image/webp", quality) : canvas.toDataURL("image/jpeg", quality);
      if (address.length < MOST || quality < 0.3) return { image: await loaded(address), data: address.split(",")[1], high: canvas.height / canvas.width };
      side = Math.round(side * 0.8);
    }
  } finally { URL.revokeObjectURL(from); }
};

/** @typedef {import("./types").Laying} Laying */

/** How a picture lies, as the wire has it. @param {Laying} laying */
export const lies = ({ x, y, wide, opacity }) => [x, y, wide, opacity].map(n => Number(n.toFixed(3))).join(" ");

/** Where a picture lies when one square of it, drawn with the pointer, is to be one cell.
 *  @template {Laying} T @param {T} now @param {number[]} square left, top and side, in cells @returns {T} */
export const fitted = (now, [x, y, side]) => {
  // Whoever draws one square draws it where a cell should be: the picture grows until that square is as large as a cell.
  const by = 1 / side;
  const [left, top] = [(x - now.x) * by, (y - now.y) * by];
  return { ...now, wide: Math.min(2000, now.wide * by), x: Math.round(x) - left, y: Math.round(y) - top };
};

/** Sliders for how a picture lies.
 *  @param {{picture: Laying, board: {kind: string, width: number, height: number}, measuring?: boolean, onMeasure?: (() => void) | null, onChange(to: any): void, onRemove(): void}} given */
export const Fit = ({ picture, board, measuring = false, onMeasure = null, onChange, onRemove }) => {
  /** @param {Partial<Laying>} change */
  const set = change => onChange({ ...picture, ...change });
  /** @param {{name: string, least: number, most: number, step: number, value: number, put(to: number): void}} given */
  const Number_ = ({ name, least, most, step, value, put }) => html`<label class="slider"><span>${name} <output>${Number(value.toFixed(2))}</output></span>
    <input type="range" min=${least} max=${most} step=${step} value=${value} onInput=${event => put(Number(event.currentTarget.value))} /></label>`;
  return html`<div class="fit">
    <p class="acts"><button onClick=${() => set({ x: 0, y: 0, wide: board.width + (board.kind === "hex" && board.height > 1 ? 0.5 : 0) })}>${text.whole}</button>
      ${onMeasure && html`<button aria-pressed=${measuring} class=${measuring ? "on" : ""} onClick=${onMeasure}>${text.measure}</button>`}
      <button class="quiet danger" onClick=${onRemove}>${text.remove}</button></p>
    ${measuring && html`<p class="hint">${text.measureHow}</p>`}
    ${Number_({ name: text.wide, least: Math.max(1, Math.round(board.width / 4)), most: Math.max(board.width * 3, Math.ceil(picture.wide)), step: 0.05, value: picture.wide, put: wide => set({ wide }) })}
    ${Number_({ name: text.left, least: -board.width, most: board.width, step: 0.05, value: picture.x, put: x => set({ x }) })}
    ${Number_({ name: text.top, least: -board.height, most: board.height, step: 0.05, value: picture.y, put: y => set({ y }) })}
    ${Number_({ name: text.opacity, least: 10, most: 100, step: 1, value: picture.opacity, put: opacity => set({ opacity }) })}
  </div>`;
};

/** The picture of a table, fetched once for each mark. @param {string} seat @param {import("./types").Picture | null} told */
export const usePicture = (seat, told) => {
  const [image, setImage] = useState(/** @type {HTMLImageElement | null} */ (null));
  const mark = told?.mark ?? "";
  useEffect(() => {
    let wanted = true;
    setImage(null);
    if (mark) loaded(`/api/v1/seats/${seat}/picture?${mark}`).then(found => { if (wanted) setImage(found); }, () => {});
    return () => { wanted = false; };
  }, [seat, mark]);
  return image && told ? { image, x: told.x, y: told.y, wide: told.wide, opacity: told.opacity } : null;
};
