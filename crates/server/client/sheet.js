// Sheets: everybody with their numbers, and of one everything that one may know. The game master changes any number by hand.
import { useEffect, useState } from "preact/hooks";
import { html } from "./html.js";
import { Rule } from "./rule.js";
import { reached, showReach } from "./ruler.js";
import { elsewhere, isMaster, notice, now, selected, tracks, view } from "./store.js";
import { shape } from "./token.js";
import { ask, give } from "./wire.js";
import { words } from "./words.js";

/** @typedef {import("./types").Token} Token */

/** @param {string} edict */
const byHand = edict => give({ do: "answer", line: `gm: ${edict}` });

/** A number that the game master changes as at any table: -7, +4, =20.
 *  @param {{path: string, value: number | string, children?: any}} given */
const Number_ = ({ path, value, children }) => {
  const [typed, setTyped] = useState(/** @type {string | null} */ (null));
  if (!isMaster.value || elsewhere.value) return html`<b>${children}</b>`;
  if (typed == null) return html`<button class="number" title=${words.sheet.edit} aria-label=${`${path} ${value}. ${words.sheet.edit}`} onClick=${() => setTyped("")}>${children}</button>`;
  /** @param {Event} event */
  const send = event => {
    event.preventDefault();
    const text = typed.trim();
    setTyped(null);
    if (!text) return;
    byHand(/^[-+=]/.test(text) ? `${path} ${text}` : `${path} = ${text}`);
  };
  return html`<form class="edit" onSubmit=${send}><input value=${typed} placeholder="-7" aria-label=${`${path}: ${words.sheet.edit}`} ref=${field => field?.focus()}
    onInput=${event => setTyped(event.currentTarget.value)} onBlur=${() => setTyped(null)} onKeyDown=${event => { if (event.key === "Escape") { event.stopPropagation(); setTyped(null); } }} /></form>`;
};

/** @param {{token: Token, open: boolean}} given */
const Person = ({ token, open }) => html`<div class=${`person side-${token.side % 6}`}>
  <button class="who" onClick=${() => { selected.value = token.name; }} aria-expanded=${open}>
    <svg viewBox="-12 -12 24 24" width="22" height="22" aria-hidden="true" class=${`token side-${token.side % 6}`}><g class="shape">${shape(token.side, 9.5)}</g><text class="letter" font-size="11" dy="0.35em">${token.letter}</text></svg>
    <span>${token.name}</span><small>${token.cell}</small></button>
  <span class="gauges">${token.gauges.map(gauge => (gauge.value == null ? html`<span>${gauge.word}</span>` : html`<span><${Number_} path=${`${token.name}.${gauge.name}`} value=${gauge.value}>${gauge.value}<//>${gauge.most != null ? `/${gauge.most}` : ""} <small>${gauge.name}</small></span>`))}</span>
  ${token.tags.length > 0 && tracks() && html`<ul class="tags">${token.tags.map(tag => html`<li>${tag.text}${tag.until && html` <small>${words.until(tag.until)}</small>`}${open && tag.rule && html` <${Rule} id=${tag.rule} />`}</li>`)}</ul>`}
</div>`;

export const Sheet = () => {
  const present = view();
  const name = selected.value;
  const token = present.tokens.find(one => one.name === name);
  const [lines, setLines] = useState(/** @type {string[]} */ ([]));
  useEffect(() => {
    setLines([]);
    if (!token) return undefined;
    let wanted = true;
    ask({ do: "sheet", who: name }).then(told => { if (wanted) setLines(told.sheet); }, () => { if (wanted) setLines([words.sheet.hidden]); });
    return () => { wanted = false; };
  }, [name, Boolean(token)]);
  const sides = present.sides.map((side, index) => /** @type {[string, import("./types").Token[]]} */ ([side, present.tokens.filter(one => one.side === index)])).filter(([, all]) => all.length);
  return html`<section class="sheet" aria-label=${words.sheet.title}>
    ${sides.map(([side, all]) => html`<h3>${side}</h3>${all.map(one => html`<${Person} token=${one} open=${one.name === name} key=${one.name} />${one.name === name && html`<${Details} token=${one} lines=${lines} />`}`)}`)}
  </section>`;
};

/** How somebody stands to everybody else, as the book says it; when it is asked for. @param {{name: string}} given */
const Distances = ({ name }) => {
  const [told, setTold] = useState(/** @type {[string, string[]][] | null} */ (null));
  useEffect(() => setTold(null), [name, now().entries]);
  const look = async () => {
    if (told) return setTold(null);
    const others = view().tokens.filter(one => one.name !== name).slice(0, 24);
    const all = await Promise.all(others.map(one => ask({ do: "between", from: name, to: one.name }).then(found => /** @type {[string, string[]]} */ ([one.name, found.facts.map((/** @type {import("./types").Tag} */ fact) => fact.text)]), () => null)));
    setTold(all.flatMap(one => (one ? [one] : [])));
  };
  return html`<button class="quiet" aria-expanded=${Boolean(told)} onClick=${look}>${words.sheet.distances}</button>
    ${told && html`<dl class="distances">${told.map(([other, facts]) => html`<dt>${other}</dt><dd>${facts.join(", ")}</dd>`)}</dl>`}`;
};

/** @typedef {{path: string, now: string | null, values: string[]}} Field */

/** Every number of somebody that can be set by hand, and whatever is one of a few words: `hidden`, `prone`, `facing`. @param {{name: string}} given */
const Fields = ({ name }) => {
  const [told, setTold] = useState(/** @type {Field[] | null} */ (null));
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    if (!isOpen) return undefined;
    let wanted = true;
    ask({ do: "hand" }).then(({ paths }) => {
      const own = paths.filter((/** @type {Field} */ { path }) => path.startsWith(`${name}.`));
      if (wanted) setTold(own.filter((/** @type {Field} */ field) => isNumber(field) || isWord(field)));
    }, notice);
    return () => { wanted = false; };
  }, [isOpen, name, now().entries]);
  return html`<button class="quiet" aria-expanded=${isOpen} onClick=${() => setOpen(!isOpen)} data-testid="fields">${words.sheet.numbers}</button>
    ${isOpen && told && html`<dl class="fields">${told.filter(isNumber).map(({ path, now: value }) => html`<div key=${path}><dt>${fieldName(path)}</dt><dd><${Number_} path=${path} value=${value}>${value}<//></dd></div>`)}</dl>
      <div class="fields words">${told.filter(isWord).map(({ path, now: value, values }) => html`<label key=${path}><span>${fieldName(path)}</span><select value=${value} onChange=${event => byHand(`${path} = ${event.currentTarget.value}`)} data-field=${path}>${values.map(word => html`<option value=${word}>${word}</option>`)}</select></label>`)}</div>`}`;
};

/** @param {Field} field */
const isNumber = field => /^-?\d+$/.test(field.now ?? "");
/** So many words stand in one list. */
const MOST_WORDS = 24;
/** Is a field one of some words? Where somebody stands is dragged. @param {Field} field */
const isWord = field => !isNumber(field) && field.values.length > 1 && field.values.length <= MOST_WORDS && field.values.includes(field.now ?? "") && !field.path.endsWith(".at");
/** @param {string} path */
const fieldName = path => path.slice(path.indexOf(".") + 1).replaceAll("_", " ");

/** @param {{token: Token, lines: string[]}} given */
const Details = ({ token, lines }) => {
  const [field, setField] = useState("");
  /** @param {Event} event */
  const set = event => {
    event.preventDefault();
    if (field.trim()) byHand(`${token.name}.${field.trim()}`).then(done => { if (done) setField(""); });
  };
  return html`<div class="details">
    <ul>${lines.map(line => html`<li>${line}</li>`)}</ul>
    ${lines[0] !== words.sheet.hidden && html`<div class="acts"><button class="quiet" aria-pressed=${reached.value?.who === token.name} onClick=${() => showReach(token.name)} data-testid="show-reach">${words.sheet.reach}</button></div>`}<${Distances} name=${token.name} />
    ${isMaster.value && html`<${Fields} name=${token.name} /><form class="set" onSubmit=${set}><label>${words.sheet.by}<input value=${field} placeholder="conditions += prone" spellcheck="false" onInput=${event => setField(event.currentTarget.value)} /></label><button>${words.sheet.set}</button></form>
      <button class="quiet danger" onClick=${() => { if (window.confirm(`${words.sheet.remove}: ${token.name}?`)) byHand(`remove ${token.name}`); }}>${words.sheet.remove}</button>`}
  </div>`;
};
