// The picture of a table that the README and docs/serve.md show (docs/pictures/table.png): `UPDATE_DOCS=1 cargo test -p skirmish-server --test browser` puts it there.
import { base, drawn, host, journey, meadow, pictured, pictures } from "./tools.mjs";

const fight = `rulebook = "generia"
title = "The brook"
[map]
width = 16
height = 7
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
  const one = await host({ wide: 1200, high: 760 });
  const { page } = one;
  const image = await meadow(page, 16, 7);
  const links = await page.evaluate(async ([text, data]) => {
    const answer = await fetch("/api/v1/tables", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify({ text, picture: { data, lies: "0 0 16 100" } }) });
    return (await answer.json()).links;
  }, [fight, image.buffer.toString("base64")]);
  await page.goto(`${base}/join#${links[0].token}`);
  await page.fill("input", "Ada");
  await page.click("button.primary");
  await one.asked();
  for (let tries = 0; tries < 40 && !(await one.prompt()).startsWith("Garrick's turn"); tries += 1) {
    const before = await page.textContent("[role=log]");
    await one.command("next");
    await page.waitForFunction(old => document.querySelector("[role=log]").textContent !== old, before);
  }
  // A blow at the goblin in front of him: its chance, its harm and the rules behind both.
  await page.click(".deed:has-text('broadsword') >> nth=0");
  await page.waitForSelector(".chance");
  if (!await page.$("[data-testid=confirm]")) await page.click(".choice:has-text('Snag') >> nth=0");
  await page.waitForSelector(".chosen-bar .says");
  await page.mouse.move(5, 5);
  await page.waitForFunction(() => !document.querySelector(".cell.pointed"));
  await pictured(page);
  await drawn(page);
  await page.screenshot({ path: `${pictures}/table.png` });
  await page.close();
});
