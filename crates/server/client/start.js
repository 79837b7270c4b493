// Before a table: the host's start page, the links of a table that was laid, and the door that a link leads to.
import { useEffect, useState } from "preact/hooks";
import { DRAWER } from "./deeds.js";
import { html } from "./html.js";
import { Link } from "./link.js";
import { why as why_ } from "./store.js";
import { isUniversal } from "./universal.js";
import { http } from "./wire.js";
import { words } from "./words.js";

/** @typedef {import("./types").Game} Game */
/** @typedef {import("./types").Row} Row */

/** The largest file that the server takes. */
const MOST_BYTES = 4 << 20;

/** The token behind the #, which is taken out of the address at once. */
const token = () => {
  const found = location.hash.slice(1);
  history.replaceState(null, "", location.pathname);
  return found;
};

/** The host's link. */
export const Host = () => {
  const [why, setWhy] = useState("");
  useEffect(() => { http("/host", "POST", { token: token() }).then(() => location.replace("/"), error => setWhy(why_(error))); }, []);
  return html`<main class="paper"><h1>${words.product}</h1><p role="status">${why || words.start.hosting}</p></main>`;
};

/** A seat's link. */
export const Join = () => {
  const [key] = useState(token);
  const [name, setName] = useState(localStorage.getItem("skirmish-name") ?? "");
  const [why, setWhy] = useState(key ? "" : words.join.bad);
  /** @param {Event} event */
  const sit = async event => {
    event.preventDefault();
    localStorage.setItem("skirmish-name", name);
    try {
      const { seat } = await http("/enter", "POST", { token: key, name });
      location.replace(`/table/${seat}`);
    } catch (error) { setWhy(why_(error)); }
  };
  return html`<main class="paper small"><h1>${words.join.title}</h1>
    ${why ? html`<p role="alert">${why}</p>` : html`<form onSubmit=${sit}><label>${words.join.lead}<input value=${name} maxlength="40" autocomplete="nickname" placeholder=${words.join.name} onInput=${event => setName(event.currentTarget.value)} ref=${field => field && !name && field.focus()} /></label><button class="primary">${words.join.sit}</button></form>`}</main>`;
};

/** A table that was laid: its links, said once. @param {{laid: import("./types").Laid, again(): void}} given */
export const Laid = ({ laid, again }) => {
  const sit = async () => {
    const { seat } = await http("/enter", "POST", { token: laid.links[0].token, name: localStorage.getItem("skirmish-name") ?? "" });
    location.assign(`/table/${seat}`);
  };
  return html`<main class="paper"><h1>${words.laid.title(laid.title)}</h1><p>${words.laid.lead}</p>
    <p class="acts"><button class="primary large" onClick=${sit} data-testid="sit">${words.laid.sit}</button><a class="button" href="/" onClick=${event => { if (!location.pathname.startsWith("/new")) { event.preventDefault(); again(); } }}>${words.hand.start}</a></p>
    <ul class="links">${laid.links.map(link => html`<li><b>${words.laid.role(link.role)}</b> <small>${words.laid.about(link.role)}</small><${Link} token=${link.token} role=${link.role} /></li>`)}</ul>
    <p>${words.laid.recovery}</p><p><${Link} token=${laid.recovery} role="recovery" /></p>
    </main>`;
};

export const Start = () => {
  const [games, setGames] = useState(/** @type {Game[]} */ ([]));
  const [tables, setTables] = useState(/** @type {Row[] | null} */ (null));
  const [laid, setLaid] = useState(/** @type {import("./types").Laid | null} */ (null));
  const [why, setWhy] = useState("");
  const [wanted, setWanted] = useState("");
  const [own, setOwn] = useState("");
  const [only, setOnly] = useState("");
  const load = () => http("/tables").then(setTables, error => setWhy(error.status === 401 ? words.start.notHost : error.message));
  useEffect(() => { http("/games").then(setGames, error => setWhy(error.message)); load(); }, []);
  /** @param {object} what */
  const lay = what => {
    // What was wrong with another one is settled.
    setWhy("");
    return http("/tables", "POST", what).then(setLaid, error => setWhy(error.message));
  };
  /** @param {string} id */
  const openTable = async id => {
    const link = await http(`/tables/${id}/seats`, "POST");
    const { seat } = await http("/enter", "POST", { token: link.token, name: localStorage.getItem("skirmish-name") ?? "" });
    location.assign(`/table/${seat}`);
  };
  /** @param {Row} row */
  const remove = async row => {
    if (!window.confirm(words.start.removeSure(row.title))) return;
    await http(`/tables/${row.id}`, "DELETE").catch(error => setWhy(error.message));
    load();
  };
  /** A file that is laid at once; one that cannot be is kept, so that it can be mended. @param {string} whole @param {string} [name] */
  const layText = (whole, name) => {
    setOwn(whole);
    return lay({ text: whole, name });
  };
  /** @param {File | undefined} file */
  const read = async file => {
    if (!file) return;
    setWhy("");
    // A picture or another program's map is what an encounter is made of.
    if (isUniversal(file.name) || file.type.startsWith("image/")) setWhy(words.start.dropThere);
    else if (file.size > MOST_BYTES) setWhy(words.start.tooLarge);
    else layText(await file.text(), file.name);
  };
  const mend = () => {
    sessionStorage.setItem(DRAWER, own);
    location.assign("/new");
  };
  const isSave = /^\s*(#.*\n\s*)*skirmish /.test(own);
  if (laid) return html`<${Laid} laid=${laid} again=${() => { setLaid(null); load(); }} />`;
  /** @param {Game} game @param {Game["encounters"][number]} encounter */
  const fits = (game, encounter) => `${game.title} ${encounter.name} ${encounter.title} ${encounter.about}`.toLowerCase().includes(wanted.trim().toLowerCase());
  const shownGames = games.filter(game => !only || game.name === only).map(game => /** @type {[Game, Game["encounters"]]} */ ([game, game.encounters.filter(encounter => fits(game, encounter))])).filter(([, all]) => all.length);
  return html`<main class="paper start" onDragOver=${event => event.preventDefault()} onDrop=${event => { event.preventDefault(); read(event.dataTransfer.files[0]); }}>
    <h1><img src="/client/icon.svg" width="36" height="36" alt="" /> ${words.product}</h1><p class="lead">${words.start.lead}</p>
    ${why && html`<div class="why" role="alert"><p>${why}</p>${own && !isSave && html`<p class="acts"><button onClick=${mend}>${words.start.mend}</button></p>`}</div>`}
    ${tables && html`<p class="hero"><a class="button primary" href="/new" data-testid="new">${words.start.fresh}</a><span>${words.start.freshLead}</span></p>
    <section><h2>${words.start.recent}</h2>${tables.length === 0 && html`<p class="hint">${words.start.none}</p>`}
      <ul class="rows">${tables.map(row => html`<li key=${row.id}><span><b>${row.title}</b><small>${games.find(game => game.name === row.game)?.title ?? row.game} · ${words.start.lines(row.lines)} · ${new Date(row.changed).toLocaleString()}</small></span>
        <span class="acts"><button class="primary" onClick=${() => openTable(row.id)}>${words.start.open}</button><a class="button" href=${`/api/v1/tables/${row.id}/transcript`} download>${words.start.save}</a><button class="quiet danger" onClick=${() => remove(row)}>${words.start.remove}</button></span></li>`)}</ul></section>
    <section><h2>${words.start.encounters}</h2>
      <div class="finder"><label class="search"><span class="hidden">${words.start.search}</span><input type="search" placeholder=${words.start.search} value=${wanted} onInput=${event => setWanted(event.currentTarget.value)} /></label>
      <label><span class="hidden">${words.build.game}</span><select value=${only} onChange=${event => setOnly(event.currentTarget.value)}><option value="">${words.start.filterAll}</option>${games.map(game => html`<option value=${game.name}>${game.title}</option>`)}</select></label></div>
      ${shownGames.length === 0 && html`<p class="hint">${words.start.nothing}</p>`}
      ${shownGames.map(([game, all]) => html`<h3>${game.title}</h3><ul class="cards">${all.map(encounter => html`<li key=${encounter.name}><h4>${encounter.title}</h4><p>${encounter.about}</p>
        <span class="acts"><button class="primary" onClick=${() => lay({ encounter: `${game.name}/${encounter.name}` })} data-encounter=${`${game.name}/${encounter.name}`}>${words.start.lay}</button><a class="button quiet-link" href=${`/new?from=${game.name}/${encounter.name}`}>${words.start.change}</a></span></li>`)}</ul>`)}</section>
    <section><h2>${words.start.own}</h2><p class="hint">${words.start.ownLead}</p>
      <label><span class="hidden">${words.start.own}</span><textarea rows="6" spellcheck="false" value=${own} onInput=${event => setOwn(event.currentTarget.value)}></textarea></label>
      <p class="acts"><button class="primary" disabled=${!own.trim()} onClick=${() => layText(own)}>${words.start.lay}</button>
      <label class="button">${words.start.choose}<input class="hidden" type="file" accept=".toml,.skirmish,text/plain" onChange=${event => read(event.currentTarget.files[0])} /></label></p></section>`}
  </main>`;
};
