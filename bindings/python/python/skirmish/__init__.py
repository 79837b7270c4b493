"""Tabletop combat, played by the book: battles, exact odds, fights by the thousand.

>>> import skirmish
>>> battle = skirmish.open("duel", seed=7)
>>> battle.sides
['wind', 'water']
"""

from __future__ import annotations

import json
from typing import Any

from . import _native
from ._batch import Simulation, Sweep, Table, sim, sweep
from ._battle import Awaited, Battle, Changed, Choice, Fact, LogLine, Seat, open
from ._errors import FileError, Flaw, Place, Refused, SkirmishError
from ._odds import Chance, Estimate, Odds

__all__ = [
    "Awaited",
    "Battle",
    "Chance",
    "Changed",
    "Choice",
    "Estimate",
    "Fact",
    "FileError",
    "Flaw",
    "LogLine",
    "Odds",
    "Place",
    "Refused",
    "Seat",
    "Simulation",
    "SkirmishError",
    "Sweep",
    "Table",
    "encounters",
    "games",
    "open",
    "rules",
    "schema",
    "sim",
    "sweep",
]


def games() -> list[dict[str, Any]]:
    """Every game: name, title, credit, policies."""
    told: list[dict[str, Any]] = json.loads(_native.library())
    return told


def encounters() -> list[dict[str, Any]]:
    """Every encounter that comes with the games: name, game, title, about."""
    told: list[dict[str, Any]] = json.loads(_native.encounters())
    return told


def rules(game: str) -> dict[str, dict[str, Any]]:
    """The rules of a game by their ids, in our words: title, section, summary."""
    return {rule["id"]: rule for rule in json.loads(_native.rules(game))}


def schema(game: str) -> dict[str, Any]:
    """The JSON Schema of a game's encounter files."""
    told: dict[str, Any] = json.loads(_native.schema(game))
    return told
