"""What can go wrong, as exceptions."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Optional


@dataclass(frozen=True)
class Place:
    """One thing wrong with one place of a file."""

    file: str
    #: From 1.
    line: int
    #: In characters, from 1.
    column: int
    message: str
    #: What to do.
    help: Optional[str]

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}: {self.message}"


class SkirmishError(Exception):
    """Something was not done, and nothing has changed.

    ``why`` is one sentence, ``help`` says what to do.
    """

    def __init__(self, why: str, help: Optional[str] = None) -> None:
        super().__init__(why if help is None else f"{why}; {help}")
        self.why = why
        self.help = help

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.why, self.help))


class Refused(SkirmishError):
    """The rules forbid it, or nobody asked for it. ``rule`` is the rule that forbids it, where one does."""

    def __init__(self, why: str, rule: Optional[str] = None, help: Optional[str] = None) -> None:
        super().__init__(why if rule is None else f"{why} [{rule}]", help)
        self.why = why
        self.rule = rule

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.why, self.rule, self.help))


class FileError(SkirmishError):
    """A file or a text is wrong. ``places`` says where; the first one is that of ``why``."""

    def __init__(self, why: str, places: list[Place], help: Optional[str] = None) -> None:
        more = f" (and {len(places) - 1} more)" if len(places) > 1 else ""
        super().__init__(f"{places[0] if places else why}{more}", help)
        self.why = why
        self.places = places

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.why, self.places, self.help))


class Flaw(SkirmishError):
    """Skirmish itself broke. Please report it, with what it says."""


def trouble(
    why: str,
    rule: Optional[str],
    help: Optional[str],
    places: list[tuple[str, int, int, str, Optional[str]]],
) -> SkirmishError:
    """The exception for what the native half says; it is raised there."""
    if places:
        return FileError(why, [Place(*place) for place in places], help)
    return Refused(why, rule, help)


def flaw(said: str) -> Flaw:
    """The exception for a panic of the native half."""
    return Flaw(f"a flaw in skirmish: {said or 'it does not say which'}", "please report it")
