// What is typed: commands as at the terminal, dice, answers. Each command shows what it finds where the screen has its place for it.
import { hide, show } from "./aside.js";
import { choices, meantBy, pick, propose, question, sayEach } from "./answer.js";
import { carry, lookAs, recap, save } from "./deeds.js";
import { fork, openEntry, showAll } from "./entries.js";
import { openChances } from "./chances.js";
import { html } from "./html.js";
import { findRules, openRule } from "./rule.js";
import { hello, helpOpen, isMaster, log, notice, now, panel, selected, sheetOpen, whatIf } from "./store.js";
import { ask, give } from "./wire.js";
import { words } from "./words.js";

const text = words.command;

/** @param {"log" | "sheet" | "table"} name */
const open = name => { panel.value = name; sheetOpen.value = true; };

/** Somebody by the beginning of a name. @param {string} name */
const meant = name => {
  const lower = name.toLowerCase().replaceAll(" ", "-");
  const all = now().tokens.map(token => token.name);
  return all.find(one => one.toLowerCase() === lower) ?? all.find(one => one.toLowerCase().startsWith(lower));
};

/** A choice by the beginning of its notation. @param {string} name */
const choiceOf = name => choices.value.find(choice => choice.text.toLowerCase().startsWith(name.toLowerCase()))?.text ?? name;

/** Shows somebody's sheet. @param {string} name */
const sheet = name => {
  const who = name ? meant(name) : question.value?.who[0];
  if (!who) return fail(text.nobody(name));
  selected.value = who;
  open("sheet");
  return true;
};

/** @param {string} why */
const fail = why => { notice(why); return false; };

/** Everything that may be answered, or what begins so. @param {string} word */
const list = word => {
  const all = choices.value.filter(choice => choice.text.toLowerCase().startsWith(word.toLowerCase()));
  if (!all.length) return fail(text.noChoice(word));
  show("page-choices", text.choices(all.length), html`<ul class="found">${all.map(choice => html`<li key=${choice.text}><button class="link" onClick=${() => { hide(); pick(choice); }}>${choice.text}</button></li>`)}</ul>`);
  return true;
};

/** Explains what is asked, or a choice before it is made. @param {string} choice */
const explain = choice => {
  const asked = question.value;
  if (choice) openChances(choiceOf(choice));
  else if (asked) openRule(asked.rule);
  else return fail(text.over);
  return true;
};

/** The chances of a choice or of what is awaited, `--acts 3` for so many acts. @param {string} rest */
const odds = rest => {
  const acts = Number(/--acts[ =](\d+)/.exec(rest)?.[1] ?? 0);
  const choice = rest.replace(/--acts[ =]\d+/, "").trim();
  openChances(choice && choiceOf(choice), acts);
  return true;
};

/** Why something did not count, or is not allowed. @param {string} word */
const whyNot = async word => {
  const lower = word.toLowerCase();
  const facts = question.value?.kind === "choice" ? await ask({ do: "facts", choice: choiceOf(word) }).then(() => "", error => error.message) : "";
  const thrown = log.value.filter(line => line.throw).slice(-6);
  const terms = thrown.flatMap(line => (line.throw?.terms ?? []).filter(([rule, , , name]) => `${rule} ${name}`.toLowerCase().includes(lower)).map(([rule, value, bears, name]) => ({ who: line.throw?.who, rule, value, bears, name })));
  const said = terms.map(one => html`<li>${one.bears === "idle" ? text.idle(one.who ?? "", one.name || one.rule, one.value) : text.counted(one.who ?? "", one.name || one.rule, one.value)}</li>`);
  // A choice that the rules refuse says by which rule.
  const isRefused = / \[[a-z0-9._-]+\]$/.test(facts);
  if (isRefused) said.unshift(html`<li>${facts}</li>`);
  const rules = await ask({ do: "rules", word: lower }).catch(() => ({ rules: [] }));
  if (!said.length && !rules.rules.length) return fail(facts || text.nothingCalled(word));
  show("page-why-not", text.whyNot(word), html`<ul class="dots">${said.length ? said : html`<li>${text.notMet}</li>`}</ul>
    ${rules.rules.slice(0, 4).map((/** @type {import("./types").RuleInfo} */ rule) => html`<p><button class="link" onClick=${() => openRule(rule.id)}>${rule.title}</button> ${rule.summary}</p>`)}`);
  return true;
};

/** Everything behind the last number, or behind an entry. @param {string} rest */
const why = rest => {
  if (rest === "not") return fail(text.whichNot);
  if (rest.startsWith("not ")) return whyNot(rest.slice(4));
  open("log");
  const entry = rest ? Number(rest) - 1 : log.value.findLast(line => line.throw)?.entry ?? log.value.findLast(line => line.text)?.entry;
  if (rest && !log.value.some(line => line.entry === entry)) return fail(text.noEntry(rest));
  openEntry.value = entry ?? null;
  return true;
};

/** What would be if an entry had been another line. @param {string} rest */
const change = rest => {
  const found = /^(\d+)\s+(.+)$/.exec(rest);
  if (!found) return fail(text.change);
  const [entry, line] = [entryOf(found[1]), found[2]];
  if (entry == null) return fail(text.noEntry(found[1]));
  const was = log.value.find(one => one.entry === entry);
  const whole = /^\d|^=|^total/.test(line) && was?.throw ? `roll ${was.throw.who} ${was.rules[0]} ${line}` : line.replace(/^gm (?!next:)/, "gm: ");
  return ask({ do: "change", entry, line: whole }).then(told => { whatIf.value = told; return true; }, error => fail(error.message));
};

/** @param {string} how */
const decide = how => {
  if (!whatIf.value) return fail(text.noWhatIf);
  whatIf.value = null;
  return give({ do: how });
};

/** An entry that is counted from 1; none where it is no such number. @param {string} rest */
const entryOf = rest => (/^[1-9]\d{0,8}$/.test(rest) ? Number(rest) - 1 : null);

/** @param {string} rest */
const leap = rest => {
  if (!rest) return fail(text.whichEntry);
  const entry = rest === "end" ? now().entries + now().redo : entryOf(rest);
  return entry == null ? fail(text.noEntry(rest)) : give({ do: "goto", entry });
};

/** So many answers back or forth. @param {string} how @param {string} rest */
const turn = (how, rest) => (/^([1-9]\d{0,5})?$/.test(rest) ? give({ do: how, times: Number(rest || 1) }) : fail(text.times));

/** @param {string} rest */
const branch = rest => {
  const entry = rest ? entryOf(rest) : now().entries;
  if (!isMaster.value) return fail(text.forks);
  return entry == null ? fail(text.noEntry(rest)) : fork(entry).then(() => true);
};

/** Says how a setting stands. @param {string} name */
const stands = name => {
  const table = now().table;
  // Players are told what is their own.
  const own = [`level ${table?.level}`, ...(table?.types ?? []).map(who => `dice ${who} typed`)];
  notice(text.stands(name, (table?.lines ?? own).filter(line => line.startsWith(`${name} `)), isMaster.value), "good");
  return true;
};

/** @param {string} field */
const read = field => ask({ do: "read", path: field }).then(told => { notice(`${field}: ${told.value}`, "good"); return true; }, error => fail(error.message));

/** @param {string} where a `data-testid`, or a class */
const focus = where => { const found = /** @type {HTMLElement | null} */ (document.querySelector(where)); found?.focus(); return Boolean(found); };

/** @param {string} line */
const byHand = line => give({ do: "answer", line: `gm: ${line}` });

/** Commands with what each does of what stands behind it.
 *  @type {Record<string, (rest: string) => boolean | Promise<boolean>>} */
const commands = {
  choices: list,
  "?": explain,
  odds,
  usual: () => give({ do: "usual" }),
  next: () => give({ do: "pass" }),
  propose: policy => propose({ policy }).then(() => true),
  map: () => focus("[data-testid=board]"),
  who: sheet,
  order: () => focus(".order button"),
  sheet,
  why,
  rules: word => { findRules(word); return true; },
  read,
  log: rest => { open("log"); showAll.value = rest === "all"; return true; },
  undo: rest => turn("undo", rest),
  back: rest => turn("undo", rest),
  redo: rest => turn("redo", rest),
  goto: leap,
  change,
  accept: () => decide("accept"),
  reject: () => decide("reject"),
  forget: () => give({ do: "forget" }),
  fork: branch,
  "go-on": () => give({ do: "go-on" }),
  gm: rest => (rest ? byHand(rest) : (open("table"), true)),
  note: rest => byHand(`note ${rest}`),
  view: lookAs,
  save: () => save().then(() => true),
  recap: () => recap().then(() => true),
  carry: side => carry(side).then(() => true),
  help: () => { helpOpen.value = true; return true; },
};

/** What is set by hand of how the table plays. */
const settings = ["seat", "dice", "level", "help", "rolls", "routine", "undo", "odds"];

/** Is it a setting? `odds seen` is one, `odds blade at Tarn` none; `undo 3` takes back. @param {string} word @param {string} rest */
const isSetting = (word, rest) => {
  if (!settings.includes(word) || !rest) return false;
  if (word === "odds") return ["seen", "true", "none"].includes(rest);
  if (word === "undo") return ["all", "gm"].includes(rest);
  return true;
};

/** The names of all commands. */
export const names = [...Object.keys(commands).filter(name => name !== "?"), "roll", ...settings.filter(name => !(name in commands))];

/** Does an answer begin so? @param {string} word */
const beginsAnswer = word => [...choices.value.map(choice => choice.text), ...hello.value?.verbs ?? []].some(one => one.toLowerCase().startsWith(word.toLowerCase()));

/** Takes a line as it is typed. True if it was done. @param {string} line @returns {Promise<boolean>} */
export const command = async line => {
  const typed = line.trim();
  const whole = typed.replace(/^\//, "");
  if (whole === "") return false;
  if (whole.startsWith("?")) return explain(whole.slice(1).trim());
  const [first, ...more] = whole.split(/\s+/);
  const rest = more.join(" ");
  if (isSetting(first, rest)) return give({ do: "set", setting: whole });
  if (!rest && settings.includes(first) && !(first in commands)) return stands(first);
  if (first === "roll" && !rest) return give({ do: "roll" });
  // A command may be cut to any beginning that is clear and begins no answer.
  const fits = first in commands ? [first] : names.filter(name => name.startsWith(first.toLowerCase()));
  if (fits.length === 1 && fits[0] in commands && (first in commands || typed.startsWith("/") || !beginsAnswer(first))) return commands[fits[0]](rest);
  const several = /^([^:]+):\s*(.+)$/.exec(whole);
  const meant_ = several ? meantBy(several[1]) : [];
  if (several && meant_.length) return sayEach(meant_, several[2]);
  const asked = question.value;
  // While several are asked, a bare choice is that of the first.
  const bare = asked?.kind === "choice" && asked.who.length > 1 && !whole.includes(":");
  return give({ do: "answer", line: bare ? `${asked.who[0]}: ${whole}` : isMaster.value ? whole.replace(/^gm (?=next:)/, "gm ") : whole });
};
