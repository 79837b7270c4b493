// docs/node.md: a battle, its odds, and fights by the thousand.

import { SkirmishError, open, sim } from '../index.js';

// open
const battle = open('duel', { seed: 7, policies: { water: 'plain' } });
console.log(battle.choices().slice(0, 3));

// odds
const odds = await battle.odds('blade at Tarn', { through: true });
console.log(odds.results['Tarn is hit'].fraction, odds.means['Tarn.hp']);

// play
battle.play('blade at Tarn');
for (const line of battle.log().slice(-3)) {
  console.log(line.text, line.rules);
}

// refused
try {
  battle.play('Kestrel: sing');
} catch (error) {
  if (error instanceof SkirmishError) console.log(error.why, error.rule);
}

// back
battle.undo();
const { battle: other, parted } = battle.change(0, 'roll Kestrel = 9');
console.log(parted, other.awaited?.prompt);

// seats
const wind = battle.seenBy('wind');
console.log(wind.state().tokens.map((token) => [token.name, token.gauges[0].value, token.gauges[0].word]));

// sim
const found = await sim('duel', { fights: 2_000, seed: 5 });
for (const { name, chance } of found.summary.sides) {
  console.log(name, chance.p, chance.low, chance.high);
}
console.log(found.battle(found.summary.examples.upset ?? 0, { policies: { all: 'plain' } }).outcome);
