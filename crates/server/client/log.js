// The log: newest at the bottom; every line opens to its dice, its terms and its rules.
import { signal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef, useState } from "preact/hooks";
import { html } from "./html.js";
import { Rule } from "./rule.js";
import { elsewhere, hello, isMaster, log, notice, present, whatIf } from "./store.js";
import { ask, give, http } from "./wire.js";
import { words } from "./words.js";

const text = words.log;

/** Which of the dice count, of what is thrown: `9d6>=6`, `2d20kh1`. */
const kept = (dice, faces) => {
  const least = /(>=|<=)(\d+)$/.exec(dice);
  if (least) return faces.map(face => (least[1] === ">=" ? face >= Number(least[2]) : face <= Number(least[2])));
  const keeps = /k([hl])(\d+)$/.exec(dice);
  if (!keeps) return faces.map(() => true);
  const order = faces.map((face, at) => [face, at]).sort((a, b) => (keeps[1] === "h" ? b[0] - a[0] : a[0] - b[0]));
  const stays = new Set(order.slice(0, Number(keeps[2])).map(([, at]) => at));
  return faces.map((_, at) => stays.has(at));
};

const Dice = ({ thrown }) => {
  const counts = kept(thrown.dice, thrown.faces);
  return html`<span class="faces">${thrown.faces.map((face, at) => html`<span class=${counts[at] ? "die" : "die struck"}>${face}</span>`)}</span>`;
};

const bearing = { flat: value => (value >= 0 ? `+${value}` : `−${-value}`), dice: value => `${value} in the dice`, least: value => `at least ${value}`, edge: value => (value > 0 ? "advantage" : "disadvantage"), goal: value => `to reach ${value}`, score: value => `${value} of the score`, idle: value => `(${value}) did not count` };

/** What stands behind a line. */
const Behind = ({ line }) => {
  const [what, setWhat] = useState(null);
  const own = useRef(null);
  // What has been opened at the end of the log is to be seen.
  useEffect(() => own.current?.scrollIntoView({ block: "nearest" }), []);
  const goBack = () => give({ do: "goto", entry: line.entry });
  return html`<div class="behind" ref=${own}>
    ${line.throw && html`<p>${line.throw.who} ${text.throws} ${line.throw.dice}: <${Dice} thrown=${line.throw} /> → <b>${line.throw.natural}</b>${line.throw.score != null ? ` (at most ${line.throw.score})` : ""}</p>
      <ul class="terms">${line.throw.terms.map(([rule, value, bears, name]) => html`<li><span>${(bearing[bears] ?? bearing.flat)(value)}</span> ${name || ""} <${Rule} id=${rule} /></li>`)}<li class="total"><span>= ${line.throw.total}</span></li></ul>`}
    ${line.steps?.length > 0 && html`<p>${text.steps}</p><ul class="terms">${line.steps.map(step => html`<li><span>${step.points}</span> ${step.words} <${Rule} id=${step.rule} /></li>`)}</ul>`}
    ${!line.throw && line.detail && html`<p>${line.detail}</p>`}
    <p class="rules">${line.rules.map(rule => html`<${Rule} id=${rule} key=${rule} /> `)}</p>
    ${line.entry != null && (isMaster.value || present.value.table?.undo) && html`<p class="acts">
      <button onClick=${() => setWhat(what == null ? suggestion(line) : null)}>${text.whatIf}</button>
      <button onClick=${goBack}>${text.goto}</button></p>`}
    ${what != null && html`<${WhatIf} line=${line} first=${what} />`}
  </div>`;
};

const suggestion = line => {
  if (line.throw) return `roll ${line.throw.faces.length ? line.throw.faces.join(" ") : `= ${line.throw.natural}`}`;
  if (line.choice) return `${line.choice.who}: ${line.choice.words}`;
  return line.text;
};

const WhatIf = ({ line, first }) => {
  const [typed, setTyped] = useState(first);
  const send = async event => {
    event.preventDefault();
    const words_ = typed.trim();
    const whole = line.throw && /^[\d= ]|^total/.test(words_) ? `roll ${words_}` : words_;
    try {
      const told = await ask({ do: "change", entry: line.entry, line: line.throw && whole.startsWith("roll ") ? `roll ${line.throw.who} ${line.rules[0]} ${whole.slice(5)}` : whole });
      whatIf.value = told;
    } catch (error) { notice(error.message); }
  };
  return html`<form class="what-if" onSubmit=${send}><label>${words.whatIf.title(line.entry + 1)}<input value=${typed} onInput=${event => setTyped(event.currentTarget.value)} spellcheck="false" /></label>
    <small>${words.whatIf.hint}</small><button class="primary">${words.whatIf.ask}</button></form>`;
};

/** A table of its own that begins before an entry, or with another line there; gives its address. */
const fork = async (entry, line) => {
  try {
    const laid = await http(`/seats/${hello.value.seat}/fork`, "POST", line ? { entry, line } : { entry });
    const { seat } = await http("/enter", "POST", { token: laid.links[0].token, name: localStorage.getItem("skirmish-name") ?? "" });
    forked.value = { title: laid.title, address: `/table/${seat}` };
  } catch (error) { notice(error.message); }
};
const forked = signal(/** @type {{title: string, address: string} | null} */ (null));

/** The table that has been made, until somebody goes there or not. */
export const Forked = () => forked.value && html`<div class="dialog" role="dialog" aria-modal="true" aria-label=${words.whatIf.fork}><div><h2>${words.whatIf.fork}</h2>
  <p>${words.whatIf.forked(forked.value.title)}</p>
  <p class="acts"><a class="button primary" href=${forked.value.address} target="_blank" data-testid="forked">${words.whatIf.openFork}</a><button onClick=${() => { forked.value = null; }}>${words.help.close}</button></p></div></div>`;

/** Differences between the present and what would be, in words. */
const differences = (now, then) => {
  const lines = [];
  const how = token => [...token.gauges.map(gauge => `${gauge.value ?? gauge.word} ${gauge.value == null ? "" : gauge.name}`.trim()), ...token.tags.map(tag => tag.text), token.cell].filter(Boolean).join(", ");
  for (const token of then.tokens) {
    const before = now.tokens.find(one => one.name === token.name);
    if (!before) lines.push(`${token.name} would be there: ${how(token)}`);
    else if (how(before) !== how(token)) lines.push(`${token.name}: ${how(token)}; now ${how(before)}`);
  }
  for (const token of now.tokens) if (!then.tokens.some(one => one.name === token.name)) lines.push(`${token.name} would not be there`);
  if (now.outcome !== then.outcome) lines.push(then.outcome ?? "the battle would not be over");
  return lines;
};

export const Proposed = () => {
  const told = whatIf.value;
  if (!told) return null;
  const lines = differences(present.value, told.changed.view);
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

const Line = ({ line }) => {
  const [open, setOpen] = useState(false);
  const what = line.throw
    ? html`<span class="throw">${line.throw.who} <span class="dim">${line.throw.dice}</span> <${Dice} thrown=${line.throw} /> <b>${line.throw.total}</b></span>`
    : line.choice ? html`<span class="chose"><b>${line.choice.who}</b> ${line.choice.words}</span>` : line.text;
  if (!line.throw && !line.choice && !line.text) return null;
  return html`<li class=${`line of-${line.kind} ${open ? "open" : ""}`}><button class="told" aria-expanded=${open} onClick=${() => setOpen(!open)}>${what}</button>${open && html`<${Behind} line=${line} />`}</li>`;
};

export const Log = () => {
  const list = useRef(null);
  const [atEnd, setAtEnd] = useState(true);
  const lines = log.value;
  // Before anything is painted: a scroll that is told between the two would seem to be a reader's.
  useLayoutEffect(() => { if (atEnd && list.current) list.current.scrollTop = list.current.scrollHeight; }, [lines]);
  const scrolled = () => {
    // A scroll that was under way may end after the list has gone from the page.
    if (!list.current) return;
    const { scrollTop, scrollHeight, clientHeight } = list.current;
    setAtEnd(scrollHeight - scrollTop - clientHeight < 40);
  };
  // Of a long evening the newest lines stand here; the others are asked for by looking back.
  const from = Math.max(0, lines.length - 400);
  let place = "";
  const parts = [];
  lines.slice(from).forEach((line, nth) => {
    if (!line.throw && !line.choice && !line.text) return;
    if (line.place !== place) parts.push(html`<li class="place" key=${`p${from + nth}`}>${line.place}</li>`);
    place = line.place;
    parts.push(html`<${Line} line=${line} key=${from + nth} />`);
  });
  return html`<section class="log" aria-label=${text.title}>
    <div class="lines" ref=${list} onScroll=${scrolled} role="log" aria-live="polite" aria-relevant="additions" tabindex="0"><ol>${parts.length ? parts : html`<li class="hint">${text.empty}</li>`}</ol></div>
    ${!atEnd && html`<button class="newer" onClick=${() => { list.current.scrollTop = list.current.scrollHeight; }}>${text.newer}</button>`}
    <${Time} />
  </section>`;
};

/** The slider over the log. */
const Time = () => {
  const all = present.value.entries;
  const past = elsewhere.value?.entry;
  const asking = useRef(0);
  const look = entry => {
    const nth = ++asking.current;
    if (entry >= all) { elsewhere.value = null; return; }
    ask({ do: "past", entry }).then(told => { if (nth === asking.current) elsewhere.value = { present: told.past, entry }; }, error => notice(error.message));
  };
  const mayLeap = isMaster.value || present.value.table?.undo;
  return html`<div class="time">
    <label><span class="hidden">${words.past.title}</span><input type="range" min="0" max=${all} value=${past ?? all} onInput=${event => look(Number(event.currentTarget.value))} aria-valuetext=${past == null ? words.past.now : words.past.looking(past + 1, all)} /></label>
    <div class="acts">
      ${past != null ? html`<button onClick=${() => { elsewhere.value = null; }}>${words.past.back}</button>${mayLeap && html`<button class="primary" onClick=${() => give({ do: "goto", entry: past }).then(() => { elsewhere.value = null; })}>${words.past.goto}</button>`}${isMaster.value && html`<button title=${words.whatIf.forkAbout} onClick=${() => fork(past)} data-testid="fork">${words.whatIf.fork}</button>`}`
      : mayLeap && html`<button onClick=${() => give({ do: "undo" })} disabled=${!all} title="Ctrl+Z">${words.past.undo}</button><button onClick=${() => give({ do: "redo" })} disabled=${!present.value.redo} title="Ctrl+Y">${words.past.redo}</button>`}
    </div>
  </div>`;
};
