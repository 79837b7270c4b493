// An encounter file as the builder has it: what TOML says, as an object; and back to text.

/** Keys that stand first, in this order; the others follow as they come. */
const first = ["rulebook", "name", "title", "about", "seed", "sides", "include", "creature", "side", "at", "count"];

/** @param {object} table */
const sorted = table => Object.keys(table).sort((a, b) => {
  const [x, y] = [first.indexOf(a), first.indexOf(b)];
  return (x < 0 ? first.length : x) - (y < 0 ? first.length : y);
});

/** @param {string} key */
const name = key => (/^[A-Za-z0-9_-]+$/.test(key) ? key : JSON.stringify(key));
/** @param {unknown} value */
const isTable = value => value !== null && typeof value === "object" && !Array.isArray(value);
/** @param {unknown} value */
const isTables = value => Array.isArray(value) && value.length > 0 && value.every(isTable);

/** @param {string} text */
const quoted = text => {
  const safe = JSON.stringify(text).replaceAll("\u007f", "\\u007F");
  if (!text.includes("\n")) return safe;
  // Several lines stand as they are read: a map is drawn.
  return `"""\n${safe.slice(1, -1).replaceAll("\\n", "\n").replaceAll('\\"', '"').replaceAll('"""', '""\\"')}"""`;
};

/** A value on one line. @param {any} value @returns {string} */
const inline = value => {
  if (typeof value === "string") return quoted(value);
  if (Array.isArray(value)) return `[${value.map(inline).join(", ")}]`;
  if (isTable(value)) return `{ ${sorted(value).map(key => `${name(key)} = ${inline(value[key])}`).join(", ")} }`;
  return String(value);
};

/** Writes a document, and says in which lines each combatant stands.
 *  @param {Record<string, any>} document @returns {{text: string, lines: [number, number][]}} */
export const written = document => {
  /** @type {string[]} */
  const out = [];
  /** @type {[number, number][]} */
  const lines = [];
  let count = 1;
  /** @param {string} text */
  const put = text => { out.push(text); count += text.split("\n").length; };
  /** @param {Record<string, any>} table @param {string[]} path */
  const table = (table, path) => {
    const keys = sorted(table);
    for (const key of keys) if (!isTables(table[key]) && (!isTable(table[key]) || path.length > 1)) put(`${name(key)} = ${inline(table[key])}`);
    if (path.length > 1) return;
    for (const key of keys) if (isTable(table[key])) {
      put("");
      put(`[${[...path, key].map(name).join(".")}]`);
      sub(table[key], [...path, key]);
    }
    for (const key of keys) if (isTables(table[key])) for (const row of table[key]) {
      const from = count + 1;
      put("");
      put(`[[${[...path, key].map(name).join(".")}]]`);
      sub(row, [...path, key]);
      if (key === "combatant" && !path.length) lines.push([from, count - 1]);
    }
  };
  /** What stands below a heading: rows of tables in it are written in one line. @param {Record<string, any>} own @param {string[]} _path */
  const sub = (own, _path) => {
    for (const key of sorted(own)) {
      const value = own[key];
      if (value !== undefined && value !== "") put(`${name(key)} = ${inline(value)}`);
    }
  };
  table(document, []);
  return { text: `${out.join("\n").trim()}\n`, lines };
};

/** The cells of a document's map, sign by sign. @param {any} map @param {[number, number]} usual @returns {string[][]} */
export const cellsOf = (map, usual = [20, 15]) => {
  if (map?.rows) return String(map.rows).split("\n").map(row => [...row.replace(/\s/g, "")]).filter(row => row.length);
  const [wide, high] = [Number(map?.width) || usual[0], Number(map?.height) || usual[1]];
  return Array.from({ length: high }, () => Array(wide).fill("."));
};

/** A map of these cells, with what else the old one had. @param {any} map @param {string[][]} cells */
export const mapOf = (map, cells) => {
  const { width: _wide, height: _high, rows: _rows, ...rest } = map ?? {};
  return { rows: `${cells.map(row => row.join("")).join("\n")}\n`, ...rest };
};

/** A word for a name: letters, digits, hyphens. @param {string} text */
export const word = text => text.trim().replace(/[^\p{L}\p{N}'-]+/gu, "-").replace(/^-+|-+$/g, "").slice(0, 28);
