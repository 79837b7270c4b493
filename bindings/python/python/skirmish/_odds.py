"""What may come of a choice."""

from __future__ import annotations

import html
from collections.abc import Iterator, Mapping
from fractions import Fraction
from typing import Any, Optional, Union


class Estimate(float):
    """A chance that is not known exactly: a number with an interval of 95 % from ``low`` to ``high``."""

    low: float
    high: float

    def __new__(cls, p: float, low: float, high: float) -> "Estimate":
        made = super().__new__(cls, p)
        made.low, made.high = low, high
        return made

    def __reduce__(self) -> tuple[Any, ...]:
        return (Estimate, (float(self), self.low, self.high))

    def __repr__(self) -> str:
        return f"Estimate({float(self):.4f}, {self.low:.4f} to {self.high:.4f})"


#: Exact where it is known exactly.
Chance = Union[Fraction, Estimate]


def chance(told: Mapping[str, Any]) -> Chance:
    """A chance as the native half tells it."""
    fraction = told.get("fraction")
    if fraction is not None:
        return Fraction(fraction)
    p = float(told["p"])
    return Estimate(p, float(told.get("low", p)), float(told.get("high", p)))


class Odds(Mapping[str, Chance]):
    """What may come of a choice: ``odds["Tarn is hit"]`` is a chance, a Fraction where it is exact.

    ``values`` of a mapping are its chances; what becomes of hit points and the like is in ``gauge("Tarn.hp")``.
    """

    def __init__(self, told: Mapping[str, Any]) -> None:
        #: Everything as JSON has it; docs/json.md describes it.
        self.raw: Mapping[str, Any] = told
        self._results: dict[str, Chance] = {name: chance(of) for name, of in told["results"].items()}

    def __getitem__(self, result: str) -> Chance:
        try:
            return self._results[result]
        except KeyError:
            known = ", ".join(repr(name) for name in self._results) or "nothing"
            raise KeyError(f"{result!r}; what may happen is: {known}") from None

    def __iter__(self) -> Iterator[str]:
        return iter(self._results)

    def __len__(self) -> int:
        return len(self._results)

    @property
    def choice(self) -> Optional[str]:
        """The choice; None where dice are awaited."""
        choice: Optional[str] = self.raw["choice"]
        return choice

    @property
    def exact(self) -> bool:
        """Was every branch followed? Else it was sampled."""
        return bool(self.raw["exact"])

    @property
    def guessed(self) -> bool:
        """Does a guess stand for what the asker may not know? Then chances are those of that guess."""
        return bool(self.raw["guessed"])

    @property
    def gain(self) -> float:
        """By how much the asker's side will stand better on average, in points of the game's own score."""
        return float(self.raw["gain"])

    @property
    def over(self) -> Chance:
        """The chance that the battle ends."""
        return chance(self.raw["over"])

    @property
    def wins(self) -> dict[str, Chance]:
        """The chance of each side to win by then."""
        return {side: chance(of) for side, of in self.raw["wins"].items()}

    @property
    def gauges(self) -> list[str]:
        """Everything that may change: ``Tarn.hp``."""
        return list(self.raw["paths"])

    def gauge(self, path: str) -> dict[Union[int, str], Chance]:
        """Each value that it may come to, with its chance."""
        return {one["value"]: chance(one) for one in self.raw["paths"][path]}

    def mean(self, path: str) -> float:
        """What it will be on average."""
        return float(self.raw["means"][path])

    def __repr__(self) -> str:
        told = ", ".join(f"{name}: {_told(of)}" for name, of in self._results.items())
        return f"<Odds of {self.choice or 'what is awaited'}: {told or 'nothing is told'}>"

    def _repr_html_(self) -> str:
        rows = [(name, _told(of), f"{float(of):.1%}") for name, of in self._results.items()]
        rows += [(path, "", f"{self.mean(path):.2f} on average") for path in self.gauges if self.raw["means"][path] is not None]
        cells = "".join(
            f"<tr><th style='text-align:left'>{html.escape(a)}</th><td>{html.escape(b)}</td><td>{html.escape(c)}</td></tr>"
            for a, b, c in rows
        )
        how = ("exact" if self.exact else "sampled") + (", of a guess at what is not known here" if self.guessed else "")
        return f"<table><caption>{html.escape(self.choice or 'what is awaited')} ({how})</caption>{cells}</table>"


def _told(of: Chance) -> str:
    if isinstance(of, Fraction):
        short = str(of)
        return short if len(short) < 24 else f"{float(of):.6f}"
    return f"{float(of):.4f} ({of.low:.4f} to {of.high:.4f})"
