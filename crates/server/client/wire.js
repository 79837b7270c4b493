// The socket of a seat. It comes back by itself, says what it has, and gets what it missed; what was not confirmed is sent again
// under the same name, so that it is done once.
import { connection, draft, drawn, dropRefusals, hello, log, notice, people, present, prices, reads, repriced, unconfirmed } from "./store.js";
import { words } from "./words.js";

/** Who hears of what people point at. */
export const onPoint = { hears: (/** @type {{cell: string, by: string}} */ _told) => {} };

const BEAT = 10000, DEAD = 25000;
/** @type {WebSocket | null} */
let socket = null;
let seat = "", mark = "", heard = 0, tries = 0, build = "", timer = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
/** @typedef {{text: string, resolve(told: any): void, reject(error: Error): void}} Waiting */
/** Requests that wait for their answer, by id. @type {Map<string, Waiting>} */
const waiting = new Map();

const newId = () => {
  const bytes = crypto.getRandomValues(new Uint8Array(9));
  return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_");
};

/** Sits down. @param {string} id */
export const sit = id => {
  seat = id;
  open();
  setInterval(beat, BEAT);
  addEventListener("online", () => { if (!isOpen()) open(); });
  document.addEventListener("visibilitychange", () => { if (!document.hidden) beat(); });
};

const isOpen = () => socket?.readyState === WebSocket.OPEN;

const open = () => {
  clearTimeout(timer);
  socket?.close();
  const scheme = location.protocol === "https:" ? "wss" : "ws";
  const next = new WebSocket(`${scheme}://${location.host}/api/v1/seats/${seat}/socket`);
  socket = next;
  next.onopen = () => {
    heard = Date.now();
    next.send(JSON.stringify({ do: "hello", since: log.value.length, mark }));
  };
  next.onmessage = event => {
    if (socket !== next) return;
    heard = Date.now();
    take(JSON.parse(event.data));
  };
  next.onclose = () => { if (socket === next) lost(); };
};

/** Nothing is said any more, and whoever waits for an answer hears why. @param {string} why */
const end = why => {
  connection.value = { state: "over", why };
  for (const id of [...waiting.keys()]) settle(id, one => one.reject(new Error(why)));
};

/** Why the table closed the connection, until it is open again. */
let goodbye = "";

const lost = async () => {
  if (connection.value.state === "over") return;
  connection.value = { state: "lost", why: goodbye };
  tries += 1;
  if (tries > 1) {
    // A seat that was taken away does not come back by waiting.
    const answer = await fetch(`/api/v1/seats/${seat}`).catch(() => null);
    if (answer?.status === 401) return end(goodbye ? words.seat.taken(goodbye) : words.seat.lost);
  }
  timer = setTimeout(open, Math.min(8000, 250 * 2 ** Math.min(tries, 5)) * (0.75 + Math.random() / 2));
};

const beat = () => {
  if (!isOpen()) return;
  // A connection may look alive and be dead.
  if (Date.now() - heard > DEAD) return open();
  socket?.send('{"do":"ping"}');
  const now = Date.now();
  unconfirmed.value = new Map([...unconfirmed.value].map(([id, one]) => [id, { ...one, age: now - one.since }]));
};

/** Takes a message of the table. @param {any} message */
const take = message => {
  /** @type {Record<string, () => void>} */
  const kinds = {
    hello() {
      if (build && build !== message.client) return end(words.connection.reload);
      goodbye = "";
      build = message.client;
      tries = 0;
      hello.value = message;
      drawn.value = new Map();
      connection.value = { state: "open", why: "" };
      if (message.draft && !draft.value.verb && !draft.value.typed && !draft.value.chosen) {
        try { draft.value = { ...draft.value, ...JSON.parse(message.draft) }; } catch { /* Another version's draft. */ }
      }
      for (const { text } of waiting.values()) socket?.send(text);
    },
    log() {
      log.value = [...log.value.slice(0, message.keep), ...message.lines];
      mark = message.mark;
    },
    state() {
      // What is told of choices is another matter when something else is asked, or when the table tells other chances.
      const priced = () => JSON.stringify([present.value?.awaited ?? null, present.value?.table?.odds, present.value?.table?.help]);
      const before = priced();
      present.value = { ...present.value, ...message.set };
      if (before !== priced()) { prices.value = new Map(); repriced.value += 1; }
    },
    people() { people.value = message.seats; },
    prices() {
      const all = new Map(prices.value);
      for (const price of message.prices) all.set(price.choice, price);
      prices.value = all;
    },
    done() { settle(message.id, one => one.resolve(message)); },
    refused() {
      const why = message.rule ? `${message.why} [${message.rule}]` : message.why;
      if (!settle(message.id, one => one.reject(new Error(why)))) notice(why);
    },
    bye() {
      // What ended it before has been said.
      if (connection.value.state === "over") return;
      goodbye = message.why;
      connection.value = { state: "lost", why: message.why };
      notice(message.why);
    },
    drag() {
      const all = new Map(drawn.value);
      if (message.cells.length) all.set(message.drag, message);
      else all.delete(message.drag);
      drawn.value = all;
    },
    point() { onPoint.hears(message); },
    pong() {},
  };
  kinds[message.kind]?.();
};

/** A request has its answer. True if it waited for one. @param {string} id @param {(one: Waiting) => void} how */
const settle = (id, how) => {
  const one = waiting.get(id);
  if (!one) return false;
  waiting.delete(id);
  if (unconfirmed.value.has(id)) {
    const rest = new Map(unconfirmed.value);
    rest.delete(id);
    unconfirmed.value = rest;
  }
  how(one);
  return true;
};

/** The longest message that the table reads, in bytes. */
const LONGEST = 64 << 10;
/** @param {string} text */
const size = text => new TextEncoder().encode(text).length;

/** Asks for something, and waits for what comes of it. What changes the battle is sent again after a break.
 *  @param {object} request @param {{changes?: boolean}} how @returns {Promise<any>} */
export const ask = (request, { changes = false } = {}) => new Promise((resolve, reject) => {
  const id = newId();
  const text = JSON.stringify({ ...request, id });
  if (connection.value.state === "over") return reject(new Error(connection.value.why));
  if (size(text) > LONGEST) return reject(new Error(words.connection.tooLong));
  waiting.set(id, { text, resolve, reject });
  if (changes) unconfirmed.value = new Map(unconfirmed.value).set(id, { since: Date.now(), age: 0 });
  if (isOpen() && connection.value.state === "open") socket?.send(text);
});

/** What answers something that is asked, or takes an answer back: where something else is asked by then, it is meant no more. */
const answers = ["answer", "roll", "usual", "pass", "decide", "undo"];

/** Does something to the battle; says so if it is refused. What was refused before is settled when something is done. @param {{do: string, [more: string]: any}} request @returns {Promise<boolean>} */
export const give = async request => {
  const of = answers.includes(request.do) && present.value ? { of: present.value.entries } : {};
  try {
    await ask({ ...request, ...of }, { changes: true });
    if (!reads.value) dropRefusals();
    return true;
  } catch (error) {
    notice(error);
    return false;
  }
};

/** Says something of which nothing has to come: where nobody hears it, nothing is lost. @param {object} request */
export const tell = request => { if (isOpen() && connection.value.state === "open") socket?.send(JSON.stringify(request)); };

let kept = "", later = /** @type {ReturnType<typeof setTimeout> | undefined} */ (undefined);
/** A longer half-made answer is not kept, in bytes. */
const LONGEST_DRAFT = 4096;
/** Keeps the half-made answer for the next device. @param {typeof draft.value} value */
export const keepDraft = value => {
  const text = value.verb || value.typed || value.chosen || value.target ? JSON.stringify(value) : "";
  if (text === kept || size(text) > LONGEST_DRAFT) return;
  kept = text;
  clearTimeout(later);
  later = setTimeout(() => { if (isOpen()) socket?.send(JSON.stringify({ do: "draft", draft: text, id: newId() })); }, 150);
};

/** Over HTTP. @param {string} path @param {string} method @param {object} [body] @returns {Promise<any>} */
export const http = async (path, method = "GET", body = undefined) => {
  const answer = await fetch(`/api/v1${path}`, {
    method, headers: body ? { "content-type": "application/json" } : {}, body: body && JSON.stringify(body),
  });
  const told = await answer.json().catch(() => ({ why: answer.statusText }));
  if (!answer.ok) throw Object.assign(new Error(told.why), { status: answer.status });
  return told;
};
