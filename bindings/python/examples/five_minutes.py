"""docs/python.md: a battle, its odds, and another past."""

from fractions import Fraction

import skirmish

# open
battle = skirmish.open("duel", seed=7)
print(battle)
print(battle.choices()[:3])

# odds
blast, blade = battle.odds("air-blast at Tarn", through=True), battle.odds("blade at Tarn", through=True)
print(blade["Tarn is hit"], blade["Tarn is missed"])
assert blade["Tarn is hit"] + blade["Tarn is missed"] == Fraction(1)
print(blast.mean("Tarn.hp"), blade.gauge("Tarn.hp"))

# play
battle.play("blade at Tarn")
for line in battle.log()[-3:]:
    print(line, line.rules)

# refused
try:
    battle.play("Kestrel: sing")
except skirmish.Refused as no:
    print(no.why, no.rule)

# back
battle.undo()
changed = battle.change(0, "roll Kestrel = 9")
print(changed.parted, changed.battle.awaited)

# seats
wind = battle.seen_by("wind")
print(wind.choices()[:2], wind.odds("blade at Tarn", through=True))

# save
text = battle.save()
assert skirmish.open(text).choices() == battle.choices()

# policies
against = skirmish.open("duel", seed=7, policies={"water": "plain"})
while not against.over:
    against.decide("greedy")
print(against.outcome)
