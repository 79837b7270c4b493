// Before a table: the start page, and encounters that one builds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { accessible, base, complaints, host, journey, layText, meadow, onMap, person, token } from "./tools.mjs";

await journey("J1: from an empty store to the first turn, with a picture of one's own and four goblins", async () => {
  const master = await host();
  const { page } = master;
  const begun = Date.now();
  master.clicks = 0;
  await master.click("[data-testid=new]");
  await page.waitForSelector("[data-creature]");
  await page.selectOption("[data-testid=game]", "generia");
  await page.waitForSelector("[data-creature=goblin-fighter]");
  // Two heroes where they belong, four goblins in one go.
  for (const [creature, column, row] of [["tanky-fighter", 5, 7], ["hermetics-wizard", 3, 8]]) {
    await master.click(`[data-creature=${creature}]`);
    master.clicks += 1;
    await page.mouse.click(...await onMap(page, column, row));
  }
  await master.click(".side-pick:has-text('foes')");
  await master.click("[data-creature=goblin-fighter]");
  for (let n = 0; n < 3; n += 1) await master.click("[aria-label='One more']");
  master.clicks += 1;
  await page.mouse.click(...await onMap(page, 14, 6));
  await page.waitForFunction(() => document.querySelectorAll("[data-token]").length === 6);
  // Somebody is dragged to where they had better stand.
  const [from, to] = [await onMap(page, 14, 6), await onMap(page, 12, 9)];
  await page.mouse.move(...from);
  await page.mouse.down();
  await page.mouse.move((from[0] + to[0]) / 2, (from[1] + to[1]) / 2, { steps: 4 });
  await page.mouse.move(...to, { steps: 4 });
  await page.mouse.up();
  master.clicks += 1;
  await page.waitForFunction(() => [...document.querySelectorAll(".fighters small")].some(one => one.textContent === "M10"));
  // Ground is painted with one stroke.
  await master.click("#build-ground");
  await master.click("[data-sign='#']");
  const [left, right] = [await onMap(page, 8, 2), await onMap(page, 11, 2)];
  await page.mouse.move(...left);
  await page.mouse.down();
  await page.mouse.move(...right, { steps: 3 });
  await page.mouse.up();
  master.clicks += 1;
  await master.click("#build-picture");
  await page.setInputFiles("[data-testid=picture]", await meadow(page, 20, 15));
  master.clicks += 1;
  await page.waitForSelector(".fit");
  await page.fill("[data-testid=title]", "The brook");
  await page.waitForSelector(".verdict.good");
  await page.waitForTimeout(200);
  await master.picture("builder");
  await accessible(master, "the builder");
  await master.click("[data-testid=lay]");
  await page.waitForSelector("[data-testid=sit]");
  await master.click("button:has-text('For a phone') >> nth=1");
  await page.waitForSelector(".code");
  await master.picture("laid");
  await accessible(master, "the links of a table");
  await master.click("[data-testid=sit]");
  await master.asked();
  const seconds = (Date.now() - begun) / 1000;
  assert(seconds < 240, `${seconds} s`);
  assert.equal(await page.$$eval("[data-token]", all => all.length), 6);
  assert.match(await page.textContent("h1"), /The brook/);
  await page.waitForTimeout(500);
  const painted = await page.evaluate(() => {
    const canvas = document.querySelector(".board canvas");
    const { data } = canvas.getContext("2d").getImageData(canvas.width / 2, canvas.height / 2, 1, 1);
    return [...data];
  });
  assert(painted[3] === 255, "the picture lies under the grid");
  await master.picture("table-with-picture");
  await accessible(master, "a table with a picture");
  await page.close();
  return master.clicks;
});

await journey("The start page", async () => {
  const host = await person();
  await host.page.goto(`${base}/host#${token}`);
  await host.page.waitForSelector("[data-encounter]");
  await accessible(host, "the start page");
  await host.picture("start");
  const phone = await person({ wide: 360, high: 740, dark: true });
  await phone.page.goto(`${base}/host#${token}`);
  await phone.page.waitForSelector("[data-encounter]");
  await accessible(phone, "the start page on a dark phone");
  await phone.picture("start-phone");
  await phone.page.fill("textarea", "rulebook = \"elemental-d6\"\n[map]\nwidth = 0\n");
  await phone.page.click(".paper section:last-of-type .acts button.primary");
  complaints.length = 0; // The browser writes down every answer that is no 200.
  assert.match(await phone.page.textContent("[role=alert]"), /the encounter:\d+:\d+/);
  await phone.page.waitForTimeout(200);
  complaints.length = 0;
});

await journey("An encounter is changed, found wrong, mended and saved as a file", async () => {
  const one = await host();
  const { page } = one;
  await page.goto(`${base}/new?from=sigil-of-uchma/giants-ledge`);
  await page.waitForSelector(".verdict.good");
  await one.click("#build-file");
  const whole = await page.inputValue("[data-testid=source]");
  assert.match(whole, /\[\[ability\]\]\nname = "rock"/);
  await page.fill("[data-testid=source]", whole.replace('at = "J2"', 'at = "Z99"'));
  await page.waitForSelector(".verdict.bad");
  const said = await page.textContent("[data-testid=verdict]");
  assert.match(said, /Line \d+, column \d+/);
  await one.picture("builder-wrong");
  await accessible(one, "a file that is wrong");
  await one.click(".verdict .link");
  await page.waitForTimeout(200);
  const at = await page.$eval("[data-testid=source]", field => field.value.slice(field.selectionStart - 1, field.selectionStart + 4));
  assert.match(at, /Z99/);
  await page.fill("[data-testid=source]", whole);
  await page.waitForSelector(".verdict.good");
  const [download] = await Promise.all([page.waitForEvent("download"), one.click("button:has-text('Save the file')")]);
  assert.equal(download.suggestedFilename(), "the-giants-ledge.toml");
  const saved = readFileSync(await download.path(), "utf8");
  assert.equal(saved, whole);
  // The file is an ordinary one: another table is laid of it.
  const { master } = await layText(saved);
  await master.asked();
  await master.page.close();
  await page.close();
});

await journey("A Universal VTT map", async () => {
  const one = await host({ wide: 820, high: 1100 });
  const { page } = one;
  await page.goto(`${base}/new`);
  await page.waitForSelector("[data-creature]");
  const { buffer } = await meadow(page, 12, 9);
  const map = {
    format: 0.3, resolution: { map_origin: { x: 0, y: 0 }, map_size: { x: 12, y: 9 }, pixels_per_grid: 64 },
    line_of_sight: [[{ x: 2.5, y: 1.5 }, { x: 7.5, y: 1.5 }], [{ x: 0, y: 4 }, { x: 5, y: 4 }]],
    portals: [{ position: { x: 4.5, y: 1.5 }, bounds: [{ x: 4.1, y: 1.5 }, { x: 4.9, y: 1.5 }], closed: true }],
    lights: [{ position: { x: 3, y: 3 }, range: 4, intensity: 1, color: "ffeccd8b" }], environment: { ambient_light: "ff606060" },
    weather: "rain", image: buffer.toString("base64"),
  };
  await one.click("#build-picture");
  await page.setInputFiles("[data-testid=picture]", { name: "old-mill.dd2vtt", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(map)) });
  await page.waitForSelector(".dots");
  const told = await page.textContent(".build-panel");
  for (const part of ["12 by 9 cells", "walls, as 6 cells", "1 wall cell", "the picture", "run between cells", "1 light", "weather"]) assert(told.includes(part), `${part}: ${told}`);
  assert.equal(await page.inputValue("[data-testid=title]"), "old-mill");
  await page.waitForTimeout(300);
  await one.picture("universal-tablet");
  await accessible(one, "a Universal VTT map on a tablet");
  await page.close();
});

await journey("The builder on a phone, in the dark", async () => {
  const one = await host({ wide: 390, high: 844, dark: true });
  const { page } = one;
  await page.goto(`${base}/new`);
  await page.waitForSelector("[data-creature]");
  await one.click("[data-testid=place]");
  await one.click(".side-pick:has-text('foes')");
  await one.click("[aria-label='One more']");
  await one.click("[data-testid=place]");
  await page.waitForSelector(".verdict.good");
  await one.picture("builder-phone");
  await accessible(one, "the builder on a dark phone");
  await page.close();
});
