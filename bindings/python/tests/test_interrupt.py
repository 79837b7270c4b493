"""Ctrl-C is heard while something takes long."""

import subprocess
import sys
import time
import signal

import pytest

LONG = {
    "sim": "skirmish.sim('crossfire', fights=10_000_000, seed=1)",
    "sweep": "skirmish.sweep(PLAN)",
    "thinking": "skirmish.open('crossfire', seed=1, policies='rollout:5000')",
    "odds": "skirmish.open('crossfire', seed=1).odds(acts=60, budget=10**12)",
}

PROGRAM = """
import sys, time
import skirmish
PLAN = '''
encounter = "crossfire"
fights = 10000000
[[vary]]
of = "rules.hit.tie"
values = ["attacker", "defender"]
'''
print("begun", flush=True)
try:
    {work}
except KeyboardInterrupt:
    print("heard", flush=True)
    # Nothing is broken by it.
    assert skirmish.open("duel", seed=1).choices()
    import os
    os._exit(7)
print("it came to its end", flush=True)
"""


@pytest.mark.parametrize("what", LONG)
def test_ctrl_c_is_heard(what: str) -> None:
    program = PROGRAM.format(work=LONG[what])
    child = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert child.stdout is not None and child.stdout.readline() == "begun\n"
    time.sleep(1.0)
    child.send_signal(signal.SIGINT)
    begun = time.monotonic()
    said, _ = child.communicate(timeout=60)
    assert said == "heard\n", said
    assert child.returncode == 7
    assert time.monotonic() - begun < 20
