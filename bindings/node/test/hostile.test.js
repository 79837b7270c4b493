// Whatever values are handed to whatever method: an answer, or an error that is one. A seed of our own, so that what is found is found again.

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SkirmishError, library, open, rules, sim } from '../index.js';

let state = 20240229;
/** @param {number} below */
const next = (below) => (state = (state * 1103515245 + 12345) % 2147483648) % below;

/** @type {any} */
const LOOP = {};
LOOP.loop = LOOP;

/** @type {any[]} */
const VALUES = [
  undefined, null, true, false, 0, -0, -1, 1, 3, 0.5, NaN, Infinity, -Infinity, 2 ** 31, 2 ** 32, 2 ** 53, 1e308, 10n ** 30n, Symbol('s'),
  '', 'duel', 'wind', 'Tarn', 'gm', 'plain', 'pass', 'gm: Tarn.hp = 1', '\0', '\ud800', 'x'.repeat(100_000), '../../etc/passwd',
  [], [[]], ['wind', 'plain'], {}, LOOP, { do: 'state' }, { do: 'odds', choice: 5 }, { wind: 'plain' }, { wind: null }, () => 1, new Date(NaN),
  new Map(), new Uint8Array(8), Object.create(null),
  { toString: () => { throw new Error('no text'); }, toJSON: () => { throw new Error('no JSON'); } },
  new Proxy({}, { get: () => { throw new Error('nothing to be had'); } }),
];
const any = () => VALUES[next(VALUES.length)];
/** What may be open-ended is small, or of a wrong kind.
 * @returns {any} */
const small = () => [undefined, null, 0, -1, 2, 5, 0.5, 'x', {}, NaN][next(10)];

/** @param {unknown} error @param {string} what */
function isProper(error, what) {
  assert.ok(error instanceof Error && !(error instanceof SkirmishError && error.isFlaw), `${what}: ${String(error)}`);
  assert.ok(error.message.length > 0, what);
}

test('values of any kind break nothing', async () => {
  const battle = open('duel', { seed: 7 });
  const before = battle.save();
  const fought = await sim('duel', { fights: 20, seed: 5 });
  const later = [];
  for (let nth = 0; nth < 4_000; nth++) {
    const seat = [battle.fork(), battle.seenBy('wind'), battle.seenBy('spectator')][next(3)];
    const fork = battle.fork();
    /** @type {[string, () => unknown][]} */
    const acts = [
      ['open', () => open(any(), { text: any(), seed: any(), dice: any(), policies: any(), routine: any() })],
      ['open', () => open('duel', any())],
      ['ask', () => fork.ask(any())],
      ['askAside', () => seat.askAside(any())],
      ['play', () => fork.play(any())],
      ['roll', () => fork.roll(any())],
      ['decide', () => fork.decide(any())],
      ['propose', () => seat.propose(any())],
      ['odds', () => seat.odds(any(), { through: any(), acts: small(), budget: small(), samples: small(), seed: any() })],
      ['facts', () => seat.facts(any())],
      ['sheet', () => seat.sheet(any())],
      ['read', () => seat.read(any())],
      ['undo', () => fork.undo(any())],
      ['redo', () => fork.redo(any())],
      ['seenBy', () => battle.seenBy(any())],
      ['change', () => battle.change(any(), any())],
      ['battle', () => fought.battle(any(), { policies: any() })],
      ['rules', () => rules(any())],
      ['sim', () => sim(any(), { fights: small(), seed: any(), policies: any(), threads: small(), mostRounds: small() })],
    ];
    const [name, act] = acts[next(acts.length)];
    try {
      const found = act();
      if (found instanceof Promise) {
        later.push(found.catch((error) => isProper(error, name)));
      }
    } catch (error) {
      isProper(error, name);
    }
  }
  await Promise.all(later);
  assert.equal(battle.save(), before);
  assert.ok(library().games.length > 0);
});

test('what cannot be meant is said', async () => {
  const found = await sim('duel', { fights: 3, seed: 5 });
  for (const fight of [-1, 0.5, NaN, 2 ** 32, '1', null]) {
    assert.throws(() => found.battle(/** @type {any} */ (fight)), /whole number/);
  }
  assert.throws(() => open('duel', { dice: /** @type {any} */ ('thrown') }), /rolled/);
  assert.throws(() => open('duel', { policies: /** @type {any} */ ('plain') }), /policies/);
});
