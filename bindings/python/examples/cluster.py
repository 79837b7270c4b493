"""docs/cluster.md: a sweep on the machines of a Ray cluster."""

import os
import tempfile
from pathlib import Path

import skirmish

os.chdir(tempfile.mkdtemp())

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
found = skirmish.sweep(plan, on="ray", folder="parry", progress=lambda done, of: print(f"{done} of {of}"))
print(found.to_pandas())

# report
page = found.report("parry.html")
print(page, *sorted(Path("parry-replays").iterdir()))
