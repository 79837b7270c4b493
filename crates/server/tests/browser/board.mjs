// On the board: an area attack, ruler, pointing, ways of several legs; and what stands beside it: rules, forks, dials.
import assert from "node:assert/strict";
import { accessible, base, join, journey, lay, layText, meadow, pictured } from "./tools.mjs";

/** A druid and eight goblins who stand together; one of them resists fire. */
const swarm = `rulebook = "generia"
title = "Eight in the meadow"
[map]
width = 18
height = 12
[[ability]]
name = "ember-rain"
nature = "spell"
slot = "attack"
mp = [2]
element = "fauna"
range = 16
radius = 3
check = { kind = "dc", by = ["WIL"], against = "CON" }
effects = [
    { kind = "condition", condition = "blinded", value = 1, on = "fail" },
    { kind = "damage", dice = "2d4", plus = "Fauna", type = "fire", zone = "worst", on_save = "half" },
]
[[combatant]]
name = "Hollis"
creature = "hermetics-wizard"
side = "travellers"
at = "C6"
abilities = ["ember-rain", "locust-swarm", "mana-bolt"]
[[combatant]]
name = "Garrick"
creature = "tanky-fighter"
side = "travellers"
at = "B8"
${[["J5"], ["K5"], ["L5"], ["J6"], ["L6", 'resistant = ["fire"]'], ["J7"], ["K7"]].map(([at, more], nth) => `[[combatant]]
name = "Goblin-${nth + 1}"
creature = "goblin-fighter"
side = "goblins"
at = "${at}"
${more ?? ""}`).join("\n")}
[[combatant]]
name = "Bones"
creature = "skeleton-fighter"
side = "goblins"
at = "L7"
`;

await journey("J2: an area attack on eight, every result of which unfolds", async () => {
  const { master } = await layText(swarm);
  const { page } = master;
  await master.asked();
  // Hollis is to be asked first: those who come before him let time pass.
  for (let tries = 0; tries < 60 && !(await page.textContent("[data-testid=prompt]")).startsWith("Hollis's turn"); tries += 1) {
    const before = await page.textContent("[role=log]");
    await master.command("next");
    await page.waitForFunction(old => document.querySelector("[role=log]").textContent !== old, before);
    // What is asked now comes behind the log.
    await page.waitForFunction(() => !document.querySelector(".sending"));
  }
  const begun = Date.now();
  master.clicks = 0;
  await master.click(".deed:has-text('ember-rain')");
  await page.waitForSelector(".choice .fact");
  // Between the eight is a free cell: the middle of the area.
  const [west, east] = await Promise.all(["Goblin-4", "Goblin-5"].map(name => page.locator(`[data-token="${name}"] .rim`).boundingBox()));
  const middle = [(west.x + east.x + east.width) / 2, west.y + west.height / 2];
  await page.mouse.click(...middle);
  master.clicks += 1;
  await page.waitForSelector(".cell.area");
  await page.waitForSelector("[data-testid=in-area]");
  const caught = await page.textContent("[data-testid=in-area]");
  await page.waitForSelector(".chosen-bar .says, .chosen-bar .fact");
  const chosen = Date.now();
  await master.picture("area-preview");
  await accessible(master, "an area before it is confirmed");
  const lines = await page.$$eval(".line", all => all.length);
  const looked = Date.now() - chosen;
  await page.mouse.click(...middle);
  master.clicks += 1;
  await page.waitForFunction(count => document.querySelectorAll(".line").length > count + 8, lines);
  const { clicks } = master;
  // What the test looks at in between is no part of it.
  const seconds = (Date.now() - begun - looked) / 1000;
  assert(clicks <= 4, `${clicks} clicks`);
  assert(seconds <= 10, `${seconds} s`);
  assert.equal(caught.split(",").length, 8, caught);
  // Each of them has saved, with dice that unfold.
  const log = await page.textContent("[role=log]");
  for (const name of ["Goblin-1", "Goblin-7", "Bones"]) assert(log.includes(name), name);
  await page.click(".line.of-throw >> nth=-1 >> .told");
  await page.waitForSelector(".behind .terms li");
  await master.picture("area-done");
  await page.close();
  console.log(`  from the ability to the result: ${clicks} clicks, ${seconds.toFixed(1)} s`);
  return clicks;
});

await journey("Ruler, pointing, and a way of several legs", async () => {
  const { master, links } = await lay("fragments-of-power/toll-gate");
  const { page } = master;
  await master.asked();
  const sides = Object.keys(links).filter(role => !["gm", "spectator", "recovery"].includes(role));
  const other = await join(links[sides[0]], "Ann", { wide: 390, high: 844 });
  // Between two creatures the book itself says how they stand.
  const middles = await page.$$eval("[data-token] .rim", all => all.map(one => { const box = one.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2]; }));
  await page.focus("[data-testid=board]");
  await page.keyboard.press("m");
  const drag = async (from, to) => {
    await page.mouse.move(...from);
    await page.mouse.down();
    await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 5 });
    await page.mouse.move(...to, { steps: 5 });
    await page.mouse.up();
  };
  await drag(middles[0], middles[middles.length - 1]);
  await page.waitForFunction(() => document.querySelectorAll("[data-testid=ruler] text").length > 1);
  assert.match(await page.textContent("[data-testid=ruler]"), /\d+ squares? · \d+ feet/);
  await master.picture("ruler");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-testid=ruler]"));
  // What one points at, everybody sees, with the name and nothing else of whoever points.
  await other.click("[data-tool=point]");
  const own = await other.page.locator("[data-token] .rim").first().boundingBox();
  await other.page.mouse.click(own.x + own.width / 2, own.y + own.height / 2);
  await page.waitForSelector(".ping");
  assert.match(await page.textContent(".notices"), /Ann points at [A-Z]+\d+/);
  await other.picture("pointing-phone");
  // A way leg by leg: the book says what the whole costs.
  await page.click(":is(.choice, .deed):has-text('move') >> nth=0");
  await page.click("[data-testid=confirm]");
  await page.waitForSelector("[data-cell]");
  await page.waitForSelector("[data-tool=way]");
  await page.click("[data-tool=way]");
  const cells = await page.$$eval("[data-cell]", all => all.map(one => one.dataset.cell));
  const start = await page.$eval(".token.asked", one => one.dataset.token);
  // Two cells of those around whoever goes, one after the other.
  await master.clickBoard(`[data-cell=${cells[0]}]`);
  await page.waitForSelector(".leg");
  let legs = 1;
  for (const cell of cells.slice(1)) {
    await master.clickBoard(`[data-cell=${cell}]`);
    // Either the book says what the whole costs, or why it cannot be gone.
    await page.waitForFunction(() => document.querySelector(".notices .bad") || document.querySelectorAll(".leg").length === 2 && document.querySelector(".chosen-bar .fact"));
    legs = await page.$$eval(".leg", all => all.length);
    if (legs === 2) break;
    await page.click("[data-testid=close-refusals]");
  }
  assert.equal(legs, 2);
  await page.waitForSelector(".chosen-bar .fact");
  assert.match(await page.textContent(".chosen-bar"), /path [A-Z]+\d+ .*of \d+ feet/s);
  await master.picture("way-of-two-legs");
  const before = await page.$$eval(".line", all => all.length);
  await page.click("[data-testid=confirm]");
  await page.waitForFunction(count => document.querySelectorAll(".line").length > count, before);
  assert(start);
  await other.page.close();
  await page.close();
});

await journey("Reach, a drag with its cost, and what ails somebody", async () => {
  const { master, links } = await lay("sigil-of-uchma/giants-ledge");
  const { page } = master;
  await master.asked();
  const asked = await page.$eval(".token.asked", one => one.dataset.token);
  const other = await page.$$eval(".token:not(.asked):not(.lit)", all => all[0].dataset.token);
  // Somebody who is not asked: where they can get to is dotted, whom they can strike is framed.
  await page.focus("[data-testid=board]");
  await page.keyboard.press("r");
  await master.clickBoard(`[data-token="${other}"] .rim`);
  await page.waitForFunction(name => document.querySelector("[data-testid=reach-says]")?.textContent.startsWith(name), other);
  assert(await page.$$eval(".can-go", all => all.length) > 5 && await page.$$eval(".can-strike", all => all.length) > 0);
  await master.picture("reach");
  await accessible(master, "reach");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-testid=reach]"));
  // What ails somebody stands under the name.
  await master.command(`gm ${other}.prone = yes`);
  await page.waitForSelector(`[data-token="${other}"] .ails:has-text("prone")`);
  // Who is asked is dragged: the book's own way and what it costs are shown on the way, and nothing is done yet.
  await page.click(".deed:has-text('to') >> nth=-1");
  await page.waitForSelector("[data-cell]");
  const middle = async selector => { const box = await page.locator(selector).first().boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };
  const cell = await page.$$eval("[data-cell]", all => all[all.length - 1].dataset.cell);
  const [from, to] = [await middle(`[data-token="${asked}"] .rim`), await middle(`[data-cell=${cell}]`)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.waitForSelector("[data-testid=dragged] text:has-text('of')");
  await page.waitForSelector("polyline.way");
  await master.picture("dragged");
  const before = await page.$$eval(".line", all => all.length);
  await page.mouse.up();
  await page.waitForSelector(`.chosen-bar:has-text("${cell}")`);
  assert.equal(await page.$$eval(".line", all => all.length), before);
  await page.keyboard.press("Escape");
  // A player is shown the reach of their own, and of nobody else.
  const side = Object.keys(links).find(role => !["gm", "spectator", "recovery"].includes(role));
  const player = await join(links[side], "Ann");
  await player.page.focus("[data-testid=board]");
  await player.page.keyboard.press("r");
  await player.page.waitForSelector("[data-testid=reach-says]");
  await player.clickBoard("[data-token=Giant] .rim");
  await player.page.waitForSelector(".notices:has-text('business')");
  await player.page.close();
  await page.close();
});

await journey("A rule's page, and a what-if that becomes a table of its own", async () => {
  const { master } = await lay("elemental-d6/duel");
  const { page } = master;
  await master.asked();
  await master.command("gm Tarn.hp = 12");
  await page.waitForSelector(".line.of-edict");
  await master.click(".question header .rule button");
  await page.waitForSelector("[data-testid=rule-page]");
  assert.match(await page.textContent("[data-testid=rule-page]"), /published/);
  await master.picture("rule-page");
  await accessible(master, "a rule's page");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-testid=rule-page]"));
  await master.click(".line.of-edict >> nth=0 >> .told");
  await master.click("text=What if…");
  await page.fill(".what-if input", "gm: Tarn.hp = 25");
  await master.click(".what-if button");
  await master.click("[data-testid=fork-if]");
  const address = await page.getAttribute("[data-testid=forked]", "href");
  await master.picture("forked");
  await page.click(".dialog button:has-text('Close')");
  await page.click("#tab-sheet");
  await page.waitForSelector(".person:has-text('Tarn'):has-text('12/30')");
  await page.goto(`${base}${address}`);
  await page.waitForSelector("[data-testid=prompt]");
  await page.click("#tab-sheet");
  await page.waitForSelector(".person:has-text('Tarn'):has-text('25/30')");
  await page.close();
});

await journey("Dials of single seats, throws behind the screen, a picture at the table", async () => {
  const { master, links } = await lay("elemental-d6/duel");
  const { page } = master;
  await master.asked();
  const role = (await page.textContent(".order .acts")).includes("Kestrel") ? "wind" : "water";
  const player = await join(links[role], "Cleo", { wide: 1000, high: 760, dark: true });
  await player.asked();
  // What a good player would do is chosen already, and nothing is done.
  await player.page.click("#tab-table");
  // The board and the question alone; with the order; and everything up to a proposal. The others see what they saw.
  await player.page.fill("[data-testid=own-help]", "0");
  await player.page.waitForFunction(() => !document.querySelector(".order li"));
  await player.asked();
  // On the board there are no chances then, and they come back with the dial.
  await player.page.waitForFunction(() => !document.querySelector(".token .chance"));
  await player.picture("map-dark");
  assert(await page.$(".order li"), "another seat has the order still");
  await player.page.fill("[data-testid=own-help]", "1");
  await player.page.waitForSelector(".order li");
  await player.page.fill("[data-testid=own-help]", "3");
  await player.page.waitForSelector(".token .chance");
  await player.page.fill("[data-testid=own-help]", "4");
  await player.page.waitForSelector("[data-testid=confirm]");
  await player.picture("proposed-dark");
  await accessible(player, "a player's own dials");
  assert.equal(await page.$("[data-testid=confirm]"), null, "another seat has its own dial");
  // At the end of the dial what is proposed is done, up to when it is turned back.
  const told = await page.$$eval(".line", all => all.length);
  await player.page.fill("[data-testid=own-help]", "5");
  await page.waitForFunction(count => document.querySelectorAll(".line").length > count, told);
  await player.page.fill("[data-testid=own-help]", "4");
  await player.page.waitForSelector("[data-testid=own-help][aria-valuetext=propose]");
  // From now on the throws of this side are the game master's alone.
  await page.click("#tab-table");
  await page.selectOption(`.plays.three li:has(span:text-is("${role}")) select >> nth=2`, "blind");
  await player.page.click("#tab-log");
  const throws = one => one.page.$$eval(".line.of-throw", all => all.length);
  const before = await throws(player);
  await page.click("#tab-log");
  const own = await throws(master);
  for (let tries = 0; tries < 60 && await throws(master) < own + 2; tries += 1) {
    const told = await page.textContent("[role=log]");
    if (await player.page.$("[data-testid=confirm]")) await player.page.click("[data-testid=confirm]", { timeout: 2000 }).catch(() => {});
    else await master.command("next");
    await page.waitForFunction(old => document.querySelector("[role=log]").textContent !== old, told);
  }
  assert(await throws(master) > own);
  const seen = await player.page.$$eval(".line.of-throw", all => all.map(one => one.textContent));
  const whose = role === "wind" ? "Kestrel" : "Tarn";
  assert.equal(seen.slice(before).filter(text => text.startsWith(whose)).length, 0, seen.join("\n"));
  // A picture is put under the grid in the middle of play, and everybody sees it.
  await page.click("#tab-table");
  await page.setInputFiles("[data-testid=table-picture]", await meadow(page, 20, 15));
  await page.waitForSelector(".fit");
  await pictured(player.page);
  await player.picture("picture-dark");
  await player.page.close();
  await page.close();
});
