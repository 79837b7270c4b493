// The table in the game master's hand: links, who plays whom, how much help, edicts; and everybody's own dials.
import { useEffect, useState } from "preact/hooks";
import { carry, lookAs, recap, save } from "./deeds.js";
import { label } from "./geometry.js";
import { html } from "./html.js";
import { Link } from "./link.js";
import { Fit, lies, read } from "./picture.js";
import { findRules } from "./rule.js";
import { elsewhere, greeting, isMaster, notice, now, people, pointed, setTheme, theme } from "./store.js";
import { give, http } from "./wire.js";
import { words } from "./words.js";

/** @param {string} edict */
const byHand = edict => give({ do: "answer", line: `gm: ${edict}` });

/** @typedef {import("./types").Person} Person */

const People = () => {
  const [fresh, setFresh] = useState(/** @type {import("./types").Seat[]} */ ([]));
  const [role, setRole] = useState("");
  const own = greeting().seat;
  /** @param {Person} seat */
  const renew = async seat => {
    if (!window.confirm(words.hand.renewSure(words.laid.role(seat.role)))) return;
    await http(`/seats/${own}/links/${seat.seat}`, "POST").then(link => setFresh([...fresh.filter(one => one.seat !== link.seat), link]), notice);
  };
  /** @param {Person} seat */
  const take = seat => http(`/seats/${own}/links/${seat.seat}`, "DELETE").catch(notice);
  /** @param {Event} event */
  const add = event => {
    event.preventDefault();
    http(`/seats/${own}/links`, "POST", { role: role || "spectator" }).then(link => { setFresh([...fresh, link]); setRole(""); }, notice);
  };
  const view = now();
  return html`<h3>${words.hand.people}</h3>
    <ul class="people">${people.value.map(seat => html`<li key=${seat.seat}>
      <span class=${seat.here ? "dot here" : "dot"} title=${seat.here ? words.hand.here : words.hand.away}></span>
      <span><b>${words.laid.role(seat.role)}</b> ${seat.name}<small> ${seat.here ? words.hand.here : words.hand.away}</small></span>
      <span class="acts"><button class="quiet" onClick=${() => renew(seat)}>${words.hand.renew}</button>${seat.seat !== own && html`<button class="quiet" onClick=${() => take(seat)}>${words.hand.take}</button>`}</span>
      ${fresh.filter(link => link.seat === seat.seat).map(link => html`<${Link} token=${link.token} role=${link.role} />`)}</li>`)}</ul>
    <form class="set" onSubmit=${add}><label>${words.hand.addFor}<select value=${role} onChange=${event => setRole(event.currentTarget.value)}>
      <option value="">${words.laid.role("spectator")}</option>${view.sides.map(side => html`<option value=${side}>${side}</option>`)}${view.tokens.map(token => html`<option value=${token.name}>${token.name}</option>`)}</select></label><button>${words.hand.add}</button></form>`;
};

const Settings = () => {
  const view = now();
  const table = /** @type {import("./types").Plays} */ (view.table ?? {});
  const lines = table.lines ?? [];
  /** @param {string} setting */
  const set = setting => give({ do: "set", setting });
  /** @param {string} kind @param {string} whom */
  const value = (kind, whom) => lines.filter(line => line.startsWith(`${kind} ${whom} `)).map(line => line.slice(kind.length + whom.length + 2))[0];
  /** @param {string} side */
  const seatOf = side => value("seat", side) ?? value("seat", "all") ?? "person";
  /** @param {string} side */
  const diceOf = side => value("dice", side) ?? value("dice", "all") ?? "rolled";
  const policies = greeting().policies;
  return html`<h3>${words.hand.plays}</h3>
    <ul class="plays three">${view.sides.map(side => html`<li key=${side}><span>${side}</span>
      <label><span class="hidden">${words.hand.plays}: ${side}</span><select value=${seatOf(side)} onChange=${event => set(`seat ${side} ${event.currentTarget.value}`)}>
        <option value="person">${words.hand.person}</option>${[...new Set([...policies, seatOf(side)])].filter(name => name !== "person").map(name => html`<option value=${name}>${name}</option>`)}</select></label>
      <label><span class="hidden">${words.hand.dice}: ${side}</span><select value=${diceOf(side)} onChange=${event => set(`dice ${side} ${event.currentTarget.value}`)}>
        <option value="rolled">${words.hand.rolled}</option><option value="typed">${words.hand.typed}</option></select></label>
      <label><span class="hidden">${words.hand.rollsOf(side)}</span><select value=${value("rolls", side) ?? "public"} onChange=${event => set(`rolls ${side} ${event.currentTarget.value}`)}>
        ${Object.entries(words.hand.rollKinds).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label></li>`)}</ul>
    <h3>${words.hand.level}</h3>
    <input class="dial" type="range" min="0" max="5" value=${Object.keys(words.hand.levels).indexOf(table.level)} aria-label=${words.hand.level} aria-valuetext=${table.level}
      onChange=${event => set(`level ${Object.keys(words.hand.levels)[event.currentTarget.value]}`)} />
    <p class="hint"><b>${words.hand.level_(table.level)}</b>: ${words.hand.about(table.level)}</p>
    <details><summary>${words.hand.helpFor}</summary><ul class="plays">${[...new Set(people.value.map(seat => seat.role))].filter(role => role !== "spectator").map(role => html`<li key=${role}><span>${words.laid.role(role)}</span>
      <label><span class="hidden">${words.hand.helpFor}: ${words.laid.role(role)}</span><select value=${value("help", role) ?? "table"} onChange=${event => set(`help ${role} ${event.currentTarget.value}`)}>${Object.entries(words.hand.helps).filter(([name]) => role !== "gm" || name !== "automatic").map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label></li>`)}</ul></details>
    <label class="check"><input type="checkbox" checked=${lines.includes("routine take")} onChange=${event => set(`routine ${event.currentTarget.checked ? "take" : "ask"}`)} /> ${words.hand.routine}</label>
    <label class="check"><input type="checkbox" checked=${lines.includes("undo all")} onChange=${event => set(`undo ${event.currentTarget.checked ? "all" : "gm"}`)} /> ${words.hand.undo}</label>
    <label class="of-one"><span>${words.hand.odds}</span><select value=${lines.find(line => line.startsWith("odds "))?.slice(5) ?? "seen"} data-testid="odds-told" onChange=${event => set(`odds ${event.currentTarget.value}`)}>${Object.entries(words.hand.oddsKinds).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label>`;
};

/** A player's own dials: how much one is helped, and whether one types one's dice. */
const Own = () => {
  const view = now();
  if (view.viewer === "spectator" || isMaster.value) return null;
  const dial = Object.keys(words.hand.levels);
  const help = view.table?.help ?? "";
  // What the whole table resolves by hand no seat has resolved by the rules.
  const turns = !["map", "tracker"].includes(view.table?.level ?? "");
  const names = view.viewer.split(", ");
  const own = view.tokens.filter(token => view.sides[token.side] === view.viewer || names.includes(token.name)).map(token => token.name);
  /** @param {string} how */
  const dice = how => own.forEach(name => give({ do: "set", setting: `dice ${name} ${how}` }));
  const typing = own.filter(name => view.table?.types?.includes(name)).length;
  /** @param {string} how @param {string} title @param {boolean} is */
  const choice = (how, title, is) => html`<button aria-pressed=${is} class=${is ? "on" : ""} onClick=${() => dice(how)}>${title}</button>`;
  const type = own.length > 0 && html`<h3>${words.hand.ownDice}</h3><p class="acts">${choice("rolled", words.hand.ownRolled, typing === 0)}${choice("typed", words.hand.ownTyped, typing === own.length)}</p>`;
  return html`${turns && html`<h3>${words.hand.ownHelp}</h3><input class="dial" type="range" min="0" max=${dial.length - 1} value=${dial.indexOf(help)} aria-label=${words.hand.ownHelp} aria-valuetext=${help} data-testid="own-help"
      onChange=${event => give({ do: "set", setting: `help ${view.viewer} ${dial[event.currentTarget.value]}` })} />
    <p class="hint"><b>${words.hand.level_(help)}</b>: ${words.hand.ownAbout[help] ?? words.hand.about(help)}</p>`}${type}`;
};

/** The picture under the grid, in the game master's hand. */
const Picture = () => {
  const { board, table } = now();
  const told = table?.picture;
  const [moving, setMoving] = useState(/** @type {any} */ (null));
  useEffect(() => setMoving(null), [told?.mark, told?.x, told?.y, told?.wide, told?.opacity]);
  useEffect(() => {
    if (!moving) return undefined;
    const wait = setTimeout(() => give({ do: "set", setting: `picture lies ${lies(moving)}` }), 250);
    return () => clearTimeout(wait);
  }, [moving]);
  /** @param {Blob} file */
  const choose = async file => {
    try {
      const { data } = await read(file);
      await http(`/seats/${greeting().seat}/picture`, "PUT", { data, lies: lies(told ?? { x: 0, y: 0, wide: board.width + (board.kind === "hex" ? 0.5 : 0), opacity: 100 }) });
    } catch (error) { notice(error); }
  };
  return html`<h3>${words.hand.picture}</h3><p class="hint">${words.hand.pictureLead}</p>
    <p class="acts"><label class="button">${told ? words.build.another : words.hand.choosePicture}<input class="hidden" type="file" accept="image/*" data-testid="table-picture" onChange=${event => { const file = event.currentTarget.files?.[0]; if (file) choose(file); event.currentTarget.value = ""; }} /></label></p>
    ${told && html`<${Fit} picture=${moving ?? told} board=${board} onChange=${setMoving} onRemove=${() => give({ do: "set", setting: "picture none" })} />`}`;
};

const Eyes = () => html`<form class="set" onSubmit=${event => event.preventDefault()}><label>${words.hand.eyes}<select value=${elsewhere.value?.eyes ?? ""} onChange=${event => lookAs(event.currentTarget.value)}>
    <option value="">${words.laid.role("gm")}</option>${now().sides.map(side => html`<option value=${side}>${side}</option>`)}<option value="spectator">${words.laid.role("spectator")}</option></select></label></form>`;

/** Somebody comes: a creature of the game, with a name, a side and a cell. */
const Newcomer = () => {
  const form = greeting().edicts.find(([words_]) => /^add \w/i.test(words_));
  const [creatures, setCreatures] = useState(/** @type {{name: string, title: string}[]} */ ([]));
  const [isOpen, setOpen] = useState(false);
  const [given, setGiven] = useState({ creature: "", name: "", side: "", at: "" });
  useEffect(() => {
    if (isOpen && !creatures.length) http(`/games/${encodeURIComponent(greeting().game)}`).then(found => { setCreatures(found.creatures); setGiven(old => ({ ...old, creature: found.creatures[0]?.name ?? "" })); }, notice);
  }, [isOpen]);
  // The cell under the cursor of the board is taken over.
  useEffect(() => { if (isOpen && pointed.value) setGiven(old => ({ ...old, at: label(/** @type {import("./types").Cell} */ (pointed.value)) })); }, [isOpen, pointed.value]);
  if (!form) return null;
  /** @param {Partial<typeof given>} change */
  const set = change => setGiven({ ...given, ...change });
  const side = given.side || now().sides[now().sides.length - 1];
  /** @param {Event} event */
  const send = event => {
    event.preventDefault();
    byHand(`add ${given.creature} as ${given.name.trim().replaceAll(" ", "-")} at ${given.at.trim().toUpperCase()} for ${side}`).then(done => { if (done) set({ name: "" }); });
  };
  return html`<details onToggle=${event => setOpen(event.currentTarget.open)}><summary>${words.hand.newcomer}</summary><form class="newcomer" onSubmit=${send} data-testid="newcomer">
    <label>${words.build.who}<select value=${given.creature} onChange=${event => set({ creature: event.currentTarget.value })}>${creatures.map(one => html`<option value=${one.name}>${one.title || one.name}</option>`)}</select></label>
    <label>${words.hand.newcomerName}<input value=${given.name} required spellcheck="false" onInput=${event => set({ name: event.currentTarget.value })} /></label>
    <label>${words.build.forSide}<select value=${side} onChange=${event => set({ side: event.currentTarget.value })}>${now().sides.map(one => html`<option value=${one}>${one}</option>`)}</select></label>
    <label>${words.hand.newcomerAt}<input value=${given.at} required placeholder="D7" spellcheck="false" onInput=${event => set({ at: event.currentTarget.value })} /></label>
    <button class="primary">${words.hand.newcomerAdd}</button></form></details>`;
};

const Edicts = () => {
  const [typed, setTyped] = useState("");
  /** @param {Event} event */
  const send = event => {
    event.preventDefault();
    const text = typed.trim().replace(/^gm:?\s*/, "");
    if (text) byHand(text).then(done => { if (done) setTyped(""); });
  };
  return html`<h3>${words.hand.edicts}</h3>
    <form class="set" onSubmit=${send}><label><span class="hidden">${words.hand.edicts}</span><input value=${typed} placeholder=${words.hand.edict} spellcheck="false" onInput=${event => setTyped(event.currentTarget.value)} /></label><button>${words.hand.give}</button></form>
    <ul class="edicts">${greeting().edicts.map(([form, about]) => html`<li><button class="link" onClick=${() => setTyped(form)}>${form}</button> <small>${about}</small></li>`)}</ul>`;
};

/** A remark in the log, for the game master alone. */
const Note = () => {
  const [typed, setTyped] = useState("");
  /** @param {Event} event */
  const send = event => {
    event.preventDefault();
    if (typed.trim()) byHand(`note ${typed.trim()}`).then(done => { if (done) setTyped(""); });
  };
  return html`<form class="set" onSubmit=${send}><label>${words.hand.note}<input value=${typed} onInput=${event => setTyped(event.currentTarget.value)} data-testid="note" /></label><button>${words.hand.give}</button></form>`;
};

export const Master = () => html`<section class="master" aria-label=${words.hand.title}>
  ${isMaster.value && html`<${People} /><${Settings} /><${Eyes} /><${Picture} /><${Edicts} /><${Newcomer} /><${Note} />
    <h3>${words.hand.battle}</h3><p class="acts"><button onClick=${save}>${words.hand.save}</button><button onClick=${recap} data-testid="recap">${words.hand.recap}</button><button onClick=${() => carry("")} data-testid="carry">${words.hand.carry}</button></p>`}
  <${Own} />
  <p class="acts"><button onClick=${() => findRules("")} data-testid="find-rules">${words.rule.find}</button></p>
  <h3>${words.theme.title}</h3>
  <div class="theme" role="group" aria-label=${words.theme.title}>${["auto", "light", "dark"].map(name => html`<button aria-pressed=${theme.value === name} class=${theme.value === name ? "on" : ""} onClick=${() => setTheme(name)}>${words.theme.name(name)}</button>`)}</div>
  <p class="hint">${greeting().book}. ${greeting().credit}</p>
</section>`;
