// What choices cost and promise: asked for a few at a time, and of all that can be done at one place the chance that stands for it.
import { useEffect, useState } from "preact/hooks";
import { now, prices, repriced } from "./store.js";
import { ask } from "./wire.js";

/** @typedef {import("./types").Choice} Choice */
/** @typedef {import("./types").Mark} Mark */

/** A choice that is listed or lit has a price; so many are asked for at once. */
const MOST_AT_ONCE = 60;

/** So often the same is asked, where something has come between; the second time after so many milliseconds, then after twice as many. */
const [MOST_TRIES, PAUSE] = [6, 100];

/** Asks for chances and costs of choices, those that come first sooner. There is one such request at a time: the next one stops
 *  the one before, and so does whatever happens at the table, also what changes nothing here. @param {Choice[]} list */
export const usePrices = list => {
  const names = [...new Set(list.map(choice => choice.text))].join("\n");
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const open = names.split("\n").filter(name => name && !prices.value.has(name)).slice(0, MOST_AT_ONCE);
    if (!open.length) return undefined;
    let [wanted, tries] = [true, 0];
    /** @type {ReturnType<typeof setTimeout> | undefined} */
    let later;
    const asked = () => {
      tries += 1;
      ask({ do: "prices", choices: open }).then(() => { if (wanted) setTurn(turn + 1); }, () => {
        if (wanted && tries < MOST_TRIES) later = setTimeout(asked, PAUSE * 2 ** (tries - 1));
      });
    };
    asked();
    return () => { wanted = false; clearTimeout(later); };
  }, [names, now().entries, repriced.value, turn]);
};

/** A chance to compare with others. @param {Mark} mark */
const likelihood = mark => ({ "over 99.9%": 99.95, "under 0.1%": 0.05 }[mark.chance.replace("~", "")] ?? parseFloat(mark.chance.replace("~", "")));

/** The one chance that stands for several choices: the best of them. What comes about to oneself is neither good nor bad, so there
 *  the usual choice counts. @param {Choice[]} options @returns {Mark | null} */
export const markOf = options => {
  const marks = options.flatMap(choice => prices.value.get(choice.text)?.mark ?? []);
  const others = marks.filter(mark => !mark.own);
  return others.reduce((best, mark) => (best && likelihood(best) >= likelihood(mark) ? best : mark), /** @type {Mark | null} */ (null)) ?? marks[0] ?? null;
};

/** A chance in words: `hit 30%`. @param {Mark | null} mark */
export const saidOf = mark => (mark ? `${mark.of} ${mark.chance}`.trim() : "");
