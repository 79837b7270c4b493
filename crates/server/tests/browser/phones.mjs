// A usual turn on a phone: everything that can be done is on the screen, deed by deed and target by target, without scrolling, and the
// board keeps a third of it.
import assert from "node:assert/strict";
import { accessible, join, journey, lay, touchable, until } from "./tools.mjs";

/** A usual encounter of each book. */
const evenings = ["elemental-d6/ambush", "generia/ford", "legacy-of-adventure/circle", "fragments-of-power/toll-gate", "sigil-of-uchma/steppe-ford", "hayfork/gate"];
const sizes = [[390, 844], [360, 640]];
/** So many turns of each are looked at. */
const TURNS = 4;

/** What of the question scrolls, or is not on the screen; and how much of it the board has. */
const look = page => page.evaluate(() => {
  const found = [];
  const question = document.querySelector(".question").getBoundingClientRect();
  for (const part of document.querySelectorAll(".question, .question .body, .question .deeds, .question .choices, .chosen-bar .about")) {
    const [over, wide] = [part.scrollHeight - part.clientHeight, part.scrollWidth - part.clientWidth];
    // What is clamped opens by a button beside it.
    if ((over > 1 || wide > 1) && getComputedStyle(part).overflowY !== "hidden") found.push(`${part.className} scrolls by ${wide} and ${over}`);
  }
  for (const part of document.querySelectorAll(".question :is(.deed, .choice, .does button)")) {
    const box = part.getBoundingClientRect();
    if (box.bottom > question.bottom + 0.5 || box.top < question.top || box.right > innerWidth || box.left < 0) found.push(`${part.textContent.trim()} is off the sheet`);
  }
  const share = document.querySelector(".board").getBoundingClientRect().height / innerHeight;
  if (share < 1 / 3) found.push(`the board has ${Math.round(share * 100)} % of the screen`);
  return found;
});

/** The deeds that are asked for, as the table knows them. */
const deedsOf = page => page.evaluate(async () => (await import("/client/answer.js")).deeds.value.map(([deed]) => deed));

/** Until every choice that is listed has its price, and is drawn. */
const priced = page => until(() => page.evaluate(async () => {
  const { prices } = await import("/client/store.js");
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
  return [...document.querySelectorAll(".choice[title]")].every(one => prices.value.has(one.title));
}), "prices");

/** One step back, until nothing is chosen. */
const clear = page => page.evaluate(async () => {
  const { stepBack } = await import("/client/answer.js");
  while (stepBack());
  await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)));
});

/** How it stands, as far as this seat knows. */
const stand = page => page.evaluate(async () => { const { entries, awaited, outcome } = (await import("/client/store.js")).now(); return JSON.stringify([entries, awaited, outcome]); });

/** So many lists had a line behind which the rest folds. */
let folded = 0;

/** Looks at one question: at all that can be done, at each deed, at each first choice of it. */
const turn = async (one, where) => {
  const { page } = one;
  const found = [];
  const note = async what => found.push(...(await look(page)).map(wrong => `${where}, ${what}: ${wrong}`));
  await clear(page);
  await priced(page);
  await note("all deeds");
  const deeds = await deedsOf(page);
  if (!await page.$(".deed")) return found;
  assert.equal(await page.$$eval(".deed", all => all.length), deeds.length, `${where}: all deeds are shown`);
  for (const deed of deeds) {
    await page.evaluate(async name => (await import("/client/answer.js")).pickDeed(name), deed);
    await priced(page);
    await note(deed);
    const more = await page.$("[data-testid=more]");
    if (more) {
      const [before, text] = [await page.$$eval(".choice[title]", all => all.length), await more.textContent()];
      await more.click();
      await page.waitForFunction(count => document.querySelectorAll(".choice[title]").length === count, before + parseInt(text));
      folded += 1;
      await clear(page);
      await page.evaluate(async name => (await import("/client/answer.js")).pickDeed(name), deed);
      await page.waitForSelector(".deed.on");
    }
    const first = await page.$(".choice[data-target], .choice[title]");
    if (first) {
      await first.click();
      await priced(page);
      await note(`${deed}, then the first`);
    }
    await clear(page);
  }
  return found;
};

await journey("A usual turn on a phone needs no scrolling", async () => {
  const found = [];
  for (const encounter of evenings) {
    const { master, links } = await lay(encounter);
    const sides = Object.keys(links).filter(role => !["gm", "spectator", "recovery"].includes(role));
    const player = await join(links[sides[0]], "Ann", { wide: 390, high: 844 });
    for (const side of sides.slice(1)) await master.command(`seat ${side} plain`);
    const { page } = player;
    let [most, looked] = [0, 0];
    for (let nth = 0; nth < TURNS * 6 && looked < TURNS; nth += 1) {
      await page.waitForSelector(".deed, .choice, .dice form, [data-testid=prompt][data-over=true]");
      if (await page.$("[data-testid=prompt][data-over=true]")) break;
      const before = await stand(page);
      if (await page.$(".deed, .choice") && (await page.evaluate(async () => (await import("/client/answer.js")).choices.value.length)) > 2) {
        looked += 1;
        most = Math.max(most, (await deedsOf(page)).length);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          found.push(...await turn(player, `${encounter} at ${width} × ${height}`));
          if (looked === 1) {
            await player.picture(`phone-turn-${encounter.replace("/", "-")}-${width}`);
            await touchable(player, `${encounter} at ${width}`);
            await accessible(player, `${encounter} at ${width}`);
          }
        }
      }
      await page.evaluate(async () => {
        const { question } = await import("/client/answer.js");
        const { ask } = await import("/client/wire.js");
        // Of what comes from somebody unseen a policy knows nothing to say.
        await ask({ do: question.value?.kind === "dice" ? "roll" : "decide" }).catch(() => ask({ do: "usual" })).catch(() => ask({ do: "pass" }));
      });
      await until(async () => await stand(page) !== before, "the battle goes on");
    }
    console.log(`  ${encounter}: ${looked} questions, ${most} deeds at most`);
    assert(looked > 0, `${encounter}: nothing was asked`);
    for (const each of [player, master]) await each.page.close();
  }
  assert(folded > 0, "no list was long enough to fold");
  assert.equal([...new Set(found)].join("\n"), "");
});
