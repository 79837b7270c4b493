// What can be answered: by what is done, then at whom, each with its chance and its cost. Nothing of it has to be scrolled in a
// usual turn: what is more folds behind a line that opens, or is chosen on the board.
import { useState } from "preact/hooks";
import { choices, deeds, fitting, grouped, isOf, lit, pick, pickDeed, put, question, stepBack, targetOf, wholeDeedOf } from "./answer.js";
import { html } from "./html.js";
import { markOf, saidOf, usePrices } from "./prices.js";
import { Rule } from "./rule.js";
import { draft, guesses, isLow, isNarrow, prices, tellsChances } from "./store.js";
import { words } from "./words.js";

/** @typedef {import("./types").Choice} Choice_ */

const text = words.question;

/** So many choices stand in a list before the others fold: as many as fit below a board that is still to be seen. */
const room = () => (!isNarrow.value ? 14 : isLow.value ? 6 : 10);
/** So few are listed at once, whatever they do. */
const few = () => (isNarrow.value && isLow.value ? 6 : 8);
/** Of so many that are lit on the board the chance is asked for. */
const MOST_LIT = 160;

/** What is said of a choice: chance and harm, then cost and what bears on it. @param {{choice: Choice_, long?: boolean}} given */
export const Price = ({ choice, long = false }) => {
  const price = prices.value.get(choice.text);
  if (!price) return null;
  const says = tellsChances.value ? price.says : [];
  const facts = price.facts.slice(0, long ? 20 : 2);
  return html`<span class="price">
    ${says.slice(0, long ? 12 : 3).map((one, at) => html`<span class=${`says ${price.vain ? "vain" : ""} ${at === 0 ? "first" : ""}`}>${one}</span>`)}
    ${facts.map(fact => html`<span class="fact" title=${fact.rule ?? ""}>${fact.text}${long && fact.rule ? html` <${Rule} id=${fact.rule} />` : ""}</span>`)}
    ${long && says.length > 0 && guesses.value && html`<span class="guessed">${words.chances.guessed}</span>`}
  </span>`;
};

/** What cannot succeed stands last. @param {Choice_} choice */
const onList = choice => (prices.value.get(choice.text)?.vain ? 1 : 0);

/** @param {{choice: Choice_, verb: string}} given */
const Choice = ({ choice, verb }) => {
  const isChosen = draft.value.chosen === choice.text;
  const short = verb && choice.text.startsWith(`${verb} `) ? choice.text.slice(verb.length + 1) : choice.text;
  return html`<li><button class=${`choice ${isChosen ? "chosen" : ""}`} aria-pressed=${isChosen} title=${choice.text} onClick=${() => pick(choice)}>
    <span class="what">${short}</span><${Price} choice=${choice} /></button></li>`;
};

/** Somebody at whom several choices of one deed are aimed. @param {{name: string, options: Choice_[]}} given */
const Target = ({ name, options }) => html`<li><button class="choice" onClick=${() => put({ target: name, chosen: options.length === 1 ? options[0].text : "" })} data-target=${name}>
  <span class="what">${name}${options.length > 1 && html` <small>${text.targets(options.length)}</small>`}</span>
  <span class="price">${tellsChances.value && html`<span class="says first">${saidOf(markOf(options))}</span>`}</span></button></li>`;

/** One of several deeds that begin with the same word. @param {{deed: string, options: Choice_[]}} given */
const Part = ({ deed, options }) => html`<li><button class="choice" onClick=${() => pickDeed(deed)} data-deed=${deed}>
  <span class="what">${deed.slice(deed.indexOf(" ") + 1)} <small>${text.targets(options.length)}</small></span>
  <span class="price">${tellsChances.value && html`<span class="says first">${saidOf(markOf(options))}</span>`}</span></button></li>`;

/** Choices by what they do in full, where a word stands for several deeds and the list is long. @param {Choice_[]} rows @returns {[string, Choice_[]][] | null} */
const byDeed = rows => {
  const parts = grouped(rows, wholeDeedOf);
  return rows.length > room() && parts.length > 1 && draft.value.verb ? parts : null;
};

/** Choices by whom they are aimed at, where that makes a list short enough. @param {Choice_[]} rows @returns {[string, Choice_[]][] | null} */
const byTarget = rows => {
  const targets = grouped(rows, targetOf);
  return rows.length > room() && targets.every(([name]) => name) && targets.length > 1 && targets.length <= room() ? targets : null;
};

/** The first word of each deed that has it in common with its neighbours, three at least: it is shown once for all of them. @param {string[]} names */
const repeated = names => {
  const firsts = names.map(name => name.includes(" ") ? name.split(" ")[0] : "");
  return firsts.map((word, nth) => {
    let [from, to] = [nth, nth];
    while (word && firsts[from - 1] === word) from -= 1;
    while (word && firsts[to + 1] === word) to += 1;
    return to - from >= 2 ? word : "";
  });
};

/** What can be done, deed by deed. Where there is little room, what is chosen stands alone, with the way back. */
const Deeds = () => {
  const { verb, chosen } = draft.value;
  const isAlone = isNarrow.value && verb;
  /** Is this chosen, or what is chosen a part of it? @param {string} deed @param {Choice_[]} own */
  const isOn = (deed, own) => deed === verb || Boolean(verb) && own.some(choice => isOf(choice, verb));
  const all = isAlone ? deeds.value.filter(([deed, own]) => isOn(deed, own)) : deeds.value;
  const words = isNarrow.value ? repeated(all.map(([deed]) => deed)) : [];
  return html`<div class="deeds" role="group" aria-label=${text.title}>
    ${all.map(([deed, own], nth) => html`${words[nth] && words[nth] !== words[nth - 1] && html`<span class="word" aria-hidden="true">${words[nth]}</span>`}
      <button class=${`deed ${isOn(deed, own) ? "on" : ""}`} aria-label=${words[nth] ? deed : undefined} aria-pressed=${isOn(deed, own)} onClick=${() => pickDeed(deed)} key=${deed}>
      ${deed === "to" ? text.to : words[nth] ? deed.slice(words[nth].length + 1) : deed}${new Set(own.map(targetOf)).size > 1 && html`<small>${new Set(own.map(targetOf)).size}</small>`}</button>`)}
    ${isAlone && !chosen && html`<button class="deed back" onClick=${stepBack} data-testid="other-deeds">${text.otherDeeds}</button>`}
  </div>`;
};

/** What is listed of what fits; the rest is behind a line. @param {{rows: Choice_[], verb: string}} given */
const Rows = ({ rows, verb }) => {
  const [opened, setOpened] = useState("");
  const own = `${verb} ${draft.value.target}`;
  const parts = byDeed(rows);
  if (parts) return html`<ul class="choices parts">${parts.map(([deed, options]) => html`<${Part} deed=${deed} options=${options} key=${deed} />`)}</ul>`;
  const targets = byTarget(rows);
  if (targets) return html`<ul class="choices targets">${targets.map(([name, options]) => html`<${Target} name=${name} options=${options} key=${name} />`)}</ul>`;
  const isOpen = opened === own || rows.length <= room();
  const shown = isOpen ? rows : rows.slice(0, room() - 1);
  return html`<ul class="choices">${shown.map(choice => html`<${Choice} choice=${choice} verb=${verb && isOf(choice, verb) ? verb : ""} key=${choice.text} />`)}
    ${!isOpen && html`<li><button class="choice more" aria-expanded="false" onClick=${() => setOpened(own)} data-testid="more">${text.more(rows.length - shown.length)}</button></li>`}</ul>`;
};

/** The choices that are lit on the board, the usual one of each place first. */
const onBoard = () => {
  const places = [...lit.value.creatures.values(), ...lit.value.cells.values()];
  return [...places.map(([usual]) => usual), ...places.flatMap(([, ...others]) => others)].slice(0, MOST_LIT);
};

export const Choices = () => {
  const { chosen, target, verb } = draft.value;
  const isFew = choices.value.length <= few();
  const fits = verb || target || isFew ? fitting.value : [];
  // What stands below, to be confirmed, needs no list of one; where there is little room, none at all.
  const listed = chosen && (fits.length === 1 || isNarrow.value) ? [] : fits;
  // What is only where to go is chosen on the board.
  const byCell = listed.filter(choice => !choice.parts.some(part => part.kind === "creature"));
  const manyCells = listed.length > room() && byCell.length === listed.length && new Set(byCell.map(targetOf)).size > room();
  const rows = manyCells ? [] : [...listed].sort((a, b) => onList(a) - onList(b));
  usePrices([...chosen ? [{ text: chosen, parts: [] }] : [], ...rows, ...onBoard(), ...rows.length ? [] : choices.value.slice(0, 40)]);
  if (!question.value) return null;
  return html`${!isFew && html`<${Deeds} />`}
    ${manyCells && html`<p class="hint">${text.cells(new Set(byCell.map(targetOf)).size)}. ${text.pickCell}</p>`}
    ${rows.length > 0 && html`<${Rows} rows=${rows} verb=${verb} />`}
    ${rows.some(choice => prices.value.get(choice.text)?.sampled) && html`<p class="hint">${text.sampled}</p>`}`;
};
