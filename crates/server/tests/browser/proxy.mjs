// Behind a reverse proxy with TLS, as an operator sets one up: a seat joins through https, answers, and comes back.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { request as ask } from "node:http";
import { createServer } from "node:https";
import { tmpdir } from "node:os";
import { join as path } from "node:path";
import { address, back, gone, join, journey, lay, person } from "./tools.mjs";

/** A certificate for this computer that nobody has signed. */
const certificate = () => {
  const [key, cert] = ["key", "crt"].map(end => path(tmpdir(), `skirmish-proxy-${process.pid}.${end}`));
  execFileSync("openssl", ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj", "/CN=localhost",
    "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert], { stdio: "ignore" });
  return { key: readFileSync(key), cert: readFileSync(cert) };
};

/** A proxy before the server: TLS ends here, requests and sockets go on, with the `Host` that the browser has named. */
const proxy = async ({ passesSockets = true } = {}) => {
  const [host, port] = address.split(":");
  const open = new Set();
  /** What goes on to the server. */
  const onward = ({ method, url, headers, socket }) => ask({
    host, port, method, path: url, headers: { ...headers, "x-forwarded-for": socket.remoteAddress, "x-forwarded-proto": "https" },
  });
  const server = createServer(certificate(), (request, response) => {
    const on = onward(request);
    on.on("response", answer => { response.writeHead(answer.statusCode, answer.headers); answer.pipe(response); });
    on.on("error", () => response.destroy());
    request.pipe(on);
  });
  server.on("connection", socket => { open.add(socket); socket.on("close", () => open.delete(socket)); });
  server.on("upgrade", (request, socket) => {
    if (!passesSockets) return socket.end("HTTP/1.1 400 Bad Request\r\n\r\n");
    const on = onward(request);
    const lines = ({ statusCode, statusMessage, rawHeaders }) => [`HTTP/1.1 ${statusCode} ${statusMessage}`, ...rawHeaders.flatMap((name, at) => (at % 2 ? [] : [`${name}: ${rawHeaders[at + 1]}`])), "", ""].join("\r\n");
    on.on("upgrade", (answer, other) => {
      socket.write(lines(answer));
      for (const [from, to] of [[socket, other], [other, socket]]) from.on("error", () => to.destroy()).on("close", () => to.destroy()).pipe(to);
    });
    on.on("response", answer => socket.end(lines(answer)));
    on.on("error", () => socket.destroy());
    on.end();
  });
  await new Promise(done => server.listen(0, "127.0.0.1", done));
  return {
    base: `https://localhost:${server.address().port}`,
    /** The line to everybody is cut. */
    cut: () => { for (const socket of open) socket.destroy(); },
    close: () => { for (const socket of open) socket.destroy(); server.close(); },
  };
};

/** A player chooses the first thing that can be done, and does it. */
const answer = async one => {
  const before = await one.page.$$eval(".line", all => all.length);
  await one.asked();
  await one.page.click(":is(.deed, .choice) >> nth=0");
  if (!await one.page.$("[data-testid=confirm]")) await one.page.click(".choice >> nth=0");
  await one.page.click("[data-testid=confirm]");
  await one.page.waitForFunction(count => document.querySelectorAll(".line").length > count, before);
};

await journey("Behind a proxy that passes no sockets on the page says so", async () => {
  const door = await proxy({ passesSockets: false });
  const { master, links } = await lay("hayfork/gate");
  gone();
  const player = await person();
  await player.page.goto(links.farm.replace(/^.*(?=\/join)/, door.base));
  await player.page.fill("input", "Ann");
  await player.click("button.primary");
  await player.page.waitForSelector("[role=status]:has-text('WebSocket')");
  await player.page.close();
  await master.page.close();
  back();
  door.close();
});

await journey("Behind a proxy with TLS: a seat joins, answers, and comes back", async () => {
  const door = await proxy();
  const { master, links } = await lay("hayfork/gate", { at: door.base });
  assert(links.farm.startsWith(`${door.base}/join#`), links.farm);
  const player = await join(links.farm, "Ann");
  // Cookies that no script reads, no other site sends, and nothing carries in the clear.
  const cookies = [...await master.page.context().cookies(), ...await player.page.context().cookies()];
  assert.deepEqual(cookies.map(({ name }) => name.replace(/_.*/, "")).sort(), ["seat", "seat", "skirmish"]);
  for (const { name, secure, httpOnly, sameSite } of cookies) assert(secure && httpOnly && sameSite === "Strict", name);
  await master.command("seat wild plain");
  await answer(player);
  await master.page.waitForSelector(".line.of-choice");
  // The line is cut; both come back by themselves, and hear what happens then.
  await player.asked();
  gone();
  door.cut();
  await player.page.waitForSelector(".link-state.lost");
  for (const one of [player, master]) await one.page.waitForSelector(".link-state.open");
  back();
  await master.command("note the line was cut");
  await master.page.waitForSelector(".line:has-text('the line was cut')");
  await answer(player);
  await player.picture("behind-a-proxy");
  // A page of another site gets nothing through, and the operator is told what to do if it is none.
  const refused = await player.page.request.post(`${door.base}/api/v1/enter`, { headers: { origin: "https://elsewhere.example" }, data: { token: "x", name: "" } });
  assert.equal(refused.status(), 403);
  assert.match((await refused.json()).why, /started with `--origin https:\/\/elsewhere\.example`/);
  const seat = player.page.url().split("/").pop();
  const status = await new Promise((done, fail) => {
    const [host, port] = address.split(":");
    const cookie = cookies.filter(one => one.name === `seat_${seat}`).map(one => `${one.name}=${one.value}`).join("");
    const headers = { host: new URL(door.base).host, origin: "https://elsewhere.example", cookie, connection: "upgrade", upgrade: "websocket", "sec-websocket-version": "13", "sec-websocket-key": "AAAAAAAAAAAAAAAAAAAAAA==" };
    ask({ host, port, path: `/api/v1/seats/${seat}/socket`, headers }).on("response", answer => done(answer.statusCode)).on("upgrade", () => done(101)).on("error", fail).end();
  });
  assert.equal(status, 403);
  for (const one of [player, master]) await one.page.close();
  door.close();
});
