// What a person sees where there is little room: crowds on the board, and narrow screens.
import assert from "node:assert/strict";
import { accessible, join, journey, lay, touchable } from "./tools.mjs";

/** A crowded encounter of each book. */
const crowds = ["elemental-d6/ambush", "generia/charge", "legacy-of-adventure/hollow-way", "fragments-of-power/cavalry", "sigil-of-uchma/steppe-ford", "hayfork/gate"];

/** The game master puts everybody beside the first one, cell by cell. */
const crowd = page => page.evaluate(async () => {
  const { ask } = await import("/client/wire.js");
  const { now } = await import("/client/store.js");
  const { label, measures } = await import("/client/geometry.js");
  const { board, tokens: [first, ...others] } = now();
  const m = measures(board);
  const cells = [first.at], known = new Set([label(first.at)]);
  for (let at = 0; cells.length < 60 && at < cells.length; at += 1) {
    for (const cell of m.around(cells[at])) if (!known.has(label(cell))) { known.add(label(cell)); cells.push(cell); }
  }
  let next = 1;
  for (const { name } of others) {
    for (let done = false; !done && next < cells.length; next += 1) {
      done = await ask({ do: "answer", line: `gm: ${name}.at = ${label(cells[next])}` }, { changes: true }).then(() => true, () => false);
    }
  }
});

/** What is written at a token and lies over another token, or over what is written there. Who rides stands where the mount stands. */
const over = page => page.evaluate(() => {
  const middle = box => [box.x + box.width / 2, box.y + box.height / 2, box.width / 2];
  const tokens = [...document.querySelectorAll("[data-token]")].map(one => ({
    name: one.dataset.token, rim: middle(one.querySelector(".rim").getBoundingClientRect()),
    texts: [...one.querySelectorAll(".name, .ails, .chance rect")].map(text => [text.textContent || "a chance", text.getBoundingClientRect()]),
  }));
  const found = [];
  for (const one of tokens) for (const other of tokens.filter(each => each !== one)) {
    const [x, y, r] = other.rim;
    const rides = Math.hypot(x - one.rim[0], y - one.rim[1]) < Math.max(r, one.rim[2]) * 0.6;
    for (const [text, box] of one.texts) {
      const far = Math.hypot(Math.max(box.left - x, 0, x - box.right), Math.max(box.top - y, 0, y - box.bottom));
      // The halo of a letter may touch a rim.
      if (!rides && far < r - 1) found.push(`${text} of ${one.name} over ${other.name}`);
      for (const [written, own] of other.texts) if (box.left < own.right && box.right > own.left && box.top < own.bottom && box.bottom > own.top) found.push(`${text} of ${one.name} over ${written} of ${other.name}`);
    }
  }
  return found;
});

/** Who is asked and is not on the screen. */
const outOfSight = page => page.evaluate(() => {
  const frame = document.querySelector("[data-testid=board]").getBoundingClientRect();
  return [...document.querySelectorAll(".token.asked .rim")].slice(0, 1).map(rim => rim.getBoundingClientRect())
    .filter(box => box.left < frame.left || box.right > frame.right || box.top < frame.top || box.bottom > frame.bottom).length;
});

await journey("In a crowd nothing that is written lies over anybody", async () => {
  for (const encounter of crowds) {
    const { master } = await lay(encounter);
    const { page } = master;
    await master.asked();
    await crowd(page);
    for (const [wide, high] of [[1280, 800], [390, 844]]) {
      await page.setViewportSize({ width: wide, height: high });
      for (const colorScheme of ["light", "dark"]) {
        await page.emulateMedia({ colorScheme });
        // Everything is drawn when the board has had its new size for two pictures on the screen.
        await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
        assert.deepEqual(await over(page), [], `${encounter}, ${wide} wide`);
        assert.equal(await outOfSight(page), 0, `${encounter}, ${wide} wide: who is asked is out of sight`);
        await master.picture(`crowd-${encounter.replace("/", "-")}-${wide}-${colorScheme}`);
      }
    }
    assert(await page.$$eval(".token .name", all => all.length) > 0, `${encounter}: nobody has a name`);
    await page.close();
  }
});

/** Is a text shown to its end? */
const isWhole = (page, selector) => page.$eval(selector, one => one.scrollWidth <= one.clientWidth && one.scrollHeight <= one.clientHeight);

await journey("Narrow screens: the whole title, and where the board goes on", async () => {
  const { master, links } = await lay("legacy-of-adventure/footbridge");
  const side = Object.keys(links).find(role => !["gm", "spectator", "recovery"].includes(role));
  for (const [wide, high] of [[390, 844], [360, 740]]) {
    const one = await join(links[side], "Ann", { wide, high });
    await one.page.waitForSelector("h1");
    for (const part of [".top h1", ".top .role"]) assert(await isWhole(one.page, part), `${wide} px: ${await one.page.textContent(part)} is cut off`);
    await one.picture(`narrow-${wide}`);
    await accessible(one, `${wide} px`);
    await touchable(one, `${wide} px`);
    await one.page.close();
  }
  await master.page.close();
  const ford = await lay("generia/ford");
  await ford.master.page.close();
  const own = Object.keys(ford.links).find(role => !["gm", "spectator", "recovery"].includes(role));
  const phone = await join(ford.links[own], "Ben", { wide: 390, high: 844, dark: true });
  const { page } = phone;
  await page.waitForSelector("[data-token]");
  /** The sides on which the board goes on, as they are shown. */
  const shown = () => page.$$eval(".edge", all => all.filter(one => getComputedStyle(one).visibility === "visible").map(one => one.dataset.side));
  /** And as they are. */
  const sides = () => page.evaluate(async () => {
    const { now } = await import("/client/store.js");
    const { measures } = await import("/client/geometry.js");
    const m = measures(now().board);
    const box = document.querySelector("[data-testid=board]");
    const [x, y, scale] = document.querySelector("[data-testid=board] svg > g").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
    const most = 6;
    return [["left", x < -most], ["right", x + m.wide * scale > box.clientWidth + most], ["up", y < -most], ["down", y + m.high * scale > box.clientHeight + most]].filter(([, goes]) => goes).map(([name]) => name);
  });
  await page.waitForFunction(() => document.querySelector("[data-testid=board]").dataset.more != null);
  const before = await shown();
  assert(before.length > 0, "the board is larger than the screen");
  assert.deepEqual(before, await sides());
  await phone.picture("board-goes-on");
  // The hand moves it: what was hidden comes, and the signs follow.
  const box = await page.locator("[data-testid=board]").boundingBox();
  await page.mouse.move(box.x + 300, box.y + 150);
  await page.mouse.down();
  await page.mouse.move(box.x + 60, box.y + 150, { steps: 4 });
  await page.mouse.up();
  await page.waitForFunction(() => document.querySelector("[data-testid=board]").dataset.more.includes("left"));
  assert.deepEqual(await shown(), await sides());
  await page.click("[aria-label='Show all']");
  await page.waitForFunction(() => document.querySelector("[data-testid=board]").dataset.more === "");
  assert.deepEqual(await shown(), []);
  await page.close();
});
