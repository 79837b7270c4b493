// What a page knows of its table: signals that the parts of the page read.
import { computed, signal } from "@preact/signals";

/** How it stands with the socket: connecting, open, lost, or over (with a reason). */
export const connection = signal({ state: "connecting", why: "" });
/** What the table said first. */
export const hello = signal(/** @type {import("./types").Hello | null} */ (null));
/** The present, part by part. */
export const present = signal(/** @type {import("./types").Present | null} */ (null));
/** Lines of the log. */
export const log = signal(/** @type {import("./types").LogLine[]} */ ([]));
/** Seats and who is there: of the game master alone. */
export const people = signal(/** @type {import("./types").Person[]} */ ([]));
/** What choices cost and promise, by their text. */
export const prices = signal(/** @type {Map<string, import("./types").Price>} */ (new Map()));
/** Counts how often all that was told of choices holds no more. */
export const repriced = signal(0);
/** Requests that are not confirmed yet: when each was sent. */
export const unconfirmed = signal(/** @type {Map<string, {since: number, age: number}>} */ (new Map()));

/** Half-made answer: to which question, which verb, which target or cell, which choice waits to be confirmed, what is typed. */
export const draft = signal(/** @type {{who: string, verb: string, target: string, chosen: string, typed: string, of?: string, why?: string, way?: string[]}} */ ({ who: "", verb: "", target: "", chosen: "", typed: "" }));
/** Who is looked at. */
export const selected = signal("");
/** Cell under the pointer or the keyboard's cursor. */
export const pointed = signal(/** @type {import("./types").Cell | null} */ (null));
/** Which side panel is open. */
export const panel = signal(/** @type {"log" | "sheet" | "table"} */ ("log"));
/** On a phone: is the panel drawn over the board? */
export const sheetOpen = signal(false);
/** A look at an earlier moment, or with other eyes: shown in place of the present. */
export const elsewhere = signal(/** @type {import("./types").Elsewhere | null} */ (null));
/** What would be, if the past were another. */
export const whatIf = signal(/** @type {import("./types").WhatIf | null} */ (null));
/** What others draw over the board now, by its number. */
export const drawn = signal(/** @type {Map<number, import("./types").Drawn>} */ (new Map()));
/** Sentences that are said in passing. */
export const notices = signal(/** @type {import("./types").Notice[]} */ ([]));
export const helpOpen = signal(false);

/** What is shown: the present, or what one looks at in its place. */
export const shown = computed(() => elsewhere.value?.present ?? present.value);
/** @template T @param {T | null | undefined} value @returns {T} */
const there = value => {
  if (value == null) throw new Error("the table has said nothing yet");
  return value;
};
/** What the table said first. The parts of a table are drawn when it has. */
export const greeting = () => there(hello.value);
/** The present. */
export const now = () => there(present.value);
/** What is shown: the present, or what one looks at in its place. */
export const view = () => there(shown.value);
export const isMaster = computed(() => hello.value?.role === "gm");

/** Are order, durations and what ails somebody shown? At the least help there is the board alone. */
export const tracks = () => now().table?.help !== "map";
/** Is whoever looks told chances beside choices? */
export const tellsChances = computed(() => !["map", "tracker", "reminders"].includes(present.value?.table?.help ?? "") && present.value?.table?.odds !== "none");
/** Are they those of a battle in which what this seat may not know is guessed? */
export const guesses = computed(() => present.value?.table?.odds === "seen");

/** Follows a question about the screen. @param {string} query */
const media = query => {
  const list = matchMedia(query);
  const is = signal(list.matches);
  list.addEventListener("change", () => { is.value = list.matches; });
  return is;
};
/** Is the screen a phone's, as the style sheet has it? */
export const isNarrow = media("(max-width: 820px)");
/** Is it a low one? */
export const isLow = media("(max-height: 720px)");

/** Does somebody read what was refused? Then it stays until they have read it. */
export const reads = signal(false);
/** So many sentences are kept. */
const MOST_NOTICES = 6;

let count = 0;
/** Says something over the board: for as long as it takes to be read. @param {unknown} what @param {"bad" | "good" | "point"} [kind] */
export const notice = (what, kind = "bad") => {
  const id = ++count;
  const text = why(what);
  notices.value = [...notices.value.slice(1 - MOST_NOTICES), { id, text, kind }];
  setTimeout(() => {
    if (kind !== "bad" || !reads.value) notices.value = notices.value.filter(one => one.id !== id);
  }, kind === "bad" ? Math.max(9000, text.length * 60) : 4000);
};
/** Takes away what was refused. True if there was anything. */
export const dropRefusals = () => {
  const rest = notices.value.filter(one => one.kind !== "bad");
  const was = rest.length < notices.value.length;
  reads.value = false;
  if (was) notices.value = rest;
  return was;
};

/** Begins another answer. */
export const clearDraft = () => { draft.value = { who: "", verb: "", target: "", chosen: "", typed: draft.value.typed }; };

/** What went wrong, in words. @param {unknown} error */
export const why = error => (error instanceof Error ? error.message : String(error));

/** Light or dark. */
export const theme = signal(localStorage.getItem("skirmish-theme") ?? "auto");
/** @param {string} name */
export const setTheme = name => {
  theme.value = name;
  localStorage.setItem("skirmish-theme", name);
  document.documentElement.dataset.theme = name;
};
document.documentElement.dataset.theme = theme.value;
