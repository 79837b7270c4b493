"""Values of any kind to every method, by a seed of our own: an answer, or an exception of Python's or ours. A panic would be none."""

import inspect
import random
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import gymnasium
import pytest
import skirmish
from skirmish import _native
from skirmish.env import BattleEnv, SoloEnv


class Wild:
    """Nothing can be made of it."""

    def __str__(self) -> str:
        raise ValueError("no text")

    __repr__ = __index__ = __float__ = __fspath__ = __str__  # type: ignore[assignment]


VALUES: list[Any] = [
    None, True, 0, -1, 1, 3, 0.5, float("nan"), float("inf"), 2**31, 2**32, 2**63, 2**64, 2**200, Fraction(1, 3), 1j,
    "", "duel", "wind", "Tarn", "gm", "plain", "pass", "gm: Tarn.hp = 1", "\0", "\ud800", "x" * 100_000, "a\nb", "../..", "skirmish 1\nencounter duel\n",
    b"duel", bytearray(9), [], [[]], ["wind"], ("wind", "plain"), [("wind", "plain")], {}, {"wind": "plain"}, {"wind": None}, {1: 2}, {"do": "state"},
    Path("duel"), Path("\0"), object(), Wild(), lambda: 1, int, range(3),
]
#: What may be open-ended is small, or of a wrong kind.
SMALL: list[Any] = [None, 0, -1, 2, 5, 0.5, "x", {}, 2**200, Wild()]
OPEN_ENDED = {"fights", "acts", "budget", "samples", "threads", "most_rounds", "most_steps", "most_choices", "most_creatures", "piece"}
PROPER = (skirmish.SkirmishError, gymnasium.error.Error, TypeError, ValueError, OverflowError, LookupError, AttributeError, OSError, ArithmeticError)


def call(lots: random.Random, act: Callable[..., Any]) -> None:
    try:
        parameters = list(inspect.signature(act).parameters.values())
    except ValueError:
        return
    named, listed = {}, []
    for parameter in parameters:
        values = SMALL if parameter.name in OPEN_ENDED else VALUES
        if parameter.kind is parameter.VAR_KEYWORD:
            named.update({lots.choice(["line", "choice", "who", "times", "viewer", "x"]): lots.choice(VALUES)})
        elif parameter.kind is parameter.KEYWORD_ONLY:
            if lots.random() < 0.5 and parameter.name != "on":
                named[parameter.name] = lots.choice(values)
        elif parameter.default is parameter.empty or lots.random() < 0.7:
            listed.append(lots.choice(values))
        else:
            break
    try:
        act(*listed, **named)
    except skirmish.Flaw as flaw:
        raise AssertionError(f"{act} {listed!r:.300} {named!r:.300}") from flaw
    except PROPER:
        pass


def methods(of: object) -> list[Callable[..., Any]]:
    names = [name for name in dir(of) if not name.startswith("_") or name in ("_repr_html_", "__getitem__", "__arrow_c_stream__")]
    found = [getattr(of, name) for name in names]
    # What is inherited from other packages is theirs.
    return [one for one in found if callable(one) and (getattr(one, "__module__", None) or "skirmish").startswith("skirmish")]


def made() -> list[list[Callable[..., Any]]]:
    """Everything that has methods, fresh."""
    battle = skirmish.open("duel", seed=7)
    found = skirmish.sim("duel", fights=5, seed=1)
    sweep = skirmish.sweep("encounter = 'parry-yard'\nfights = 5\n[[vary]]\nof = 'Merle.weapon[rapier].parry'\nadd = [0, 1]\n")
    env, solo = BattleEnv("duel"), SoloEnv("duel")
    env.reset(seed=1)
    solo.reset(seed=1)
    functions = [skirmish.open, skirmish.sim, skirmish.sweep, skirmish.rules, skirmish.schema, BattleEnv, SoloEnv, skirmish.SkirmishError]
    native = [_native.Table.open, _native.Fights.open, _native.Study.open, _native.Study.of_bundle, _native.Folder.open, _native.rules]
    owners = [battle, battle.seen_by("wind"), battle.odds("pass"), battle.choices()[0], found, sweep, env, solo]
    owners += [battle._table, found._fights, found._frame, sweep._study]
    return [functions, native, *map(methods, owners)]


@pytest.mark.parametrize("seed", range(6))
def test_values_of_any_kind_break_nothing(seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    lots = random.Random(seed)
    for _ in range(4):
        doors = made()
        for _ in range(250):
            call(lots, lots.choice(lots.choice(doors)))
    # Whatever has been done to others, a battle is as it was.
    assert skirmish.open("duel", seed=7).choices()
