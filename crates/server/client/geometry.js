// Where cells lie. A cell is [column, row], from 0; its label has letters and a number: D7 is [3, 6].

const ROW = Math.sqrt(3) / 2;
/** The size of a square cell, and the width of a hexagon, in units of the board's drawing. */
export const SIZE = 48;

/** @param {number} column */
export const letters = column => {
  let text = "";
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26)) text = String.fromCharCode(65 + (n - 1) % 26) + text;
  return text;
};

/** @param {[number, number]} at */
export const label = ([column, row]) => letters(column) + (row + 1);

/** @param {string} text @returns {[number, number] | null} */
export const cellOf = text => {
  const found = /^([A-Za-z]{1,3})(\d{1,4})$/.exec(text.trim());
  if (!found) return null;
  const column = [...found[1].toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return [column, Number(found[2]) - 1];
};

/** A board's measures. @param {{kind: string, width: number, height: number}} board */
export const measures = board => {
  const hex = board.kind === "hex";
  const side = SIZE / Math.sqrt(3);
  return {
    hex,
    wide: SIZE * (board.width + (hex && board.height > 1 ? 0.5 : 0)),
    high: hex ? SIZE * ROW * (board.height - 1) + 2 * side : SIZE * board.height,
    /** The middle of a cell. @param {[number, number]} at @returns {[number, number]} */
    middle: ([column, row]) => hex
      ? [SIZE * (column + 0.5 + (row % 2 ? 0.5 : 0)), side + SIZE * ROW * row]
      : [SIZE * (column + 0.5), SIZE * (row + 0.5)],
    /** The corners of a cell, a little inside it. @param {[number, number]} at @param {number} inset */
    corners(at, inset = 0) {
      const [x, y] = this.middle(at);
      if (!hex) {
        const half = SIZE / 2 - inset;
        return [[x - half, y - half], [x + half, y - half], [x + half, y + half], [x - half, y + half]];
      }
      return [0, 1, 2, 3, 4, 5].map(k => {
        const turn = Math.PI / 6 + k * Math.PI / 3;
        return [x + (side - inset) * Math.cos(turn), y + (side - inset) * Math.sin(turn)];
      });
    },
    /** The cell under a point. @param {number} x @param {number} y @returns {[number, number] | null} */
    under(x, y) {
      /** @param {number} column @param {number} row */
      const inside = (column, row) => column >= 0 && row >= 0 && column < board.width && row < board.height;
      if (!hex) {
        const at = /** @type {[number, number]} */ ([Math.floor(x / SIZE), Math.floor(y / SIZE)]);
        return inside(at[0], at[1]) ? at : null;
      }
      // Of the cells around, the one whose middle is nearest.
      const row = Math.round((y - side) / (SIZE * ROW));
      /** @type {[number, number] | null} */
      let best = null;
      let least = SIZE * SIZE * 0.4;
      for (const r of [row - 1, row, row + 1]) {
        const column = Math.round(x / SIZE - 0.5 - (Math.abs(r) % 2 ? 0.5 : 0));
        for (const c of [column - 1, column, column + 1]) {
          if (!inside(c, r)) continue;
          const [mx, my] = this.middle([c, r]);
          const far = (mx - x) ** 2 + (my - y) ** 2;
          if (far < least) {
            best = [c, r];
            least = far;
          }
        }
      }
      return best;
    },
    /** The cells around one. @param {[number, number]} at @returns {[number, number][]} */
    around([column, row]) {
      const shift = row % 2 ? 0 : -1;
      const steps = hex ? [[-1, 0], [1, 0], [shift, -1], [shift + 1, -1], [shift, 1], [shift + 1, 1]]
        : [[-1, 0], [1, 0], [0, -1], [0, 1], [-1, -1], [1, -1], [-1, 1], [1, 1]];
      return steps.map(([x, y]) => /** @type {[number, number]} */ ([column + x, row + y])).filter(([x, y]) => x >= 0 && y >= 0 && x < board.width && y < board.height);
    },
    /** The cell beside another in a direction of the arrows.
     *  @param {[number, number]} at @param {string} key @returns {[number, number]} */
    beside([column, row], key) {
      const step = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
      if (!step) return [column, row];
      const at = /** @type {[number, number]} */ ([column + step[0], row + step[1]]);
      return at[0] >= 0 && at[1] >= 0 && at[0] < board.width && at[1] < board.height ? at : [column, row];
    },
  };
};
