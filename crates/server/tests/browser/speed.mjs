// How quick and how large: the client as it crosses the wire, the first paint after a cold start, frames while a large board is panned.
import assert from "node:assert/strict";
import { gzipSync } from "node:zlib";
import { back, base, drawn, join, journey, kill, layText, person, token } from "./tools.mjs";

/** How much slower a machine may be that has other things to do. */
const PATIENCE = Number(process.env.SKIRMISH_SLOWER) || 3;

await journey("The client is small, and painted soon after a cold start", async () => {
  const started = await kill();
  const one = await person();
  await one.page.goto(`${base}/host#${token}`);
  await one.page.waitForSelector("[data-testid=new]");
  back();
  const paint = await one.page.evaluate(() => performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? Infinity);
  const names = await one.page.evaluate(() => [location.href, ...performance.getEntriesByType("resource").map(entry => entry.name)].filter(name => !name.includes("/api/")));
  const bytes = await Promise.all([...new Set(names)].map(async name => gzipSync(Buffer.from(await (await fetch(name)).arrayBuffer())).length));
  const size = bytes.reduce((sum, own) => sum + own, 0);
  console.log(`  ${names.length} files, ${Math.round(size / 1024)} KB compressed; the program answers ${started} ms after its start, the page is painted ${Math.round(paint)} ms after that`);
  assert(size < 150 * 1024, `${size} bytes`);
  assert(started + paint < 1000 * PATIENCE, `${started} + ${paint} ms`);
  await one.page.close();
});

/** A map of 100 by 100 cells with every ground of the game on it, and people in the middle. */
const large = () => {
  let seed = 5;
  const chance = () => { seed = seed * 16807 % 2147483647; return seed / 2147483647; };
  const ground = () => { const n = chance(); return n < 0.1 ? "#" : n < 0.2 ? "f" : n < 0.25 ? "h" : n < 0.3 ? "~" : n < 0.34 ? "3" : "."; };
  const rows = Array.from({ length: 100 }, (_, row) => (row === 49 || row === 50 ? ".".repeat(100) : Array.from({ length: 100 }, ground).join("")));
  const people = Array.from({ length: 24 }, (_, n) => `[[combatant]]\nname = "P${n}"\ncreature = "goblin-fighter"\nside = "${n % 2 ? "goblins" : "others"}"\nat = "${String.fromCharCode(65 + n)}${50 + n % 2}"\n`);
  return `rulebook = "generia"\ntitle = "A large field"\n[map]\nrows = """\n${rows.join("\n")}\n"""\n${people.join("")}`;
};

await journey("Panning 100 by 100 cells", async () => {
  const { master, links } = await layText(large());
  await master.asked();
  const goblins = await join(links.goblins, "Gob");
  assert(Number(await goblins.page.getAttribute(".frame canvas", "data-unseen")) > 3000, "there is fog to be drawn");
  const looks = [[master, "all of it"], [master, "near"], [goblins, "all of it in fog"], [goblins, "near in fog"]];
  for (const [{ page }, how] of looks) {
    if (how.startsWith("near")) for (let n = 0; n < 8; n += 1) await page.click("[aria-label=Nearer]");
    else await page.click("[aria-label='Show all']");
    await drawn(page);
    const { fps, median } = await page.evaluate(() => new Promise(done => {
      const board = document.querySelector("[data-testid=board]");
      const box = board.getBoundingClientRect();
      board.setPointerCapture = () => {};
      const [x, y] = [box.x + 300, box.y + 440];
      const fire = (type, dx, dy) => board.dispatchEvent(new PointerEvent(type, { bubbles: true, pointerId: 1, pointerType: "mouse", clientX: x + dx, clientY: y + dy }));
      const times = [];
      let last = 0, count = 0;
      fire("pointerdown", 0, 0);
      const frame = now => {
        if (last) times.push(now - last);
        last = now;
        count += 1;
        if (count < 120) {
          fire("pointermove", 120 * Math.sin(count / 9), 60 * Math.cos(count / 7));
          requestAnimationFrame(frame);
          return;
        }
        fire("pointerup", 0, 0);
        times.sort((a, b) => a - b);
        done({ fps: 1000 * times.length / times.reduce((sum, one) => sum + one), median: times[times.length >> 1] });
      };
      requestAnimationFrame(frame);
    }));
    console.log(`  ${how}: ${Math.round(fps)} frames a second, half of them within ${median.toFixed(1)} ms`);
    assert(median < 17.5 * PATIENCE, `${how}: ${median} ms`);
  }
  for (const one of [master, goblins]) await one.page.close();
});
