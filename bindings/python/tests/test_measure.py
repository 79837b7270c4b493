"""What measures is run briefly, so that it does not rot; its figures mean nothing here."""

import subprocess
import sys
from pathlib import Path

import pytest

MEASURE = Path(__file__).parent.parent / "measure"


@pytest.mark.parametrize(("script", "says"), [("overhead.py", "connect four"), ("cluster.py", "is taken in")])
def test_it_measures(script: str, says: str) -> None:
    done = subprocess.run([sys.executable, MEASURE / script, "--brief", "2"], capture_output=True, text=True)
    assert done.returncode == 0 and says in done.stdout, done.stdout + done.stderr
