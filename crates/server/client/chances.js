// Everything that may come of a choice, or of the dice that are awaited: each result and each figure with its chance.
import { useEffect, useState } from "preact/hooks";
import { show } from "./aside.js";
import { html } from "./html.js";
import { guesses, now, why } from "./store.js";
import { ask } from "./wire.js";
import { words } from "./words.js";

/** @typedef {{p: number, fraction?: string | null, low?: number, high?: number, value?: number}} Chance */
/** @typedef {{exact: boolean, leaves: number, results: Record<string, Chance>, paths: Record<string, Chance[]>, means: Record<string, number>, over: Chance}} Odds */

const text = words.chances;
/** How often it is played where it has too many ways to go on. */
const SAMPLES = 2000;
/** So many values of a figure are drawn. */
const MOST_BARS = 20;

/** @param {number} p */
export const percent = p => (p > 0 && p < 0.001 ? text.under : p < 1 && p > 0.999 ? text.over : `${Number((100 * p).toFixed(1))}%`);
/** @param {Chance} chance */
const exactly = chance => (chance.low != null && chance.high != null ? text.between(percent(chance.low), percent(chance.high)) : chance.fraction && chance.fraction.length <= 24 ? chance.fraction : "");

/** Opens the page. @param {string} choice in notation; nothing for what is awaited @param {number} [acts] */
export const openChances = (choice, acts = 0) => show("page-chances", choice ? text.of(choice) : text.awaited, html`<${Chances} key=${`${choice} ${acts}`} choice=${choice} first=${acts} />`);

/** @param {{choice: string, first: number}} given */
const Chances = ({ choice, first }) => {
  const [acts, setActs] = useState(first);
  const [odds, setOdds] = useState(/** @type {Odds | null} */ (null));
  const [bad, setBad] = useState("");
  const entries = now().entries;
  useEffect(() => {
    let wanted = true;
    setOdds(null);
    const how = acts >= 2 ? { acts } : { through: true };
    ask({ do: "odds", ...choice ? { choice } : {}, ...how, samples: SAMPLES }).then(told => { if (wanted) { setOdds(told.odds); setBad(""); } }, error => { if (wanted) setBad(why(error)); });
    return () => { wanted = false; };
  }, [choice, acts, entries]);
  return html`<label class="acts-of"><span>${text.acts}</span><select value=${String(acts)} data-testid="acts" onChange=${(/** @type {any} */ event) => setActs(Number(event.currentTarget.value))}>
      <option value="0">${text.once}</option>${[2, 3, 4, 6, 10].map(n => html`<option value=${String(n)}>${text.many(n)}</option>`)}</select></label>
    ${bad ? html`<p role="status">${bad}</p>` : !odds ? html`<p class="hint" role="status">${text.working}</p>` : html`<${Told} odds=${odds} />`}`;
};

/** @param {{odds: Odds}} given */
const Told = ({ odds }) => {
  const results = Object.entries(odds.results).filter(([, chance]) => chance.p > 0).sort((a, b) => b[1].p - a[1].p);
  const figures = Object.entries(odds.paths);
  return html`<ul class="results">${results.map(([name, chance]) => html`<li key=${name}><b>${percent(chance.p)}</b> <span>${name}</span> <small>${exactly(chance)}</small></li>`)}
    ${odds.over.p > 0 && html`<li><b>${percent(odds.over.p)}</b> <span>${text.ends}</span> <small>${exactly(odds.over)}</small></li>`}</ul>
    ${figures.map(([path, values]) => html`<${Figure} key=${path} path=${path} values=${values} mean=${odds.means[path]} />`)}
    ${!results.length && !figures.length && html`<p>${text.nothing}</p>`}
    <p class="hint">${odds.exact ? text.exact(odds.leaves) : text.sampled(odds.leaves)}</p>
    ${guesses.value && html`<p class="hint" data-testid="guessed">${text.guessedAbout}</p>`}`;
};

/** @param {{path: string, values: Chance[], mean: number}} given */
const Figure = ({ path, values, mean }) => {
  const likely = [...values].sort((a, b) => b.p - a.p).slice(0, MOST_BARS).sort((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const most = Math.max(...likely.map(one => one.p));
  return html`<h3>${path.replace(".", " · ")} <small>${text.mean(Number(mean.toFixed(1)))}</small></h3>
    <ul class="bars">${likely.map(one => html`<li key=${one.value}><span>${one.value}</span><i><svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true"><rect width=${100 * one.p / (most || 1)} height="8" rx="1" /></svg></i><span>${percent(one.p)}</span></li>`)}</ul>
    ${values.length > likely.length && html`<p class="hint">${text.rarer(values.length - likely.length)}</p>`}`;
};
