// What journeys are made with: browsers of people, tables, and what is asked of every page.
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import assert from "node:assert/strict";
import { chromium } from "playwright-core";

export const [executablePath, address, , pictures] = process.argv.slice(2);
export let token = process.argv[4];
/** So long somebody waits for something, in milliseconds. */
export const PATIENCE = Number(process.env.SKIRMISH_PATIENCE) || 60_000;
const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
export const base = `http://${address}`;
mkdirSync(pictures, { recursive: true });
export const browser = await chromium.launch({ executablePath, args: ["--no-sandbox", "--disable-dev-shm-usage"] });
const lines = createInterface({ input: process.stdin })[Symbol.asyncIterator]();

/** What consoles have said; while the server is away, that it cannot be reached is no complaint. */
export const complaints = [];
let away = false;

/** Has the server killed with -9 and started again; gives the milliseconds that it took to be reached. */
export const kill = async () => {
  away = true;
  console.log("KILL");
  const [next, milliseconds] = (await lines.next()).value.split(" ");
  token = next;
  return Number(milliseconds);
};
/** The line to it is about to be cut. */
export const gone = () => { away = true; };
/** It is back. */
export const back = () => { away = false; };

/** Asks again and again, until it is so. @param {() => unknown} isSo */
export const until = async (isSo, what) => {
  const begun = Date.now();
  while (!await isSo()) {
    assert(Date.now() - begun < PATIENCE, `waited too long: ${what}`);
    await new Promise(done => setTimeout(done, 20));
  }
};

/** Counts what a seat has half chosen and the table has kept. */
const countDrafts = one => {
  const sent = new Set();
  one.kept = 0;
  one.page.on("websocket", socket => {
    socket.on("framesent", ({ payload }) => { const { do: what, id } = JSON.parse(payload); if (what === "draft") sent.add(id); });
    socket.on("framereceived", ({ payload }) => { if (sent.delete(JSON.parse(payload).id)) one.kept += 1; });
  });
};

/** The board is drawn as it stays: nobody zooms any more. */
export const drawn = page => page.waitForSelector("[data-testid=board][data-sharp=true]");

/** A picture lies under the grid: in most places the board has not the colour of open ground. */
export const pictured = (page, canvas = ".board canvas") => page.waitForFunction(selector => {
  const small = document.createElement("canvas");
  [small.width, small.height] = [10, 10];
  const pen = small.getContext("2d", { willReadFrequently: true });
  // The board's middle, and then the colour of open ground.
  const drawn = document.querySelector(selector);
  const colours = () => { const { data } = pen.getImageData(0, 0, 10, 10); return Array.from({ length: 100 }, (_, at) => [...data.slice(at * 4, at * 4 + 4)]); };
  pen.drawImage(drawn, drawn.width * 0.4, drawn.height * 0.4, drawn.width * 0.2, drawn.height * 0.2, 0, 0, 10, 10);
  const seen = colours();
  pen.fillStyle = getComputedStyle(document.documentElement).getPropertyValue("--ground-open");
  pen.fillRect(0, 0, 10, 10);
  const [ground] = colours();
  return seen.filter(one => one[3] === 255 && ground.some((part, at) => Math.abs(part - one[at]) > 12)).length > 60;
}, canvas);

/** A browser of one person, with a count of their clicks. */
export const person = async ({ wide = 1280, high = 800, dark = false } = {}) => {
  const context = await browser.newContext({
    viewport: { width: wide, height: high }, colorScheme: dark ? "dark" : "light", reducedMotion: "reduce",
    hasTouch: wide < 500, isMobile: wide < 500,
    // The certificate of a test is signed by nobody.
    ignoreHTTPSErrors: true,
  });
  const page = await context.newPage();
  page.setDefaultTimeout(PATIENCE);
  page.on("console", message => { if (["error", "warning"].includes(message.type()) && !away) complaints.push(message.text()); });
  page.on("pageerror", error => complaints.push(error.stack ?? error.message));
  const one = {
    page, clicks: 0,
    click(selector, options) { one.clicks += 1; return page.click(selector, options); },
    /** Clicks where a cell or a creature is on the board. */
    async clickBoard(selector) {
      one.clicks += 1;
      const box = await page.locator(selector).first().boundingBox();
      await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
    },
    prompt: () => page.textContent("[data-testid=prompt]"),
    asked: () => page.waitForSelector(".deed, .choice, .dice form"),
    picture: name => page.screenshot({ path: `${pictures}/${name}.png` }),
    async command(text) {
      await page.fill("[data-testid=command]", text);
      await page.press("[data-testid=command]", "Enter");
    },
  };
  countDrafts(one);
  return one;
};

/** The host lays a table, and takes the game master's seat; `at` is how the server is reached. */
export const lay = async (encounter, { at = base } = {}) => {
  const master = await person();
  await master.page.goto(`${at}/host#${token}`);
  await master.page.waitForURL(`${at}/`);
  await master.click(`[data-encounter="${encounter}"]`);
  await master.page.waitForSelector("[data-testid=sit]");
  const links = Object.fromEntries(await master.page.$$eval("code[data-role]", all => all.map(one => [one.dataset.role, one.textContent])));
  await master.click("[data-testid=sit]");
  await master.page.waitForSelector("[data-testid=prompt]");
  return { master, links };
};

export const join = async (link, name, size) => {
  const one = await person(size);
  await one.page.goto(link);
  await one.page.fill("input", name);
  await one.click("button.primary");
  await one.page.waitForSelector("[data-testid=prompt]");
  assert(!one.page.url().includes("#"), "the token is taken out of the address");
  return one;
};

/** What a screen reader would stumble over. */
export const accessible = async (one, where) => {
  // The page lets no script in that is not its own: the test brings it by the debugger's door.
  await one.page.evaluate(axe);
  const { violations } = await one.page.evaluate(() => window.axe.run(document, { runOnly: ["wcag2a", "wcag2aa", "wcag21aa"] }));
  const told = violations.map(one_ => `${one_.id}: ${one_.help}: ${one_.nodes.slice(0, 3).map(node => `${node.target} ${node.failureSummary}`).join(" | ")}`);
  assert.deepEqual(told, [], `${where}: ${told.join("\n")}`);
  const wide = await one.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  assert(wide <= 0, `${where}: the page is ${wide} too wide`);
};

/** On a phone: is everything that one touches large enough for a finger? */
export const touchable = async (one, where) => {
  const small = await one.page.evaluate(() => [...document.querySelectorAll("button, a.button, select, summary, input:not([type=file])")].filter(field => {
    const { width, height } = field.getBoundingClientRect();
    // A box to be ticked stands in a label that is touched.
    return width && height && field.type !== "checkbox" && !field.closest(".hidden") && (width < 43.5 || height < 43.5);
  }).map(field => `${field.tagName} ${field.className} ${field.textContent.slice(0, 24)}: ${Math.round(field.getBoundingClientRect().width)}×${Math.round(field.getBoundingClientRect().height)}`));
  assert.deepEqual(small, [], `${where}: too small for a finger`);
};

/** One of them; with `SKIRMISH_JOURNEY` those alone whose name fits it. */
export const journey = async (name, tell) => {
  if (!new RegExp(process.env.SKIRMISH_JOURNEY ?? "").test(name)) return;
  const begun = Date.now();
  const counts = await tell().catch(async error => {
    // How it looked where it stuck.
    const pages = browser.contexts().flatMap(context => context.pages());
    for (const [nth, page] of pages.entries()) await page.screenshot({ path: `${pictures}/failed-${nth}.png` }).catch(() => {});
    throw error;
  });
  console.log(`${name}: ${counts ? `${counts} clicks, ` : ""}${((Date.now() - begun) / 1000).toFixed(1)} s`);
  assert.deepEqual(complaints, [], `${name}: a console complains`);
};

/** The host's start page. */
export const host = async size => {
  const one = await person(size);
  await one.page.goto(`${base}/host#${token}`);
  await one.page.waitForURL(`${base}/`);
  await one.page.waitForSelector("[data-testid=new]");
  return one;
};

/** The host lays a table of an encounter's text, and takes the game master's seat. */
export const layText = async (text, size) => {
  const one = await host(size);
  await one.page.fill("textarea", text);
  await one.click(".paper section:last-of-type .acts button.primary");
  await one.page.waitForSelector("[data-testid=sit]");
  const links = Object.fromEntries(await one.page.$$eval("code[data-role]", all => all.map(each => [each.dataset.role, each.textContent])));
  await one.click("[data-testid=sit]");
  await one.page.waitForSelector("[data-testid=prompt]");
  return { master: one, links };
};

/** A picture of a place, so many cells wide and high, as a file: a meadow with a brook, a road and trees. */
export const meadow = async (page, wide, high) => {
  const address = await page.evaluate(([w, h]) => {
    const s = 64, canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [w * s, h * s];
    const pen = canvas.getContext("2d");
    let seed = 7;
    const chance = () => { seed = (seed * 16807) % 2147483647; return seed / 2147483647; };
    pen.fillStyle = "#a9b97c";
    pen.fillRect(0, 0, canvas.width, canvas.height);
    for (let n = 0; n < 260; n += 1) {
      pen.fillStyle = `hsl(${72 + chance() * 30} ${22 + chance() * 22}% ${52 + chance() * 16}% / 0.3)`;
      pen.beginPath();
      pen.ellipse(chance() * w * s, chance() * h * s, 12 + chance() * 70, 8 + chance() * 40, chance() * 3, 0, 7);
      pen.fill();
    }
    const path = points => { pen.beginPath(); points.forEach(([x, y], at) => (at ? pen.quadraticCurveTo(points[at - 1][0] * w * s, (points[at - 1][1] + y) / 2 * h * s, x * w * s, y * h * s) : pen.moveTo(x * w * s, y * h * s))); };
    pen.lineCap = pen.lineJoin = "round";
    for (const [colour, width] of [["#6f8a5a", 2.7], ["#4f86a6", 2.2], ["#79aecb", 1.4]]) { path([[0.58, -0.05], [0.52, 0.25], [0.6, 0.5], [0.54, 0.78], [0.6, 1.05]]); pen.strokeStyle = colour; pen.lineWidth = width * s; pen.stroke(); }
    for (const [colour, width] of [["#8d7a55", 1.7], ["#c9b58a", 1.35]]) { path([[-0.05, 0.6], [0.25, 0.52], [0.55, 0.5], [0.8, 0.44], [1.05, 0.5]]); pen.strokeStyle = colour; pen.lineWidth = width * s; pen.stroke(); }
    pen.fillStyle = "#9c8a66";
    pen.fillRect(0.52 * w * s, 0.455 * h * s, 0.095 * w * s, 0.09 * h * s);
    pen.strokeStyle = "#5d4c31";
    pen.lineWidth = 3;
    for (let n = 0; n < 9; n += 1) pen.strokeRect((0.52 + n * 0.0106) * w * s, 0.455 * h * s, 0.0106 * w * s, 0.09 * h * s);
    for (let n = 0; n < 46; n += 1) {
      const [x, y, r] = [chance() * w * s, chance() < 0.5 ? chance() * 0.3 * h * s : (0.7 + chance() * 0.3) * h * s, 22 + chance() * 30];
      if (Math.abs(x / (w * s) - 0.56) < 0.09) continue;
      for (const [dx, dy, part, light] of [[6, 8, 1, 22], [0, 0, 1, 30], [-r * 0.22, -r * 0.25, 0.62, 38]]) {
        pen.fillStyle = light === 22 ? "rgb(30 40 20 / 0.35)" : `hsl(${95 + chance() * 20} 32% ${light}%)`;
        pen.beginPath();
        pen.arc(x + dx, y + dy, r * part, 0, 7);
        pen.fill();
      }
    }
    for (let n = 0; n < 16; n += 1) {
      pen.fillStyle = `hsl(40 6% ${48 + chance() * 18}%)`;
      pen.beginPath();
      pen.ellipse(chance() * w * s, chance() * h * s, 8 + chance() * 18, 6 + chance() * 12, chance() * 3, 0, 7);
      pen.fill();
    }
    return canvas.toDataURL("image/jpeg", 0.85);
  }, [wide, high]);
  return { name: "meadow.jpg", mimeType: "image/jpeg", buffer: Buffer.from(address.split(",")[1], "base64") };
};

/** Where a cell of the builder's map is on the page, for squares. */
export const onMap = async (page, column, row) => {
  const box = await page.locator("[data-testid=map]").boundingBox();
  const [wide, high] = await page.evaluate(() => { const text = document.querySelector("[data-testid=map]").dataset.size.split(" "); return text.map(Number); });
  const scale = Math.min((box.width - 24) / (48 * wide), (box.height - 24) / (48 * high), 1.6);
  return [box.x + (box.width - 48 * wide * scale) / 2 + (column + 0.5) * 48 * scale, box.y + (box.height - 48 * high * scale) / 2 + (row + 0.5) * 48 * scale];
};
