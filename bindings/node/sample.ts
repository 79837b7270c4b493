// A program with types of its own: it is compiled, not run.

import { type Odds, open, sim } from './index.js';

const battle = open('duel', { seed: 7, policies: { water: 'plain' } });
const choices: string[] = battle.choices();
const odds: Promise<Odds> = battle.odds(choices[0], { through: true });
const fraction: Promise<string | null> = odds.then((known) => known.results['Tarn is hit'].fraction);
const cell: string = battle.state().tokens[0].cell;
const wins: Promise<number> = sim('duel', { fights: 10 }).then((found) => found.summary.sides[0].wins);
// @ts-expect-error a seat is no game master
battle.seenBy('wind').save();
// @ts-expect-error dice are rolled or typed
open('duel', { dice: 'thrown' });

export { cell, fraction, wins };
