#!/usr/bin/env python3
"""Two who strike each other with their fists in Sigil of Uchma, forward through the fight and in fractions.

Knows nothing of Skirmish. Each round: Ash strikes, then Bran, while both are conscious; a d10 that reaches parry, or shows a ten, hits for a
fixed figure; below 0 one is unconscious, and the fight ends with the round.
"""

from fractions import Fraction

HEALTH = (11, 9)
CHANCE = (Fraction(5, 10), Fraction(3, 10))  # Ash against 6, Bran against 8
DAMAGE = (4, 5)  # Bran has potency 1
ROUNDS = 100  # an undecided fight ends there

states = {HEALTH: Fraction(1)}
ends, rounds, wins = {}, [], [Fraction(0), Fraction(0)]
for _ in range(ROUNDS):
    for by in (0, 1):
        new = {}
        for (ash, bran), chance in states.items():
            health = (ash, bran)
            if min(health) < 0:
                new[health] = new.get(health, 0) + chance
                continue
            hit = tuple(h - DAMAGE[by] if who != by else h for who, h in enumerate(health))
            for after, share in ((hit, CHANCE[by]), (health, 1 - CHANCE[by])):
                new[after] = new.get(after, 0) + chance * share
        states = new
    over = {health: chance for health, chance in states.items() if min(health) < 0}
    states = {health: chance for health, chance in states.items() if min(health) >= 0}
    rounds.append(sum(over.values(), Fraction(0)))
    for health, chance in over.items():
        ends[health] = ends.get(health, 0) + chance
        wins[0 if health[1] < 0 else 1] += chance

print("wins:", [float(win) for win in wins])
print("nobody:", float(sum(states.values(), Fraction(0))))
print("mean:", float(sum((n + 1) * chance for n, chance in enumerate(rounds))))
print("rounds:", [float(chance) for chance in rounds[:12]])
for health, chance in sorted(ends.items()):
    print(f"([{health[0]}, {health[1]}], {float(chance)!r}),")
