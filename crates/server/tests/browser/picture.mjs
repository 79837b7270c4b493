// The picture of a table that the README and docs/serve.md show (docs/pictures/table.png): `UPDATE_DOCS=1 cargo test -p skirmish-server --test browser` puts it there.
import assert from "node:assert/strict";
import { base, drawn, host, join, journey, meadow, pictured, pictures, until } from "./tools.mjs";

const fight = `rulebook = "generia"
title = "The brook"
[map]
rows = """
................
..........#.....
..........#.....
................
................
..........#.....
..........#.....
"""
[[combatant]]
name = "Garrick"
creature = "tanky-fighter"
side = "travellers"
at = "I4"
facing = "east"
[[combatant]]
name = "Hollis"
creature = "hermetics-wizard"
side = "travellers"
at = "D5"
facing = "east"
[[combatant]]
name = "Merle"
creature = "nimble-fighter"
side = "travellers"
at = "G3"
facing = "east"
[[combatant]]
name = "Snag"
creature = "goblin-fighter"
side = "goblins"
at = "J3"
facing = "west"
[[combatant]]
name = "Nettle"
creature = "goblin-fighter"
side = "goblins"
at = "K5"
facing = "west"
[[combatant]]
name = "Burr"
creature = "goblin-fighter"
side = "goblins"
at = "L2"
facing = "west"
[[combatant]]
name = "Cinder"
creature = "wolf"
side = "goblins"
at = "M6"
facing = "west"
`;

await journey("The picture of a table", async () => {
  const master = await host({ wide: 1200, high: 760 });
  const image = await meadow(master.page, 16, 7);
  const links = await master.page.evaluate(async ([text, data]) => {
    const answer = await fetch("/api/v1/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text, picture: { data, lies: "0 0 16 100" } }) });
    return Object.fromEntries((await answer.json()).links.map(link => [link.role, link.token]));
  }, [fight, image.buffer.toString("base64")]);
  await master.page.goto(`${base}/join#${links.gm}`);
  await master.page.fill("input", "Ada");
  await master.page.click("button.primary");
  await master.asked();
  const one = await join(`${base}/join#${links.travellers}`, "Ann", { wide: 1200, high: 864 });
  const { page } = one;
  for (let tries = 0; tries < 40 && !(await one.prompt()).startsWith("Hollis's turn"); tries += 1) {
    const before = await master.page.textContent("[role=log]");
    await master.command("next");
    await master.page.waitForFunction(old => document.querySelector("[role=log]").textContent !== old, before);
    await until(async () => await one.page.textContent("[role=log]") !== "", "the player hears of it");
  }
  // A bolt at any of the goblins who are seen: the chance beside each, what it does to them, and what is not seen behind the wall.
  await page.click(".deed:has-text('mana-bolt')");
  await until(() => page.$$eval(".token .chance", all => all.length > 1), "chances on the board");
  await until(() => page.$$eval(".choice", all => all.every(choice => choice.querySelector(".says"))), "chances of each choice");
  assert(Number(await page.getAttribute(".frame canvas", "data-unseen")) > 8, "there is fog");
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector(".cell.pointed"));
  await pictured(page);
  await drawn(page);
  await page.screenshot({ path: `${pictures}/table.png` });
  for (const each of [one, master]) await each.page.close();
});
