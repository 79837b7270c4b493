// The log: newest at the bottom; every line opens to its dice, its terms and its rules.
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { fork, openEntry, showAll } from "./entries.js";
import { html } from "./html.js";
import { Rule } from "./rule.js";
import { elsewhere, isMaster, log, notice, now, whatIf } from "./store.js";
import { ask, give } from "./wire.js";
import { words } from "./words.js";

/** @typedef {import("./types").LogLine} LogLine */
/** @typedef {NonNullable<LogLine["throw"]>} Thrown */
/** @typedef {import("./types").Present} Present */

const text = words.log;
/** So many of the newest lines are shown at first: a long evening has thousands. */
const NEWEST = 400;

/** Which of the dice count, of what is thrown: `9d6>=6`, `2d20kh1`. @param {string} dice @param {number[]} faces */
const kept = (dice, faces) => {
  const least = /(>=|<=)(\d+)$/.exec(dice);
  if (least) return faces.map(face => (least[1] === ">=" ? face >= Number(least[2]) : face <= Number(least[2])));
  const keeps = /k([hl])(\d+)$/.exec(dice);
  if (!keeps) return faces.map(() => true);
  const order = faces.map((face, at) => [face, at]).sort((a, b) => (keeps[1] === "h" ? b[0] - a[0] : a[0] - b[0]));
  const stays = new Set(order.slice(0, Number(keeps[2])).map(([, at]) => at));
  return faces.map((_, at) => stays.has(at));
};

/** @param {{thrown: Thrown}} given */
const Dice = ({ thrown }) => {
  const counts = kept(thrown.dice, thrown.faces);
  return html`<span class="faces">${thrown.faces.map((face, at) => html`<span class=${counts[at] ? "die" : "die struck"}>${face}</span>`)}</span>`;
};

/** What stands behind a line. @param {{line: LogLine}} given */
const Behind = ({ line }) => {
  const [what, setWhat] = useState(/** @type {string | null} */ (null));
  const own = useRef(/** @type {HTMLDivElement | null} */ (null));
  // What has been opened at the end of the log is to be seen.
  useEffect(() => own.current?.scrollIntoView({ block: "nearest" }), []);
  const goBack = () => give({ do: "goto", entry: line.entry });
  return html`<div class="behind" ref=${own}>
    ${line.throw && html`<p>${line.throw.who} ${text.throws} ${line.throw.dice}: <${Dice} thrown=${line.throw} /> → <b>${line.throw.natural}</b>${line.throw.score != null ? ` (${text.atMost(line.throw.score)})` : ""}</p>
      <ul class="terms">${line.throw.terms.map(([rule, value, bears, name]) => html`<li><span>${text.bearing(bears, value)}</span> ${name || ""} <${Rule} id=${rule} /></li>`)}<li class="total"><span>= ${line.throw.total}</span></li></ul>`}
    ${line.steps && line.steps.length > 0 && html`<p>${text.steps}</p><ul class="terms">${line.steps.map(step => html`<li><span>${step.points}</span> ${step.words} <${Rule} id=${step.rule} /></li>`)}</ul>`}
    ${!line.throw && line.detail && html`<p>${line.detail}</p>`}
    <p class="rules">${line.rules.map(rule => html`<${Rule} id=${rule} key=${rule} /> `)}</p>
    ${line.entry != null && (isMaster.value || now().table?.undo) && html`<p class="acts">
      <button onClick=${() => setWhat(what == null ? suggestion(line) : null)}>${text.whatIf}</button>
      <button onClick=${goBack}>${text.goto}</button></p>`}
    ${what != null && html`<${WhatIf} line=${line} first=${what} />`}
  </div>`;
};

/** What a line could have been: itself, to begin with. @param {LogLine} line */
const suggestion = line => {
  if (line.throw) return `roll ${line.throw.faces.length ? line.throw.faces.join(" ") : `= ${line.throw.natural}`}`;
  if (line.choice) return `${line.choice.who}: ${line.choice.words}`;
  return line.text;
};

/** @param {{line: LogLine, first: string}} given */
const WhatIf = ({ line, first }) => {
  const [typed, setTyped] = useState(first);
  /** @param {Event} event */
  const send = async event => {
    event.preventDefault();
    const words_ = typed.trim();
    const whole = line.throw && /^[\d= ]|^total/.test(words_) ? `roll ${words_}` : words_;
    try {
      const told = await ask({ do: "change", entry: line.entry, line: line.throw && whole.startsWith("roll ") && !whole.startsWith(`roll ${line.throw.who}`) ? `roll ${line.throw.who} ${line.rules[0]} ${whole.slice(5)}` : whole });
      whatIf.value = told;
    } catch (error) { notice(error); }
  };
  return html`<form class="what-if" onSubmit=${send}><label>${words.whatIf.title((line.entry ?? 0) + 1)}<input value=${typed} onInput=${event => setTyped(event.currentTarget.value)} spellcheck="false" /></label>
    <small>${words.whatIf.hint}</small><button class="primary">${words.whatIf.ask}</button></form>`;
};

/** Differences between the present and what would be, in words. @param {Present} now @param {Present} then */
const differences = (now, then) => {
  /** @type {string[]} */
  const lines = [];
  /** @param {import("./types").Token} token */
  const how = token => [...token.gauges.map(gauge => `${gauge.value ?? gauge.word} ${gauge.value == null ? "" : gauge.name}`.trim()), ...token.tags.map(tag => tag.text), token.cell].filter(Boolean).join(", ");
  for (const token of then.tokens) {
    const before = now.tokens.find(one => one.name === token.name);
    if (!before) lines.push(words.whatIf.there(token.name, how(token)));
    else if (how(before) !== how(token)) lines.push(words.whatIf.other(token.name, how(token), how(before)));
  }
  for (const token of now.tokens) if (!then.tokens.some(one => one.name === token.name)) lines.push(words.whatIf.gone(token.name));
  if (now.outcome !== then.outcome) lines.push(then.outcome ?? words.whatIf.notOver);
  return lines;
};

export const Proposed = () => {
  const told = whatIf.value;
  if (!told) return null;
  const lines = differences(now(), told.changed.view);
  /** @param {string} how */
  const decide = async how => {
    whatIf.value = null;
    await give({ do: how });
  };
  return html`<div class="dialog" role="dialog" aria-modal="true" aria-label=${words.whatIf.differs}><div>
    <h2>${words.whatIf.title(told.entry + 1)} <code>${told.line}</code></h2>
    <ul>${lines.map(line => html`<li>${line}</li>`)}${!lines.length && html`<li>${words.whatIf.nothing}</li>`}</ul>
    ${told.changed.parted && html`<p>${words.whatIf.parted(told.changed.parted[0] + 1, told.changed.parted[1])}</p>`}
    ${told.changed.spares.length > 0 && html`<p>${words.whatIf.spares}: ${told.changed.spares.join("; ")}</p>`}
    <p class="acts"><button class="primary" onClick=${() => decide("accept")} data-testid="accept">${words.whatIf.accept}</button><button onClick=${() => decide("reject")}>${words.whatIf.reject}</button>${isMaster.value && html`<button title=${words.whatIf.forkAbout} onClick=${() => { decide("reject"); fork(told.entry, told.line); }} data-testid="fork-if">${words.whatIf.fork}</button>`}</p>
  </div></div>`;
};

/** @param {{line: LogLine}} given */
const Line = ({ line }) => {
  const [open, setOpen] = useState(false);
  const isMeant = line.entry != null && openEntry.value === line.entry;
  useEffect(() => {
    if (!isMeant) return;
    setOpen(true);
    openEntry.value = null;
  }, [isMeant]);
  const what = line.throw
    ? html`<span class="throw">${line.throw.who} <span class="dim">${line.throw.dice}</span> <${Dice} thrown=${line.throw} /> <b>${line.throw.total}</b></span>`
    : line.choice ? html`<span class="chose"><b>${line.choice.who}</b> ${line.choice.words}</span>` : line.text;
  return html`<li class=${`line of-${line.kind} ${open ? "open" : ""}`}><button class="told" aria-expanded=${open} onClick=${() => setOpen(!open)}>${what}</button>${open && html`<${Behind} line=${line} />`}</li>`;
};

/** Is there anything to be read? @param {LogLine} line */
const isTold = line => Boolean(line.throw || line.choice || line.text);

export const Log = () => {
  const list = useRef(/** @type {HTMLDivElement | null} */ (null));
  const [atEnd, setAtEnd] = useState(true);
  const lines = log.value;
  const toEnd = () => { if (list.current) list.current.scrollTop = list.current.scrollHeight; };
  // Before anything is painted: a scroll that is told between the two would seem to be a reader's.
  useLayoutEffect(() => { if (atEnd) toEnd(); }, [lines]);
  const scrolled = () => {
    // A scroll that was under way may end after the list has gone from the page.
    if (!list.current) return;
    const { scrollTop, scrollHeight, clientHeight } = list.current;
    setAtEnd(scrollHeight - scrollTop - clientHeight < 40);
  };
  const meant = openEntry.value == null ? -1 : lines.findIndex(line => line.entry === openEntry.value);
  const from = showAll.value || meant >= 0 && meant < lines.length - NEWEST ? 0 : Math.max(0, lines.length - NEWEST);
  let place = "";
  /** @type {any[]} */
  const parts = [];
  lines.slice(from).forEach((line, nth) => {
    if (!isTold(line)) return;
    if (line.place !== place) parts.push(html`<li class="place" key=${`p${from + nth}`}>${line.place}</li>`);
    place = line.place;
    parts.push(html`<${Line} line=${line} key=${from + nth} />`);
  });
  const spares = now().spares ?? [];
  return html`<section class="log" aria-label=${text.title}>
    <div class="lines" ref=${list} onScroll=${scrolled} role="log" aria-live="polite" aria-relevant="additions" tabindex="0">
      ${from > 0 && html`<p><button class="quiet" onClick=${() => { showAll.value = true; }}>${text.earlier(from)}</button></p>`}
      <ol>${parts.length ? parts : html`<li class="hint">${text.empty}</li>`}</ol></div>
    ${!atEnd && html`<button class="newer" onClick=${toEnd}>${text.newer}</button>`}
    ${spares.length > 0 && html`<p class="spares">${words.whatIf.spares}: ${spares.join("; ")} ${(isMaster.value || now().table?.undo) && html`<button class="quiet" onClick=${() => give({ do: "forget" })}>${words.whatIf.forget}</button>`}</p>`}
    <${Time} />
  </section>`;
};

/** The slider over the log. */
const Time = () => {
  const all = now().entries;
  const past = elsewhere.value?.entry;
  const asking = useRef(0);
  /** @param {number} entry */
  const look = entry => {
    const nth = ++asking.current;
    if (entry >= all) { elsewhere.value = null; return; }
    ask({ do: "past", entry }).then(told => { if (nth === asking.current) elsewhere.value = { present: told.past, entry }; }, notice);
  };
  const mayLeap = isMaster.value || now().table?.undo;
  return html`<div class="time">
    <label><span class="hidden">${words.past.title}</span><input type="range" min="0" max=${all} value=${past ?? all} onInput=${event => look(Number(event.currentTarget.value))} aria-valuetext=${past == null ? words.past.now : words.past.looking(past + 1, all)} /></label>
    <div class="acts">
      ${past != null ? html`<button onClick=${() => { elsewhere.value = null; }}>${words.past.back}</button>${mayLeap && html`<button class="primary" onClick=${() => give({ do: "goto", entry: past }).then(() => { elsewhere.value = null; })}>${words.past.goto}</button>`}${isMaster.value && html`<button title=${words.whatIf.forkAbout} onClick=${() => fork(past)} data-testid="fork">${words.whatIf.fork}</button>`}`
      : mayLeap && html`<button onClick=${() => give({ do: "undo" })} disabled=${!all} title="Ctrl+Z">${words.past.undo}</button><button onClick=${() => give({ do: "redo" })} disabled=${!now().redo} title="Ctrl+Y">${words.past.redo}</button>`}
    </div>
  </div>`;
};
