// Entries of the log, as others point at them: one that is to be opened, and a table of its own that begins there.
import { signal } from "@preact/signals";
import { html } from "./html.js";
import { greeting, notice } from "./store.js";
import { http } from "./wire.js";
import { words } from "./words.js";

/** The entry whose line is to be opened. */
export const openEntry = signal(/** @type {number | null} */ (null));
/** Does the log show all lines, and not the newest alone? */
export const showAll = signal(false);

const forked = signal(/** @type {{title: string, address: string} | null} */ (null));

/** A table of its own that begins before an entry, or with another line there; gives its address. @param {number} entry @param {string} [line] */
export const fork = async (entry, line) => {
  try {
    const laid = await http(`/seats/${greeting().seat}/fork`, "POST", line ? { entry, line } : { entry });
    const { seat } = await http("/enter", "POST", { token: laid.links[0].token, name: localStorage.getItem("skirmish-name") ?? "" });
    forked.value = { title: laid.title, address: `/table/${seat}` };
  } catch (error) { notice(error); }
};

/** The table that has been made, until somebody goes there or not. */
export const Forked = () => forked.value && html`<div class="dialog" role="dialog" aria-modal="true" aria-label=${words.whatIf.fork}><div><h2>${words.whatIf.fork}</h2>
  <p>${words.whatIf.forked(forked.value.title)}</p>
  <p class="acts"><a class="button primary" href=${forked.value.address} target="_blank" data-testid="forked">${words.whatIf.openFork}</a><button onClick=${() => { forked.value = null; }}>${words.help.close}</button></p></div></div>`;
