"""What is meant by a name, a path or a text."""

from __future__ import annotations

import os
from collections.abc import Mapping
from typing import Optional, Union

#: An embedded encounter by its name, the path of a file, or, with a line break in it, the text itself.
Source = Union[str, "os.PathLike[str]"]

#: Who plays: a policy for everybody, or one for each side or creature.
Policies = Union[str, Mapping[str, str]]


def parts(what: Source) -> tuple[str, Optional[str]]:
    """The name, and the text where it is one."""
    name = os.fspath(what)
    if not isinstance(name, str):
        raise TypeError("a name, a path or a text is wanted, not bytes")
    return ("text", name) if "\n" in name else (name, None)
