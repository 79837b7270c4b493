"""How much faster a sweep is with more workers of a local Ray: `python measure/cluster.py [WORKERS...]` (1 2 4 by default).

It prints the tables of docs/cluster.md. Build the wheel with `bindings/run wheel` first: what is measured is a release build.
Everything is measured in turn, several times, and the least of each counts, since others use the machine as well. With --brief
everything is run once, of next to nothing, and no figure means anything.
"""

import sys
import tempfile
import time
from pathlib import Path

import pyarrow
import ray
import skirmish
from skirmish._native import Folder, Study

IS_BRIEF = "--brief" in sys.argv
FIGHTS, PIECE, ROUNDS = (60, 20, 1) if IS_BRIEF else (12_000, 1_000, 3)

PLAN = f"""
encounter = "crossfire"
fights = {FIGHTS}
[[vary]]
of = "rules.hit.tie"
values = ["attacker", "defender"]
"""


def by_ray(workers: int) -> tuple[float, float, float]:
    """Seconds of a whole sweep, after the workers have started; and of a piece that is next to nothing: until it is back, and of
    processor time in the program that hands it out."""
    ray.init(num_cpus=workers, include_dashboard=False, log_to_driver=False, configure_logging=False)
    # Workers start once.
    small = PLAN.replace(f"fights = {FIGHTS}", f"fights = {20 * workers}")
    skirmish.sweep(small, on="ray", piece=10)
    begun = time.perf_counter()
    found = skirmish.sweep(PLAN, on="ray", piece=PIECE)
    took = time.perf_counter() - begun
    assert pyarrow.table(found).equals(pyarrow.table(ALONE))
    pieces = 40 if IS_BRIEF else 400
    tiny = PLAN.replace(f"fights = {FIGHTS}", f"fights = {pieces // 2}")
    begun, own = time.perf_counter(), time.process_time()
    skirmish.sweep(tiny, on="ray", piece=1)
    each, own = (time.perf_counter() - begun) / pieces, (time.process_time() - own) / pieces
    ray.shutdown()
    return took, each, own


def by_hand() -> float:
    """Seconds that the program itself has to do for a piece: reading what came, checking it, keeping it."""
    study = Study.open("text", PLAN)
    with tempfile.TemporaryDirectory() as folder:
        kept = Folder.open(Path(folder))
        pieces = study.jobs(kept, skirmish.program(), PIECE)
        done = [(piece, study.job(piece, skirmish.program())) for piece in pieces]
        begun = time.perf_counter()
        for piece, text in done:
            assert study.take(kept, piece, text, skirmish.program(), PIECE)
        return (time.perf_counter() - begun) / len(done)


def alone() -> float:
    begun = time.perf_counter()
    skirmish.sweep(PLAN, threads=1)
    return time.perf_counter() - begun


ALONE = skirmish.sweep(PLAN, threads=1)


def main() -> None:
    counts = [int(word) for word in sys.argv[1:] if word.isdigit()] or [1, 2, 4]
    least = {count: (float("inf"),) * 3 for count in counts}
    one = taken = float("inf")
    for _ in range(ROUNDS):
        one, taken = min(one, alone()), min(taken, by_hand())
        for count in counts:
            least[count] = tuple(map(min, least[count], by_ray(count)))
    print("| workers | seconds | against one thread without Ray | a piece of one fight, in ms | of these processor time of the program |")
    print("| --- | --- | --- | --- | --- |")
    print(f"| none | {one:.1f} | 1.00 | | |")
    for count, (took, each, own) in least.items():
        print(f"| {count} | {took:.1f} | {one / took:.2f} | {1000 * each:.1f} | {1000 * own:.1f} |")
    print(f"\nA piece of {PIECE} fights takes {1000 * one / (2 * FIGHTS) * PIECE:.0f} ms; what comes of it is taken in {1000 * taken:.1f} ms.")


main()
