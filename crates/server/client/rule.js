// A rule's id, which opens the rule's page: what it says in our words, the house rules that bear on it, and where the book itself is
// published. Rules are found by a word, too.
import { useEffect, useState } from "preact/hooks";
import { show } from "./aside.js";
import { html } from "./html.js";
import { isMaster, notice, now, why } from "./store.js";
import { ask, give } from "./wire.js";
import { words } from "./words.js";

/** @typedef {import("./types").Reading} Reading */

/** Opens a rule's page. @param {string} id */
export const openRule = id => ask({ do: "rule", rule: id }).then(
  ({ rule }) => show("rule-page", rule.title, html`<${Page} first=${rule} key=${id} />`),
  error => show("rule-page", id, html`<p>${why(error)}</p>`),
);

/** @param {{id: string}} given */
export const Rule = ({ id }) => html`<span class="rule"><button class="link" aria-haspopup="dialog" onClick=${(/** @type {Event} */ event) => { event.stopPropagation(); openRule(id); }}>${id}</button></span>`;

/** An address in a credit, as a link: whoever follows it leaves the table's page open. @param {string} text */
const credit = text => text.split(/(https?:\/\/[^\s)]+)/).map((part, at) => (at % 2 ? html`<a href=${part} target="_blank" rel="noreferrer noopener">${part.replace(/^https?:\/\//, "")}</a>` : part));

/** A house rule: how it stands; the game master changes it. @param {{reading: Reading, changed(): void}} given */
const HouseRule = ({ reading, changed }) => {
  /** @param {string} value */
  const set = value => { if (value && value !== reading.now) give({ do: "answer", line: `gm: rules.${reading.name} = ${value}` }).then(changed); };
  const label = words.rule.set(reading.name);
  return html`<dt><code>${reading.name}</code> <small>${words.rule.usual(reading.usual)}</small></dt><dd>${reading.summary}
    <span class="reading">${!isMaster.value ? html`<b>${reading.now}</b>`
      : reading.values.length ? html`<select aria-label=${label} value=${reading.now} onChange=${(/** @type {any} */ event) => set(event.currentTarget.value)}>${reading.values.map(value => html`<option value=${value}>${value}</option>`)}</select>`
      : html`<input type="number" aria-label=${label} value=${reading.now} min=${reading.range?.[0]} max=${reading.range?.[1]} onChange=${(/** @type {any} */ event) => set(event.currentTarget.value)} />`}</span></dd>`;
};

/** @param {{first: import("./types").RuleInfo}} given */
const Page = ({ first }) => {
  const [rule, setRule] = useState(first);
  const again = () => ask({ do: "rule", rule: first.id }).then(found => setRule(found.rule), notice);
  return html`<p class="hint">${rule.section ? `${rule.section} · ` : ""}<code>${rule.id}</code></p>
    <p>${rule.summary}</p>
    ${rule.guidance && html`<p class="hint">${rule.guidance}</p>`}
    ${rule.switches && rule.switches.length > 0 && html`<h3>${words.rule.switches}</h3><dl>${rule.switches.map(one => html`<${HouseRule} key=${one.name} reading=${one} changed=${again} />`)}</dl>`}
    ${rule.published && html`<p class="hint">${words.rule.published(rule.book ?? "")} ${credit(rule.published)}</p>`}
    <p class="acts"><button class="quiet" onClick=${() => findRules("")}>${words.rule.find}</button></p>`;
};

/** Opens the page on which rules are found by a word. @param {string} word */
export const findRules = word => show("page-rules", words.rule.all, html`<${Finder} first=${word} key=${word} />`);

/** @param {{first: string}} given */
const Finder = ({ first }) => {
  const [word, setWord] = useState(first);
  const [found, setFound] = useState(/** @type {{rules: import("./types").RuleInfo[], more: number, switches: Reading[]} | null} */ (null));
  const [bad, setBad] = useState("");
  const look = () => {
    ask({ do: "rules", word }).then(told => { setFound(told); setBad(""); }, error => { setFound(null); setBad(why(error)); });
  };
  useEffect(() => {
    const wait = setTimeout(look, 150);
    return () => clearTimeout(wait);
  }, [word, now().entries]);
  return html`<label class="search"><span class="hidden">${words.rule.find}</span><input type="search" value=${word} placeholder=${words.rule.word} spellcheck="false" onInput=${(/** @type {any} */ event) => setWord(event.currentTarget.value)} ref=${(/** @type {HTMLElement | null} */ field) => { if (field && !first && !document.activeElement?.closest(".search")) field.focus(); }} /></label>
    ${bad && html`<p role="status">${bad}</p>`}
    ${found && html`<ul class="found">${found.rules.map(rule => html`<li key=${rule.id}><button class="link" onClick=${() => openRule(rule.id)}>${rule.title}</button> <code>${rule.id}</code><small>${rule.summary}</small></li>`)}</ul>
      ${found.more > 0 && html`<p class="hint">${words.rule.more(found.more)}</p>`}
      ${found.switches.length > 0 && html`<h3>${words.rule.house}</h3><dl>${found.switches.map(one => html`<${HouseRule} key=${one.name} reading=${one} changed=${look} />`)}</dl>`}`}`;
};
