"""The types are true: strict mypy on the package and on a sample, and the stub against what is there."""

import subprocess
import sys
from pathlib import Path

HERE = Path(__file__).parent
PACKAGE = HERE.parent

SAMPLE = """
from fractions import Fraction
import skirmish

battle: skirmish.Battle = skirmish.open("duel", seed=7, policies={"water": "plain"})
choices: list[skirmish.Choice] = battle.choices()
odds: skirmish.Odds = battle.odds(choices[0])
chance: Fraction | skirmish.Estimate = odds["Tarn is hit"]
wins: dict[str, int] = skirmish.sim("duel", fights=10).wins
battle.seen_by("wind").odds()
battle.open("duel")  # type: ignore[attr-defined]
"""


def run(*words: str) -> None:
    done = subprocess.run([sys.executable, "-m", *words], capture_output=True, text=True, cwd=PACKAGE)
    assert done.returncode == 0, done.stdout + done.stderr


def test_a_strict_program_is_typed(tmp_path: Path) -> None:
    (tmp_path / "sample.py").write_text(SAMPLE)
    run("mypy", "--strict", "--warn-unused-ignores", "--python-version", "3.11", str(tmp_path / "sample.py"))


def test_the_package_is_typed() -> None:
    run("mypy", "--config-file", "pyproject.toml")


def test_the_stub_is_what_is_there() -> None:
    run("mypy.stubtest", "skirmish._native")
