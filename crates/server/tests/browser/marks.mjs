// Chances on the board: beside whom a choice is aimed at, and on the cells that can be chosen, of attacks on areas, charges, jumps.
import assert from "node:assert/strict";
import { accessible, join, journey, lay, layText, until } from "./tools.mjs";

/** Plays on until somebody is asked who can do this; policies answer until then, or everybody passes. */
const until_ = async (one, deed, how = "decide") => {
  for (let tries = 0; tries < 120; tries += 1) {
    const found = await one.page.evaluate(async ([name, otherwise]) => {
      const { choices, question, wholeDeedOf } = await import("/client/answer.js");
      const { ask } = await import("/client/wire.js");
      if (choices.value.some(choice => wholeDeedOf(choice) === name)) return true;
      await ask({ do: question.value?.kind === "dice" ? "roll" : otherwise }).catch(() => ask({ do: "pass" })).catch(() => {});
      return false;
    }, [deed, how]);
    if (found) return;
  }
  assert.fail(`nobody is asked who could ${deed}`);
};

/** Chooses what is done, and waits for the chances of all that lights up. */
const choose = async (one, deed) => {
  const { page } = one;
  await page.evaluate(async name => (await import("/client/answer.js")).pickDeed(name), deed);
  await until(() => page.evaluate(async () => {
    const { lit } = await import("/client/answer.js");
    const { prices } = await import("/client/store.js");
    const places = [...lit.value.cells.values(), ...lit.value.creatures.values()];
    return places.length > 0 && places.slice(0, 160).every(([usual]) => prices.value.has(usual.text));
  }), `the chances of ${deed}`);
  await page.evaluate(() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))));
};

/** What stands on the board, and what should: of each lit cell and creature the best chance that is known there. */
const marks = one => one.page.evaluate(async () => {
  const { lit } = await import("/client/answer.js");
  const { prices } = await import("/client/store.js");
  const best = options => {
    const all = options.flatMap(choice => prices.value.get(choice.text)?.mark ?? []);
    const others = all.filter(mark => !mark.own).map(mark => parseFloat(mark.chance.replace("~", "")));
    return others.length ? Math.max(...others) : all.length ? parseFloat(all[0].chance.replace("~", "")) : null;
  };
  // Where somebody with a chance of their own stands in a lit cell, the two are one.
  const { now } = await import("/client/store.js");
  const { label } = await import("/client/geometry.js");
  const cells = new Map(lit.value.cells), creatures = new Map();
  let folded = 0;
  for (const [name, options] of lit.value.creatures) {
    const token = now().tokens.find(one => one.name === name);
    const own = (token?.cells?.length ? token.cells : [token.at]).map(label).filter(cell => cells.has(cell));
    creatures.set(name, [...options, ...own.flatMap(cell => cells.get(cell))]);
    own.forEach(cell => cells.delete(cell));
    folded += own.length;
  }
  const known = map => Object.fromEntries([...map].map(([name, options]) => [name, best(options)]).filter(([, chance]) => chance != null));
  const drawn = (selector, name) => Object.fromEntries([...document.querySelectorAll(selector)].map(each => [name(each), each.querySelector("text").textContent]));
  const size = [...document.querySelectorAll("[data-mark] text, .token .chance text")].map(text => text.getBoundingClientRect().height);
  const boxes = [...document.querySelectorAll("[data-mark] rect")].map(rect => rect.getBoundingClientRect());
  const over = boxes.filter((a, at) => boxes.some((b, other) => other > at && a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1));
  return {
    cells: known(cells), creatures: known(creatures), lit: lit.value.cells.size,
    onCells: drawn("[data-mark]", each => each.dataset.mark), atTokens: drawn(".token .chance", each => each.closest("[data-token]").dataset.token),
    shared: [...lit.value.cells.values()].filter(options => options.length > 1).length, folded, least: Math.min(...size), over: over.length,
  };
});

/** A chance on the board says the same as the table, in round numbers. */
const isSaid = (text, p) => {
  const number = parseFloat(text.replace(/[~<>]/g, ""));
  assert(Math.abs(number - p) <= 1, `${text} stands for ${p}%`);
};

/** What is drawn is what is known, large enough, and nothing over anything. */
const agrees = told => {
  assert.deepEqual(Object.keys(told.onCells).sort(), Object.keys(told.cells).sort(), "each cell with a chance has it");
  assert.deepEqual(Object.keys(told.atTokens).sort(), Object.keys(told.creatures).sort(), "each creature with a chance has it");
  for (const [name, text] of Object.entries(told.onCells)) isSaid(text, told.cells[name]);
  for (const [name, text] of Object.entries(told.atTokens)) isSaid(text, told.creatures[name]);
  assert(told.least >= 8, `a chance is ${told.least} pixels high`);
  assert.equal(told.over, 0, "chances lie over each other");
};

/** Plays on until the chances of a deed are such: dice fall as they fall. Gives what stands on the board then. */
const reach = async (one, deed, isThere, how = "decide") => {
  for (let tries = 0; tries < 20; tries += 1) {
    await until_(one, deed, how);
    await choose(one, deed);
    const told = await marks(one);
    if (isThere(told)) return told;
    await one.page.evaluate(async otherwise => {
      const { clearDraft } = await import("/client/store.js");
      clearDraft();
      await (await import("/client/wire.js")).ask({ do: otherwise });
    }, how);
  }
  return assert.fail(`${deed}: it never comes to such chances`);
};

/** Walks to a cell with the keyboard, and gives what a screen reader is told there. */
const walked = async (one, cell) => {
  const { page } = one;
  await page.evaluate(async name => {
    const { cellOf } = await import("/client/geometry.js");
    (await import("/client/store.js")).pointed.value = cellOf(name);
  }, cell);
  await page.waitForFunction(name => document.querySelector(".board > .hidden").textContent.startsWith(`${name},`), cell);
  return page.textContent(".board > .hidden");
};

/** Where somebody stands. */
const cellOf = (one, name) => one.page.evaluate(async who => (await import("/client/store.js")).now().tokens.find(token => token.name === who).cell, name);

await journey("An area that can be laid on cells: each has its chance", async () => {
  const { master } = await lay("fragments-of-power/toll-gate");
  const told = await reach(master, "cast evoke-fire", ({ folded, creatures }) => folded > 0 && Object.keys(creatures).length > 0);
  agrees(told);
  // Its cells are those in which somebody stands: there the area and the single blow have one chance, the better one.
  assert(told.folded > 0 && Object.keys(told.atTokens).length > 0, "a cell and whoever stands in it have a chance together");
  const [name] = Object.keys(told.atTokens);
  assert.match(await walked(master, await cellOf(master, name)), /can be chosen: hit ~?[\d.]+%/);
  await master.picture("chances-of-an-area");
  await accessible(master, "chances on cells");
  await master.page.close();
});

await journey("A wall from cell to cell: the chance of the blow stands where it begins", async () => {
  const { master } = await lay("elemental-d6/crossfire");
  // So that all of a large board is on the screen, cells are too small for figures: from nearer they are there.
  for (let n = 0; n < 4; n += 1) await master.click("[aria-label=Nearer]");
  const told = await reach(master, "wall-of-dust", ({ cells }) => Object.keys(cells).length > 0);
  agrees(told);
  assert(Object.keys(told.onCells).length > 0);
  await master.picture("chances-of-a-wall");
  await master.page.close();
});

await journey("A jump: how likely it is to land stands on each cell, as one's own risk", async () => {
  const { master, links } = await lay("generia/rooftop");
  await until_(master, "jump");
  for (let n = 0; n < 2; n += 1) await master.click("[aria-label=Nearer]");
  await choose(master, "jump");
  const told = await marks(master);
  agrees(told);
  assert(told.shared > 0, "a cell can be reached in several ways, and has one chance");
  assert(Object.keys(told.onCells).length > 10, `${Object.keys(told.onCells).length} cells`);
  assert(await master.page.$$eval("[data-mark] .of", all => all.length > 10 && all.every(one => one.textContent)), "each says what it is the chance of");
  assert.equal(await master.page.$$eval("[data-mark]:not(.own)", all => all.length), 0, "what comes about to oneself is drawn so");
  await master.picture("chances-of-a-jump");
  // The same on a phone, in the dark.
  const side = await master.page.evaluate(async () => {
    const { now } = await import("/client/store.js");
    return now().sides[now().tokens.find(token => token.name === now().awaited.who[0]).side];
  });
  const phone = await join(links[side], "Ann", { wide: 390, high: 844, dark: true });
  await phone.asked();
  await choose(phone, "jump");
  // From afar a word on a cell is too small to be read; from nearer it stands there.
  assert.equal(Object.keys((await marks(phone)).onCells).length, 0);
  await phone.page.focus("[data-testid=board]");
  for (let n = 0; n < 4; n += 1) await phone.page.keyboard.press("+");
  await phone.page.waitForSelector("[data-mark] .of");
  agrees(await marks(phone));
  await phone.picture("chances-of-a-jump-phone");
  await phone.page.close();
  await master.page.close();
});

/** Two who are as far from each other as a charge goes. */
const lists = `rulebook = "generia"
title = "The lists"
[map]
width = 14
height = 5
[[combatant]]
name = "Garrick"
creature = "tanky-fighter"
side = "travellers"
at = "B3"
facing = "east"
abilities = ["charge"]
[[combatant]]
name = "Snag"
creature = "goblin-fighter"
side = "goblins"
at = "G3"
facing = "west"
`;

await journey("A charge: the chance of the blow, and not of the miss, beside whom it is aimed at", async () => {
  const { master } = await layText(lists);
  const told = await reach(master, "charge", ({ creatures }) => Object.keys(creatures).length > 0, "pass");
  agrees(told);
  assert(Object.keys(told.atTokens).length > 0);
  const [name] = Object.keys(told.atTokens);
  assert.match(await walked(master, await cellOf(master, name)), /can be chosen: \S.* ~?[\d.]+%/);
  await master.picture("chances-of-a-charge");
  await master.page.close();
});

await journey("Plain moves have no chance, and none is drawn", async () => {
  const { master } = await lay("hayfork/gate");
  await until_(master, "to");
  await choose(master, "to");
  const told = await marks(master);
  assert(told.lit > 4);
  assert.deepEqual([told.onCells, told.cells], [{}, {}]);
  const [cell] = await master.page.$$eval("[data-cell]", all => all.map(one => one.dataset.cell));
  assert.match(await walked(master, cell), /can be chosen$/);
  await master.page.close();
});

await journey("What players are told of chances: from what they have seen, true ones, none", async () => {
  const { master, links } = await lay("elemental-d6/duel");
  await master.asked();
  const role = (await master.page.textContent(".order .acts")).includes("Kestrel") ? "wind" : "water";
  const { page } = await join(links[role], "Ann", { wide: 1100, high: 760 });
  await page.click(".deed:has-text('blast') >> nth=0");
  const choose_ = async () => {
    await page.waitForSelector(".choice, .chosen-bar");
    if (!await page.$(".chosen-bar")) await page.click(".choice >> nth=0");
    await page.waitForSelector(".chosen-bar .price");
  };
  await choose_();
  await page.waitForSelector(".chosen-bar .guessed:has-text('from what you have seen')");
  await page.waitForSelector(".token .chance");
  await page.click("[data-testid=all-chances]");
  await page.waitForSelector("[data-testid=guessed]");
  await page.keyboard.press("Escape");
  // The game master has the true ones, and may have them told.
  await master.page.click("#tab-table");
  assert.equal(await master.page.inputValue("[data-testid=odds-told]"), "seen");
  await master.page.selectOption("[data-testid=odds-told]", "true");
  await page.waitForFunction(() => !document.querySelector(".chosen-bar .guessed") && document.querySelector(".chosen-bar .says"));
  await master.page.selectOption("[data-testid=odds-told]", "none");
  await page.waitForFunction(() => document.querySelector(".chosen-bar .fact") && !document.querySelector(".chosen-bar .says, .token .chance, [data-testid=all-chances]"));
  await accessible({ page }, "a table that tells no chances");
  assert.equal(await master.page.$(".guessed"), null);
  await page.close();
  await master.page.close();
});
