"""How much faster a sweep is with more workers of a local Ray: `python measure/cluster.py [WORKERS...]` (1 2 4 by default).

It prints the table of docs/cluster.md. Build the wheel with `bindings/run wheel` first: what is measured is a release build.
"""

import sys
import time

import pyarrow
import ray
import skirmish

PLAN = """
encounter = "crossfire"
fights = 20000
[[vary]]
of = "rules.hit.tie"
values = ["attacker", "defender"]
"""


def main() -> None:
    counts = [int(word) for word in sys.argv[1:]] or [1, 2, 4]
    begun = time.perf_counter()
    alone = skirmish.sweep(PLAN, threads=1)
    seconds = time.perf_counter() - begun
    print("| workers | seconds | against one thread without Ray |\n| --- | --- | --- |")
    print(f"| none | {seconds:.1f} | 1.00 |")
    for count in counts:
        ray.init(num_cpus=count, include_dashboard=False, log_to_driver=False)
        # Workers start once.
        skirmish.sweep(PLAN.replace("20000", str(50 * count)), on="ray", piece=50)
        begun = time.perf_counter()
        found = skirmish.sweep(PLAN, on="ray")
        took = time.perf_counter() - begun
        assert pyarrow.table(found).equals(pyarrow.table(alone))
        print(f"| {count} | {took:.1f} | {seconds / took:.2f} |")
        ray.shutdown()


main()
