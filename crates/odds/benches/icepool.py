#!/usr/bin/env python3
"""Holds a duel and ten pools of dice against icepool (from PyPI): same answers, and how long both take.

    python3 -m venv venv && venv/bin/pip install icepool
    cargo build --release -p skirmish-odds --benches
    venv/bin/python crates/odds/benches/icepool.py [HIT POINTS]

Every time is of a process from start to end, the best of a few. The program is found where cargo has put it.
"""

import glob
import os
import subprocess
import sys
import time

POOLS = [
    ("sum of 3d6", ["3d6"], "3@d(6)"),
    ("sum of 12d6", ["12d6"], "12@d(6)"),
    ("sum of 12d20", ["12d20"], "12@d(20)"),
    ("highest of 2d20", ["2d20kh1"], "d(20).highest(2,1)"),
    ("highest 3 of 4d6", ["4d6kh3"], "d(6).highest(4,3)"),
    ("highest 5 of 10d10", ["10d10kh5"], "d(10).highest(10,5)"),
    ("count of 4 and more in 12d6", ["12d6>=4"], "12@(d(6)>=4)"),
    ("count of 5 and more in 12d8", ["12d8>=5"], "12@(d(8)>=5)"),
    ("counts opposed, 12d6 and 9d6", ["12d6>=4", "9d6>=4"], "(12@(d(6)>=4)) - (9@(d(6)>=4))"),
    ("sums opposed, 5d10 and 9d6", ["5d10", "9d6"], "(5@d(10)) - (9@d(6))"),
]

POOL = """
from icepool import d
law = {formula}
if {opposed}:
    print(*(float(p.probability(True)) for p in (law < 0, law == 0, law > 0)))
else:
    print(*(float(p) for p in law.probabilities()))
"""

# Two strike in turn; fights that are over stay as they are, the others go on, until next to none are left.
DUEL = """
import icepool
from icepool import Die, d
HP = {hp}
met = icepool.map(lambda a, b: 0 if a < b else 2 if a - b >= 10 else 1, d(20) + 5, d(20) + 4)
blow = icepool.map(lambda met, damage: met * damage, met, 2 @ d(6) + 3)
def step(a, b, turn):
    if a == 0 or b == 0:
        return a, b, turn
    if turn == 0:
        return blow.map(lambda damage: (a, max(b - damage, 0), 1))
    return blow.map(lambda damage: (max(a - damage, 0), b, 0))
fight = Die([(HP, HP, 0)])
left = 1
while left > 1e-12:
    for _ in range(10):
        fight = fight.map(step, star=True)
    left = float(fight.map(lambda a, b, turn: a > 0 and b > 0, star=True).probability(True))
print(float(fight.map(lambda a, b, turn: b == 0, star=True).probability(True)))
"""


def program():
    found = glob.glob(os.path.join(os.environ.get("CARGO_TARGET_DIR", "target"), os.environ.get("PROFILE", "release"), "deps", "icepool-*"))
    found = [path for path in found if os.access(path, os.X_OK) and not path.endswith(".d")]
    if not found:
        sys.exit("build it first: cargo build --release -p skirmish-odds --benches")
    return max(found, key=os.path.getmtime)


def cold(command, times):
    """What a command prints, and how long it takes at best."""
    best = None
    for _ in range(times):
        began = time.perf_counter()
        said = subprocess.run(command, check=True, capture_output=True, text=True).stdout
        took = time.perf_counter() - began
        best = took if best is None else min(best, took)
    return [float(word) for word in said.split()], best


def main():
    ours = program()
    worst = None
    print(f"{'':32} {'skirmish':>10} {'icepool':>10} {'ratio':>8}")
    for name, pools, formula in POOLS:
        own, fast = cold([ours, "pool", *pools], 10)
        script = POOL.format(formula=formula, opposed=len(pools) > 1)
        theirs, slow = cold([sys.executable, "-c", script], 3)
        # Values with a chance of nothing are listed on one side only.
        own, theirs = [[p for p in law if p > 0] for law in (own, theirs)]
        assert len(own) == len(theirs), (name, len(own), len(theirs))
        assert all(abs(a - b) < 1e-12 for a, b in zip(own, theirs)), name
        ratio = slow / fast
        worst = ratio if worst is None else min(worst, ratio)
        print(f"{name:32} {fast * 1e3:8.2f}ms {slow * 1e3:8.1f}ms {ratio:8.1f}")
    print(f"at least {worst:.1f} times as fast\n")
    hp = int(sys.argv[1]) if len(sys.argv) > 1 else 60
    (own, states, inside), fast = cold([ours, "duel", str(hp)], 10)
    (theirs,), slow = cold([sys.executable, "-c", DUEL.format(hp=hp)], 1)
    assert abs(own - theirs) < 1e-9, (own, theirs)
    print(f"duel, {hp} hit points each: {own:.12f}, icepool {theirs:.12f}; {states:.0f} states")
    print(f"{fast * 1e3:.1f} ms with the start of the program ({inside * 1e3:.1f} without), icepool {slow:.1f} s")
    print(f"{slow / fast:.0f} times as fast, the start of the program counted on both sides")


if __name__ == "__main__":
    main()
