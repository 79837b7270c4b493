// What a browser shows of a server, and when: the first paint from a cold start of the program, and how evenly a board of 100 × 100 cells
// moves under the hand. One line of JSON comes out of it. `cargo bench -p skirmish-server --bench load` runs it.
//
// node figures.mjs CHROMIUM PROGRAM STORE
import { spawn } from "node:child_process";
import { chromium } from "playwright-core";

const [executablePath, program, store] = process.argv.slice(2);

/** Starts the server: where it listens, its host's token, and when it was begun. */
const start = nth => new Promise(resolve => {
  const begun = Date.now();
  const child = spawn(program, [], {
    env: { ...process.env, SKIRMISH_TEST_STORE: `${store}-${nth}.db`, SKIRMISH_TEST_ADDRESS: "127.0.0.1:0" },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", data => {
    said += data;
    const found = /LISTENS (\S+) (\S+)\n/.exec(said);
    if (found) resolve({ child, begun, base: `http://${found[1]}`, token: found[2] });
  });
});

/** In the middle. */
const median = all => [...all].sort((a, b) => a - b)[all.length >> 1];

const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const figures = { paints: [], frames: [] };

// A store that is not there yet, a browser that has never been here.
for (let nth = 0; nth < 5; nth += 1) {
  const { child, begun, base, token } = await start(nth);
  const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
  await page.goto(`${base}/host#${token}`);
  const painted = await page.waitForFunction(() => {
    const paint = performance.getEntriesByName("first-contentful-paint")[0];
    return paint && performance.timeOrigin + paint.startTime;
  });
  figures.paints.push(await painted.jsonValue() - begun);
  await page.context().close();
  child.kill("SIGKILL");
}

const { child, base, token } = await start("board");
const meadow = `rulebook = "hayfork"\n[map]\nrows = """\n${Array(100).fill(".".repeat(50) + "#" + ".".repeat(49)).join("\n")}\n"""\n`
  + `[[combatant]]\nname = "Hob"\ncreature = "farmhand"\nside = "farm"\nat = "B2"\n[[combatant]]\nname = "Grey"\ncreature = "wolf"\nside = "wild"\nat = "D4"\n`;
const laid = await fetch(`${base}/api/v1/tables`, {
  method: "POST",
  headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
  body: JSON.stringify({ text: meadow, name: "meadow.toml" }),
});
const { links, why } = await laid.json();
if (why) throw new Error(why);
const page = await (await browser.newContext({ viewport: { width: 1280, height: 800 } })).newPage();
await page.goto(`${base}/join#${links.find(link => link.role === "gm").token}`);
await page.fill("input", "Ann");
await page.click("button.primary");
await page.waitForSelector("[data-testid=prompt]");
await page.waitForSelector("[data-testid=board][data-sharp=true]");
// Two screens: cells as large as they are read, and the whole board.
for (const far of [false, true]) {
  const box = await page.locator("canvas").first().boundingBox();
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  // The wheel, to where cells are read and to where all of them are seen.
  for (let nth = 0; nth < 12; nth += 1) await page.mouse.wheel(0, far ? 200 : -100);
  await page.waitForFunction(isFar => {
    const board = document.querySelector("[data-testid=board]");
    const scale = Number(/scale\(([\d.]+)/.exec(board.querySelector("svg > g").getAttribute("transform"))[1]);
    return (isFar ? scale < 0.4 : scale > 1) && board.dataset.sharp === "true";
  }, far);
  const times = page.evaluate(() => new Promise(resolve => {
    const all = [];
    let before = 0;
    const frame = now => {
      if (before) all.push(now - before);
      before = now;
      if (all.length < 180) requestAnimationFrame(frame);
      else resolve(all);
    };
    requestAnimationFrame(frame);
  }));
  await page.mouse.down();
  let running = true;
  times.then(() => { running = false; });
  for (let nth = 0; running; nth += 1) await page.mouse.move(x + 200 * Math.sin(nth / 20), y + 150 * Math.cos(nth / 20));
  await page.mouse.up();
  const all = (await times).sort((a, b) => a - b);
  figures.frames.push({ far, median: median(all), p95: all[Math.floor(all.length * 0.95)] });
}
await browser.close();
child.kill("SIGKILL");
console.log(JSON.stringify({ paint: median(figures.paints), frames: figures.frames }));
process.exit(0);
