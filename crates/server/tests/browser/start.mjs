// Before a table: the start page, and encounters that one builds.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import jsqr from "jsqr";
import { accessible, base, complaints, host, journey, layText, meadow, onMap, person, pictured, token, touchable } from "./tools.mjs";

const jsQR = jsqr.default ?? jsqr;

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
  await pictured(page, ".build-map canvas");
  await master.picture("builder");
  await accessible(master, "the builder");
  await master.click("[data-testid=lay]");
  await page.waitForSelector("[data-testid=sit]");
  await master.click("button:has-text('For a phone') >> nth=1");
  await page.waitForSelector(".code");
  // A camera reads the very link that stands beside it.
  const seen = await page.evaluate(async () => {
    const svg = document.querySelector(".code");
    const image = new Image();
    const source = new XMLSerializer().serializeToString(svg);
    await new Promise(done => { image.onload = done; image.src = `data:image/svg+xml,${encodeURIComponent(source)}`; });
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = 400;
    const pen = canvas.getContext("2d");
    pen.drawImage(image, 0, 0, 400, 400);
    return [...pen.getImageData(0, 0, 400, 400).data];
  });
  const read = jsQR(Uint8ClampedArray.from(seen), 400, 400)?.data;
  assert.equal(read, await page.textContent(".links li:nth-child(2) code"));
  await master.picture("laid");
  await accessible(master, "the links of a table");
  await master.click("[data-testid=sit]");
  await master.asked();
  const seconds = (Date.now() - begun) / 1000;
  assert(seconds < 240, `${seconds} s`);
  assert.equal(await page.$$eval("[data-token]", all => all.length), 6);
  assert.match(await page.textContent("h1"), /The brook/);
  await pictured(page);
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
  await touchable(phone, "the start page on a dark phone");
  await phone.picture("start-phone");
  await phone.page.fill("textarea", "rulebook = \"elemental-d6\"\n[map]\nwidth = 0\n");
  // The browser writes down every answer that is no 200.
  const written = phone.page.waitForEvent("console", message => message.type() === "error");
  await phone.page.click(".paper section:last-of-type .acts button.primary");
  await written;
  complaints.length = 0;
  assert.match(await phone.page.textContent("[role=alert]"), /the encounter:\d+:\d+/);
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
  await page.waitForFunction(() => { const field = document.querySelector("[data-testid=source]"); return field.value.slice(field.selectionStart - 1, field.selectionStart + 4).includes("Z99"); });
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

await journey("A picture is fitted by one of its squares", async () => {
  const one = await host();
  const { page } = one;
  await page.goto(`${base}/new`);
  await page.waitForSelector("[data-creature]");
  await one.click("#build-picture");
  await page.setInputFiles("[data-testid=picture]", await meadow(page, 20, 15));
  await page.waitForSelector(".fit");
  await one.click("button:has-text('Fit by one square')");
  // One square of this picture is drawn over two cells: the picture becomes half as wide.
  const [x, y] = await onMap(page, 4, 4), [u, v] = await onMap(page, 6, 6);
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + u) / 2, (y + v) / 2, { steps: 3 });
  await page.mouse.move(u, v, { steps: 3 });
  await page.mouse.up();
  await page.waitForFunction(() => Math.abs(Number(document.querySelector(".fit output").textContent) - 10.25) < 0.5);
  const { fitted } = await page.evaluate(async () => {
    const { fitted } = await import("/client/picture.js");
    return { fitted: fitted({ x: 0, y: 0, wide: 20, opacity: 100 }, [2, 3, 2]) };
  });
  assert.deepEqual(fitted, { x: 1, y: 1.5, wide: 10, opacity: 100 });
  // What is begun is there again when the page is loaded again, with its picture; or it is begun anew.
  await page.fill("[data-testid=title]", "Half done");
  await page.waitForFunction(() => Object.values(sessionStorage).some(kept => kept.includes("Half done")));
  await page.reload();
  await page.waitForSelector("[data-testid=begun]");
  assert.equal(await page.inputValue("[data-testid=title]"), "Half done");
  await one.click("#build-picture");
  await page.waitForFunction(() => Math.abs(Number(document.querySelector(".fit output")?.textContent) - 10.25) < 0.5);
  // The page is slow to come, and what was typed last was about to be kept.
  await page.route(({ pathname }) => pathname === "/new", async route => { await new Promise(done => setTimeout(done, 700)); await route.continue(); });
  await page.fill("[data-testid=title]", "Once more");
  await one.click("[data-testid=begun] button");
  await page.waitForFunction(() => document.querySelector("[data-testid=title]")?.value === "My encounter" && !document.querySelector("[data-testid=begun]"));
  await page.close();
});

await journey("The builder by keyboard alone", async () => {
  const one = await host();
  const { page } = one;
  await page.goto(`${base}/new?from=hayfork/gate`);
  await page.waitForSelector(".verdict.good");
  const names = () => page.$$eval("[data-token]", all => all.map(each => each.dataset.token).sort());
  await page.focus("[data-creature=wolf]");
  await page.keyboard.press("Enter");
  await page.focus("[data-testid=map]");
  for (const key of ["ArrowRight", "ArrowRight", "ArrowRight"]) await page.keyboard.press(key);
  assert.match(await page.textContent(".where"), /^C1 open/);
  await page.keyboard.press("Enter");
  await page.waitForFunction(() => document.querySelectorAll("[data-token]").length === 3);
  assert.deepEqual(await names(), ["Grey", "Hob", "Wolf"]);
  // Somebody on the map is chosen, carried to another cell, and taken away; Ctrl+Z brings them back.
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowLeft");
  await page.focus("#build-ground");
  await page.keyboard.press("Enter");
  await page.focus("[data-testid=map]");
  await page.keyboard.press("Delete");
  await page.waitForFunction(() => document.querySelectorAll("[data-token]").length === 2);
  await page.keyboard.press("Control+z");
  await page.waitForFunction(() => document.querySelectorAll("[data-token]").length === 3);
  await page.waitForSelector(".verdict.good");
  await page.close();
});

/** A map of another program: a wall through cells, a room whose walls run between cells, a door, a light, in the dark. */
const otherMap = image => ({
  format: 0.3, resolution: { map_origin: { x: 0, y: 0 }, map_size: { x: 12, y: 9 }, pixels_per_grid: 64 },
  line_of_sight: [[{ x: 2.5, y: 1.5 }, { x: 7.5, y: 1.5 }], [{ x: 2, y: 4 }, { x: 6, y: 4 }, { x: 6, y: 7 }, { x: 2, y: 7 }, { x: 2, y: 4 }]],
  portals: [{ position: { x: 4.5, y: 1.5 }, bounds: [{ x: 4.1, y: 1.5 }, { x: 4.9, y: 1.5 }], closed: true }],
  lights: [{ position: { x: 4, y: 5.5 }, range: 3, intensity: 1, color: "ffeccd8b" }], environment: { ambient_light: "ff303030" },
  weather: "rain", image,
});

await journey("A Universal VTT map", async () => {
  const one = await host({ wide: 820, high: 1100 });
  const { page } = one;
  const { buffer } = await meadow(page, 12, 9);
  const file = { name: "old-mill.dd2vtt", mimeType: "application/json", buffer: Buffer.from(JSON.stringify(otherMap(buffer.toString("base64")))) };
  /** The map as the builder has it after the file was read in a game. */
  const read = async game => {
    await page.goto(`${base}/new`);
    await page.waitForSelector("[data-creature]");
    if (await page.inputValue("[data-testid=game]") !== game) {
      const other = page.waitForResponse(answer => answer.url().endsWith(`/games/${game}`));
      await page.selectOption("[data-testid=game]", game);
      await other;
      await page.waitForSelector("[data-creature]");
    }
    await one.click("#build-picture");
    await page.setInputFiles("[data-testid=picture]", file);
    await page.waitForSelector(".dots");
    return page.textContent(".build-panel");
  };
  const rows = async () => {
    await one.click("#build-file");
    const source = await page.inputValue("[data-testid=source]");
    await one.click("#build-picture");
    return { source, map: /rows = """\n([^"]*)"""/.exec(source)[1].trim().split("\n") };
  };
  // A game with dark and dim ground: what no light reaches is dark.
  let told = await read("generia");
  for (const part of ["12 by 9 cells", "walls, as 6 cells", "1 wall cell", "the picture", "darkness, with 1 light", "run between cells", "weather"]) assert(told.includes(part), `${part}: ${told}`);
  assert.equal(await page.inputValue("[data-testid=title]"), "old-mill");
  let { map } = await rows();
  assert.deepEqual([map[1].slice(2, 8), map[0][0], map[5][3], map[5][4]], ["######", "*", ".", "."]);
  assert(map.join("").includes("~"), "dim where the light is weak");
  // Walls between cells become cells on the side that one says.
  await page.waitForSelector("[data-testid=fill-outer]");
  await one.picture("universal-tablet");
  await accessible(one, "a Universal VTT map on a tablet");
  await one.click("[data-testid=fill-outer]");
  await page.waitForSelector("text=walls between cells, as");
  // A game with lamps has a lamp, and one that knows no darkness says so.
  told = await read("fragments-of-power");
  assert(told.includes("1 light, as a lamp"), told);
  let { source } = await rows();
  assert.match(source, /light = "dark"/);
  assert.match(source, /\[\[lamp\]\]\nat = "E6"\nfeet = 15/);
  await one.click("[data-testid=fill-outer]");
  ({ source, map } = await rows());
  assert.deepEqual(map.slice(3, 8).map(row => row.slice(1, 7)), [".####.", "#....#", "#....#", "#....#", ".####."]);
  told = await read("sigil-of-uchma");
  assert(told.includes("this game knows no darkness"), told);
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
  await touchable(one, "the builder on a dark phone");
  await page.close();
});

await journey("Every encounter of every game is written again as it was", async () => {
  const one = await host();
  const { page } = one;
  const [count, wrong] = await page.evaluate(async () => {
    const { written } = await import("/client/document.js");
    const post = async body => (await fetch("/api/v1/check", { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) })).json();
    const games = await (await fetch("/api/v1/games")).json();
    const names = games.flatMap(game => game.encounters.map(encounter => `${game.name}/${encounter.name}`));
    const bad = [];
    for (const name of names) {
      const first = await post({ encounter: name });
      const again = await post({ text: written(first.document).text });
      if (again.wrong.length || JSON.stringify(first.view) !== JSON.stringify(again.view)) bad.push([name, again.wrong[0] ?? "another battle"]);
      // What a file says of lines holds for each combatant.
      const { text, lines } = written(first.document);
      const rows = text.split("\n");
      if (lines.some(([from]) => rows[from - 1] !== "[[combatant]]")) bad.push([name, "lines", lines[0]]);
    }
    return [names.length, bad];
  });
  assert.deepEqual(wrong, []);
  assert(count > 20, `${count} encounters`);
  await page.close();
});
