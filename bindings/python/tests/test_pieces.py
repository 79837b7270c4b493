"""A sweep in pieces is the sweep, whoever does them in whatever order, and whatever gets lost on the way."""

import random
from pathlib import Path

import pyarrow
import pytest
import skirmish
from skirmish._native import Folder, Study

PLAN = """
encounter = "parry-yard"
fights = 330
[[vary]]
name = "parry"
of = "Merle.weapon[rapier].parry"
add = [0, 1, 2]
"""

UNTIL = PLAN.replace("fights = 330", 'until = "5%"')

def done_in_pieces(plan: str, folder: Path, size: int, seed: int) -> pyarrow.Table:
    study = Study.open("text", plan)
    kept = Folder.open(folder)
    pieces = study.jobs(kept, skirmish.program(), size)
    random.Random(seed).shuffle(pieces)
    # Others have the bundle alone.
    other = Study.of_bundle(study.bundle())
    for piece in pieces:
        assert study.take(kept, piece, other.job(piece, skirmish.program()), skirmish.program(), size)
    assert study.jobs(kept, skirmish.program(), size) == []
    return pyarrow.table(study.table(study.found(kept, skirmish.program())))


@pytest.mark.parametrize("size", [1, 7, 100, 330, 5000])
def test_pieces_of_any_size_in_any_order_are_the_whole(size: int, tmp_path: Path) -> None:
    assert done_in_pieces(PLAN, tmp_path, size, size).equals(pyarrow.table(skirmish.sweep(PLAN)))
    # What is left is what one machine would have kept.
    kept = {file.name: file.read_text() for file in (tmp_path / "done").glob("*.json")}
    skirmish.sweep(PLAN, folder=tmp_path / "alone")
    assert kept == {file.name: file.read_text() for file in (tmp_path / "alone" / "done").glob("*.json")}


def test_a_plan_with_a_stopping_rule_is_done_cell_by_cell(tmp_path: Path) -> None:
    study = Study.open("text", UNTIL)
    assert all(fights is None for _, fights in study.jobs(Folder.open(tmp_path / "a"), skirmish.program(), 100))
    assert done_in_pieces(UNTIL, tmp_path / "b", 100, 1).equals(pyarrow.table(skirmish.sweep(UNTIL)))


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    study = Study.open("text", PLAN)
    kept = Folder.open(tmp_path)
    pieces = study.jobs(kept, skirmish.program(), 100)
    for piece in pieces[:5]:
        study.take(kept, piece, study.job(piece, skirmish.program()), skirmish.program(), 100)
    assert study.jobs(kept, skirmish.program(), 100) == pieces[5:]


def test_what_is_damaged_or_of_another_is_not_taken(tmp_path: Path) -> None:
    study = Study.open("text", PLAN)
    kept = Folder.open(tmp_path)
    one, other = study.jobs(kept, skirmish.program(), 100)[:2]
    text = study.job(one, skirmish.program())
    assert not study.take(kept, other, study.job((one[0], (0, 99)), skirmish.program()), skirmish.program(), 100)
    assert not study.take(kept, one, text.replace('"fights":100', '"fights":101'), skirmish.program(), 100)
    assert not study.take(kept, one, study.job(one, "another program"), skirmish.program(), 100)
    assert not study.take(kept, (99, (0, 100)), text, skirmish.program(), 100)
    assert study.take(kept, one, text, skirmish.program(), 100)


def test_a_folder_is_for_one_sweep_at_a_time(tmp_path: Path) -> None:
    kept = Folder.open(tmp_path)
    with pytest.raises(skirmish.Refused, match="another sweep is writing"):
        skirmish.sweep(PLAN, folder=tmp_path)
    del kept
    assert len(skirmish.sweep(PLAN, folder=tmp_path))


def test_a_broken_bundle_is_refused() -> None:
    for text in ("", "{}", '{"name": "x", "plan": "y", "grounds": []}', '{"name": "x", "plan": "", "grounds": [["a", "b", "c"]]}'):
        with pytest.raises(skirmish.SkirmishError):
            Study.of_bundle(text)
