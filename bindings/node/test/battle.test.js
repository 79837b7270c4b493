// A battle as an object: opened, asked, played, taken back, changed, saved, looked at from a seat.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SkirmishError, library, open, rules, sim } from '../index.js';

/** @param {() => unknown} act @param {RegExp} why */
function refused(act, why) {
  assert.throws(act, (error) => error instanceof SkirmishError && !error.isFlaw && why.test(error.message));
}

test('a battle waits for somebody', () => {
  const battle = open('duel', { seed: 7 });
  assert.deepEqual(battle.sides, ['wind', 'water']);
  assert.equal(battle.awaited?.kind, 'choice');
  assert.ok(battle.choices().includes('blade at Tarn'));
  assert.equal(open('duel', { dice: 'typed' }).awaited?.kind, 'dice');
});

test('odds are exact, and do not hold up the main thread', async () => {
  const battle = open('duel', { seed: 7 });
  const odds = battle.odds('blade at Tarn', { through: true });
  // The battle is free meanwhile.
  assert.ok(battle.choices().length > 0);
  assert.equal((await odds).results['Tarn is hit'].fraction, '7/8');
  const values = (await odds).paths['Tarn.hp'];
  assert.ok(Math.abs(values.reduce((sum, one) => sum + one.p, 0) - 1) < 1e-12);
  await assert.rejects(battle.odds('sing'), SkirmishError);
});

test('timers run while much is worked out', async () => {
  let ticks = 0;
  const timer = setInterval(() => ticks++, 1);
  await sim('crossfire', { fights: 1000, seed: 2, threads: 1 });
  clearInterval(timer);
  assert.ok(ticks > 5, `${ticks}`);
});

test('answers are taken back and given again', () => {
  const battle = open('duel', { seed: 7 });
  const at = [battle.entries()];
  for (let nth = 0; nth < 6; nth++) {
    battle.play(battle.choices()[0]);
    at.push(battle.entries());
  }
  for (const earlier of at.slice(0, -1).reverse()) {
    battle.undo();
    assert.deepEqual(battle.entries(), earlier);
  }
  refused(() => battle.undo(), /./);
  battle.redo(99);
  assert.deepEqual(battle.entries(), at.at(-1));
  battle.undo(99);
  assert.deepEqual(battle.entries(), at[0]);
  for (const later of at.slice(1)) {
    battle.redo();
    assert.deepEqual(battle.entries(), later);
  }
});

test('the past can be another', () => {
  const battle = open('duel', { seed: 7, policies: { all: 'plain' } });
  assert.ok(battle.over);
  const before = battle.entries();
  const changed = battle.change(2, 'gm: Tarn.hp = 1');
  assert.notDeepEqual(changed.battle.entries(), before);
  assert.deepEqual(battle.entries(), before);
  refused(() => battle.change(-1, 'gm: Tarn.hp = 1'), /no such entry/);
  refused(() => battle.change(99999, 'gm: Tarn.hp = 1'), /./);
});

test('a seat sees its own', async () => {
  const battle = open('duel', { seed: 7 });
  const wind = battle.seenBy('wind');
  /** @param {string} name */
  const hp = (name) => wind.state().tokens.find((token) => token.name === name)?.gauges[0].value ?? null;
  assert.equal(typeof hp('Kestrel'), 'number');
  assert.equal(hp('Tarn'), null);
  assert.ok(wind.sheet('Kestrel').length > 0);
  refused(() => wind.sheet('Tarn'), /./);
  refused(() => wind.ask({ do: 'save' }), /game master/);
  refused(() => wind.play('gm: Tarn.hp = 1'), /./);
  refused(() => battle.seenBy('wynd'), /nobody looks as/);
  const odds = await wind.odds('blade at Tarn');
  assert.ok(odds.results && odds.guessed);
  assert.equal((await battle.odds('blade at Tarn')).guessed, false);
  for (const viewer of [undefined, null, 3]) {
    refused(() => battle.seenBy(/** @type {any} */ (viewer)), /a viewer is a text/);
    refused(() => battle.ask({ do: 'state', viewer }), /a viewer is a text/);
  }
  assert.deepEqual(battle.seenBy('water').choices(), []);
});

test('another thread looks with the eyes that were named', async () => {
  const battle = open('ambush');
  const seen = battle.ask({ do: 'state', viewer: 'travellers' });
  assert.ok(seen.state.tokens.length < battle.state().tokens.length);
  assert.deepEqual(await battle.askAside({ do: 'state', viewer: 'travellers' }), seen);
  const [hidden] = battle.state().tokens.filter((token) => !seen.state.tokens.some((/** @type {any} */ one) => one.name === token.name));
  await assert.rejects(battle.askAside({ do: 'sheet', who: hidden.name, viewer: 'travellers' }), SkirmishError);
  await assert.rejects(battle.askAside({ do: 'log', viewer: 'nobody' }), /nobody looks as/);
});

test('saves are read again, and forks go their own way', () => {
  const battle = open('duel', { seed: 7 });
  battle.play(battle.choices()[0]);
  const again = open('saved', { text: battle.save() });
  assert.deepEqual(again.choices(), battle.choices());
  const fork = battle.fork();
  fork.play(fork.choices()[0]);
  assert.ok(fork.entries().length > battle.entries().length);
});

test('policies play whom they are given', async () => {
  const battle = open('duel', { seed: 7, policies: { water: 'plain' } });
  while (!battle.over) {
    await battle.decide('plain');
  }
  assert.match(String(battle.outcome), /won by|draw/);
  assert.equal(await battle.propose(), null);
});

test('fights are counted, and any opens as a battle', async () => {
  const found = await sim('duel', { fights: 300, seed: 5 });
  const { summary, columns } = found;
  for (const { name, wins } of summary.sides) {
    assert.equal(columns.winner.filter((winner) => winner === name).length, wins);
  }
  const battle = found.battle(7, { policies: { all: 'plain' } });
  assert.equal(battle.winner, columns.winner[7]);
  assert.equal(Number(battle.read('Kestrel.hp')), columns['Kestrel hp'][7]);
  const one = await sim('duel', { fights: 300, seed: 5, threads: 1 });
  assert.deepEqual(one.columns, columns);
  const all = await sim('duel', { fights: 10, seed: 5, policies: { all: 'random', water: 'plain' } });
  assert.notDeepEqual(all.columns, (await sim('duel', { fights: 10, seed: 5 })).columns);
  await assert.rejects(sim('duel', { fights: 0 }), /whole number/);
  await assert.rejects(sim('duel', { policies: { wynd: 'plain' } }), /no side/);
  await assert.rejects(sim('duel', { policies: { wind: 'plein' } }), /polic/);
});

test('every game is there, with its rules', () => {
  const { games, encounters } = library();
  assert.ok(games.length >= 6 && encounters.length > 20);
  for (const game of games) {
    assert.ok(rules(game.name).length > 10);
  }
  refused(() => rules('chess'), /no game/);
});

test('what is wrong says where and by which rule', () => {
  refused(() => open('dule'), /did you mean `duel`/);
  const text = 'rulebook = "elemental-d6"\n[map]\nwidth = 4\nheight = 4\n[[combatant]]\nname = "A"\nside = "x"\nat = "Z9"\n';
  assert.throws(
    () => open('my.toml', { text }),
    (error) => error instanceof SkirmishError && error.places[0].line === 8 && error.message.startsWith('my.toml:8:'),
  );
  refused(() => open('duel', { seed: -1 }), /whole number/);
  refused(() => open('duel', { seed: 0.5 }), /whole number/);
  refused(() => open('duel', { policies: { water: 'plein' } }), /nobody can be played/);
  refused(() => open('duel', /** @type {any} */ ({ polices: { water: 'plain' } })), /no option `polices`/);
  refused(() => open('duel', { routine: /** @type {any} */ ('bogus') }), /routine/);
  refused(() => open(/** @type {any} */ (3)), /./);
});

test('whatever is handed in, nothing breaks', () => {
  // A generator of our own, so that what is found is found again.
  let state = 12345;
  /** @param {number} below */
  const next = (below) => (state = (state * 1103515245 + 12345) % 2147483648) % below;
  const words = ['gm:', 'gm next:', 'roll', 'Kestrel', 'Tarn', '=', '+', '-', ':', 'at', 'to', 'B3', 'Z99', 'hp', '\0', '\n', 'é', '💥', '\ud800', '99999999999999', '[', '{', '"'];
  const battle = open('duel', { seed: 7 });
  const seats = [battle, battle.seenBy('wind'), battle.seenBy('spectator')];
  for (let nth = 0; nth < 600; nth++) {
    const line = Array.from({ length: next(7) }, () => words[next(words.length)]).join(next(2) ? ' ' : '');
    const seat = seats[next(seats.length)];
    for (const act of [
      () => seat.facts(line), () => seat.read(line), () => seat.sheet(line), () => battle.fork().play(line),
      () => open(line, { text: line }), () => open('duel', { text: `skirmish 1\nencounter duel\n${line}\n` }),
      () => battle.change(next(9), line), () => battle.seenBy(line), () => seat.ask({ do: line }),
    ]) {
      try {
        act();
      } catch (error) {
        assert.ok(error instanceof SkirmishError && !error.isFlaw, String(error));
      }
    }
  }
});
