// What is done with the whole battle: saved, told, carried into the next one, seen with other eyes.
import { hide, show } from "./aside.js";
import { html } from "./html.js";
import { elsewhere, greeting, notice, now, why } from "./store.js";
import { ask } from "./wire.js";
import { words } from "./words.js";

const text = words.deeds;

/** What stands in a browser's drawer between two pages: a file that could not be laid or is to be gone on with, for the builder. */
export const DRAWER = "skirmish-mend";

/** Gives a file to be kept. @param {string} name @param {string} content @param {string} [kind] */
export const keep = (name, content, kind = "text/plain") => {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob([content], { type: kind }));
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
};

/** A title as a file is called. @param {string} title */
const fileName = title => title.replace(/[^\p{L}\p{N}]+/gu, "-").toLowerCase();

/** The battle as a file, with which a terminal goes on. */
export const save = async () => {
  try {
    const { transcript } = await ask({ do: "save" });
    keep(`${fileName(greeting().title)}.skirmish`, transcript);
  } catch (error) { notice(error); }
};

/** The battle in a few sentences. */
export const recap = async () => {
  try {
    const told = await ask({ do: "recap" });
    show("page-recap", greeting().title, html`${told.recap.map((/** @type {string} */ paragraph) => html`<p>${paragraph}</p>`)}<p class="hint">${text.recapAbout}</p>`);
  } catch (error) { notice(error); }
};

/** The people of the battle, for the next one. @param {string} side of this side alone */
export const carry = async side => {
  try {
    const told = await ask({ do: "carry", ...side ? { side } : {} });
    const sides = side ? [side] : now().sides;
    const next = () => {
      sessionStorage.setItem(DRAWER, nextEncounter(told.party, sides));
      location.assign("/new");
    };
    show("page-carry", text.carry, html`<p>${text.members(told.members.join(", "))}</p>
      ${told.left.map((/** @type {{name: string, why: string}} */ one) => html`<p class="hint">${text.not(one.name, one.why)}</p>`)}
      <div class="acts"><button class="primary" onClick=${next}>${text.next}</button><button onClick=${() => keep("party.toml", told.party, "application/toml")}>${text.party}</button></div>
      ${!side && now().sides.length > 1 && html`<div class="acts">${now().sides.map(one => html`<button class="quiet" key=${one} onClick=${() => carry(one)}>${text.only(one)}</button>`)}</div>`}
      <p class="hint">${text.carryAbout}</p>`);
  } catch (error) { notice(error); }
};

/** An encounter of these people on an open field, for the builder. @param {string} party @param {string[]} sides */
const nextEncounter = (party, sides) => {
  const places = ["C4", "P4", "C12", "P12"];
  const own = sides.filter(side => party.includes(`side = ${JSON.stringify(side)}`));
  const people = own.map((side, nth) => `\n[[combatant]]\nparty = ${JSON.stringify(side)}\nat = "${places[nth % places.length]}"\n`);
  const titled = party.replace(/^rulebook = .*$/m, line => `${line}\ntitle = ${JSON.stringify(text.after(greeting().title))}`);
  return `${titled}\n[map]\nwidth = 20\nheight = 15\n${people.join("")}`;
};

/** Looks with other eyes: those of a side, of somebody, of a spectator; nobody's are one's own. @param {string} viewer */
export const lookAs = viewer => {
  hide();
  if (!viewer || viewer === "gm" || viewer === "all") { elsewhere.value = null; return true; }
  return ask({ do: "state", viewer }).then(told => { elsewhere.value = { present: told.state, eyes: viewer }; return true; }, error => { notice(why(error)); return false; });
};

/** One key shows what the next seat sees, and at last one's own again. */
export const nextEyes = () => {
  const all = ["", ...now().sides, "spectator"];
  return lookAs(all[(all.indexOf(elsewhere.value?.eyes ?? "") + 1) % all.length]);
};
