"""Fights by the thousand, and sweeps."""

from __future__ import annotations

import hashlib
import html
import json
import os
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Optional, Union

from . import _native
from ._battle import Battle, seats_of
from ._errors import Refused
from ._native import Fights, Found, Frame, Study
from ._odds import Estimate
from ._source import Policies, Source, parts

if TYPE_CHECKING:
    import pandas


class Table:
    """Rows and columns that every reader of data frames takes: ``pandas.DataFrame.from_arrow(it)``, ``polars.DataFrame(it)``,
    ``pyarrow.table(it)``."""

    def __init__(self, frame: Frame) -> None:
        self._frame = frame

    def __arrow_c_stream__(self, requested_schema: Optional[Any] = None) -> Any:
        return self._frame.__arrow_c_stream__(requested_schema)

    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
        return self._frame.names

    def __getitem__(self, column: str) -> list[Any]:
        found = self._frame.column(column)
        if found is None:
            raise KeyError(f"{column!r}; the columns are: {', '.join(map(repr, self.columns))}")
        return found

    def __len__(self) -> int:
        return len(self._frame)

    def to_pandas(self) -> "pandas.DataFrame":
        """As a data frame of pandas, which must be installed."""
        import pandas

        return pandas.DataFrame({name: self[name] for name in self.columns})


class Simulation(Table):
    """Many fights of one encounter: a row for each, and what is known of all together.

    Columns: ``fight``, ``winner`` (None in a draw), ``unfinished``, ``rounds``, ``steps``; of each who fights ``NAME falls``,
    and the gauges at the end, ``NAME hp``.
    """

    def __init__(self, fights: Fights, frame: Frame, summary: Mapping[str, Any]) -> None:
        super().__init__(frame)
        self._fights = fights
        #: Everything that is known of all fights together, as JSON has it.
        self.summary = summary

    @property
    def chances(self) -> dict[str, Estimate]:
        """The chance of each side to win, with its interval of 95 %."""
        told = {side["name"]: side["chance"] for side in self.summary["sides"]}
        return {side: Estimate(of["p"], of["low"], of["high"]) for side, of in told.items()}

    @property
    def wins(self) -> dict[str, int]:
        """How many fights each side has won."""
        return {side["name"]: side["wins"] for side in self.summary["sides"]}

    @property
    def rounds(self) -> Optional[float]:
        """How many rounds a fight that ends lasts on average."""
        mean: Optional[float] = self.summary["rounds"]["mean"]
        return mean

    def battle(self, fight: Union[int, str], *, policies: Optional[Policies] = None) -> Battle:
        """One of the fights as a battle, from its beginning: by number, or the ``median``, ``longest`` or ``upset`` one.

        With ``policies="plain"`` it is played to its end as it was fought.
        """
        number: Optional[int] = self.summary["examples"].get(fight) if isinstance(fight, str) else fight
        if number is None:
            raise Refused(f"there is no fight {fight!r}", None, "a number, or median, longest or upset")
        if number < 0:
            raise Refused("fights count from 0")
        return Battle(self._fights.battle(number, False, seats_of(policies), False))

    def __repr__(self) -> str:
        told = ", ".join(f"{side} wins {float(of):.1%}" for side, of in self.chances.items())
        return f"<Simulation of {self.summary['title']!r}, {len(self)} fights: {told}>"

    def _repr_html_(self) -> str:
        rows = "".join(
            f"<tr><th style='text-align:left'>{html.escape(side)}</th><td>{float(of):.1%}</td>"
            f"<td>{of.low:.1%} to {of.high:.1%}</td></tr>"
            for side, of in self.chances.items()
        )
        title = html.escape(f"{self.summary['title']}: {len(self)} fights, seed {self.summary['seed']}")
        return f"<table><caption>{title}</caption><tr><th>side</th><th>wins</th><th>95 %</th></tr>{rows}</table>"


class Sweep(Table):
    """What a sweep has found: a row for each cell and measure, as ``cells.csv`` of ``skirmish sweep`` has them."""

    def __init__(self, study: Study, found: Found) -> None:
        super().__init__(study.table(found))
        self._study = study
        self._found = found

    @property
    def question(self) -> str:
        """What is asked."""
        return self._study.question

    @property
    def cells(self) -> list[tuple[str, str]]:
        """Every cell: its encounter, and what is different in it, in words. Tables count them from 1."""
        return self._study.cells()

    def battle(self, cell: int, fight: int = 0, *, policies: Optional[Policies] = None) -> Battle:
        """A fight of a cell, counted from 1 as tables have it, as a battle from its beginning."""
        text = self._study.encounter(cell) if cell > 0 else None
        if text is None:
            raise Refused(f"there is no cell {cell}", None, f"they are 1 to {len(self.cells)}")
        fights = Fights.open(f"cell {cell}", text, None)
        return Battle(fights.battle(fight, False, seats_of(policies), False))

    def report(self, path: Union[str, "os.PathLike[str]"], *, threads: Optional[int] = None) -> Path:
        """Writes what was found as a page that needs nothing else, the one that ``skirmish sweep`` writes, wherever it was
        fought; gives its path.

        ``parry.html`` has fights to believe it by in the folder ``parry-replays`` beside it, which ``skirmish.open`` opens.
        """
        page = Path(path)
        if not page.stem or page.is_dir():
            raise Refused(f"a report is a file, and {str(page)!r} is none", None, "name one: found.report('report.html')")
        text, replays = self._study.report(self._found, f"{page.stem}-replays", threads or _cores())
        for file, replay in replays:
            _write(page.parent / file, replay)
        _write(page, text)
        return page

    def __repr__(self) -> str:
        return f"<Sweep {self.question!r}: {len(self.cells)} cells, {len(self)} rows>"


def sim(
    what: Source,
    *,
    fights: int = 10_000,
    seed: Optional[int] = None,
    policies: Optional[Policies] = None,
    threads: Optional[int] = None,
    most_rounds: int = 100,
) -> Simulation:
    """Fights an encounter many times. Fight number i depends on the encounter, the seed and the policies alone, not on threads.

    ``policies`` is one for all, or one for each side: ``{"wind": "plain", "water": "random"}``; ``all`` is whoever is not named.
    """
    name, text = parts(what)
    ready = Fights.open(name, text, seed)
    by_side = _by_side(policies, ready.sides)
    _whole("fights", fights, 1)
    _whole("most_rounds", most_rounds, 1)
    frame, summary = ready.fight(fights, threads or _cores(), by_side, most_rounds)
    return Simulation(ready, frame, json.loads(summary))


def sweep(
    plan: Source,
    *,
    folder: Union[None, str, "os.PathLike[str]"] = None,
    threads: Optional[int] = None,
    on: Optional[str] = None,
    piece: int = 2_000,
    progress: Optional[Callable[[int, int], None]] = None,
) -> Sweep:
    """Fights the cells of a plan (docs/sweep.md): a file, or the text of one. With a folder, what is done is kept there and
    is not done again.

    With ``on="ray"`` the machines of a Ray cluster fight it in pieces of so many fights, with the same result to the last bit;
    ``progress`` is called with how many pieces are done, and of how many. docs/cluster.md says more.
    """
    name, text = parts(plan)
    study = Study.open(name, text)
    kept = None if folder is None else Path(folder)
    if on is None:
        return Sweep(study, study.fight(threads or _cores(), kept, program()))
    if on != "ray":
        raise ValueError(f"a sweep is fought here, or on 'ray', not on {on!r}")
    _whole("piece", piece, 1)
    from ._ray import fight

    return Sweep(study, fight(study, kept, program(), piece, progress))


def _by_side(policies: Optional[Policies], sides: list[str]) -> list[str]:
    if policies is None:
        return []
    if isinstance(policies, str):
        return [policies] * len(sides)
    unknown = [side for side in policies if side not in sides and side != "all"]
    if unknown:
        raise Refused(f"there is no side {unknown[0]!r}", None, f"the sides are: {', '.join(sides)}")
    others = policies.get("all", "plain")
    return [policies.get(side, others) for side in sides]


def _write(path: Path, text: str) -> None:
    """A file, whole or not at all."""
    path.parent.mkdir(parents=True, exist_ok=True)
    draft = path.with_name(f"{path.name}.draft-{os.getpid()}")
    with draft.open("w", encoding="utf-8", newline="\n") as file:
        file.write(text)
    draft.replace(path)


def _whole(name: str, value: int, least: int) -> None:
    if value < least:
        raise ValueError(f"{name} is a whole number from {least}, not {value}")


def _cores() -> int:
    return os.cpu_count() or 1


@lru_cache(maxsize=1)
def program() -> str:
    """Which program this is: another one may play by other rules, and what it has kept is not believed."""
    file = _native.__file__ or ""
    return hashlib.blake2b(Path(file).read_bytes(), digest_size=16).hexdigest()
