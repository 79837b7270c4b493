// Whole evenings: one encounter of each book, played to its end.
import assert from "node:assert/strict";
import { accessible, join, journey, lay } from "./tools.mjs";

/** An encounter of each book, and how many answers a person gives before a policy goes on for them. */
const evenings = ["elemental-d6/duel", "generia/parry-yard", "legacy-of-adventure/circle", "fragments-of-power/toll-gate", "sigil-of-uchma/steppe-ford", "hayfork/orchard"];

await journey("An evening of each book to its end, all sides by policy", async () => {
  for (const encounter of evenings) {
    const { master } = await lay(encounter);
    const { page } = master;
    const sides = await page.$$eval("#tab-table", () => []).then(() => page.click("#tab-table")).then(() => page.$$eval(".plays li > span", all => all.map(one => one.textContent)));
    await page.waitForTimeout(300);
    await master.picture(`evening-${encounter.replace("/", "-")}`);
    await accessible(master, encounter);
    for (const side of sides) await page.selectOption(`.plays li:has(span:text-is("${side}")) select >> nth=0`, "plain");
    await page.waitForFunction(() => !document.querySelector(".deed, .choice, .dice form"), null, { timeout: 120_000 });
    const prompt = await master.prompt();
    console.log(`  ${encounter}: ${prompt}`);
    assert.notEqual(prompt, "Others are asked now.");
    await page.close();
  }
});

/** What a person at a table does next: takes what is proposed, chooses what is first, throws, or waits. False when it is over. */
const clickOn = async one => {
  const { page } = one;
  const choose = await page.$(".does button.primary, .dice form button.primary");
  if (choose) return choose.click({ timeout: 4000 }).then(() => true, () => true);
  const usual = await page.$(".aside button:has-text('Usual answer')");
  // A usual answer that is there is taken; of the rest, what a good player would do.
  if (usual && !await page.$(".deed")) return usual.click({ timeout: 4000 }).then(() => true, () => true);
  const propose = await page.$(".aside button:has-text('good player')");
  if (propose) {
    await propose.click({ timeout: 4000 }).catch(() => {});
    await page.waitForSelector("[data-testid=confirm]", { timeout: 4000 }).catch(() => {});
    return true;
  }
  const first = await page.$(".choice");
  if (first) return first.click({ timeout: 4000 }).then(() => true, () => true);
  await page.waitForTimeout(60);
  return true;
};

await journey("An evening with three seats: one of a person, two of policies", async () => {
  for (const encounter of evenings) {
    const { master, links } = await lay(encounter);
    const { page } = master;
    const sides = Object.keys(links).filter(role => !["gm", "spectator", "recovery"].includes(role));
    const names = await page.$$eval("[data-token]", all => all.map(one => one.dataset.token));
    const player = await join(links[sides[0]], "Dora");
    const watcher = await join(links.spectator, "Eve", { wide: 390, high: 844 });
    // A creature of the person's side goes by a policy where there is more than one, and the other sides do.
    await player.page.click("#tab-sheet");
    const own = await player.page.$$eval(".person", all => all.map(one => [one.querySelector(".who span").textContent, one.textContent]));
    const mine = own.filter(([, text]) => /\d+\/\d+/.test(text)).map(([name]) => name);
    for (const side of sides.slice(1)) await master.command(`seat ${side} plain`);
    if (mine.length > 1) await master.command(`seat ${mine[mine.length - 1]} greedy`);
    await player.page.click("#tab-log");
    let clicks = 0;
    const begun = Date.now();
    const over = () => player.page.evaluate(() => document.querySelector(".question [data-testid=prompt]")?.dataset.over === "true");
    while (!await over() && Date.now() - begun < 150_000 && clicks < 400) {
      await clickOn(player);
      clicks += 1;
    }
    // A long battle is ended by a policy in the person's seat.
    const byHand = clicks;
    if (!await over()) await master.command(`seat ${sides[0]} plain`);
    await player.page.waitForFunction(() => document.querySelector(".question [data-testid=prompt]")?.dataset.over === "true", null, { timeout: 120_000 });
    for (const one of [master, watcher]) await one.page.waitForFunction(() => document.querySelector(".question [data-testid=prompt]")?.dataset.over === "true");
    assert.equal(await player.prompt(), await watcher.prompt());
    assert(names.length > 1 && byHand > 0);
    await player.picture(`three-seats-${encounter.replace("/", "-")}`);
    console.log(`  ${encounter}: ${await player.prompt()} (${byHand} looks and clicks)`);
    for (const one of [player, watcher, master]) await one.page.close();
  }
});
