"""A sweep on a local Ray of several processes: bit for bit that of one machine, also when a worker is killed in mid-run."""

import os
import signal
import threading
import time
from pathlib import Path

import pyarrow
import pytest
import skirmish

ray = pytest.importorskip("ray")

PLAN = """
encounter = "crossfire"
fights = 600
[[vary]]
of = "rules.hit.tie"
values = ["attacker", "defender"]
"""


@pytest.fixture(scope="module", autouse=True)
def cluster():
    # The examples of the pages have begun one of their own.
    ray.shutdown()
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, configure_logging=False)
    yield
    ray.shutdown()


def parent(process: int) -> int:
    try:
        status = (Path("/proc") / str(process) / "status").read_text()
    except OSError:
        return 0
    return int(next(line for line in status.splitlines() if line.startswith("PPid:")).split()[1])


def workers() -> list[int]:
    """The processes of our own Ray that are at work: those that descend from us."""
    found = []
    for folder in Path("/proc").iterdir():
        try:
            is_worker = folder.name.isdigit() and (folder / "cmdline").read_bytes().startswith(b"ray::work")
        except OSError:
            continue
        process = int(folder.name) if is_worker else 0
        while process > 1 and process != os.getpid():
            process = parent(process)
        if process == os.getpid():
            found.append(int(folder.name))
    return found


def test_it_is_the_sweep_of_one_machine(tmp_path: Path) -> None:
    told: list[tuple[int, int]] = []
    found = skirmish.sweep(PLAN, on="ray", folder=tmp_path, piece=100, progress=lambda done, of: told.append((done, of)))
    assert pyarrow.table(found).equals(pyarrow.table(skirmish.sweep(PLAN)))
    assert told == [(done, 12) for done in range(1, 13)]
    one, many = (sweep.report(tmp_path / place / "page.html") for sweep, place in ((skirmish.sweep(PLAN), "one"), (found, "many")))
    assert one.read_bytes() == many.read_bytes()
    # All is done: nothing is handed out again.
    told.clear()
    again = skirmish.sweep(PLAN, on="ray", folder=tmp_path, piece=100, progress=lambda done, of: told.append((done, of)))
    assert told == [] and pyarrow.table(again).equals(pyarrow.table(found))


def test_a_worker_that_is_killed_is_missed_by_nobody() -> None:
    killed: list[int] = []
    ends = threading.Event()

    def kill() -> None:
        while not ends.is_set() and len(killed) < 2:
            for worker in workers()[:1]:
                os.kill(worker, signal.SIGKILL)
                killed.append(worker)
                time.sleep(1.0)
            time.sleep(0.01)

    plan = PLAN.replace("600", "1500")
    killer = threading.Thread(target=kill)
    killer.start()
    found = skirmish.sweep(plan, on="ray", piece=300)
    ends.set()
    killer.join()
    assert killed
    assert pyarrow.table(found).equals(pyarrow.table(skirmish.sweep(plan)))


def test_another_place_is_not_known() -> None:
    with pytest.raises(ValueError, match="ray"):
        skirmish.sweep(PLAN, on="slurm")
