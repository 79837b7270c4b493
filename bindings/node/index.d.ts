/**
 * Opens a battle: an embedded encounter by name, an encounter file, a saved battle, or the `text` of either.
 * @param {string} what
 * @param {OpenOptions} [options]
 */
export function open(what: string, options?: OpenOptions): Battle;
/**
 * Fights an encounter many times, off the main thread. Fight number i is the same however many threads there are.
 * @param {string} what
 * @param {SimOptions} [options]
 */
export function sim(what: string, options?: SimOptions): Promise<Simulation>;
/**
 * Every game, and every encounter that comes with them.
 * @returns {{
 *   games: { name: string, title: string, credit: string, policies: string[], isExample: boolean }[],
 *   encounters: { name: string, game: string, title: string | null, about: string | null }[],
 * }}
 */
export function library(): {
    games: {
        name: string;
        title: string;
        credit: string;
        policies: string[];
        isExample: boolean;
    }[];
    encounters: {
        name: string;
        game: string;
        title: string | null;
        about: string | null;
    }[];
};
/**
 * The rules of a game, in our words.
 * @param {string} game
 * @returns {{ id: string, title: string, section: string, summary: string }[]}
 */
export function rules(game: string): {
    id: string;
    title: string;
    section: string;
    summary: string;
}[];
/** Something was not done, and nothing has changed. */
export class SkirmishError extends Error {
    /** @param {{ why: string, rule?: string | null, help?: string | null, places?: Place[], flaw?: boolean }} told */
    constructor({ why, rule, help, places, flaw }: {
        why: string;
        rule?: string | null;
        help?: string | null;
        places?: Place[];
        flaw?: boolean;
    });
    /** In one sentence. */
    why: string;
    /** The rule that forbids it, where one does. */
    rule: string | null;
    /** What to do. */
    help: string | null;
    /** Where in which file, if it is a file that is wrong. */
    places: Place[];
    /** Is it Skirmish itself that broke? Please report it. */
    isFlaw: boolean;
}
/** A battle from where somebody sits: who sees what that side may know, and speaks for its own alone. */
export class Seat {
    /**
     * @param {NativeTable} table
     * @param {string | null} viewer
     */
    constructor(table: NativeTable, viewer: string | null);
    /** Who looks: `gm`, `spectator`, a side, or names of creatures. */
    get viewer(): string;
    /**
     * Says a request of docs/json.md, and gives back what was asked for; `say` and `quit` are for `skirmish play --json` alone.
     * @param {{ do: string, [member: string]: unknown }} request
     * @returns {any}
     */
    ask(request: {
        do: string;
        [member: string]: unknown;
    }): any;
    /**
     * The same off the main thread.
     * @param {{ do: string, [member: string]: unknown }} request
     * @returns {Promise<any>}
     */
    askAside(request: {
        do: string;
        [member: string]: unknown;
    }): Promise<any>;
    /**
     * The present: board, creatures, order, what is awaited with its choices.
     * @returns {Present}
     */
    state(): Present;
    /**
     * What is awaited here; null while others are asked, and at the end.
     * @returns {AwaitedView | null}
     */
    get awaited(): AwaitedView | null;
    /** What the first who is asked here may choose, in notation. */
    choices(): string[];
    /**
     * Gives an answer: a choice, `NAME: choice` where several are asked, faces of dice, an edict of the game master.
     * @param {string} line
     */
    play(line: string): void;
    /**
     * Lets the battle's own generator throw what is awaited: for battles that were opened with `dice: 'typed'`.
     * @param {string} [who]
     */
    roll(who?: string): void;
    /**
     * Lets a policy choose for all who are asked here, off the main thread.
     * @param {string} [policy]
     * @returns {Promise<void>}
     */
    decide(policy?: string): Promise<void>;
    /**
     * What a policy would choose. Nothing changes.
     * @param {string} [policy]
     * @returns {Promise<string | null>}
     */
    propose(policy?: string): Promise<string | null>;
    /**
     * What may come of a choice, or of what is awaited: exactly, unless there are more branches than the budget.
     * @param {string | null} [choice]
     * @param {OddsOptions} [options]
     * @returns {Promise<Odds>}
     */
    odds(choice?: string | null, options?: OddsOptions): Promise<Odds>;
    /**
     * What bears on a choice: cost, range, what stands between, each with its rule.
     * @param {string} choice
     * @returns {Tag[]}
     */
    facts(choice: string): Tag[];
    /**
     * Somebody's sheet, line by line.
     * @param {string} who
     * @returns {string[]}
     */
    sheet(who: string): string[];
    /**
     * A field: `Tarn.hp`.
     * @param {string} path
     * @returns {string}
     */
    read(path: string): string;
    /**
     * Everything that has happened, oldest first, as far as it may be known here.
     * @returns {LogLine[]}
     */
    log(): LogLine[];
    /** Everything that was given, as lines of a transcript. */
    entries(): string[];
    /**
     * Takes back the last answers, so many or as many as there are, with everything that came of them.
     * @param {number} [times]
     */
    undo(times?: number): void;
    /**
     * Gives again what was taken back, so many answers or as many as there are.
     * @param {number} [times]
     */
    redo(times?: number): void;
    get game(): string;
    get title(): string;
    get sides(): string[];
    /** How it ended, in words; null before. */
    get outcome(): string | null;
    /** The side that has won. */
    get winner(): string | null;
    get over(): boolean;
    #private;
}
/** A battle as the game master has it, who sees everything and speaks for everybody. */
export class Battle extends Seat {
    /** @param {NativeTable} table */
    constructor(table: NativeTable);
    /**
     * The same battle from where somebody sits: a side, names of creatures, `spectator`.
     * @param {string} viewer
     */
    seenBy(viewer: string): Seat;
    /**
     * What would be if an entry had been this line, or if this edict had come before it. This battle is untouched.
     * @param {number} entry
     * @param {string} line
     * @returns {{ battle: Battle, parted: [number, string] | null, spares: string[] }}
     */
    change(entry: number, line: string): {
        battle: Battle;
        parted: [number, string] | null;
        spares: string[];
    };
    /** A battle of its own that begins as this one stands. */
    fork(): Battle;
    /**
     * The battle as a transcript, which `open` reads again. It holds every secret.
     * @returns {string}
     */
    save(): string;
    #private;
}
/** Many fights of one encounter. */
export class Simulation {
    /**
     * @param {NativeFights} fights
     * @param {{ summary: Summary, columns: Record<string, (number | string | boolean | null)[]> }} found
     */
    constructor(fights: NativeFights, { summary, columns }: {
        summary: Summary;
        columns: Record<string, (number | string | boolean | null)[]>;
    });
    /** What is known of all fights together. */
    summary: Summary;
    /** For each thing that is counted its value in each fight: `columns['Kestrel hp'][7]`. */
    columns: Record<string, (string | number | boolean | null)[]>;
    /**
     * One of the fights as a battle, from its beginning. With `policies` of `{ all: 'plain' }` it is played as it was fought.
     * @param {number} fight
     * @param {OpenOptions} [options]
     */
    battle(fight: number, options?: OpenOptions): Battle;
    #private;
}
/**
 * One thing wrong with one place of a file.
 */
export type Place = {
    file: string;
    /**
     * From 1.
     */
    line: number;
    /**
     * In characters, from 1.
     */
    column: number;
    message: string;
    /**
     * What to do.
     */
    help: string | null;
};
/**
 * From 0 to 1.
 */
export type Chance = {
    p: number;
    /**
     * The same exactly, `7/36`; null where it is not known exactly.
     */
    fraction: string | null;
    /**
     * The lower end of an interval of 95 %, where it was sampled.
     */
    low?: number | undefined;
    /**
     * Its upper end.
     */
    high?: number | undefined;
};
/**
 * What may come of a choice; docs/json.md describes every member.
 */
export type Odds = {
    choice: string | null;
    /**
     * Was every branch followed? Else it was sampled.
     */
    exact: boolean;
    /**
     * Does a guess stand for what the asker may not know? Then chances are those of that guess.
     */
    guessed: boolean;
    /**
     * By how much the asker's side will stand better on average.
     */
    gain: number;
    /**
     * `odds.results['Tarn is hit']`.
     */
    results: Record<string, Chance>;
    /**
     * Each value that `Tarn.hp` may come to.
     */
    paths: Record<string, (Chance & {
        value: number | string;
    })[]>;
    means: Record<string, number | null>;
    /**
     * The chance that the battle ends.
     */
    over: Chance;
    wins: Record<string, Chance>;
};
export type OddsOptions = {
    /**
     * On through what is under way, such as a shot.
     */
    through?: boolean | undefined;
    /**
     * So many acts in all.
     */
    acts?: number | undefined;
    /**
     * The most branches.
     */
    budget?: number | undefined;
    /**
     * How often it is played where there are more.
     */
    samples?: number | undefined;
    seed?: number | undefined;
};
export type OpenOptions = {
    /**
     * The encounter or saved battle itself; the name is then what complaints call it.
     */
    text?: string | undefined;
    /**
     * Of the dice; the encounter's own by default.
     */
    seed?: number | undefined;
    /**
     * Do they fall by themselves, or does somebody say how they fell?
     */
    dice?: "rolled" | "typed" | undefined;
    /**
     * Who is played by a policy, by side or creature: `{ water: 'plain' }`.
     */
    policies?: Record<string, string> | undefined;
    /**
     * Is the usual answer to a routine question given without asking?
     */
    routine?: "ask" | "take" | undefined;
};
export type SimOptions = {
    /**
     * 10,000 by default.
     */
    fights?: number | undefined;
    /**
     * The encounter itself.
     */
    text?: string | undefined;
    seed?: number | undefined;
    /**
     * By side, `all` for whoever is not named; `plain` by default.
     */
    policies?: Record<string, string> | undefined;
    threads?: number | undefined;
    /**
     * A fight is given up after so many rounds; 100 by default.
     */
    mostRounds?: number | undefined;
};
/**
 * What is known of all fights of a simulation.
 */
export type Summary = {
    game: string;
    title: string;
    seed: number;
    fights: number;
    sides: {
        name: string;
        wins: number;
        chance: {
            p: number;
            low: number;
            high: number;
        };
    }[];
    draws: number;
    unfinished: number;
    rounds: {
        mean: number | null;
        median: number | null;
    };
    examples: {
        median: number | null;
        longest: number | null;
        upset: number | null;
    };
};
export type About = {
    game: string;
    title: string;
    sides: string[];
    /**
     * A whole number, which may be too large for one of JavaScript's.
     */
    seed: string;
    fight: number;
    outcome: string | null;
    winner: string | null;
};
export type NativeTable = {
    ask: (viewer: string | null, request: string) => string | null;
    askAside: (viewer: string | null, request: string) => Promise<string | null>;
    change: (viewer: string | null, entry: number, line: string) => {
        told: string;
        take(): NativeTable | null;
    };
    fork: () => NativeTable;
    entries: (viewer: string | null) => string[];
    about: () => string;
};
export type NativeOpening = {
    what: string;
    text: string | undefined;
    seed: number | undefined;
    typed: boolean;
    seats: string[];
    takesRoutine: boolean;
};
export type NativeFights = {
    sides: string[];
    fight: (fights: number, threads: number, policies: string[], mostRounds: number) => Promise<string>;
    battle: (fight: number, opening: NativeOpening) => NativeTable;
};
import type { Present } from './protocol.js';
import type { AwaitedView } from './protocol.js';
import type { Tag } from './protocol.js';
import type { LogLine } from './protocol.js';
