// The table: order on top, board in the middle, the question below, log and sheets at the side.
import { useEffect } from "preact/hooks";
import { stepBack } from "./answer.js";
import { Aside, hide, useModals } from "./aside.js";
import { Board } from "./board.js";
import { nextEyes } from "./deeds.js";
import { Forked } from "./entries.js";
import { Master } from "./hand.js";
import { html } from "./html.js";
import { Log, Proposed } from "./log.js";
import { Notices } from "./notices.js";
import { Question } from "./question.js";
import { legs, measured, pointedAt, reached, take, tool } from "./ruler.js";
import { Sheet } from "./sheet.js";
import { connection, dropRefusals, elsewhere, greeting, hello, helpOpen, isMaster, now, panel, present, selected, sheetOpen, tracks, view as seen, whatIf } from "./store.js";
import { give, onPoint } from "./wire.js";
import { words } from "./words.js";

const Order = () => {
  const view = seen();
  if (!view.order.length || !tracks()) return html`<nav class="order" aria-label=${words.order.title}><span class="clock">${view.clock}</span></nav>`;
  const asked = now().awaited?.who ?? [];
  /** @typedef {{name: string, status: string}} Entry */
  /** @param {Entry} entry */
  const isUp = entry => asked.includes(entry.name) || entry.status === "acting";
  /** @param {Entry} entry */
  const status = entry => (asked.includes(entry.name) ? words.order.asked : entry.status);
  /** @param {string} name */
  const side = name => view.tokens.find(token => token.name === name)?.side ?? -1;
  return html`<nav class="order" aria-label=${words.order.title}><span class="clock">${view.clock}</span><ol>${view.order.map((entry, at) => html`<li key=${at} class=${[side(entry.name) >= 0 && `side-${side(entry.name) % 6}`, isUp(entry) ? "acts" : /done|cannot/.test(entry.status) ? "done" : ""].filter(Boolean).join(" ")}>
    <button onClick=${() => { selected.value = entry.name; panel.value = "sheet"; }} title=${entry.status}>${entry.name}${status(entry) && html`<small>${status(entry)}</small>`}</button></li>`)}</ol></nav>`;
};

const Header = () => {
  const { state, why } = connection.value;
  return html`<header class="top"><span class="mark" aria-hidden="true"><img src="/client/icon.svg" width="24" height="24" alt="" /></span>
    <div class="names"><h1 title=${greeting().title}>${greeting().title}</h1><span class="role">${words.seat.role(greeting().role)}</span></div>
    <span class=${`link-state ${state}`} role="status">${state === "open" ? words.connection.open : why || words.connection.state(state)}</span>
    <button class="icon" aria-label=${words.help.title} title="?" onClick=${() => { helpOpen.value = true; }}>?</button></header>`;
};

const Help = () => helpOpen.value && html`<div class="dialog" role="dialog" aria-modal="true" aria-label=${words.help.title}><div>
  <h2>${words.help.title}</h2><dl>${words.help.keys.map(([key, about]) => html`<dt><kbd>${key}</kbd></dt><dd>${about}</dd>`)}</dl>
  <h2 class="help-lists">${words.help.commands}</h2><p class="hint">${words.help.commandsAbout}</p><dl>${words.command.all.map(([name, form, about]) => html`<dt><code>${name} ${form}</code></dt><dd>${about}</dd>`)}</dl>
  <p class="acts"><button class="primary" ref=${(/** @type {HTMLElement | null} */ button) => button?.focus({ preventScroll: true })} onClick=${() => { helpOpen.value = false; }}>${words.help.close}</button></p></div></div>`;

const Elsewhere = () => {
  const look = elsewhere.value;
  if (!look) return null;
  const says = look.eyes ? `${words.hand.eyes} ${look.eyes}` : words.past.looking((look.entry ?? 0) + 1, now().entries);
  return html`<p class="banner" role="status">${says} <button onClick=${() => { elsewhere.value = null; }}>${look.eyes ? words.hand.eyesBack : words.past.back}</button></p>`;
};

const Pending = () => {
  const { pending } = seen();
  return pending.length > 0 && tracks() && html`<ul class="pending">${pending.map(tag => html`<li>${tag.text}${tag.until && html` <small>${words.until(tag.until)}</small>`}</li>`)}</ul>`;
};

/** @type {Record<"log" | "sheet" | "table", [string, () => any]>} */
const tabs = { log: [words.log.title, Log], sheet: [words.sheet.title, Sheet], table: [words.hand.title, Master] };

const Side = () => {
  const [, Panel] = tabs[panel.value];
  return html`<aside class=${sheetOpen.value ? "side up" : "side"}>
    <div class="tabs" role="tablist">${/** @type {["log" | "sheet" | "table", [string, any]][]} */ (Object.entries(tabs)).map(([name, [title]]) => html`<button role="tab" id=${`tab-${name}`} aria-controls="panel" aria-selected=${panel.value === name} class=${panel.value === name ? "on" : ""}
      onClick=${() => { sheetOpen.value = !(sheetOpen.value && panel.value === name); panel.value = name; }}>${title}</button>`)}</div>
    <div class="panel" id="panel" role="tabpanel" aria-labelledby=${`tab-${panel.value}`}><${Panel} /></div></aside>`;
};

/** The panels that one key opens. @type {Record<string, "log" | "sheet" | "table">} */
const panels = { l: "log", h: "sheet", t: "table" };

/** One step back: whatever is open on top closes first. */
const escape = () => {
  if (helpOpen.value) helpOpen.value = false;
  else if (whatIf.value) { whatIf.value = null; give({ do: "reject" }); }
  else if (hide() || dropRefusals()) return;
  else if (measured.value || reached.value || tool.value !== "choose") take("choose");
  else if (legs.value.length) { legs.value = []; stepBack(); }
  else if (elsewhere.value) elsewhere.value = null;
  else if (sheetOpen.value) sheetOpen.value = false;
  else stepBack();
};

/** @param {KeyboardEvent} event */
const keys = event => {
  const at = event.target instanceof Element ? event.target : null;
  if (event.key === "Escape") return escape();
  if (at?.closest("input, textarea, select")) return;
  const [control, letter] = [event.ctrlKey || event.metaKey, event.key.toLowerCase()];
  if (control && letter === "z") { event.preventDefault(); give({ do: event.shiftKey ? "redo" : "undo" }); }
  else if (control && letter === "y") { event.preventDefault(); give({ do: "redo" }); }
  else if (control || event.altKey) return;
  else if (event.key === "?") { event.preventDefault(); helpOpen.value = true; }
  else if (at?.closest("[data-testid=board], [role=dialog]")) return;
  else if (panels[event.key]) { panel.value = panels[event.key]; sheetOpen.value = true; }
  else if (event.key === "e" && isMaster.value) nextEyes();
};

export const Table = () => {
  useModals();
  useEffect(() => {
    addEventListener("keydown", keys);
    onPoint.hears = pointedAt;
    return () => removeEventListener("keydown", keys);
  }, []);
  useEffect(() => { if (hello.value) document.title = `${hello.value.title} · ${words.product}`; }, [hello.value]);
  if (connection.value.state === "over" && !hello.value) return html`<main class="paper"><h1>${words.product}</h1><p>${connection.value.why}</p></main>`;
  if (!hello.value || !present.value) return html`<main class="paper"><p role="status">${connection.value.state === "lost" ? words.connection.unreached : words.connection.connecting}</p></main>`;
  return html`<div class="table"><${Header} /><${Order} />
    <main><${Elsewhere} /><div class="stage"><${Board} /><${Notices} /></div><${Pending} /><${Question} /></main><${Side} /><${Help} /><${Proposed} /><${Forked} /><${Aside} /></div>`;
};
