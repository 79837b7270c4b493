"""docs/python.md: fights by the thousand as data frames."""

import os
import tempfile

import skirmish

# sim
found = skirmish.sim("crossfire", fights=1_000, seed=5)
print(found.chances)
frame = found.to_pandas()
print(frame.groupby("winner")["rounds"].mean())

# example
odd = found.battle("upset", policies="plain")
print(odd.outcome, odd.log()[-1])

# sweep
plan = """
question = "How much does one more point of parry change this duel?"
encounter = "parry-yard"
fights = 500
[[vary]]
name = "parry"
of = "Merle.weapon[rapier].parry"
add = [0, 1, 2]
"""
table = skirmish.sweep(plan).to_pandas()
print(table[table.measure == "wins"][["parry", "of", "value", "change", "change_low", "change_high"]])

# report
os.chdir(tempfile.mkdtemp())
skirmish.sweep(plan).report("parry.html")
