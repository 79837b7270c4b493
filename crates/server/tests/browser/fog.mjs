// What a seat does not see is dimmed: it lifts when somebody walks round a corner, and can be put away.
import assert from "node:assert/strict";
import { accessible, join, journey, layText, touchable, until } from "./tools.mjs";

/** A wall with an end, and one of each side behind it from the other's view. */
const corner = `rulebook = "sigil-of-uchma"
title = "The Corner"
[map]
rows = """
...#...
...#...
...#...
.......
"""
[[combatant]]
name = "Ash"
creature = "steppe-guard"
side = "one"
at = "C2"
[[combatant]]
name = "Bran"
creature = "steppe-guard"
side = "two"
at = "G1"
`;

/** So many cells are dimmed on a page. */
const unseen = one => one.page.getAttribute(".frame canvas", "data-unseen").then(Number);

/** The keyboard's cursor goes to A2. */
const toCorner = async one => {
  await one.page.focus("[data-testid=board]");
  for (let n = 0; n < 8; n += 1) for (const key of ["ArrowLeft", "ArrowUp"]) await one.page.keyboard.press(key);
  await one.page.keyboard.press("ArrowDown");
  await one.page.waitForSelector(".cell.pointed");
  await one.page.waitForFunction(() => document.querySelector(".board > .hidden").textContent.startsWith("A2"));
};

/** How light the cell under the cursor is, and how much that changes from pixel to pixel. */
const look = one => one.page.evaluate(() => {
  const [canvas, cell] = [document.querySelector(".frame canvas"), document.querySelector(".cell.pointed").getBoundingClientRect()];
  const box = canvas.getBoundingClientRect();
  const by = canvas.width / box.width;
  const [x, y, size] = [(cell.x - box.x + cell.width / 4) * by, (cell.y - box.y + cell.height / 4) * by, cell.width / 2 * by];
  const pen = Object.assign(document.createElement("canvas"), { width: size, height: size }).getContext("2d", { willReadFrequently: true });
  pen.drawImage(canvas, -x, -y);
  const { data } = pen.getImageData(0, 0, size, size);
  const light = Array.from({ length: data.length / 4 }, (_, at) => data[at * 4] + data[at * 4 + 1] + data[at * 4 + 2]);
  const mean = light.reduce((sum, own) => sum + own, 0) / light.length;
  return { mean, spread: Math.max(...light) - Math.min(...light) };
});

for (const dark of [false, true]) {
  await journey(`Fog lifts round a corner, and the game master has none${dark ? ", in the dark" : ""}`, async () => {
    const { master, links } = await layText(corner);
    const bran = await join(links.two, "Ann", dark ? { wide: 390, high: 844, dark } : { wide: 1100, high: 760 });
    for (let tries = 0; tries < 4 && !(await bran.prompt()).includes("Bran"); tries += 1) {
      const asked = await bran.prompt();
      await master.command("next");
      await until(async () => (await bran.prompt()) !== asked, "another is asked");
    }
    assert.equal(await unseen(master), 0, "the game master sees everything");
    assert.equal(await master.page.$("[data-tool=fog]"), null, "and has nothing to put away");
    const before = await unseen(bran);
    assert(before >= 8, `${before} cells behind the wall`);
    await toCorner(bran);
    assert.match(await bran.page.textContent(".board > .hidden"), /^A2, open.*not seen/);
    const fogged = await look(bran);
    assert(fogged.spread > 12, `a hatch, and no colour alone: ${JSON.stringify(fogged)}`);
    await bran.picture(dark ? "fog-dark-phone" : "fog");
    await accessible(bran, "a board with fog");
    if (dark) await touchable(bran, "a board with fog");
    // It can be put away, and stays away when the page comes again.
    await bran.page.keyboard.press("f");
    await bran.page.waitForSelector(".frame canvas[data-unseen='0']");
    await bran.page.waitForSelector("[data-tool=fog][aria-pressed=false]");
    const clear = await look(bran);
    assert(clear.mean - fogged.mean > (dark ? 6 : 40) && clear.spread < fogged.spread, `${JSON.stringify([clear, fogged])}`);
    await bran.page.reload();
    await bran.page.waitForSelector("[data-tool=fog][aria-pressed=false]");
    assert.equal(await unseen(bran), 0);
    await bran.click("[data-tool=fog]");
    await bran.page.waitForSelector(`.frame canvas[data-unseen='${before}']`);
    // Round the corner.
    bran.clicks = 0;
    await bran.command("to D4");
    await bran.page.waitForFunction(count => Number(document.querySelector(".frame canvas").dataset.unseen) < count, before);
    await toCorner(bran);
    assert.doesNotMatch(await bran.page.textContent(".board > .hidden"), /not seen/);
    const lifted = await look(bran);
    assert(Math.abs(lifted.mean - clear.mean) < 3, `${JSON.stringify([lifted, clear])}`);
    // What a player does not see, the game master can look at.
    await master.page.focus("[data-testid=board]");
    await master.page.keyboard.press("Escape");
    await master.page.evaluate(() => document.activeElement?.blur());
    for (let tries = 0; tries < 5 && !(await unseen(master)); tries += 1) {
      const eyes = await master.page.textContent("body");
      await master.page.keyboard.press("e");
      await until(async () => (await master.page.textContent("body")) !== eyes, "somebody else's eyes");
    }
    assert(await unseen(master) > 0, "with another's eyes there is fog");
    for (const one of [master, bran]) await one.page.close();
  });
}
