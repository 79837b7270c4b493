// At the table: two browsers over kill -9, what if, a phone that dies, an ambush, the keyboard.
import assert from "node:assert/strict";
import { accessible, back, join, journey, kill, lay, touchable, until } from "./tools.mjs";

await journey("A battle in two browsers, over kill -9", async () => {
  const { master, links } = await lay("elemental-d6/duel");
  const wind = await join(links.wind, "Ann", { wide: 390, high: 844, dark: true });
  const water = await join(links.water, "<b>Ben</b>", { wide: 1100, high: 760 });
  // Each sees numbers of their own, and words of the foe's.
  const gauges = one => one.page.click("#tab-sheet").then(() => one.page.$$eval(".person", all => all.map(each => each.textContent)));
  assert.match((await gauges(water)).join(" "), /Kestrel.*unhurt.*Tarn.*30\/30 hp/);
  await water.page.click("#tab-log");
  // A name is text, never markup.
  await master.page.click("#tab-table");
  await master.page.waitForSelector("text=<b>Ben</b>");
  await master.page.click("#tab-log");
  const now = async () => {
    await Promise.race([wind, water].map(one => one.asked()));
    return await wind.page.$(".deed, .choice") ? [wind, water] : [water, wind];
  };
  const [own, other] = await now();
  assert.equal(await other.prompt(), `${own === wind ? "Kestrel" : "Tarn"} acts now.`);
  await own.picture("phone-or-laptop-asked");
  await own.click(".deed:has-text('brace')");
  await own.page.waitForSelector("[data-testid=confirm]");
  const before = await master.page.$$eval(".line", all => all.length);
  await own.click("[data-testid=confirm]");
  await master.page.waitForFunction(count => document.querySelectorAll(".line").length > count, before);
  const told = await master.page.textContent("[role=log]");
  assert.match(told, /brace/);
  await master.command("note the server is about to fall");
  await master.page.waitForSelector(".line.of-edict");
  await kill();
  for (const one of [master, wind, water]) await one.page.waitForSelector(".link-state.open");
  back();
  assert.match(await master.page.textContent("[role=log]"), /the server is about to fall/);
  // And it goes on: the game master sets a number by hand, and everybody hears of it.
  await master.page.click("#tab-sheet");
  await master.click(".person:has-text('Tarn') .number");
  await master.page.keyboard.type("-7");
  await master.page.keyboard.press("Enter");
  await master.page.waitForSelector(".person:has-text('Tarn'):has-text('23/30')");
  await wind.page.click("#tab-sheet");
  await wind.page.waitForSelector(".person:has-text('Tarn'):has-text('hurt')");
  await wind.picture("phone-sheet");
  await accessible(wind, "the sheet on a dark phone");
  await touchable(wind, "the sheet on a dark phone");
  await accessible(master, "the game master's table");
  await master.picture("game-master");
  for (const one of [master, wind, water]) await one.page.close();
});

await journey("J3: what if it had been otherwise, two turns ago", async () => {
  const { master } = await lay("elemental-d6/duel");
  await master.asked();
  await master.command("gm Tarn.hp = 12");
  await master.page.waitForSelector(".line.of-edict");
  await master.command("pass");
  await master.command("note and so on");
  await master.page.waitForSelector(".line.of-edict >> nth=1");
  master.clicks = 0;
  await master.click(".line.of-edict >> nth=0 >> .told");
  await master.click("text=What if…");
  await master.page.fill(".what-if input", "gm: Tarn.hp = 25");
  await master.click(".what-if button");
  await master.page.waitForSelector("[data-testid=accept]");
  assert.match(await master.page.textContent(".dialog"), /Tarn: 25 hp.*now 12 hp/);
  await master.picture("what-if");
  await accessible(master, "what if");
  await master.click("[data-testid=accept]");
  await master.page.click("#tab-sheet");
  await master.page.waitForSelector(".person:has-text('Tarn'):has-text('25/30')");
  const { clicks } = master;
  assert(clicks <= 5, `${clicks} clicks`);
  // Ctrl+Z takes the last of it back, with all that followed.
  await master.page.keyboard.press("Control+z");
  await master.page.close();
  return clicks;
});

await journey("J4: a phone dies with a half-made choice, a laptop goes on; typed dice beside", async () => {
  const { master, links } = await lay("elemental-d6/duel");
  await master.asked();
  await master.command("dice all typed");
  const role = (await master.page.textContent(".order .acts")).includes("Kestrel") ? "wind" : "water";
  const phone = await join(links[role], "Cleo", { wide: 390, high: 844 });
  await phone.asked();
  const { kept } = phone;
  await phone.click(".deed:has-text('blast') >> nth=0");
  await until(() => phone.kept > kept, "the table keeps what is half chosen");
  await phone.picture("phone-half-made");
  await accessible(phone, "a phone that is asked");
  await touchable(phone, "a phone that is asked");
  const before = await phone.page.getAttribute(".deed.on", "aria-pressed");
  assert.equal(before, "true");
  await phone.page.close();
  const begun = Date.now();
  const laptop = await join(links[role], "Cleo");
  await laptop.page.waitForSelector(".deed.on");
  assert.match(await laptop.page.textContent(".deed.on"), /blast/);
  console.log(`  the half-made choice is on the laptop after ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  laptop.clicks = 0;
  // On the board: whom it is aimed at lights up; one click chooses, the second one does it.
  await laptop.page.waitForSelector(".token.lit");
  // What can be done in one way only is chosen already.
  if (!await laptop.page.$("[data-testid=confirm]")) await laptop.clickBoard(".token.lit");
  await laptop.page.waitForSelector("[data-testid=confirm]");
  await laptop.picture("laptop-chosen");
  await laptop.clickBoard(".token.chosen");
  await laptop.page.waitForFunction(() => !document.querySelector("[data-testid=confirm]"));
  const { clicks } = laptop;
  // Somebody else lets time pass until dice are awaited, and types those of a real table.
  for (let tries = 0; tries < 20 && !await master.page.$(".dice form"); tries += 1) {
    const told = await master.page.textContent("[role=log]");
    await master.command("next");
    await master.page.waitForFunction(old => document.querySelector(".dice form") || document.querySelector("[role=log]").textContent !== old, told);
  }
  const label = await master.page.textContent(".dice label");
  const count = Number(/(\d+)d6/.exec(label)[1]);
  // What bears on them is said before they fall, by name and rule.
  assert.match(await master.page.textContent(".dice .hint"), /[+−]\d+ .*attack\.|in the dice .*/);
  await master.picture("dice");
  await master.page.fill(".dice input", Array(count + 1).fill("4").join(" "));
  await master.click(".dice button.primary >> nth=0");
  await master.page.waitForSelector(`.notices:has-text('wants ${count} faces')`);
  await master.page.fill(".dice input", Array(count).fill("4").join(" "));
  await master.click(".dice button.primary >> nth=0");
  await master.page.waitForSelector(".line.of-throw >> nth=-1");
  await master.page.close();
  await laptop.page.close();
  return clicks;
});

await journey("What is half chosen stays when others of the side are asked no more", async () => {
  const { master, links } = await lay("legacy-of-adventure/circle");
  const side = Object.keys(links).find(role => !["gm", "spectator", "recovery"].includes(role));
  const player = await join(links[side], "Dora");
  const { page } = player;
  await player.asked();
  const others = () => page.textContent(".question > .hint");
  const before = await others();
  await player.click(".choice:has-text('guard thwart')");
  await page.waitForSelector("[data-testid=confirm]");
  // Another one of the side goes by a policy from now on, and has answered at once.
  await master.command("seat Osric greedy");
  await page.waitForFunction(old => document.querySelector(".question > .hint")?.textContent !== old, before);
  assert.match(await page.textContent(".chosen-bar"), /guard thwart/);
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-testid=confirm]"));
  // What is proposed stays as well, and says so; what somebody chooses then is no proposal any more.
  await master.command(`help ${side} propose`);
  await page.waitForSelector(".chosen-bar i");
  await master.command("seat Maud greedy");
  await page.waitForFunction(() => !document.querySelector(".question > .hint"));
  assert.match(await page.textContent(".chosen-bar"), /no-guard Proposed/);
  await page.keyboard.press("Escape");
  await player.click(".choice:has-text('guard thwart')");
  await page.waitForSelector(".chosen-bar:has-text('guard thwart')");
  assert.equal(await page.$(".chosen-bar i"), null);
  await master.page.close();
  await page.close();
});

/** What of the question a refusal lies over: of the prompt, the choices, what is chosen, the command line. */
const covered = page => page.evaluate(() => {
  const over = [...document.querySelectorAll(".notices > *")].map(one => one.getBoundingClientRect()).filter(box => box.width && box.height);
  if (!over.length) return ["there is no refusal"];
  return [...document.querySelectorAll(".question :is(h2, .deed, .choice, .chosen-bar, input)")].filter(part => {
    const box = part.getBoundingClientRect();
    // What has been scrolled out of the list of choices is covered by nobody.
    const frame = part.closest(".body")?.getBoundingClientRect() ?? box;
    const [top, bottom] = [Math.max(box.top, frame.top), Math.min(box.bottom, frame.bottom)];
    return over.some(one => one.left < box.right && one.right > box.left && one.top < bottom && one.bottom > top);
  }).map(part => part.textContent || part.placeholder);
});

await journey("Refusals lie over nothing that is asked", async () => {
  const { master, links } = await lay("elemental-d6/duel");
  await master.asked();
  const role = (await master.page.textContent(".order .acts")).includes("Kestrel") ? "wind" : "water";
  for (const [wide, high, dark] of [[1280, 800, false], [390, 844, true], [360, 740, false]]) {
    const one = await join(links[role], "Ann", { wide, high, dark });
    const { page } = one;
    await one.asked();
    await page.click(".deed:has-text('blast') >> nth=0");
    await page.waitForSelector(".choice, .chosen-bar");
    // Three refusals one after the other: two as long as a rule can make them, and one of the table's own.
    await page.evaluate(async () => {
      const { notice } = await import("/client/store.js");
      for (const nth of ["first", "second"]) notice(`The ${nth} way through C4 cannot be gone${": whoever goes it would pass a creature that is in the way, and there is no room beside it".repeat(4)} [move.blocked]`);
    });
    await one.command("blasting nobody");
    await page.waitForSelector(".notices .bad:has-text('no answer here')");
    await one.picture(`refused-${wide}`);
    assert.deepEqual(await covered(page), [], `${wide} × ${high}: refusals lie over the question`);
    assert(await page.locator(".notices .bad").count() === 1, "the newest is shown");
    await accessible(one, `refusals at ${wide} × ${high}`);
    if (wide < 500) await touchable(one, `refusals at ${wide} × ${high}`);
    // The older ones are there for whoever wants them, and lie over nothing either.
    await page.click("[data-testid=refusals]");
    await page.waitForSelector(".notices .bad:has-text('The first way')", { state: "attached" });
    assert.deepEqual(await covered(page), [], `${wide} × ${high}: all refusals lie over the question`);
    await accessible(one, `all refusals at ${wide} × ${high}`);
    await one.picture(`refused-all-${wide}`);
    await page.click(".notices [data-testid=close-refusals]");
    await page.waitForFunction(() => !document.querySelector(".notices .bad"));
    await page.close();
  }
  await master.page.close();
});

await journey("The game master's hidden ambush", async () => {
  const { master, links } = await lay("elemental-d6/ambush");
  const travellers = await join(links.travellers, "Dora", { wide: 360, high: 740, dark: true });
  await master.page.waitForSelector("[data-token]");
  const seen = one => one.page.$$eval("[data-token]", all => all.map(each => each.dataset.token));
  const [all, own] = [await seen(master), await seen(travellers)];
  assert(own.length > 0 && own.length < all.length, `${own.length} of ${all.length}`);
  const hidden = all.filter(name => !own.includes(name));
  // What the page of a player has of the hidden ones: nothing, in no part of it.
  await travellers.page.waitForSelector(".link-state.open");
  const page = await travellers.page.content();
  for (const name of hidden) assert(!page.includes(name), `${name} stands on the page of one who does not see them`);
  // One key shows the game master what a player sees.
  await master.page.click("#tab-table");
  await master.page.selectOption(".set:has-text('See it as') select", "travellers");
  await master.page.waitForFunction(count => document.querySelectorAll("[data-token]").length === count, own.length);
  assert.deepEqual((await seen(master)).sort(), own.sort());
  await travellers.picture("ambush-seen-by-the-travellers");
  await accessible(travellers, "360 px, dark");
  await touchable(travellers, "360 px");
  for (const tab of ["table", "log"]) {
    await travellers.page.click(`#tab-${tab}`);
    await travellers.page.waitForSelector(`.side.up #panel[aria-labelledby=tab-${tab}]`);
    await touchable(travellers, `360 px, ${tab}`);
    await accessible(travellers, `360 px, dark, ${tab}`);
  }
  await master.page.close();
  await travellers.page.close();
});

await journey("Keyboard alone", async () => {
  const { master } = await lay("hayfork/gate");
  await master.asked();
  const { page } = master;
  await page.focus("[data-testid=board]");
  const spoken = () => page.textContent(".board [aria-live]");
  await page.keyboard.press("ArrowRight");
  assert.match(await spoken(), /^[A-Z]+\d+, /);
  await page.keyboard.press("ArrowRight");
  assert.match(await spoken(), /can be chosen/);
  await page.keyboard.press("Enter");
  await page.waitForSelector("[data-testid=confirm]");
  await page.keyboard.press("Escape");
  await page.waitForFunction(() => !document.querySelector("[data-testid=confirm]"));
  const entries = await page.$$eval(".line", all => all.length);
  await page.focus("[data-testid=board]");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Enter");
  await page.waitForFunction(count => document.querySelectorAll(".line").length > count, entries);
  // Whatever is typed anywhere opens the command line; Tab completes.
  await page.click("h1");
  await page.keyboard.type("und");
  await page.keyboard.press("Tab");
  assert.equal(await page.inputValue("[data-testid=command]"), "undo");
  await page.keyboard.press("Enter");
  await page.waitForFunction(count => document.querySelectorAll(".line").length <= count, entries);
  await page.click("h1");
  await page.keyboard.press("?");
  await page.waitForSelector("[role=dialog]");
  await accessible(master, "the list of keys");
  await page.keyboard.press("Escape");
  await page.close();
});

await journey("What a screen reader is told", async () => {
  const { master } = await lay("generia/parry-yard");
  const { page } = master;
  await master.asked();
  const tree = await page.locator("body").ariaSnapshot();
  for (const part of [/heading "The Parry Yard" \[level=1\]/, /navigation "Order of acting"/, /application "Board\. Arrows walk/, /region "What is asked"/, /heading "\w+'s turn/, /log:/, /tab "Sheet"/, /combobox "Type an answer/, /slider "Time"/]) assert.match(tree, part);
  // Nothing that one can press has no name.
  assert.doesNotMatch(tree, /^\s*- (button|link|combobox|textbox|slider|checkbox)\s*$/m);
  // The board is walked cell by cell, and each says what it is and who is there.
  await page.focus("[data-testid=board]");
  const spoken = () => page.textContent(".board [aria-live]");
  await page.keyboard.press("ArrowRight");
  assert.match(await spoken(), /^([A-Z]+\d+), open, \w+, \w+, at \1: .*wounds/);
  await page.keyboard.press("ArrowDown");
  assert.match(await spoken(), /^[A-Z]+\d+, open/);
  // What happens is told as it happens.
  assert.equal(await page.getAttribute("[role=log]", "aria-live"), "polite");
  await page.close();
});
