// What the terminal can do at the table, the web table can: every command of `skirmish play` has its place, typed and on the screen.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, base, join, journey, lay } from "./tools.mjs";

/** The terminal's commands, as docs/play.md lists them. */
const atTheTerminal = () => {
  const page = readFileSync(`${process.env.CARGO_MANIFEST_DIR ?? "."}/../../docs/play.md`, "utf8");
  const table = page.slice(page.indexOf("## All commands"));
  return new Set([...table.matchAll(/^\| (`[^|]+)\|/gm)].flatMap(([, row]) => [...row.matchAll(/`([a-z?!]+)/g)].map(([, name]) => name)));
};

/** What a terminal alone needs: how lines are drawn there, and how one leaves. */
const ofTerminalsAlone = ["board", "quit", "quit!", "?"];

await journey("Every command of the terminal", async () => {
  const { master } = await lay("elemental-d6/duel");
  const { page } = master;
  await master.asked();
  const known = await page.evaluate(async () => (await import("/client/commands.js")).names);
  const missing = [...atTheTerminal()].filter(name => !known.includes(name) && !ofTerminalsAlone.includes(name));
  assert.deepEqual(missing, [], "commands of the terminal that the screen does not know");
  const told = await page.evaluate(async () => (await import("/client/words.js")).words.command.all.map(([name]) => name));
  assert.deepEqual(known.filter(name => !told.includes(name) && !["back", "go-on", "help", "rolls"].includes(name)), [], "commands that the list of keys does not tell");
  const page_ = async name => { await page.waitForSelector(`[data-testid=${name}]`); const text = await page.textContent(`[data-testid=${name}]`); await page.keyboard.press("Escape"); await page.waitForFunction(() => !document.querySelector(".rule-page")); return text; };
  const who = await page.textContent(".order .acts button").then(text => (text.startsWith("Kestrel") ? "Kestrel" : "Tarn"));
  await master.command("choices pass");
  assert.match(await page_("page-choices"), /1 choice/);
  await master.command("?");
  assert.match(await page_("rule-page"), /dp\.initiate/);
  await master.command("? blast");
  await page.waitForSelector("[data-testid=page-chances]");
  await page.keyboard.press("Escape");
  await master.command("odds pass --acts 2");
  await page.waitForSelector("[data-testid=page-chances] .results li, [data-testid=page-chances] .hint:has-text('way')");
  assert.equal(await page.inputValue("[data-testid=acts]"), "2");
  await master.picture("chances");
  await accessible(master, "chances");
  await page.keyboard.press("Escape");
  await master.command("sheet tarn");
  await page.waitForSelector(".details:has-text('soak')");
  await master.command("rules cover");
  await page.waitForSelector("[data-testid=page-rules] .found li");
  assert.match(await page_("page-rules"), /cover\.center/);
  await master.command("read Tarn.hp");
  await page.waitForSelector(".notices .good:has-text('Tarn.hp: 30')");
  await master.command("gm Tarn.hp -7");
  await page.waitForSelector(".person:has-text('Tarn'):has-text('23/30')");
  await master.command("note so far");
  await master.command("log");
  await page.waitForSelector(".line.of-edict:has-text('so far')");
  await master.command("why");
  await page.waitForSelector(".line.open .behind");
  await master.command("why not cover");
  assert.match(await page_("page-why-not"), /conditions were not met|did not count|did count/);
  const edict = await page.evaluate(async () => (await import("/client/store.js")).log.value.find(line => line.text.includes("Tarn.hp")).entry + 1);
  await master.command(`change ${edict} gm Tarn.hp = 12`);
  await page.waitForSelector("[data-testid=accept]");
  await master.command("accept");
  await page.click("#tab-sheet");
  await page.waitForSelector(".person:has-text('Tarn'):has-text('12/30')");
  await master.command(`goto ${edict}`);
  await page.waitForSelector(".person:has-text('Tarn'):has-text('30/30')");
  await master.command("goto end");
  await page.waitForSelector(".person:has-text('Tarn'):has-text('12/30')");
  await master.command("view wind");
  await page.waitForSelector(".banner:has-text('wind')");
  await page.click(".banner button");
  // One key shows what each of the others sees, and at last everything again.
  await page.click("h1");
  await page.keyboard.press("e");
  await page.waitForSelector(".banner:has-text('wind')");
  for (const next of ["water", "spectator"]) {
    await page.keyboard.press("e");
    await page.waitForSelector(`.banner:has-text('${next}')`);
  }
  await page.keyboard.press("e");
  await page.waitForFunction(() => !document.querySelector(".banner"));
  for (const setting of ["routine take", "level propose", `dice ${who} typed`]) await master.command(setting);
  await page.click("#tab-table");
  await page.waitForSelector(".check input:checked");
  await master.command("level odds");
  await master.command("recap");
  assert.match(await page_("page-recap"), /Kestrel of the wind met Tarn of the water/);
  await master.command("/und");
  await master.command("redo");
  await master.command("nonsense");
  await page.waitForSelector(".notices .bad");
  await page.close();
});

await journey("A save of the table opens at a terminal's door, and people go on into the next battle", async () => {
  const { master } = await lay("elemental-d6/duel");
  const { page } = master;
  await master.asked();
  await master.command("gm Tarn.hp = 9");
  await page.click("#tab-table");
  const [download] = await Promise.all([page.waitForEvent("download"), page.click("text=Save the battle")]);
  const saved = readFileSync(await download.path(), "utf8");
  assert.match(saved, /^skirmish 1\n/);
  assert.match(saved, /\ngm: Tarn\.hp = 9\n/);
  // What was saved is laid again, and stands as it stood.
  await page.click("[data-testid=carry]");
  await page.waitForSelector("[data-testid=page-carry] .primary");
  await master.picture("carry");
  await accessible(master, "into the next battle");
  await page.click(".rule-page .primary");
  await page.waitForURL(`${base}/new`);
  await page.waitForSelector(".verdict.good");
  assert.match(await page.inputValue("[data-testid=source]"), /\[\[member\]\][^[]*name = "Tarn"[^[]*hp = 9/);
  await page.click("[data-testid=lay]");
  await page.click("[data-testid=sit]");
  await master.asked();
  await page.click("#tab-sheet");
  await page.waitForSelector(".person:has-text('Tarn'):has-text('9/30')");
  await page.goto(`${base}/`);
  await page.fill("textarea", saved);
  await page.click(".paper section:last-of-type .acts button.primary");
  await page.click("[data-testid=sit]");
  await master.asked();
  await page.click("#tab-sheet");
  await page.waitForSelector(".person:has-text('Tarn'):has-text('9/30')");
  await page.close();
});

await journey("The game master's hand: any number, a rule, somebody who comes, an answer for all", async () => {
  const { master, links } = await lay("legacy-of-adventure/hollow-way");
  const { page } = master;
  await master.asked();
  // Several are asked the same: one answer for all of them.
  const asked = await page.$$eval(".order .acts", all => all.length);
  assert(asked > 1, `${asked} are asked`);
  await page.click(".choice:has-text('wait')");
  await page.click("[data-testid=for-all]");
  await page.waitForFunction(() => !document.querySelector(".choice:has(+ .x)") && !document.querySelector("[data-testid=prompt]").textContent.includes("Strike out of ambush"));
  // Any number of a sheet.
  await page.click("#tab-sheet");
  await page.click(".person:has-text('Maud') .who");
  await page.click("[data-testid=fields]");
  await page.click(".fields div:has-text('hits') .number >> nth=0");
  await page.keyboard.type("-2");
  await page.keyboard.press("Enter");
  await page.waitForSelector(".line.of-edict, .person:has-text('Maud') .number");
  // And whatever is one of a few words: somebody is hidden, and comes to light, by the hand.
  await page.selectOption("[data-field='Maud.concealed']", "yes");
  await page.waitForFunction(() => import("/client/wire.js").then(({ ask }) => ask({ do: "read", path: "Maud.concealed" })).then(told => told.value === "yes"));
  await page.selectOption("[data-field='Maud.concealed']", "no");
  await page.waitForFunction(() => import("/client/wire.js").then(({ ask }) => ask({ do: "read", path: "Maud.concealed" })).then(told => told.value === "no"));
  await master.picture("all-numbers");
  await accessible(master, "all numbers of a sheet");
  // A house rule is changed on the page of the rule.
  await page.click("#tab-table");
  await page.click("[data-testid=find-rules]");
  await page.fill(".rule-page input[type=search]", "melee");
  const house = ".rule-page .reading select";
  await page.waitForSelector(house);
  const [name, to] = await page.$eval(".rule-page dl", list => { const field = list.querySelector(".reading select"); const other = [...field.options].find(option => option.value !== field.value); return [list.querySelector("code").textContent, other.value]; });
  await page.selectOption(`${house} >> nth=0`, to);
  await page.waitForFunction(([rule, value]) => import("/client/wire.js").then(({ ask }) => ask({ do: "read", path: `rules.${rule}` })).then(told => told.value === value), [name, to]);
  await page.keyboard.press("Escape");
  // Somebody comes, where the board was clicked.
  await page.click("summary:has-text('Somebody comes')");
  await page.waitForSelector("[data-testid=newcomer] option[value=guard]", { state: "attached" });
  await page.fill("[data-testid=newcomer] label:has-text('Name') input", "Late Guest");
  await page.fill("[data-testid=newcomer] label:has-text('At') input", "t1");
  await page.click("[data-testid=newcomer] .primary");
  await page.waitForSelector("[data-token='Late-Guest']");
  // Whoever plays has none of these tools.
  const side = Object.keys(links).find(role => !["gm", "spectator", "recovery"].includes(role));
  const player = await join(links[side], "Ann");
  await player.page.click("#tab-table");
  await player.page.waitForSelector("[data-testid=find-rules]");
  assert.equal(await player.page.$("[data-testid=newcomer], [data-testid=carry], [data-testid=recap]"), null);
  await player.page.close();
  await page.close();
});
