"""The wheel as it was installed."""

from importlib.metadata import distribution

import skirmish


def test_licences_of_what_is_bundled_are_in_it() -> None:
    files = {file.name: file for file in distribution("skirmish").files or []}
    assert {"LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt", "py.typed"} <= set(files)
    text = files["THIRD-PARTY.txt"].locate().read_text(encoding="utf-8")
    assert "\npyo3 " in text and "\narrow-array " in text and "Permission is hereby granted" in text


def test_it_is_for_every_python_from_39_on() -> None:
    wheel = distribution("skirmish").read_text("WHEEL") or ""
    assert "Tag: cp39-abi3-" in wheel
    assert skirmish.__file__ is not None and "site-packages" in skirmish.__file__
