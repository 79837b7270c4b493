"""Battles: played, looked at, taken back, changed, saved."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Optional, Union

from ._board import board_html
from ._errors import Refused
from ._native import Table
from ._odds import Odds
from ._source import Policies, Source, parts


class Choice(str):
    """A choice in notation, as :meth:`Seat.play` takes it. ``parts`` says what its words mean, so that no program reads notation."""

    parts: list[dict[str, Any]]

    def __new__(cls, text: str, parts: list[dict[str, Any]]) -> "Choice":
        made = super().__new__(cls, text)
        made.parts = parts
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return (Choice, (str(self), self.parts))

    def of(self, kind: str) -> list[str]:
        """Its words of a kind: ``verb``, ``ability``, ``creature``, ``cell``, ``item``, ``option`` …"""
        return [part["text"] for part in self.parts if part["kind"] == kind]


@dataclass(frozen=True)
class Awaited:
    """What a battle waits for."""

    #: ``choice`` or ``dice``.
    kind: str
    #: The rule that asks.
    rule: str
    #: Of whom.
    who: list[str]
    #: The usual answer, where there is one.
    standing: Optional[str]
    #: The question in words.
    prompt: str


@dataclass(frozen=True)
class LogLine:
    """One line of the log."""

    #: Where in time.
    place: str
    #: ``event``, ``throw``, ``choice`` or ``edict``.
    kind: str
    #: As a person would tell it; empty where only the unfolded number shows it.
    text: str
    #: Unfolded: dice, faces, every modifier with its rule.
    detail: str
    #: Every rule that it cites, the main one first.
    rules: list[str]
    #: The number of the entry behind it, for :meth:`Battle.change`.
    entry: Optional[int]

    def __str__(self) -> str:
        return self.text or self.detail


@dataclass(frozen=True)
class Fact:
    """Something that bears on a choice."""

    text: str
    rule: Optional[str]
    until: Optional[str]

    def __str__(self) -> str:
        return self.text if self.rule is None else f"{self.text} [{self.rule}]"


class Seat:
    """A battle from where somebody sits: who sees what that side may know, and speaks for its own alone."""

    def __init__(self, table: Table, viewer: Optional[str]) -> None:
        self._table = table
        self._viewer = viewer

    @property
    def viewer(self) -> str:
        """Who looks: ``gm``, ``spectator``, a side, or names of creatures."""
        return self._viewer or "gm"

    def ask(self, do: str, **members: Any) -> Any:
        """Says a request of docs/json.md, ``{"do": …}``, and gives back what was asked for, as JSON has it. ``say`` and ``quit`` are
        for ``skirmish play --json`` alone."""
        if "viewer" in members:
            _is_viewer(members["viewer"])
        request = {"do": do, **{name: value for name, value in members.items() if value is not None}}
        found = self._table.ask(self._viewer, json.dumps(request))
        return None if found is None else json.loads(found)

    def state(self) -> dict[str, Any]:
        """The present as JSON has it: board, tokens, order, what is awaited."""
        state: dict[str, Any] = self.ask("state")["state"]
        return state

    @property
    def awaited(self) -> Optional[Awaited]:
        """What is awaited here; None while others are asked, and at the end."""
        awaited = self._table.awaited(self._viewer)
        return None if awaited is None else Awaited(*awaited)

    def choices(self) -> list[Choice]:
        """What the first who is asked here may choose, as far as it can be listed; nothing while others are asked."""
        awaited = self.state()["awaited"] or {}
        return [Choice(one["text"], one["parts"]) for one in awaited.get("choices", [])]

    def play(self, line: str) -> None:
        """Gives an answer: a choice, ``NAME: choice`` where several are asked, faces of dice, an edict of the game master.

        Then the battle goes on to the next question that somebody has to answer.
        """
        self.ask("answer", line=str(line))

    def roll(self, who: Optional[str] = None) -> None:
        """Lets the battle's own generator throw what is awaited: for battles that were opened with ``dice="typed"``."""
        self.ask("roll", who=who)

    def decide(self, policy: str = "plain", who: Optional[str] = None) -> None:
        """Lets a policy choose for all who are asked here, or for one of them."""
        self.ask("decide", policy=policy, who=who)

    def propose(self, policy: str = "plain") -> Optional[str]:
        """What a policy would choose. Nothing changes."""
        choice: Optional[str] = self.ask("propose", policy=policy)["choice"]
        return choice

    def odds(
        self,
        choice: Optional[str] = None,
        *,
        through: bool = False,
        acts: Optional[int] = None,
        budget: Optional[int] = None,
        samples: int = 0,
        seed: Optional[int] = None,
    ) -> Odds:
        """What may come of a choice, or of what is awaited: exactly, unless there are more branches than the ``budget``
        (then it is refused, or, with ``samples``, played so often).

        ``through`` follows what is under way, such as a shot; ``acts`` so many acts in all.
        """
        told = self.ask(
            "odds",
            choice=None if choice is None else str(choice),
            through=through,
            acts=acts,
            budget=budget,
            samples=samples,
            seed=seed,
        )
        return Odds(told["odds"])

    def facts(self, choice: str) -> list[Fact]:
        """What bears on a choice: cost, range, what stands between, each with its rule."""
        return [Fact(one["text"], one["rule"], one["until"]) for one in self.ask("facts", choice=str(choice))["facts"]]

    def sheet(self, who: str) -> list[str]:
        """Somebody's sheet, line by line."""
        lines: list[str] = self.ask("sheet", who=who)["sheet"]
        return lines

    def read(self, path: str) -> str:
        """A field: ``Tarn.hp``."""
        value: str = self.ask("read", path=path)["value"]
        return value

    def log(self) -> list[LogLine]:
        """Everything that has happened, oldest first, as far as it may be known here."""
        lines = self.ask("log")["log"]
        return [
            LogLine(one["place"], one["kind"], one["text"], one["detail"], one["rules"], one.get("entry")) for one in lines
        ]

    def entries(self) -> list[str]:
        """Everything that was given, as lines of a transcript; a line's number is that of :meth:`Battle.change`."""
        return [line for _, line in self._table.entries(self._viewer)]

    def undo(self, times: int = 1) -> None:
        """Takes back the last answers, so many or as many as there are, with everything that came of them."""
        self.ask("undo", times=times)

    def redo(self, times: int = 1) -> None:
        """Gives again what was taken back, so many answers or as many as there are."""
        self.ask("redo", times=times)

    @property
    def outcome(self) -> Optional[str]:
        """How it ended, in words; None before."""
        return self._table.outcome()

    @property
    def over(self) -> bool:
        """Has it ended?"""
        return self._table.outcome() is not None

    @property
    def winner(self) -> Optional[str]:
        """The side that has won."""
        return self._table.winner()

    @property
    def sides(self) -> list[str]:
        """The names of the sides."""
        return self._table.sides

    @property
    def title(self) -> str:
        """The encounter's title."""
        return self._table.title

    @property
    def game(self) -> str:
        """The game's name."""
        return self._table.game

    def _repr_html_(self) -> str:
        return board_html(self.state())

    def __repr__(self) -> str:
        awaited = self.awaited
        now = self.outcome or (awaited.prompt if awaited is not None else "others are asked")
        return f"<{type(self).__name__} {self.title!r} ({self.game}), seen by {self.viewer}: {now}>"


@dataclass(frozen=True)
class Changed:
    """What would be if the past had been another."""

    #: The battle that would be; the one that was asked is untouched.
    battle: "Battle"
    #: Where it waits for something that was not given, and for what; None where every later answer still fits.
    parted: Optional[tuple[int, str]]
    #: Later answers that have no place there (yet).
    spares: list[str]


class Battle(Seat):
    """A battle as the game master has it, who sees everything and speaks for everybody."""

    def __init__(self, table: Table) -> None:
        super().__init__(table, None)

    def seen_by(self, viewer: str) -> Seat:
        """The same battle from where somebody sits: a side, names of creatures, ``spectator``."""
        _is_viewer(viewer)
        seat = Seat(self._table, viewer)
        self._table.awaited(viewer)
        return seat

    def change(self, entry: int, line: str) -> Changed:
        """What would be if entry number ``entry`` had been this line, or if this edict (``gm: Tarn.hp = 9``) had come before it."""
        if entry < 0:
            entry += len(self._table.entries(None))
        if entry < 0:
            raise Refused("there is no such entry")
        told, table = self._table.change(None, entry, str(line))
        changed = json.loads(told)
        parted = changed["parted"]
        return Changed(Battle(table), None if parted is None else (parted[0], parted[1]), changed["spares"])

    def accept(self) -> None:
        """Forgets what has not found its place in a changed past."""
        self._table.accept()

    def fork(self) -> "Battle":
        """A battle of its own that begins as this one stands."""
        return Battle(self._table.fork())

    def save(self, path: Union[None, str, "os.PathLike[str]"] = None) -> str:
        """The battle as a transcript, which :func:`skirmish.open` reads again; with a path, in a file as well.

        A save holds every secret.
        """
        text: str = self.ask("save")["transcript"]
        if path is not None:
            Path(path).write_text(text, encoding="utf-8")
        return text

    @property
    def seed(self) -> int:
        """The seed of its dice: whoever knows it may know what will fall."""
        return self._table.seed

    @property
    def fight(self) -> int:
        """Which fight of that seed it is; 0 unless it was taken out of a batch."""
        return self._table.fight

    @property
    def combatants(self) -> Mapping[str, str]:
        """Who takes part, each with the side."""
        return dict(self._table.combatants())


def _is_viewer(viewer: Any) -> None:
    """The game master's eyes are ``gm``: nobody has them because a name is missing."""
    if not isinstance(viewer, str):
        raise Refused(f"a viewer is a text, not {type(viewer).__name__}", None, "a side, names of creatures, spectator or gm")


def seats_of(policies: Optional[Policies]) -> list[tuple[str, str]]:
    """Who plays whom, as the native half wants it."""
    if policies is None:
        return []
    if isinstance(policies, str):
        return [("all", policies)]
    return [(whom, by) for whom, by in policies.items()]


def open(
    what: Source,
    *,
    seed: Optional[int] = None,
    dice: str = "rolled",
    policies: Optional[Policies] = None,
    routine: str = "ask",
) -> Battle:
    """Opens a battle: an embedded encounter by name, an encounter file, a saved battle, or the text of either.

    Dice fall by themselves, unless they are ``"typed"``. ``policies`` says who is played by whom: ``{"water": "plain"}``;
    whoever is not named is asked. With ``routine="take"`` the usual answer to a routine question is given without asking.
    """
    if dice not in ("rolled", "typed"):
        raise ValueError(f"dice are 'rolled' or 'typed', not {dice!r}")
    if routine not in ("ask", "take"):
        raise ValueError(f"routine is 'ask' or 'take', not {routine!r}")
    name, text = parts(what)
    return Battle(Table.open(name, text, seed, dice == "typed", seats_of(policies), routine == "take"))
