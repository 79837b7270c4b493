// Made by types.js from the schema of `skirmish play --json`. Not to be edited.

/**
 * What a program wants: `{"do": "answer", "line": "Kestrel: blade at Tarn"}`.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Request".
 */
export type Request =
  | {
      do: "answer";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * The line. While one person alone is asked, the name may be left out.
       */
      line: string;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "roll";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
      /**
       * Of this one only.
       */
      who?: string | null;
    }
  | {
      do: "usual";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "pass";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "decide";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * `plain`, `random`, `greedy`, `rollout:50` …; the usual one by default.
       */
      policy?: string | null;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
      /**
       * For this one only; otherwise for all who are asked.
       */
      who?: string | null;
    }
  | {
      do: "undo";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * How many, or as many as there are; 1 by default.
       */
      times?: number | null;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "redo";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * How many, or as many as there are; 1 by default.
       */
      times?: number | null;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "goto";
      /**
       * Its number, as lines of the log have it: from 0.
       */
      entry: number;
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "change";
      /**
       * Its number, as lines of the log have it: from 0.
       */
      entry: number;
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * The line of a transcript that stands there instead; an edict comes before the entry.
       */
      line: string;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "accept";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "reject";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "go-on";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "state";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "log";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      /**
       * So many acts in all, from 2 to 60, everybody going on by the usual policy after the first; not with `through`.
       */
      acts?: number | null;
      /**
       * The most branches; 100,000 by default.
       */
      budget?: number | null;
      /**
       * In notation.
       */
      choice?: string | null;
      do: "odds";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * How often it is played where there are more branches; 0 by default: it is refused then.
       */
      samples?: number;
      /**
       * Seed of the samples; the battle's by default.
       */
      seed?: number | null;
      /**
       * On through what is under way, not only to the end of the running step.
       */
      through?: boolean;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      /**
       * In notation.
       */
      choice: string;
      do: "facts";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "sheet";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
      /**
       * Whose.
       */
      who: string;
    }
  | {
      do: "read";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * Its path: `Ogre.hp`.
       */
      path: string;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "between";
      /**
       * From whom.
       */
      from: string;
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * To whom.
       */
      to: string;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "propose";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * Which; the usual one by default.
       */
      policy?: string | null;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "save";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "say";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * The line.
       */
      line: string;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    }
  | {
      do: "quit";
      /**
       * Given back with the answer.
       */
      id?: string | number;
      /**
       * With whose eyes or voice: gm, spectator, a side, or names of creatures with commas between; without it, those of the table.
       */
      viewer?: string;
    };
/**
 * How a term bears on a check.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Bearing".
 */
export type Bearing = "flat" | "dice" | "idle" | "edge" | "goal" | "score" | "least";
/**
 * What a piece of an answer is.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Piece".
 */
export type Piece = "verb" | "ability" | "creature" | "cell" | "way" | "item" | "option" | "number" | "word";

/**
 * What is said by a program, and what is found for it.
 */
export interface Protocol {
  request: Request;
  state: Present;
  changed: Changed;
}
/**
 * The present of a battle as one viewer may know it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Present".
 */
export interface Present {
  /**
   * What is waited for, if the viewer may know.
   */
  awaited?: AwaitedView | null;
  board: BoardView;
  /**
   * Where in time: `round 2, segment 1`.
   */
  clock: string;
  /**
   * So many answers and edicts have been given, as this viewer counts.
   */
  entries: number;
  /**
   * The rulebook's name.
   */
  game: string;
  /**
   * What has happened, oldest first, where it was asked for.
   */
  log?: LogLine[] | null;
  /**
   * The order of acting, by token name; the first acts first.
   */
  order: OrderEntry[];
  /**
   * How it ended.
   */
  outcome?: string | null;
  /**
   * After a leap in time nothing goes on by itself, until `go-on` is said or an answer is given.
   */
  paused: boolean;
  /**
   * What is under way: shots in flight, held attacks, structures.
   */
  pending: Tag[];
  /**
   * So many were taken back and can be done again.
   */
  redo: number;
  /**
   * Which cells the viewer sees now, row by row from the upper left one: so many it does not see, then so many it
   * sees, and so on to the last cell. `[0, 108]` are all cells of a board of 108, `[108]` is none of them.
   *
   * A side sees with all its creatures that are able to act, and whoever plays some of them with those. The game
   * master and spectators see everything. Nothing stands here where it has not been worked out: the book does not say
   * what anybody sees, or the board is too large for so many eyes.
   */
  seen?: number[] | null;
  /**
   * The sides, in order; tokens and order refer to them by index.
   */
  sides: string[];
  /**
   * Answers of a changed past that wait until they fit.
   */
  spares?: string[];
  /**
   * The encounter's title.
   */
  title: string;
  /**
   * The creatures that the viewer may see.
   */
  tokens: Token[];
  /**
   * Whose eyes: `gm`, `spectator`, a side, or names of creatures.
   */
  viewer: string;
}
/**
 * What a battle waits for.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AwaitedView".
 */
export interface AwaitedView {
  /**
   * The questions of the others who are asked at the same time, where choices are listed; the ones above are those of the first.
   */
  also?: AskedView[];
  /**
   * The legal choices, for those who may see them.
   */
  choices: ChoiceView[];
  /**
   * May a table take that one unasked? Not where a fight may turn on it.
   */
  is_routine: boolean;
  /**
   * `choice` or `dice`.
   */
  kind: string;
  /**
   * The question in words, or the dice to throw.
   */
  prompt: string;
  /**
   * The decision or dice point.
   */
  rule: string;
  /**
   * The answer taken when nobody says otherwise.
   */
  standing?: string | null;
  /**
   * The dice to throw, one after another.
   */
  throws: ThrowView[];
  /**
   * Who is asked.
   */
  who: string[];
}
/**
 * The question of one of several who are asked at the same time.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "AskedView".
 */
export interface AskedView {
  /**
   * The legal choices.
   */
  choices: ChoiceView[];
  /**
   * The question in words.
   */
  prompt: string;
  /**
   * The answer taken when nobody says otherwise.
   */
  standing?: string | null;
  /**
   * Who is asked.
   */
  who: string;
}
/**
 * An answer: one line, made of pieces with a space between them. A screen lights the cells and the creature that it
 * speaks of, and groups choices by verb and target, without reading any notation.
 *
 * ```
 * use skirmish_kernel::{ChoiceView, Piece};
 *
 * let shot = ChoiceView::new(Piece::Ability, "longbow").word("at").put(Piece::Creature, "Ogre");
 * assert_eq!(shot.text, "longbow at Ogre");
 * assert_eq!(shot.verb(), "longbow");
 * assert_eq!(shot.of(Piece::Creature).collect::<Vec<_>>(), ["Ogre"]);
 * ```
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ChoiceView".
 */
export interface ChoiceView {
  /**
   * Its pieces, in order; joined by spaces they are the text.
   */
  parts: Part[];
  /**
   * The answer in notation.
   */
  text: string;
}
/**
 * One piece of an answer.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Part".
 */
export interface Part {
  /**
   * Of a way: the labels of the cells it goes through, the last one included.
   */
  cells?: string[];
  /**
   * What it is.
   */
  kind: "verb" | "ability" | "creature" | "cell" | "way" | "item" | "option" | "number" | "word";
  /**
   * As it stands in the answer.
   */
  text: string;
}
/**
 * A throw that is waited for.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ThrowView".
 */
export interface ThrowView {
  /**
   * The same in words: `+1 Dex (attack.hit_roll)`.
   */
  detail?: string;
  /**
   * `5d6>=4`.
   */
  dice: string;
  /**
   * What will be added to what the dice read.
   */
  modifier: number;
  /**
   * The dice point.
   */
  rule: string;
  /**
   * What the dice must not exceed, where the book throws under a score.
   */
  score?: number | null;
  /**
   * Rule, size, bearing and name of everything that bears on the dice, as the log will tell it; what they must reach is left out:
   * that is told when they have fallen.
   */
  terms?: [unknown, unknown, unknown, unknown][];
  /**
   * Who throws.
   */
  who: string;
}
/**
 * The board.
 */
export interface BoardView {
  /**
   * What one cell measures.
   */
  cell: string;
  /**
   * Rows.
   */
  height: number;
  /**
   * `hex` (odd rows shifted right) or `square`.
   */
  kind: string;
  /**
   * Glyph and meaning.
   */
  legend: [unknown, unknown][];
  /**
   * One string of `width` glyphs for each row, terrain only.
   */
  rows: string[];
  /**
   * Cells in a row.
   */
  width: number;
}
/**
 * One line of the log.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "LogLine".
 */
export interface LogLine {
  /**
   * For a choice: who chose, and what in notation.
   */
  choice?: ChoiceLine | null;
  /**
   * Unfolded: dice, faces, every modifier with its rule.
   */
  detail: string;
  /**
   * The number of the entry behind it (from 0, as the viewer [counts](crate::Seen::entries)), if it was given rather than told.
   */
  entry?: number | null;
  /**
   * `event`, `throw`, `choice`, `edict`.
   */
  kind: string;
  /**
   * Where in time: `round 2, segment 1`.
   */
  place: string;
  /**
   * Every rule it cites, the main one first.
   */
  rules: string[];
  /**
   * For harm: how the figure came about, for those who may read what the one who is harmed has against it.
   */
  steps?: StepLine[];
  /**
   * As a person would tell it; empty when only `--explain` shows it.
   */
  text: string;
  /**
   * For a throw: who, dice, faces, natural, terms, total, score.
   */
  throw?: ThrowLine | null;
}
/**
 * A choice in the log.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ChoiceLine".
 */
export interface ChoiceLine {
  /**
   * Who chose.
   */
  who: string;
  /**
   * Why, where a policy has chosen in this sitting and says so; a save does not keep it. The game master reads what it expected,
   * too.
   */
  why?: string | null;
  /**
   * What, in notation.
   */
  words: string;
}
/**
 * One step of a figure in the log.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "StepLine".
 */
export interface StepLine {
  /**
   * Is it what the dice before the line show?
   */
  is_rolled: boolean;
  /**
   * How much there is after it.
   */
  points: number;
  /**
   * The rule behind it.
   */
  rule: string;
  /**
   * `resistance halves it to 3`.
   */
  words: string;
}
/**
 * A throw in the log.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "ThrowLine".
 */
export interface ThrowLine {
  /**
   * `8d6>=4`.
   */
  dice: string;
  /**
   * In the order they fell; empty when a person gave the count or sum only.
   */
  faces: number[];
  /**
   * What the dice read.
   */
  natural: number;
  /**
   * What the dice must not exceed: the sum of the modifiers that are part of a score; none where no modifier is.
   */
  score?: number | null;
  /**
   * Rule, size, bearing and name (of a part of the sheet; else empty) of each modifier.
   */
  terms: [unknown, unknown, unknown, unknown][];
  /**
   * With the flat modifiers.
   */
  total: number;
  /**
   * Who threw.
   */
  who: string;
}
/**
 * One place in the order of acting.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "OrderEntry".
 */
export interface OrderEntry {
  /**
   * Whose.
   */
  name: string;
  /**
   * `acting`, `done`, `waiting`, `cannot act before segment 2`.
   */
  status: string;
}
/**
 * A short text with the rule it comes from and when it ends.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Tag".
 */
export interface Tag {
  /**
   * The labels of the cells that it is about, where it is about an area: what a spell covers, where fire lies.
   */
  cells?: string[];
  /**
   * Its rule.
   */
  rule?: string | null;
  /**
   * `staggered`.
   */
  text: string;
  /**
   * `round 2, segment 2`.
   */
  until?: string | null;
}
/**
 * A creature on the board.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Token".
 */
export interface Token {
  /**
   * Able to act?
   */
  able: boolean;
  /**
   * Column and row from 0; of a creature that covers several cells, those of the one that names its place.
   *
   * @minItems 2
   * @maxItems 2
   */
  at: [unknown, unknown];
  /**
   * The label of its cell (`D7`).
   */
  cell: string;
  /**
   * Column and row of all its cells, where it covers several; else nothing.
   */
  cells?: [unknown, unknown][];
  /**
   * Hit points and the like.
   */
  gauges: Gauge[];
  /**
   * Its letter on a drawn board.
   */
  letter: string;
  /**
   * Its name.
   */
  name: string;
  /**
   * Its side, by index.
   */
  side: number;
  /**
   * Conditions, effects, what it is doing.
   */
  tags: Tag[];
}
/**
 * A quantity with a limit; for foes in words only.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Gauge".
 */
export interface Gauge {
  /**
   * At most, likewise.
   */
  most?: number | null;
  /**
   * `hp`, `actions`.
   */
  name: string;
  /**
   * Now, if the viewer may know the number.
   */
  value?: number | null;
  /**
   * In a word: `unhurt`, `hurt`, `badly hurt`, `down`.
   */
  word: string;
}
/**
 * What would be if the past had been another.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "Changed".
 */
export interface Changed {
  /**
   * The entry at which the new battle waits for something that was not given, and what it waits for.
   *
   * @minItems 2
   * @maxItems 2
   */
  parted?: [unknown, unknown] | null;
  /**
   * Later answers that have no place there (yet).
   */
  spares: string[];
  view: View;
}
/**
 * The present that would be.
 */
export interface View {
  /**
   * What is waited for, if the viewer may know.
   */
  awaited?: AwaitedView | null;
  board: BoardView1;
  /**
   * Where in time: `round 2, segment 1`.
   */
  clock: string;
  /**
   * The rulebook's name.
   */
  game: string;
  /**
   * The order of acting, by token name; the first acts first.
   */
  order: OrderEntry[];
  /**
   * How it ended.
   */
  outcome?: string | null;
  /**
   * What is under way: shots in flight, held attacks, structures.
   */
  pending: Tag[];
  /**
   * Which cells the viewer sees now, row by row from the upper left one: so many it does not see, then so many it
   * sees, and so on to the last cell. `[0, 108]` are all cells of a board of 108, `[108]` is none of them.
   *
   * A side sees with all its creatures that are able to act, and whoever plays some of them with those. The game
   * master and spectators see everything. Nothing stands here where it has not been worked out: the book does not say
   * what anybody sees, or the board is too large for so many eyes.
   */
  seen?: number[] | null;
  /**
   * The sides, in order; tokens and order refer to them by index.
   */
  sides: string[];
  /**
   * The encounter's title.
   */
  title: string;
  /**
   * The creatures that the viewer may see.
   */
  tokens: Token[];
}
/**
 * The board.
 */
export interface BoardView1 {
  /**
   * What one cell measures.
   */
  cell: string;
  /**
   * Rows.
   */
  height: number;
  /**
   * `hex` (odd rows shifted right) or `square`.
   */
  kind: string;
  /**
   * Glyph and meaning.
   */
  legend: [unknown, unknown][];
  /**
   * One string of `width` glyphs for each row, terrain only.
   */
  rows: string[];
  /**
   * Cells in a row.
   */
  width: number;
}
/**
 * The board: rows of glyphs with their meanings.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "BoardView".
 */
export interface BoardView2 {
  /**
   * What one cell measures.
   */
  cell: string;
  /**
   * Rows.
   */
  height: number;
  /**
   * `hex` (odd rows shifted right) or `square`.
   */
  kind: string;
  /**
   * Glyph and meaning.
   */
  legend: [unknown, unknown][];
  /**
   * One string of `width` glyphs for each row, terrain only.
   */
  rows: string[];
  /**
   * Cells in a row.
   */
  width: number;
}
/**
 * A battle as one viewer may know it. What is secret is not in it.
 *
 * This interface was referenced by `Protocol`'s JSON-Schema
 * via the `definition` "View".
 */
export interface View1 {
  /**
   * What is waited for, if the viewer may know.
   */
  awaited?: AwaitedView | null;
  board: BoardView1;
  /**
   * Where in time: `round 2, segment 1`.
   */
  clock: string;
  /**
   * The rulebook's name.
   */
  game: string;
  /**
   * The order of acting, by token name; the first acts first.
   */
  order: OrderEntry[];
  /**
   * How it ended.
   */
  outcome?: string | null;
  /**
   * What is under way: shots in flight, held attacks, structures.
   */
  pending: Tag[];
  /**
   * Which cells the viewer sees now, row by row from the upper left one: so many it does not see, then so many it
   * sees, and so on to the last cell. `[0, 108]` are all cells of a board of 108, `[108]` is none of them.
   *
   * A side sees with all its creatures that are able to act, and whoever plays some of them with those. The game
   * master and spectators see everything. Nothing stands here where it has not been worked out: the book does not say
   * what anybody sees, or the board is too large for so many eyes.
   */
  seen?: number[] | null;
  /**
   * The sides, in order; tokens and order refer to them by index.
   */
  sides: string[];
  /**
   * The encounter's title.
   */
  title: string;
  /**
   * The creatures that the viewer may see.
   */
  tokens: Token[];
}
