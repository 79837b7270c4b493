import { open, sim } from '../index.js';

const battle = open('duel', { seed: 7, policies: { water: 'plain' } });
while (!battle.over) {
  const attacks = battle.choices().filter((choice) => choice.endsWith('at Tarn'));
  const known = await Promise.all(attacks.map((choice) => battle.odds(choice, { through: true })));
  const [best] = known.sort((one, other) => other.gain - one.gain);
  if (best?.choice) {
    console.log(best.choice, Object.keys(best.results));
    battle.play(best.choice);
  } else {
    await battle.decide('plain');
  }
}
console.log(battle.outcome);
console.log((await sim('duel', { fights: 500 })).summary.sides);
