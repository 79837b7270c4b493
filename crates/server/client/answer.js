// From the question to an answer: which choices fit what is half chosen, and what a click on the board or in the list means.
import { computed, effect } from "@preact/signals";
import { cellOf } from "./geometry.js";
import { clearDraft, connection, draft, elsewhere, isMaster, notice, present, prices } from "./store.js";
import { ask, give, keepDraft } from "./wire.js";
import { words } from "./words.js";

/** @typedef {import("./types").Choice} Choice */

/** What is done, of a choice, in full: its words before any target. @param {Choice} choice */
export const wholeDeedOf = choice => {
  const lead = [];
  for (const part of choice.parts) {
    if (["word", "creature", "cell", "way", "number"].includes(part.kind)) break;
    lead.push(part.text);
    if (part.kind === "ability") break;
  }
  // Of a mere way or cell (`to D7`), the word before it.
  return lead.length ? lead.join(" ") : choice.text.split(" ")[0];
};

/** The cell that a choice is about, by its label. @param {Choice} choice */
export const cellIn = choice => {
  for (const part of [...choice.parts].reverse()) {
    if (part.kind === "way" && part.cells?.length) return part.cells[part.cells.length - 1];
    if (part.kind === "cell") return part.text;
    if (part.kind === "way") return part.text.split(" ").pop() ?? "";
  }
  return "";
};

/** Whom a choice is aimed at, or where. @param {Choice} choice */
export const targetOf = choice => choice.parts.find(part => part.kind === "creature")?.text ?? cellIn(choice);

/** What is asked of whoever looks, with choices. */
export const question = computed(() => {
  if (elsewhere.value || connection.value.state === "over") return null;
  const awaited = present.value?.awaited;
  return awaited && !present.value?.outcome ? awaited : null;
});

/** Tells one question from the next. Who else is asked at the same time is no part of it: they come and go as they answer. */
export const asks = computed(() => { const asked = question.value; return asked ? `${asked.rule} ${asked.who[0]} ${asked.prompt}` : ""; });

export const choices = computed(() => question.value?.choices ?? []);

/** With more deeds than this, those that begin with the same word stand as one: `ready`, `cast`, `draw`. */
const MOST_DEEDS = 9;

/** The words that stand for several deeds. */
const shared = computed(() => {
  const all = new Set(choices.value.map(wholeDeedOf));
  /** @type {Map<string, number>} */
  const counts = new Map();
  for (const deed of all) { const [first] = deed.split(" "); counts.set(first, (counts.get(first) ?? 0) + 1); }
  return new Set(all.size > MOST_DEEDS ? [...counts].filter(([, count]) => count > 1).map(([word]) => word) : []);
});

/** What is done, of a choice, as it stands among the others. @param {Choice} choice */
export const deedOf = choice => {
  const deed = wholeDeedOf(choice);
  const [first] = deed.split(" ");
  return shared.value.has(first) ? first : deed;
};

/** Is this what a choice does? @param {Choice} choice @param {string} verb */
export const isOf = (choice, verb) => verb === deedOf(choice) || verb === wholeDeedOf(choice);

/** Choices that have a name in common, in the order of the list. @param {Choice[]} list @param {(choice: Choice) => string} name @returns {[string, Choice[]][]} */
export const grouped = (list, name) => {
  /** @type {Map<string, Choice[]>} */
  const groups = new Map();
  for (const choice of list) groups.set(name(choice), [...(groups.get(name(choice)) ?? []), choice]);
  return [...groups];
};

/** Choices by what is done: [deed, choices][], in the order of the list. */
export const deeds = computed(() => grouped(choices.value, deedOf));

/** Choices that fit what is half chosen. */
export const fitting = computed(() => {
  const { verb, target } = draft.value;
  return choices.value.filter(choice => (!verb || isOf(choice, verb)) && (!target || targetOf(choice) === target));
});

/** What lights up on the board: choices by cell, and by creature. */
export const lit = computed(() => {
  /** @type {Map<string, Choice[]>[]} */
  const [cells, creatures] = [new Map(), new Map()];
  /** @param {Map<string, Choice[]>} map @param {string | undefined} name @param {Choice} choice */
  const add = (map, name, choice) => { if (name) map.set(name, [...(map.get(name) ?? []), choice]); };
  const { verb } = draft.value;
  // Everything at once would light the whole board: cells light up when it is known what is done there.
  const known = verb || deeds.value.length <= 2;
  for (const choice of choices.value) {
    if (verb && !isOf(choice, verb)) continue;
    const creature = choice.parts.find(part => part.kind === "creature")?.text;
    if (creature) add(creatures, creature, choice);
    else if (known) add(cells, cellIn(choice), choice);
  }
  return { cells, creatures };
});

/** Chooses a part of an answer; what a person chooses is proposed by nobody. @param {Partial<typeof draft.value>} change */
export const put = change => {
  draft.value = { ...draft.value, why: undefined, ...change, of: asks.value };
  keepDraft(draft.value);
};

/** Chooses what is done. @param {string} deed */
export const pickDeed = deed => {
  const own = choices.value.filter(choice => isOf(choice, deed));
  put({ verb: deed, target: "", chosen: own.length === 1 ? own[0].text : "" });
};

/** Chooses one answer; the second time does it. @param {Choice} choice */
export const pick = choice => {
  if (draft.value.chosen === choice.text) return confirm();
  put({ verb: verbFor(choice), chosen: choice.text });
};

/** What was chosen to be done, if a choice does it. @param {Choice} choice */
const verbFor = choice => (isOf(choice, draft.value.verb) ? draft.value.verb : deedOf(choice));

/** A creature or a cell on the board was clicked. True if that meant anything. @param {string} name */
export const pickOnBoard = name => {
  const { cells, creatures } = lit.value;
  const here = creatures.get(name) ?? cells.get(name);
  if (!here) return middleOfArea(name);
  if (here.some(choice => choice.text === draft.value.chosen)) return confirm();
  const verbs = new Set(here.map(deedOf));
  // Of one deed and one target the first is the usual one.
  if (verbs.size === 1) put({ verb: verbFor(here[0]), target: name, chosen: here[0].text });
  else put({ target: draft.value.target === name ? "" : name, chosen: "" });
  return true;
};

/** An area that is listed at creatures can have its middle on any cell: the book says whether on this one, and what it covers.
 *  True if there is such an area. @param {string} cell */
const middleOfArea = cell => {
  const { verb, chosen } = draft.value;
  if (!verb || !cellOf(cell)) return false;
  /** @param {Choice} choice */
  const isArea = choice => prices.value.get(choice.text)?.facts.some(fact => fact.cells?.length);
  const like = choices.value.find(choice => isOf(choice, verb) && choice.parts.some(part => part.kind === "creature") && isArea(choice));
  if (!like) return false;
  const text = like.parts.map(part => (part.kind === "creature" ? cell : part.text)).join(" ");
  if (chosen === text) return confirm();
  ask({ do: "facts", choice: text }).then(told => {
    prices.value = new Map(prices.value).set(text, { choice: text, says: [], facts: told.facts, vain: false, sampled: false });
    put({ target: cell, chosen: text });
  }, notice);
  return true;
};

/** Does what is chosen. */
export const confirm = () => {
  const { chosen } = draft.value;
  if (chosen) say(chosen, question.value?.who[0]);
  return true;
};

// What was half chosen for another question means nothing to this one.
effect(() => {
  const [asked, { chosen, of, target, verb }] = [asks.value, draft.peek()];
  if (asked && of && of !== asked && (chosen || target || verb)) {
    clearDraft();
    keepDraft(draft.peek());
  }
});

/** The answer that is on its way, by what was asked. */
let answering = "";

/** Gives an answer to what is asked, once: on a slow machine a second click comes before the first one shows, and means nothing.
 *  @param {{do: string, who?: string, line?: string}} request @returns {Promise<boolean>} */
export const giveOnce = async request => {
  const own = `${asks.value} ${present.value?.entries} ${request.do === "roll" ? request.who : ""}`;
  if (answering === own) return true;
  answering = own;
  // Whatever came of it is shown before it is confirmed.
  const done = await give(request);
  if (answering === own) answering = "";
  return done;
};

/** Gives an answer. @param {string} text @param {string} [who] */
export const say = async (text, who = "") => {
  const [before, asked] = [draft.value, asks.value];
  clearDraft();
  keepDraft(draft.value);
  if (!await giveOnce({ do: "answer", line: who ? `${who}: ${text}` : text }) && asks.value === asked) draft.value = before;
};

/** Those of whom a word means several who are asked now: `all`, a side, `goblins` for all who are called goblin and a number.
 *  @param {string} whom @returns {string[]} */
export const meantBy = whom => {
  const asked = question.value?.who ?? [];
  const { tokens = [], sides = [] } = present.value ?? {};
  const lower = whom.trim().toLowerCase();
  /** @param {string} name */
  const isOf = name => {
    const side = tokens.find(token => token.name === name)?.side;
    const kind = /^(.+?)-?\d+$/.exec(name.toLowerCase())?.[1];
    return lower === "all" || side != null && sides[side]?.toLowerCase() === lower || kind != null && [kind, `${kind}s`].includes(lower);
  };
  return asked.includes(whom) ? [] : asked.filter(isOf);
};

/** Gives the same answer for several, one after the other; what is refused ends it. @param {string[]} whom @param {string} text */
export const sayEach = async (whom, text) => {
  clearDraft();
  keepDraft(draft.value);
  for (const who of whom) if (!await give({ do: "answer", line: `${who}: ${text}` })) return false;
  return true;
};

/** One step back. True if there was one. */
export const stepBack = () => {
  const { chosen, target, verb } = draft.value;
  if (chosen && choices.value.filter(choice => isOf(choice, verb)).length > 1) put({ chosen: "", target: "" });
  // From one deed of several with a word in common to these.
  else if (verb && choices.value.some(choice => wholeDeedOf(choice) === verb && deedOf(choice) !== verb)) put({ chosen: "", target: "", verb: verb.split(" ")[0] });
  else if (chosen || target || verb) put({ chosen: "", target: "", verb: "" });
  else return false;
  return true;
};

/** Has a person begun to answer? What was proposed to them is nothing that they have begun. */
export const isBegun = () => {
  const { chosen, target, typed, verb, why } = draft.value;
  return Boolean(typed || why == null && (chosen || target || verb));
};

/** Asks a policy, and chooses what it would choose. */
export const propose = async ({ quietly = false, policy = "" } = {}) => {
  const [asked, entries] = [asks.value, present.value?.entries];
  try {
    const told = await ask({ do: "propose", ...policy ? { policy } : {} });
    // By now something else may be asked, and the proposal was for what was asked before.
    if (asks.value !== asked || present.value?.entries !== entries) return;
    // Whoever has begun to choose meanwhile is left alone.
    if (quietly && isBegun()) return;
    const choice = choices.value.find(one => one.text === told.choice);
    if (choice) put({ verb: deedOf(choice), target: targetOf(choice), chosen: choice.text, why: told.why ?? "" });
    else if (told.choice) put({ chosen: told.choice, why: told.why ?? "" });
  } catch (error) {
    if (!quietly) notice(error);
  }
};

/** The choice by which somebody who is asked would go to a cell; none where there is none. @param {string} name @param {string} to @returns {Choice | null} */
export const goesTo = (name, to) => {
  if (question.value?.who[0] !== name) return null;
  const here = lit.value.cells.get(to) ?? choices.value.filter(choice => cellIn(choice) === to && !choice.parts.some(part => part.kind === "creature"));
  return here[0] ?? null;
};

/** Somebody was dragged to a cell: by a choice, or by the game master's hand. @param {string} name @param {string} to */
export const drop = (name, to) => {
  const choice = goesTo(name, to);
  if (choice) pick(choice);
  else if (isMaster.value) give({ do: "answer", line: `gm: ${name}.at = ${to}` });
  else notice(words.board.noWay(to));
};

/** Typed words are kept for the next device as well. @param {string} text */
export const typing = text => put({ typed: text, why: draft.value.why });
