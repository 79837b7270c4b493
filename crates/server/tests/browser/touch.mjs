// Fingers on the board, by touches as the browser's own debugger makes them: a tap, a drag with one finger, two that pinch.
import assert from "node:assert/strict";
import { drawn, join, journey, lay, until } from "./tools.mjs";

/** Fingers on a page: each call says where they are, and which one it is where it is not the first, second …; `up` those that go, or all. */
const fingers = async page => {
  const session = await page.context().newCDPSession(page);
  const touch = (type, points) => session.send("Input.dispatchTouchEvent", { type, touchPoints: points.map(([x, y, id], nth) => ({ x, y, id: id ?? nth })) });
  return { down: points => touch("touchStart", points), move: points => touch("touchMove", points), up: (gone = []) => touch("touchEnd", gone) };
};

/** How the board lies: where its corner is on the page, and how large it is. */
const lies = page => page.evaluate(() => {
  const [x, y, scale] = document.querySelector("[data-testid=board] svg > g").getAttribute("transform").match(/-?[\d.]+/g).map(Number);
  const box = document.querySelector("[data-testid=board]").getBoundingClientRect();
  return { x: x + box.x, y: y + box.y, scale };
});
/** Which point of the board lies under one of the page. */
const under = ({ x, y, scale }, [a, b]) => [(a - x) / scale, (b - y) / scale];
const near = (one, other, most) => Math.hypot(one[0] - other[0], one[1] - other[1]) <= most;

/** What would be a mistake: something is chosen, somebody is dragged, somebody points, or the battle has gone on. */
const mistakes = page => page.evaluate(async () => {
  const { draft, now, notices } = await import("/client/store.js");
  const { verb, target, chosen } = draft.value;
  return [verb, target, chosen, ...notices.value.map(one => one.text), now().entries, document.querySelector("[data-testid=dragged]") ? "dragged" : ""].join("|");
});

await journey("Two fingers zoom about their middle and move the board, and choose nothing", async () => {
  const { master, links } = await lay("elemental-d6/ambush");
  const side = await master.page.evaluate(async () => { const { now } = await import("/client/store.js"); const { sides, tokens, awaited } = now(); return sides[tokens.find(one => one.name === awaited.who[0]).side]; });
  const phone = await join(links[side], "Ann", { wide: 390, high: 844 });
  const { page } = phone;
  await phone.asked();
  await drawn(page);
  const box = await page.locator("[data-testid=board]").boundingBox();
  const hand = await fingers(page);
  const [x, y] = [box.x + box.width * 0.4, box.y + box.height * 0.6];
  const still = await mistakes(page);
  /** Two fingers, so far on either side of a point. */
  const around = (at, far) => [[at[0] - far, at[1]], [at[0] + far, at[1]]];

  // Apart: twice as large, and what was between the fingers is there still.
  let before = await lies(page);
  await hand.down(around([x, y], 30).slice(0, 1));
  await hand.down(around([x, y], 30));
  for (const far of [35, 40, 50, 60]) await hand.move(around([x, y], far));
  await until(async () => near([(await lies(page)).scale / before.scale, 0], [2, 0], 0.02), "it is twice as large");
  assert(near(under(await lies(page), [x, y]), under(before, [x, y]), 1), JSON.stringify([before, await lies(page)]));
  await phone.picture("pinched-phone");
  // One finger goes: the board stays where it is, and the other moves it from there.
  const large = await lies(page);
  await hand.up([[x - 60, y, 0]]);
  await until(async () => near([(await lies(page)).x, (await lies(page)).y], [large.x, large.y], 1), "nothing jumps");
  await hand.move([[x + 60, y - 40, 1]]);
  await until(async () => near([(await lies(page)).x, (await lies(page)).y], [large.x, large.y - 40], 2), "one finger moves it on");
  await hand.up();
  await drawn(page);
  assert(near([(await lies(page)).x, (await lies(page)).y], [large.x, large.y - 40], 2), "it stays where the finger has left it");
  assert.equal(await mistakes(page), still);

  // Both move without a pinch: the board goes with them. Then together: smaller, about their middle on the way.
  before = await lies(page);
  await hand.down(around([x, y], 40));
  await hand.move(around([x + 25, y + 30], 40));
  await until(async () => near([(await lies(page)).x, (await lies(page)).y], [before.x + 25, before.y + 30], 2), "it goes with them");
  await hand.move(around([x, y], 20));
  await until(async () => near([(await lies(page)).scale / before.scale, 0], [0.5, 0], 0.02), "it is half as large");
  assert(near(under(await lies(page), [x, y]), under(before, [x, y]), 2), JSON.stringify([before, await lies(page)]));
  await hand.up();
  await drawn(page);
  assert.equal(await mistakes(page), still);

  // A second finger breaks off a drag that has begun: nobody is put anywhere.
  await page.click("[aria-label='Show all']");
  await drawn(page);
  const rim = await page.locator(".token.asked .rim").first().boundingBox();
  const who = [rim.x + rim.width / 2, rim.y + rim.height / 2];
  await hand.down([who]);
  await hand.move([[who[0] + 20, who[1] + 12]]);
  await hand.move([[who[0] + 30, who[1] + 20]]);
  await page.waitForSelector("[data-testid=dragged]");
  await hand.down([[who[0] + 30, who[1] + 20], [x, box.y + 90]]);
  await page.waitForFunction(() => !document.querySelector("[data-testid=dragged]"));
  await hand.move([[who[0] + 34, who[1] + 20], [x + 4, box.y + 90]]);
  await hand.up();
  await drawn(page);
  assert.equal(await mistakes(page), still);

  // And one finger that taps still means whom it taps.
  await page.click("[aria-label='Show all']");
  await drawn(page);
  const other = await page.locator(".token:not(.asked) .rim").first().boundingBox();
  const at = [other.x + other.width / 2, other.y + other.height / 2];
  await hand.down([at]);
  await hand.up();
  await page.waitForSelector(".token.selected");
  await page.close();
  await master.page.close();
});
