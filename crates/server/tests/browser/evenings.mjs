// Whole evenings: one encounter of each book, played to its end.
import assert from "node:assert/strict";
import { PATIENCE, accessible, join, journey, lay } from "./tools.mjs";

/** An encounter of each book. */
const evenings = ["elemental-d6/duel", "generia/parry-yard", "legacy-of-adventure/circle", "fragments-of-power/toll-gate", "sigil-of-uchma/steppe-ford", "hayfork/orchard"];

/** Plays at a page as a person does who takes what is proposed: chooses, throws, waits; until it is over. Every question has a proposal.
 *  Gives the number of clicks, and the question that has waited too long, if there is one. */
const play = page => page.evaluate(async patience => {
  const find = selector => document.querySelector(`.question ${selector}`);
  const isOver = () => find("[data-testid=prompt]")?.dataset.over === "true";
  const prompt = () => find("[data-testid=prompt]")?.textContent ?? "";
  const isAsked = () => find(".deed, .choice, .chosen-bar, .dice form");
  let clicks = 0, before = "", since = Date.now();
  while (!isOver()) {
    // What is proposed waits to be confirmed, dice are to be thrown. Until an answer is confirmed, nothing else is clicked.
    const button = find(".sending") ? null : find(".does button.primary") ?? find(".dice form button.primary");
    if (button) { button.click(); clicks += 1; }
    if (button || prompt() !== before || !isAsked()) since = Date.now();
    if (Date.now() - since > patience) return { clicks, stuck: prompt() };
    before = prompt();
    await new Promise(done => setTimeout(done, 20));
  }
  return { clicks, stuck: "" };
}, PATIENCE);

const isOver = page => page.waitForFunction(() => document.querySelector(".question [data-testid=prompt]")?.dataset.over === "true", null, { timeout: 240_000 });

/** Three seats: a person, who takes what a good player would do; policies; a spectator with a phone. */
const evening = async encounter => {
  const { master, links } = await lay(encounter);
  const { page } = master;
  const sides = Object.keys(links).filter(role => !["gm", "spectator", "recovery"].includes(role));
  const player = await join(links[sides[0]], "Dora");
  const watcher = await join(links.spectator, "Eve", { wide: 390, high: 844 });
  await page.click("#tab-table");
  await page.waitForSelector(".plays.three");
  await master.picture(`evening-${encounter.replace("/", "-")}`);
  await accessible(master, encounter);
  // A creature of the person's side goes by a policy where there is more than one, and the other sides do.
  const mine = await player.page.$$eval("[data-token]", all => all.map(one => one.dataset.token)).then(names => player.page.evaluate(async all => {
    const { present } = await import("/client/store.js");
    return present.value.tokens.filter(token => all.includes(token.name) && token.gauges[0]?.value != null).map(token => token.name);
  }, names));
  // Chances are looked at elsewhere; without them an evening is played in less time.
  for (const setting of ["level reminders", "odds none", `help ${sides[0]} propose`]) await master.command(setting);
  for (const side of sides.slice(1)) await master.command(`seat ${side} plain`);
  if (mine.length > 1) await master.command(`seat ${mine[mine.length - 1]} greedy`);
  const { clicks, stuck } = await play(player.page);
  assert.equal(stuck, "", `${encounter}: nothing is proposed`);
  for (const one of [player, master, watcher]) await isOver(one.page);
  assert.equal(await player.prompt(), await watcher.prompt());
  assert(clicks > 0);
  // The person has played to the end: no policy sits in their seat.
  const seats = await master.page.evaluate(async () => (await import("/client/store.js")).now().table.lines.filter(line => line.startsWith("seat ")));
  const own = seats.filter(line => ["all", sides[0]].includes(line.split(" ")[1]));
  assert(own.length > 0 && own.every(line => line.endsWith(" person")), seats.join("; "));
  await player.picture(`three-seats-${encounter.replace("/", "-")}`);
  console.log(`  ${encounter}: ${await player.prompt()} (${clicks} clicks of the person)`);
  for (const one of [player, watcher, master]) await one.page.close();
};

await journey("An evening of each book to its end, three seats: one of a person, two of policies", async () => {
  // Several at once: each waits for the table most of the time.
  for (let at = 0; at < evenings.length; at += 3) await Promise.all(evenings.slice(at, at + 3).map(evening));
});
