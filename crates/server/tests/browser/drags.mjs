// What one draws over the board is seen by the others while it lasts: whoever is dragged, the ruler; of whoever hides nothing is.
import assert from "node:assert/strict";
import { accessible, join, journey, layText, until } from "./tools.mjs";

/** Bran with a torch, Ash hidden beside the light, and much that is dark. */
const hall = `rulebook = "fragments-of-power"
title = "The Hall"
light = "dark"
map = { width = 12, height = 5 }
combatant = [
  { name = "Bran", side = "watch", at = "B3", weapons = ["dagger", "torch"] },
  { name = "Ash", side = "thieves", at = "D2", weapons = ["dagger"], hidden = true },
]
`;

const middle = async (one, selector) => { const box = await one.page.locator(selector).first().boundingBox(); return [box.x + box.width / 2, box.y + box.height / 2]; };

/** Presses the mouse on somebody and goes so many cells to the right, without letting go. */
const drags = async (one, name, cells) => {
  const { page } = one;
  const [x, y] = await middle(one, `[data-token="${name}"] .rim`);
  const size = await page.evaluate(() => 48 * Number(document.querySelector("[data-testid=board] svg > g").getAttribute("transform").match(/scale\(([\d.]+)\)/)[1]));
  await page.mouse.move(x, y);
  await page.mouse.down();
  for (let at = 1; at <= cells; at += 1) await page.mouse.move(x + at * size, y, { steps: 3 });
};

/** Whom others are shown to draw, and how far. */
const drawn = one => one.page.$$eval("[data-testid=drawn]", all => all.map(each => `${each.dataset.who} ${each.querySelectorAll("circle").length}: ${each.querySelector("text").textContent}`));

await journey("Others see a drag while it lasts, and nothing of one who hides", async () => {
  const { master, links } = await layText(hall);
  const [bran, ash] = [await join(links.watch, "Ann", { wide: 1100, high: 760 }), await join(links.thieves, "Tom", { wide: 390, high: 844, dark: true })];
  const frames = [];
  const bransWire = new Promise(done => bran.page.on("websocket", socket => { socket.on("framereceived", ({ payload }) => frames.push(payload)); done(undefined); }));
  await bran.page.reload();
  await bran.page.waitForSelector("[data-testid=prompt]");
  await bransWire;
  assert.equal(await bran.page.$("[data-token=Ash]"), null, "Ash hides");
  // The game master drags Bran within the light: both see it, with the game master's name or none, and it is gone with the mouse.
  await drags(master, "Bran", 2);
  for (const one of [bran, ash]) await until(async () => (await drawn(one)).join() === "Bran 1: Somebody: Bran", "Bran is dragged");
  await bran.picture("drag-of-another");
  await ash.picture("drag-of-another-dark-phone");
  await accessible(bran, "while another drags");
  // Back where Bran stood, so that nothing is done.
  const [x, y] = await middle(master, "[data-token=Bran] .rim");
  await master.page.mouse.move(x, y);
  await master.page.mouse.up();
  for (const one of [bran, ash]) await until(async () => (await drawn(one)).length === 0, "the drag has ended");
  // Ash is dragged: Tom, who plays Ash, sees it; on Ann's wire nothing is said of it.
  const before = frames.filter(text => text.includes('"kind":"drag"')).length;
  assert(before >= 2);
  await drags(master, "Ash", 2);
  await until(async () => (await drawn(ash)).join() === "Ash 1: Somebody: Ash", "Ash is dragged");
  assert.deepEqual(await drawn(bran), []);
  // Who goes in the middle of a drag drags no more.
  await master.page.close();
  await until(async () => (await drawn(ash)).length === 0, "the game master has gone");
  // What is measured has its length.
  await ash.page.click("[data-tool=measure]");
  const [from, to] = [await middle(ash, "[data-token=Bran] .rim"), await middle(ash, "[data-token=Ash] .rim")];
  const cell = (to[0] - from[0]) / 2;
  await ash.page.mouse.move(...from);
  await ash.page.mouse.down();
  await ash.page.mouse.move(from[0] + cell, from[1] + cell, { steps: 4 });
  await until(async () => (await drawn(bran)).some(text => /^ 2: Tom: 1 square · 5 feet$/.test(text)), "Tom measures");
  await bran.picture("measured-by-another");
  await ash.page.mouse.up();
  // It lies as long as it lies on Tom's own board.
  await ash.page.keyboard.press("Escape");
  await until(async () => (await drawn(bran)).length === 0, "the ruler is put away");
  assert.equal(frames.filter(text => text.includes("Ash") && text.includes('"kind":"drag"')).length, 0);
  for (const one of [bran, ash]) await one.page.close();
});
