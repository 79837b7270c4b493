// Sheets, and the game master's hand: numbers, links, who plays whom, how much help.
import { useEffect, useState } from "preact/hooks";
import { shape } from "./board.js";
import { html } from "./html.js";
import { Link } from "./link.js";
import { Fit, lies, read } from "./picture.js";
import { Rule } from "./rule.js";
import { elsewhere, hello, isMaster, notice, people, present, selected, setTheme, shown, theme } from "./store.js";
import { ask, give, http } from "./wire.js";
import { words } from "./words.js";

const byHand = edict => give({ do: "answer", line: `gm: ${edict}` });

/** A number that the game master changes as at any table: -7, +4, =20. */
const Number_ = ({ path, value, children }) => {
  const [typed, setTyped] = useState(null);
  if (!isMaster.value || elsewhere.value) return html`<b>${children}</b>`;
  if (typed == null) return html`<button class="number" title=${words.sheet.edit} aria-label=${`${path} ${value}. ${words.sheet.edit}`} onClick=${() => setTyped("")}>${children}</button>`;
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

const Person = ({ token, open }) => html`<div class=${`person side-${token.side % 6}`}>
  <button class="who" onClick=${() => { selected.value = token.name; }} aria-expanded=${open}>
    <svg viewBox="-12 -12 24 24" width="22" height="22" aria-hidden="true" class=${`token side-${token.side % 6}`}><g class="shape">${shape(token.side, 9.5)}</g><text class="letter" font-size="11" dy="0.35em">${token.letter}</text></svg>
    <span>${token.name}</span><small>${token.cell}</small></button>
  <span class="gauges">${token.gauges.map(gauge => (gauge.value == null ? html`<span>${gauge.word}</span>` : html`<span><${Number_} path=${`${token.name}.${gauge.name}`} value=${gauge.value}>${gauge.value}<//>${gauge.most != null ? `/${gauge.most}` : ""} <small>${gauge.name}</small></span>`))}</span>
  ${token.tags.length > 0 && html`<ul class="tags">${token.tags.map(tag => html`<li>${tag.text}${tag.until && html` <small>until ${tag.until}</small>`}${open && tag.rule && html` <${Rule} id=${tag.rule} />`}</li>`)}</ul>`}
</div>`;

export const Sheet = () => {
  const view = shown.value;
  const name = selected.value;
  const token = view.tokens.find(one => one.name === name);
  const [lines, setLines] = useState([]);
  useEffect(() => {
    setLines([]);
    if (!token) return;
    let wanted = true;
    ask({ do: "sheet", who: name }).then(told => { if (wanted) setLines(told.sheet); }, () => { if (wanted) setLines([words.sheet.hidden]); });
    return () => { wanted = false; };
  }, [name, Boolean(token)]);
  const sides = view.sides.map((side, index) => /** @type {[string, import("./types").Token[]]} */ ([side, view.tokens.filter(one => one.side === index)])).filter(([, all]) => all.length);
  return html`<section class="sheet" aria-label=${words.sheet.title}>
    ${sides.map(([side, all]) => html`<h3>${side}</h3>${all.map(one => html`<${Person} token=${one} open=${one.name === name} key=${one.name} />${one.name === name && html`<${Details} token=${one} lines=${lines} />`}`)}`)}
  </section>`;
};

/** How somebody stands to everybody else, as the book says it; when it is asked for. */
const Distances = ({ name }) => {
  const [told, setTold] = useState(/** @type {[string, string[]][] | null} */ (null));
  useEffect(() => setTold(null), [name, present.value.entries]);
  const look = async () => {
    if (told) return setTold(null);
    const others = shown.value.tokens.filter(one => one.name !== name).slice(0, 24);
    const all = await Promise.all(others.map(one => ask({ do: "between", from: name, to: one.name }).then(found => /** @type {[string, string[]]} */ ([one.name, found.facts.map(fact => fact.text)]), () => null)));
    setTold(all.filter(Boolean));
  };
  return html`<button class="quiet" aria-expanded=${Boolean(told)} onClick=${look}>${words.sheet.distances}</button>
    ${told && html`<dl class="distances">${told.map(([other, facts]) => html`<dt>${other}</dt><dd>${facts.join(", ")}</dd>`)}</dl>`}`;
};

const Details = ({ token, lines }) => {
  const [field, setField] = useState("");
  const set = event => {
    event.preventDefault();
    if (field.trim()) byHand(`${token.name}.${field.trim()}`).then(done => { if (done) setField(""); });
  };
  return html`<div class="details">
    <ul>${lines.map(line => html`<li>${line}</li>`)}</ul>
    <${Distances} name=${token.name} />
    ${isMaster.value && html`<form class="set" onSubmit=${set}><label>${words.sheet.by}<input value=${field} placeholder="conditions += prone" spellcheck="false" onInput=${event => setField(event.currentTarget.value)} /></label><button>${words.sheet.set}</button></form>
      <button class="quiet danger" onClick=${() => { if (window.confirm(`${words.sheet.remove}: ${token.name}?`)) byHand(`remove ${token.name}`); }}>${words.sheet.remove}</button>`}
  </div>`;
};

const People = () => {
  const [fresh, setFresh] = useState([]);
  const [role, setRole] = useState("");
  const own = hello.value.seat;
  const renew = async seat => {
    if (!window.confirm(words.hand.renewSure(words.laid.role(seat.role)))) return;
    await http(`/seats/${own}/links/${seat.seat}`, "POST").then(link => setFresh([...fresh.filter(one => one.seat !== link.seat), link]), error => notice(error.message));
  };
  const take = seat => http(`/seats/${own}/links/${seat.seat}`, "DELETE").catch(error => notice(error.message));
  const add = event => {
    event.preventDefault();
    http(`/seats/${own}/links`, "POST", { role: role || "spectator" }).then(link => { setFresh([...fresh, link]); setRole(""); }, error => notice(error.message));
  };
  const view = present.value;
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
  const view = present.value;
  const table = /** @type {import("./types").Plays} */ (view.table ?? {});
  const lines = table.lines ?? [];
  const set = setting => give({ do: "set", setting });
  const value = (kind, whom) => lines.filter(line => line.startsWith(`${kind} ${whom} `)).map(line => line.slice(kind.length + whom.length + 2))[0];
  const seatOf = side => value("seat", side) ?? value("seat", "all") ?? "person";
  const diceOf = side => value("dice", side) ?? value("dice", "all") ?? "rolled";
  const policies = hello.value.policies;
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
    <p class="hint"><b>${words.hand.levels[table.level]}</b>: ${words.hand.levelAbout[table.level]}</p>
    <details><summary>${words.hand.helpFor}</summary><ul class="plays">${[...new Set(people.value.map(seat => seat.role))].filter(role => role !== "spectator").map(role => html`<li key=${role}><span>${words.laid.role(role)}</span>
      <label><span class="hidden">${words.hand.helpFor}: ${words.laid.role(role)}</span><select value=${value("help", role) ?? "table"} onChange=${event => set(`help ${role} ${event.currentTarget.value}`)}>${Object.entries(words.hand.helps).map(([name, title]) => html`<option value=${name}>${title}</option>`)}</select></label></li>`)}</ul></details>
    <label class="check"><input type="checkbox" checked=${lines.includes("routine take")} onChange=${event => set(`routine ${event.currentTarget.checked ? "take" : "ask"}`)} /> ${words.hand.routine}</label>
    <label class="check"><input type="checkbox" checked=${lines.includes("undo all")} onChange=${event => set(`undo ${event.currentTarget.checked ? "all" : "gm"}`)} /> ${words.hand.undo}</label>
    <label class="check"><input type="checkbox" checked=${table.odds} onChange=${event => set(`odds ${event.currentTarget.checked ? "true" : "none"}`)} /> ${words.hand.odds}</label>`;
};

/** A player's own dials: how much one is helped, and whether one types one's dice. */
const Own = () => {
  const view = present.value;
  if (view.viewer === "spectator" || isMaster.value) return null;
  const dial = ["reminders", "odds", "propose"];
  const help = dial.includes(view.table?.help) ? view.table.help : "";
  const names = view.viewer.split(", ");
  const own = view.tokens.filter(token => view.sides[token.side] === view.viewer || names.includes(token.name)).map(token => token.name);
  const dice = how => own.forEach(name => give({ do: "set", setting: `dice ${name} ${how}` }));
  const type = own.length > 0 && html`<h3>${words.hand.ownDice}</h3><p class="acts"><button onClick=${() => dice("rolled")}>${words.hand.ownRolled}</button><button onClick=${() => dice("typed")}>${words.hand.ownTyped}</button></p>`;
  return html`${help && html`<h3>${words.hand.ownHelp}</h3><input class="dial" type="range" min="0" max="2" value=${dial.indexOf(help)} aria-label=${words.hand.ownHelp} aria-valuetext=${help} data-testid="own-help"
      onChange=${event => give({ do: "set", setting: `help ${view.viewer} ${dial[event.currentTarget.value]}` })} />
    <p class="hint"><b>${words.hand.levels[help]}</b>: ${words.hand.levelAbout[help]}</p>`}${type}`;
};

/** The picture under the grid, in the game master's hand. */
const Picture = () => {
  const told = present.value.table?.picture;
  const [moving, setMoving] = useState(/** @type {any} */ (null));
  useEffect(() => setMoving(null), [told?.mark, told?.x, told?.y, told?.wide, told?.opacity]);
  useEffect(() => {
    if (!moving) return undefined;
    const wait = setTimeout(() => give({ do: "set", setting: `picture lies ${lies(moving)}` }), 250);
    return () => clearTimeout(wait);
  }, [moving]);
  const choose = async file => {
    try {
      const { data } = await read(file);
      await http(`/seats/${hello.value.seat}/picture`, "PUT", { data, lies: lies(told ?? { x: 0, y: 0, wide: present.value.board.width + (present.value.board.kind === "hex" ? 0.5 : 0), opacity: 100 }) });
    } catch (error) { notice(error.message); }
  };
  return html`<h3>${words.hand.picture}</h3><p class="hint">${words.hand.pictureLead}</p>
    <p class="acts"><label class="button">${told ? words.build.another : words.hand.choosePicture}<input class="hidden" type="file" accept="image/*" data-testid="table-picture" onChange=${event => { const file = event.currentTarget.files?.[0]; if (file) choose(file); event.currentTarget.value = ""; }} /></label></p>
    ${told && html`<${Fit} picture=${moving ?? told} board=${present.value.board} onChange=${setMoving} onRemove=${() => give({ do: "set", setting: "picture none" })} />`}`;
};

const Eyes = () => {
  const view = present.value;
  const look = viewer => {
    if (!viewer) { elsewhere.value = null; return; }
    ask({ do: "state", viewer }).then(told => { elsewhere.value = { present: told.state, eyes: viewer }; }, error => notice(error.message));
  };
  return html`<form class="set" onSubmit=${event => event.preventDefault()}><label>${words.hand.eyes}<select value=${elsewhere.value?.eyes ?? ""} onChange=${event => look(event.currentTarget.value)}>
    <option value="">${words.laid.role("gm")}</option>${view.sides.map(side => html`<option value=${side}>${side}</option>`)}<option value="spectator">${words.laid.role("spectator")}</option></select></label></form>`;
};

const Edicts = () => {
  const [typed, setTyped] = useState("");
  const send = event => {
    event.preventDefault();
    const text = typed.trim().replace(/^gm:?\s*/, "");
    if (text) byHand(text).then(done => { if (done) setTyped(""); });
  };
  return html`<h3>${words.hand.edicts}</h3>
    <form class="set" onSubmit=${send}><label><span class="hidden">${words.hand.edicts}</span><input value=${typed} placeholder=${words.hand.edict} spellcheck="false" onInput=${event => setTyped(event.currentTarget.value)} /></label><button>${words.hand.give}</button></form>
    <ul class="edicts">${hello.value.edicts.map(([form, about]) => html`<li><button class="link" onClick=${() => setTyped(form)}>${form}</button> <small>${about}</small></li>`)}</ul>`;
};

const save = async () => {
  try {
    const { transcript } = await ask({ do: "save" });
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([transcript], { type: "text/plain" }));
    link.download = `${hello.value.title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase()}.skirmish`;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 1000);
  } catch (error) { notice(error.message); }
};

export const Master = () => html`<section class="master" aria-label=${words.hand.title}>
  ${isMaster.value && html`<${People} /><${Settings} /><${Eyes} /><${Picture} /><${Edicts} /><p class="acts"><button onClick=${save}>${words.hand.save}</button></p>`}
  <${Own} />
  <h3>${words.theme.title}</h3>
  <div class="theme" role="group" aria-label=${words.theme.title}>${["auto", "light", "dark"].map(name => html`<button aria-pressed=${theme.value === name} class=${theme.value === name ? "on" : ""} onClick=${() => setTheme(name)}>${words.theme[name]}</button>`)}</div>
  <p class="hint">${hello.value.book}. ${hello.value.credit}</p>
</section>`;
