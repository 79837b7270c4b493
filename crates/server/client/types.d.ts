// What comes over the wire, as the comments of the client name it. It is read by the type check alone, and not served.

/** Column and row, from 0. */
export type Cell = [number, number];

export interface Board { kind: string; width: number; height: number; cell: string; rows: string[]; legend: [string, string][] }
export interface Tag { text: string; rule: string | null; until: string | null; cells?: string[] }
export interface Gauge { name: string; value: number | null; most: number | null; word: string }
export interface Token {
  name: string; side: number; letter: string; cell: string; at: Cell; cells?: Cell[]; gauges: Gauge[]; tags: Tag[]; able: boolean;
}
/** Somebody on a board, of a battle or of one that is being built. */
export interface Placed { name: string; side: number; letter: string; at: Cell; cells?: Cell[]; wrong?: boolean }
export interface Part { kind: string; text: string; cells?: string[] }
export interface Choice { text: string; parts: Part[] }
export interface Throw { who: string; rule: string; dice: string; modifier: number; terms?: [string, number, string, string][]; detail?: string; score?: number }
export interface Awaited {
  kind: string; rule: string; who: string[]; prompt: string; choices: Choice[]; throws: Throw[]; standing: string | null; is_routine: boolean;
}
export interface Picture { mark: string; x: number; y: number; wide: number; opacity: number }
/** How the table plays, as far as it is one's business. */
export interface Plays { level: string; help: string; odds: "none" | "seen" | "true"; undo: boolean; picture: Picture | null; lines?: string[]; types?: string[]; stuck?: string | null }
export interface Present {
  viewer: string; entries: number; redo: number; spares: string[]; paused: boolean;
  game: string; title: string; clock: string; sides: string[]; board: Board; seen: number[] | null; tokens: Token[];
  order: { name: string; status: string }[]; pending: Tag[]; awaited: Awaited | null; outcome: string | null; table?: Plays;
}
export interface Hello {
  version: string; client: string; game: string; book: string; credit: string; title: string; sides: string[]; verbs: string[];
  policies: string[]; edicts: [string, string][]; seat: string; role: string; name: string; draft: string;
}
export interface LogLine {
  place: string; kind: string; text: string; detail: string; rules: string[]; entry?: number;
  throw?: { who: string; dice: string; faces: number[]; natural: number; terms: [string, number, string, string][]; total: number; score?: number };
  choice?: { who: string; words: string; why?: string };
  steps?: { points: number; words: string; rule: string; is_rolled: boolean }[];
}
export interface Person { seat: string; role: string; name: string; here: number }
/** The one chance that stands for a choice: of what, and whether it comes about to whoever chooses. */
export interface Mark { of: string; chance: string; own: boolean }
export interface Price { choice: string; says: string[]; vain: boolean; mark?: Mark | null; sampled: boolean; facts: Tag[]; leads?: string | null }
/** A changed past that waits to be accepted. */
export interface WhatIf { entry: number; line: string; changed: { view: Present; parted: [number, string] | null; spares: string[] } }
/** An earlier moment, or another viewer's eyes. */
export interface Elsewhere { present: Present; entry?: number; eyes?: string }
export interface Notice { id: number; text: string; kind: string }
/** A file that was checked. */
export interface Checked {
  wrong: { file: string; line: number; column: number; message: string; help: string | null }[];
  view: Present | null; document?: Record<string, any>; text?: string; of?: string;
}
/** An encounter file as TOML says it. */
export type Document_ = Record<string, any>;
/** Somebody who is being built. */
export interface Combatant { name?: string; creature?: string; side: string; at?: string; count?: number; party?: string }
export interface Wrong { file: string; line: number; column: number; message: string; help: string | null }
/** What an encounter of a game can be made of; `lamps` is how many it may have, 0 where the game has none. */
export interface Content { kind: string; cell: string; lamps: number; grounds: { sign: string; meaning: string }[]; creatures: { name: string; title: string; about: string }[] }
/** One of two places on a board that are measured, and what the book says of those who stand there. */
export interface Measured { from: Cell; to: Cell; says: string[] }
/** Where somebody can get to, and whom they can strike. */
export interface Reached { who: string; facts: Tag[] }
/** What somebody else draws: whose way it is, nobody's where it is measured; the cells of it that one sees. */
export interface Drawn { drag: number; by: string; who: string | null; cells: string[] }
export interface Seat { seat: string; role: string; token: string }
export interface Laid { table: string; title: string; links: Seat[]; recovery: string }
export interface Game { name: string; title: string; encounters: { name: string; title: string; about: string }[] }
export interface Row { id: string; game: string; title: string; lines: number; changed: number }
/** A house rule. */
export interface Reading { name: string; summary: string; usual: string; now: string; values: string[]; range: [number, number] | null }
export interface RuleInfo { id: string; title: string; section?: string; summary: string; guidance?: string; switches?: Reading[]; book?: string; published?: string }
/** A picture under a grid, as the builder has it. */
export interface Laying { x: number; y: number; wide: number; opacity: number }
