// The question: whose turn, what is asked, what may be answered, with cost and chance.
import { useEffect, useRef, useState } from "preact/hooks";
import { asks, choices, confirm, fitting, giveOnce, isBegun, propose, question, say, sayEach, stepBack, typing } from "./answer.js";
import { openChances } from "./chances.js";
import { Choices, Price } from "./choices.js";
import { command, names } from "./commands.js";
import { html } from "./html.js";
import { Rule } from "./rule.js";
import { legs } from "./ruler.js";
import { connection, draft, elsewhere, isMaster, isNarrow, now, tellsChances, unconfirmed } from "./store.js";
import { ask, give } from "./wire.js";
import { words } from "./words.js";

const text = words.question;

const Chosen = () => {
  const { chosen, why } = draft.value;
  // Where there is little room, what is said of it opens.
  const [opened, setOpened] = useState("");
  const isOpen = opened === chosen;
  const choice = choices.value.find(one => one.text === chosen) ?? (chosen ? { text: chosen, parts: [] } : null);
  const asked = question.value;
  if (!choice || !asked) return null;
  const all = asked.who.length;
  return html`<div class="chosen-bar">
    <div class=${isOpen ? "about open" : "about"}><b>${asked.who[0]}: ${choice.text}</b> ${why != null && html`<i>${text.proposed(why)}</i>`}<br /><${Price} choice=${choice} long=${true} /></div>
    ${isNarrow.value && html`<button class="icon unfold" aria-expanded=${isOpen} aria-label=${text.about} title=${text.about} onClick=${() => setOpened(isOpen ? "" : chosen)} data-testid="about">${isOpen ? "−" : "…"}</button>`}
    <div class="does"><button class="primary" onClick=${() => { legs.value = []; confirm(); }} data-testid="confirm">${text.confirm} <kbd>⏎</kbd></button>
      ${all > 1 && html`<button onClick=${() => sayEach(asked.who, choice.text)} data-testid="for-all">${text.forAll(all)}</button>`}
      ${tellsChances.value && html`<button class="quiet" onClick=${() => openChances(choice.text)} data-testid="all-chances">${text.chances}</button>`}
      <button onClick=${stepBack}>${text.back}</button></div>
  </div>`;
};

/** @typedef {import("./types").Throw} Throw */

/** @param {{asked: import("./types").Awaited}} given */
const Dice = ({ asked }) => {
  const [typed, setTyped] = useState(/** @type {Record<string, string>} */ ({}));
  const throws = asked.throws;
  /** @param {Throw} one */
  const own = one => typed[`${one.who} ${one.rule}`] ?? "";
  /** @param {Event} event @param {Throw} one */
  const send = (event, one) => {
    event.preventDefault();
    if (!own(one).trim()) return giveOnce({ do: "roll", who: one.who });
    giveOnce({ do: "answer", line: `roll ${one.who} ${own(one)}` }).then(done => { if (done) setTyped({}); });
  };
  return html`<div class="dice">
    ${throws.map(one => html`<div key=${one.who + one.rule}><form onSubmit=${event => send(event, one)}>
      <label><span><b>${one.who}</b> · ${one.dice}${one.modifier ? (one.modifier > 0 ? ` +${one.modifier}` : ` −${-one.modifier}`) : ""}${one.score != null ? ` (${text.atMost(one.score)})` : ""} · <${Rule} id=${one.rule} /></span>
        <input inputmode="text" autocomplete="off" placeholder=${text.faces} value=${own(one)} onInput=${event => setTyped({ ...typed, [`${one.who} ${one.rule}`]: event.currentTarget.value })} /></label>
      <button class="primary">${own(one).trim() ? text.give : text.roll}</button>
    </form>${one.terms && html`<p class="hint">${one.terms.map(([rule, value, bears, name], at) => html`${at > 0 && " · "}${words.log.bearing(bears, value)} ${name} <${Rule} id=${rule} />`)}</p>`}</div>`)}
  </div>`;
};

/** What each command does, by its name. @type {Record<string, string>} */
const abouts = Object.fromEntries(words.command.all.map(([name, , about]) => [name, about]));

/** The command line: the same notation as at the terminal. */
const Command = () => {
  const field = useRef(/** @type {HTMLInputElement | null} */ (null));
  const [typed, setTyped] = useState(draft.value.typed ?? "");
  const [at, setAt] = useState(-1);
  const [hand, setHand] = useState(/** @type {{path: string, values: string[]}[]} */ ([]));
  useEffect(() => {
    // Whatever is typed anywhere belongs here.
    /** @param {KeyboardEvent} event */
    const listen = event => {
      const busy = event.target instanceof Element && event.target.closest("input, textarea, select, [data-testid=board], [role=dialog]");
      if (busy || event.ctrlKey || event.metaKey || event.altKey || event.key.length !== 1 || event.key === " " || event.key === "?") return;
      if (["l", "h", "t", "e"].includes(event.key) && !typed) return;
      field.current?.focus();
    };
    addEventListener("keydown", listen);
    return () => removeEventListener("keydown", listen);
  }, [typed]);
  const known = [
    ...choices.value.map(choice => choice.text),
    ...names,
    ...hand.map(one => `gm ${one.path}`),
    ...hand.flatMap(one => one.values.slice(0, 40).map(value => `gm ${one.path} += ${value}`)),
  ];
  const lower = typed.toLowerCase();
  const offers = typed ? known.filter(one => one.toLowerCase().startsWith(lower) && one !== typed).slice(0, 6) : [];
  /** @param {string} value */
  const set = value => { setTyped(value); typing(value); setAt(-1); };
  /** @param {Event} event */
  const send = async event => {
    event.preventDefault();
    const line = at >= 0 ? offers[at] : typed;
    if (at >= 0 && line !== typed && line.startsWith("gm ")) return set(`${line} `);
    if (!line.trim()) { confirm(); return; }
    set("");
    if (!await command(line)) set(line);
  };
  /** @param {KeyboardEvent} event */
  const key = event => {
    if (event.key === "Escape" && typed) { set(""); event.stopPropagation(); }
    else if (event.key === "ArrowDown" && offers.length) setAt((at + 1) % offers.length);
    else if (event.key === "ArrowUp" && offers.length) setAt((at + offers.length - 1) % offers.length);
    else if (event.key === "Tab" && offers.length && !event.shiftKey) set(offers[Math.max(0, at)]);
    else return;
    event.preventDefault();
  };
  const focus = () => { if (!hand.length) ask({ do: "hand" }).then(told => setHand(isMaster.value ? told.paths : [])).catch(() => {}); };
  return html`<form class="command" onSubmit=${send} autocomplete="off">
    ${offers.length > 0 && html`<ul class="offers" role="listbox" id="offers">${offers.map((one, nth) => html`<li role="option" id=${`offer-${nth}`} aria-selected=${nth === at} class=${nth === at ? "on" : ""} onPointerDown=${event => { event.preventDefault(); set(one); }}>${one}${abouts[one] && html`<small>${abouts[one]}</small>`}</li>`)}</ul>`}
    <input ref=${field} role="combobox" aria-expanded=${offers.length > 0} aria-controls="offers" aria-activedescendant=${at >= 0 ? `offer-${at}` : undefined} aria-label=${text.command} placeholder=${text.command}
      spellcheck="false" autocapitalize="off" value=${typed} onInput=${event => set(event.currentTarget.value)} onKeyDown=${key} onFocus=${focus} data-testid="command" />
  </form>`;
};

const Waiting = () => {
  const oldest = Math.max(0, ...[...unconfirmed.value.values()].map(one => one.age));
  if (oldest > 3000) return html`<p class="warning" role="status">${words.connection.slow(Math.round(oldest / 1000))}</p>`;
  return unconfirmed.value.size ? html`<p class="hint sending" role="status">${words.connection.sending}</p>` : null;
};

/** At the level that proposes, what a good player would do is chosen already; nothing is done before somebody says so.
 *  When something has happened, it is proposed anew.
 *  @param {import("./types").Awaited | null} asked */
const useProposal = asked => {
  const key = asked?.kind === "choice" && ["propose", "automatic"].includes(now().table?.help ?? "") ? `${now().entries} ${asks.value}` : "";
  useEffect(() => { if (key && !isBegun()) propose({ quietly: true }); }, [key]);
};

export const Question = () => {
  const asked = question.value;
  const present = now();
  useProposal(asked);
  if (elsewhere.value) return null;
  const acting = present.order.filter(one => one.status === "acting").map(one => one.name);
  const { state, why } = connection.value;
  const title = state === "over" ? why : present.outcome ? text.over(present.outcome) : (asked ? (asked.kind === "dice" ? text.dice : asked.prompt) : text.waits(acting.join(", ")));
  const others = asked?.who.slice(1) ?? [];
  const showsUsual = asked?.kind === "choice" && asked.standing;
  return html`<section class="question" aria-label=${text.title}>
    <header>
      <h2 data-testid="prompt" title=${title} data-over=${Boolean(present.outcome)}>${title}</h2>
      <div class="aside">
        ${asked?.rule && html`<${Rule} id=${asked.rule} />`}
        ${present.paused && state !== "over" && html`<span class="hint">${text.paused}</span>${present.viewer !== "spectator" && html`<button class="primary" onClick=${() => give({ do: "go-on" })}>${text.goOn}</button>`}`}
        ${showsUsual && html`<button class="standing" title=${`${text.usual}: ${asked.standing}`} onClick=${() => say(asked.standing ?? "", asked.who[0])}><span class="lead">${text.usual}: </span>${asked.standing}</button>`}
        ${asked?.kind === "dice" && tellsChances.value && html`<button class="quiet" onClick=${() => openChances("")}>${text.chances}</button>`}
        ${asked?.kind === "choice" && present.table?.help !== "map" && html`<button class="quiet" onClick=${() => propose()} title=${text.propose}><span class="long">${text.propose}</span><span class="short" aria-hidden="true">${text.advice}</span></button>`}
      </div>
    </header>
    ${others.length > 0 && asked?.kind === "choice" && html`<p class="hint">${text.also(others.join(", "))}</p>`}
    <div class=${draft.value.chosen ? (fitting.value.length === 1 ? "body short" : "body chooses") : "body"}>
      ${asked?.kind === "choice" && html`<${Choices} />`}
      ${asked?.kind === "dice" && html`<${Dice} asked=${asked} />`}
    </div>
    ${asked?.kind === "choice" && html`<${Chosen} />`}
    <${Waiting} />
    ${hello_speaks() && html`<${Command} />`}
  </section>`;
};

/** Does whoever looks speak for anybody? */
const hello_speaks = () => connection.value.state !== "over" && now().viewer !== "spectator";
