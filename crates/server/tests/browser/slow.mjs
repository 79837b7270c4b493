// A slow machine: the processor of the player's browser is held up to a quarter. Nothing is said to have timed out, and whoever clicks
// again because nothing has happened yet answers once.
import assert from "node:assert/strict";
import { PATIENCE, join, journey, lay, until } from "./tools.mjs";

/** So many times slower. */
const SLOWER = 4;

/** Plays to the end as somebody does who is impatient: every button is clicked twice. Gives the number of questions that were answered. */
const play = page => page.evaluate(async patience => {
  const find = selector => document.querySelector(`.question ${selector}`);
  const isOver = () => find("[data-testid=prompt]")?.dataset.over === "true";
  let answered = 0, since = Date.now();
  while (!isOver()) {
    // A usual answer is given at once; what is proposed waits to be confirmed; dice are to be thrown.
    const button = find(".sending") ? null : find(".aside .standing") ?? find(".does button.primary") ?? find(".dice form button.primary");
    if (button) {
      button.click();
      button.click();
      answered += 1;
      since = Date.now();
    }
    if (Date.now() - since > patience) return -answered;
    await new Promise(done => setTimeout(done, 40));
    if (button?.isConnected) button.click();
  }
  return answered;
}, PATIENCE);

await journey("An evening on a slow machine: no timeouts, and no click answers twice", async () => {
  const { master, links } = await lay("elemental-d6/duel");
  const player = await join(links.wind, "Dora", { wide: 390, high: 844 });
  const { page } = player;
  // How many answers are on their way at once, and how many there were.
  const underWay = new Set();
  let [most, answers] = [0, 0];
  page.on("websocket", socket => {
    socket.on("framesent", ({ payload }) => {
      const { do: what, id } = JSON.parse(payload);
      if (!["answer", "roll", "usual"].includes(what)) return;
      underWay.add(id);
      answers += 1;
      most = Math.max(most, underWay.size);
    });
    socket.on("framereceived", ({ payload }) => { underWay.delete(JSON.parse(payload).id); });
  });
  // The socket is opened anew, so that it is listened to from its beginning.
  await page.reload();
  await page.waitForSelector("[data-testid=prompt]");
  await (await page.context().newCDPSession(page)).send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
  await page.evaluate(() => {
    window.complaints = [];
    const look = () => document.querySelectorAll(".question .warning, .link-state.lost, .link-state.over, .notices .bad").forEach(one => one.textContent.trim() && window.complaints.push(`${one.className}: ${one.textContent}`));
    new MutationObserver(look).observe(document.body, { childList: true, subtree: true, attributes: true });
  });
  await master.command("seat water plain");
  await master.command("dice wind typed");
  await master.command("help wind propose");
  const answered = await play(page);
  assert(answered > 5, `${answered} questions: one waited too long, or there were hardly any`);
  assert.equal(most, 1, "two answers were on their way at once");
  assert.deepEqual(await page.evaluate(() => [...new Set(window.complaints)]), [], "what people were told");
  await until(() => master.page.evaluate(() => document.querySelector("[data-testid=prompt]").dataset.over === "true"), "the battle is over for everybody");
  console.log(`  ${answered} questions, ${answers} answers, at a quarter of the speed`);
  for (const one of [player, master]) await one.page.close();
});
