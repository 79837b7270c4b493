// Tabletop combat, played by the book: battles, exact odds, fights by the thousand.

import { createRequire } from 'node:module';
import { availableParallelism } from 'node:os';

/** @import { AwaitedView, LogLine, Present, Tag } from './protocol.js' */

/**
 * @typedef {object} Place One thing wrong with one place of a file.
 * @property {string} file
 * @property {number} line From 1.
 * @property {number} column In characters, from 1.
 * @property {string} message
 * @property {string | null} help What to do.
 */

/**
 * @typedef {object} Chance From 0 to 1.
 * @property {number} p
 * @property {string | null} fraction The same exactly, `7/36`; null where it is not known exactly.
 * @property {number} [low] The lower end of an interval of 95 %, where it was sampled.
 * @property {number} [high] Its upper end.
 */

/**
 * @typedef {object} Odds What may come of a choice; docs/json.md describes every member.
 * @property {string | null} choice
 * @property {boolean} exact Was every branch followed? Else it was sampled.
 * @property {boolean} guessed Does a guess stand for what the asker may not know? Then chances are those of that guess.
 * @property {number} gain By how much the asker's side will stand better on average.
 * @property {Record<string, Chance>} results `odds.results['Tarn is hit']`.
 * @property {Record<string, (Chance & { value: number | string })[]>} paths Each value that `Tarn.hp` may come to.
 * @property {Record<string, number | null>} means
 * @property {Chance} over The chance that the battle ends.
 * @property {Record<string, Chance>} wins
 */

/**
 * @typedef {object} OddsOptions
 * @property {boolean} [through] On through what is under way, such as a shot.
 * @property {number} [acts] So many acts in all.
 * @property {number} [budget] The most branches.
 * @property {number} [samples] How often it is played where there are more.
 * @property {number} [seed]
 */

/**
 * @typedef {object} OpenOptions
 * @property {string} [text] The encounter or saved battle itself; the name is then what complaints call it.
 * @property {number} [seed] Of the dice; the encounter's own by default.
 * @property {'rolled' | 'typed'} [dice] Do they fall by themselves, or does somebody say how they fell?
 * @property {Record<string, string>} [policies] Who is played by a policy, by side or creature: `{ water: 'plain' }`.
 * @property {'ask' | 'take'} [routine] Is the usual answer to a routine question given without asking?
 */

/**
 * @typedef {object} SimOptions
 * @property {number} [fights] 10,000 by default.
 * @property {string} [text] The encounter itself.
 * @property {number} [seed]
 * @property {Record<string, string>} [policies] By side, `all` for whoever is not named; `plain` by default.
 * @property {number} [threads]
 * @property {number} [mostRounds] A fight is given up after so many rounds; 100 by default.
 */

/**
 * @typedef {object} Summary What is known of all fights of a simulation.
 * @property {string} game
 * @property {string} title
 * @property {number} seed
 * @property {number} fights
 * @property {{ name: string, wins: number, chance: { p: number, low: number, high: number } }[]} sides
 * @property {number} draws
 * @property {number} unfinished
 * @property {{ mean: number | null, median: number | null }} rounds
 * @property {{ median: number | null, longest: number | null, upset: number | null }} examples
 */

/**
 * @typedef {object} About
 * @property {string} game
 * @property {string} title
 * @property {string[]} sides
 * @property {string} seed A whole number, which may be too large for one of JavaScript's.
 * @property {number} fight
 * @property {string | null} outcome
 * @property {string | null} winner
 */

/**
 * @typedef {object} NativeTable
 * @property {(viewer: string | null, request: string) => string | null} ask
 * @property {(viewer: string | null, request: string) => Promise<string | null>} askAside
 * @property {(viewer: string | null, entry: number, line: string) => { told: string, take(): NativeTable | null }} change
 * @property {() => NativeTable} fork
 * @property {(viewer: string | null) => string[]} entries
 * @property {() => string} about
 */

/**
 * @typedef {object} NativeOpening
 * @property {string} what
 * @property {string | undefined} text
 * @property {number | undefined} seed
 * @property {boolean} typed
 * @property {string[]} seats
 * @property {boolean} takesRoutine
 */

/**
 * @typedef {object} NativeFights
 * @property {string[]} sides
 * @property {(fights: number, threads: number, policies: string[], mostRounds: number) => Promise<string>} fight
 * @property {(fight: number, opening: NativeOpening) => NativeTable} battle
 */

/**
 * @type {{
 *   Table: { open(opening: NativeOpening): NativeTable },
 *   Fights: { open(what: string, text?: string, seed?: number): NativeFights },
 *   library(): string, rules(game: string): string | null, protocol(): string,
 * }}
 */
const native = createRequire(import.meta.url)('./skirmish.node');

/** Something was not done, and nothing has changed. */
export class SkirmishError extends Error {
  /** @param {{ why: string, rule?: string | null, help?: string | null, places?: Place[], flaw?: boolean }} told */
  constructor({ why, rule = null, help = null, places = [], flaw = false }) {
    const [first] = places;
    const where = first ? `${first.file}:${first.line}:${first.column}: ${first.message}` : why;
    super([where, rule ? ` [${rule}]` : '', help ? `; ${help}` : ''].join(''));
    this.name = 'SkirmishError';
    /** In one sentence. */
    this.why = why;
    /** The rule that forbids it, where one does. */
    this.rule = rule;
    /** What to do. */
    this.help = help;
    /** Where in which file, if it is a file that is wrong. */
    this.places = places;
    /** Is it Skirmish itself that broke? Please report it. */
    this.isFlaw = flaw;
  }
}

/**
 * An error of the native half as one of ours; so is one of an argument that is none.
 * @param {unknown} error
 */
function translated(error) {
  if (error instanceof SkirmishError || !(error instanceof Error)) {
    return error;
  }
  return new SkirmishError(error.message.startsWith('{') ? JSON.parse(error.message) : { why: error.message });
}

/**
 * Only options that there are: a misspelt one would be left out of account.
 * @param {unknown} options
 * @param {string[]} known
 */
function checked(options, known) {
  if (typeof options !== 'object' || options === null) {
    throw new SkirmishError({ why: 'options are an object', help: `there are: ${known.join(', ')}` });
  }
  const unknown = Object.keys(options).find((name) => !known.includes(name));
  if (unknown !== undefined) {
    throw new SkirmishError({ why: `there is no option \`${unknown}\``, help: `there are: ${known.join(', ')}` });
  }
}

/**
 * The game master's eyes are `gm`: nobody has them because a name is missing.
 * @param {unknown} viewer
 */
function checkViewer(viewer) {
  if (typeof viewer !== 'string') {
    throw new SkirmishError({ why: 'a viewer is a text', help: 'a side, names of creatures, `spectator` or `gm`' });
  }
}

/**
 * A request as text.
 * @param {unknown} request
 */
function written(request) {
  if (typeof request === 'object' && request !== null && 'viewer' in request) {
    checkViewer(request.viewer);
  }
  return JSON.stringify(request);
}

/**
 * @template T
 * @param {() => T} act
 * @returns {T}
 */
function told(act) {
  try {
    return act();
  } catch (error) {
    throw translated(error);
  }
}

/**
 * @template T
 * @param {() => Promise<T>} act
 * @returns {Promise<T>}
 */
async function toldLater(act) {
  try {
    return await act();
  } catch (error) {
    throw translated(error);
  }
}

/** A battle from where somebody sits: who sees what that side may know, and speaks for its own alone. */
export class Seat {
  #table;
  #viewer;

  /**
   * @param {NativeTable} table
   * @param {string | null} viewer
   */
  constructor(table, viewer) {
    this.#table = table;
    this.#viewer = viewer;
  }

  /** Who looks: `gm`, `spectator`, a side, or names of creatures. */
  get viewer() {
    return this.#viewer ?? 'gm';
  }

  /**
   * Says a request of docs/json.md, and gives back what was asked for; `say` and `quit` are for `skirmish play --json` alone.
   * @param {{ do: string, [member: string]: unknown }} request
   * @returns {any}
   */
  ask(request) {
    const found = told(() => this.#table.ask(this.#viewer, written(request)));
    return found === null ? null : JSON.parse(found);
  }

  /**
   * The same off the main thread.
   * @param {{ do: string, [member: string]: unknown }} request
   * @returns {Promise<any>}
   */
  async askAside(request) {
    const found = await toldLater(() => this.#table.askAside(this.#viewer, written(request)));
    return found === null ? null : JSON.parse(found);
  }

  /**
   * The present: board, creatures, order, what is awaited with its choices.
   * @returns {Present}
   */
  state() {
    return this.ask({ do: 'state' }).state;
  }

  /**
   * What is awaited here; null while others are asked, and at the end.
   * @returns {AwaitedView | null}
   */
  get awaited() {
    return this.state().awaited ?? null;
  }

  /** What the first who is asked here may choose, in notation. */
  choices() {
    return (this.awaited?.choices ?? []).map((choice) => choice.text);
  }

  /**
   * Gives an answer: a choice, `NAME: choice` where several are asked, faces of dice, an edict of the game master.
   * @param {string} line
   */
  play(line) {
    this.ask({ do: 'answer', line });
  }

  /**
   * Lets the battle's own generator throw what is awaited: for battles that were opened with `dice: 'typed'`.
   * @param {string} [who]
   */
  roll(who) {
    this.ask({ do: 'roll', who });
  }

  /**
   * Lets a policy choose for all who are asked here, off the main thread.
   * @param {string} [policy]
   * @returns {Promise<void>}
   */
  async decide(policy = 'plain') {
    await this.askAside({ do: 'decide', policy });
  }

  /**
   * What a policy would choose. Nothing changes.
   * @param {string} [policy]
   * @returns {Promise<string | null>}
   */
  async propose(policy = 'plain') {
    return (await this.askAside({ do: 'propose', policy })).choice;
  }

  /**
   * What may come of a choice, or of what is awaited: exactly, unless there are more branches than the budget.
   * @param {string | null} [choice]
   * @param {OddsOptions} [options]
   * @returns {Promise<Odds>}
   */
  async odds(choice = null, options = {}) {
    return (await this.askAside({ ...options, do: 'odds', choice })).odds;
  }

  /**
   * What bears on a choice: cost, range, what stands between, each with its rule.
   * @param {string} choice
   * @returns {Tag[]}
   */
  facts(choice) {
    return this.ask({ do: 'facts', choice }).facts;
  }

  /**
   * Somebody's sheet, line by line.
   * @param {string} who
   * @returns {string[]}
   */
  sheet(who) {
    return this.ask({ do: 'sheet', who }).sheet;
  }

  /**
   * A field: `Tarn.hp`.
   * @param {string} path
   * @returns {string}
   */
  read(path) {
    return this.ask({ do: 'read', path }).value;
  }

  /**
   * Everything that has happened, oldest first, as far as it may be known here.
   * @returns {LogLine[]}
   */
  log() {
    return this.ask({ do: 'log' }).log;
  }

  /** Everything that was given, as lines of a transcript. */
  entries() {
    return told(() => this.#table.entries(this.#viewer));
  }

  /**
   * Takes back the last answers, so many or as many as there are, with everything that came of them.
   * @param {number} [times]
   */
  undo(times = 1) {
    this.ask({ do: 'undo', times });
  }

  /**
   * Gives again what was taken back, so many answers or as many as there are.
   * @param {number} [times]
   */
  redo(times = 1) {
    this.ask({ do: 'redo', times });
  }

  /**
   * What does not change, and how it ended.
   * @returns {About}
   */
  get #about() {
    return JSON.parse(told(() => this.#table.about()));
  }

  get game() {
    return this.#about.game;
  }

  get title() {
    return this.#about.title;
  }

  get sides() {
    return this.#about.sides;
  }

  /** How it ended, in words; null before. */
  get outcome() {
    return this.#about.outcome;
  }

  /** The side that has won. */
  get winner() {
    return this.#about.winner;
  }

  get over() {
    return this.outcome !== null;
  }
}

/** A battle as the game master has it, who sees everything and speaks for everybody. */
export class Battle extends Seat {
  #table;

  /** @param {NativeTable} table */
  constructor(table) {
    super(table, null);
    this.#table = table;
  }

  /**
   * The same battle from where somebody sits: a side, names of creatures, `spectator`.
   * @param {string} viewer
   */
  seenBy(viewer) {
    checkViewer(viewer);
    told(() => this.#table.entries(viewer));
    return new Seat(this.#table, viewer);
  }

  /**
   * What would be if an entry had been this line, or if this edict had come before it. This battle is untouched.
   * @param {number} entry
   * @param {string} line
   * @returns {{ battle: Battle, parted: [number, string] | null, spares: string[] }}
   */
  change(entry, line) {
    if (!Number.isInteger(entry) || entry < 0 || entry > 0xffff_ffff) {
      throw new SkirmishError({ why: 'there is no such entry', help: 'they count from 0' });
    }
    const changed = told(() => this.#table.change(null, entry, line));
    const { parted, spares } = JSON.parse(changed.told);
    const table = changed.take();
    if (table === null) {
      throw new SkirmishError({ why: 'this past was taken already', flaw: true });
    }
    return { battle: new Battle(table), parted, spares };
  }

  /** A battle of its own that begins as this one stands. */
  fork() {
    return new Battle(told(() => this.#table.fork()));
  }

  /**
   * The battle as a transcript, which `open` reads again. It holds every secret.
   * @returns {string}
   */
  save() {
    return this.ask({ do: 'save' }).transcript;
  }
}

/** Many fights of one encounter. */
export class Simulation {
  #fights;

  /**
   * @param {NativeFights} fights
   * @param {{ summary: Summary, columns: Record<string, (number | string | boolean | null)[]> }} found
   */
  constructor(fights, { summary, columns }) {
    this.#fights = fights;
    /** What is known of all fights together. */
    this.summary = summary;
    /** For each thing that is counted its value in each fight: `columns['Kestrel hp'][7]`. */
    this.columns = columns;
  }

  /**
   * One of the fights as a battle, from its beginning. With `policies` of `{ all: 'plain' }` it is played as it was fought.
   * @param {number} fight
   * @param {OpenOptions} [options]
   */
  battle(fight, options = {}) {
    if (!Number.isInteger(fight) || fight < 0 || fight > 0xffff_ffff) {
      throw new SkirmishError({ why: 'a fight is a whole number from 0' });
    }
    return new Battle(told(() => this.#fights.battle(fight, opening('fight', options))));
  }
}

/**
 * @param {string} what
 * @param {OpenOptions} options
 * @returns {NativeOpening}
 */
function opening(what, options) {
  checked(options, ['text', 'seed', 'dice', 'policies', 'routine']);
  const { text, seed, dice = 'rolled', policies = {}, routine = 'ask' } = options;
  if (seed !== undefined && !Number.isSafeInteger(seed)) {
    throw new SkirmishError({ why: 'a seed is a whole number from 0' });
  }
  if (dice !== 'rolled' && dice !== 'typed') {
    throw new SkirmishError({ why: '`dice` are `rolled` or `typed`' });
  }
  if (routine !== 'ask' && routine !== 'take') {
    throw new SkirmishError({ why: '`routine` is `ask` or `take`' });
  }
  checkPolicies(policies);
  return {
    what,
    text,
    seed,
    typed: dice === 'typed',
    seats: Object.entries(policies).flat(),
    takesRoutine: routine === 'take',
  };
}

/** @param {unknown} policies */
function checkPolicies(policies) {
  if (typeof policies !== 'object' || policies === null) {
    throw new SkirmishError({ why: '`policies` say who plays whom: `{ water: \'plain\' }`' });
  }
}

/**
 * Opens a battle: an embedded encounter by name, an encounter file, a saved battle, or the `text` of either.
 * @param {string} what
 * @param {OpenOptions} [options]
 */
export function open(what, options = {}) {
  const how = told(() => opening(what, options));
  return new Battle(told(() => native.Table.open(how)));
}

/**
 * Fights an encounter many times, off the main thread. Fight number i is the same however many threads there are.
 * @param {string} what
 * @param {SimOptions} [options]
 */
export async function sim(what, options = {}) {
  checked(options, ['fights', 'text', 'seed', 'policies', 'threads', 'mostRounds']);
  const { fights = 10_000, text, seed, policies = {}, threads = availableParallelism(), mostRounds = 100 } = options;
  for (const [name, value] of Object.entries({ fights, threads, mostRounds })) {
    if (!Number.isInteger(value) || value < 1 || value > 0xffff_ffff) {
      throw new SkirmishError({ why: `\`${name}\` is a whole number from 1` });
    }
  }
  checkPolicies(policies);
  const ready = told(() => native.Fights.open(what, text, opening(what, { seed }).seed));
  const unknown = Object.keys(policies).find((side) => side !== 'all' && !ready.sides.includes(side));
  if (unknown !== undefined) {
    throw new SkirmishError({ why: `there is no side \`${unknown}\``, help: `the sides are: ${ready.sides.join(', ')}` });
  }
  const bySide = ready.sides.map((side) => policies[side] ?? policies.all ?? 'plain');
  const found = await toldLater(() => ready.fight(fights, threads, bySide, mostRounds));
  return new Simulation(ready, JSON.parse(found));
}

/**
 * Every game, and every encounter that comes with them.
 * @returns {{
 *   games: { name: string, title: string, credit: string, policies: string[], isExample: boolean }[],
 *   encounters: { name: string, game: string, title: string | null, about: string | null }[],
 * }}
 */
export function library() {
  return JSON.parse(native.library());
}

/**
 * The rules of a game, in our words.
 * @param {string} game
 * @returns {{ id: string, title: string, section: string, summary: string }[]}
 */
export function rules(game) {
  const found = native.rules(game);
  if (found === null) {
    throw new SkirmishError({ why: `there is no game \`${game}\``, help: '`library().games` lists them' });
  }
  return JSON.parse(found);
}
