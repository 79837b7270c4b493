"""Fights by the thousand as data frames, and fights of them as battles."""

import threading
import time
from pathlib import Path

import pandas
import polars
import pyarrow
import pytest
import skirmish

PLAN = """
question = "How much does one more point of parry change this duel?"
encounter = "parry-yard"
fights = 200
[[vary]]
name = "parry"
of = "Merle.weapon[rapier].parry"
add = [0, 1]
"""


def test_a_simulation_is_a_data_frame_to_whoever_reads_one() -> None:
    found = skirmish.sim("duel", fights=300, seed=5)
    table = pyarrow.table(found)
    frames = [pandas.DataFrame.from_arrow(found), polars.DataFrame(found), table.to_pandas(), found.to_pandas()]
    for frame in frames:
        assert list(frame.columns) == found.columns
        assert len(frame) == 300
        for column in found.columns:
            values = [None if value != value else value for value in list(frame[column])]
            assert values == found[column], column
    assert table.schema.field("rounds").type == pyarrow.int64()
    assert found["fight"] == list(range(300))
    assert {"winner", "Kestrel hp", "Tarn falls"} <= set(found.columns)


def test_counts_are_those_of_the_rows() -> None:
    found = skirmish.sim("duel", fights=400, seed=5)
    for side, wins in found.wins.items():
        assert found["winner"].count(side) == wins
        chance = found.chances[side]
        assert chance.low <= wins / 400 <= chance.high and float(chance) == wins / 400
    assert "duel" in repr(found).lower() and "<table" in found._repr_html_()


def test_threads_change_nothing() -> None:
    one, two = (skirmish.sim("crossfire", fights=150, seed=2, threads=threads) for threads in (1, 2))
    assert pyarrow.table(one).equals(pyarrow.table(two))


def test_a_fight_of_a_batch_is_a_battle() -> None:
    found = skirmish.sim("duel", fights=60, seed=5)
    for fight in (0, 7, 59):
        battle = found.battle(fight, policies="plain")
        assert battle.over and battle.winner == found["winner"][fight]
        for name in battle.combatants:
            assert int(battle.read(f"{name}.hp")) == found[f"{name} hp"][fight]
    assert found.battle("longest").fight == found["rounds"].index(max(found["rounds"]))
    with pytest.raises(skirmish.Refused, match="median, longest or upset"):
        found.battle("funniest")


def test_policies_are_by_side() -> None:
    plain = skirmish.sim("duel", fights=200, seed=5)
    worse = skirmish.sim("duel", fights=200, seed=5, policies={"wind": "random"})
    assert worse.wins["wind"] < plain.wins["wind"]
    with pytest.raises(skirmish.Refused, match="no side"):
        skirmish.sim("duel", fights=2, policies={"wynd": "random"})
    with pytest.raises(skirmish.Refused, match="policy"):
        skirmish.sim("duel", fights=2, policies="plein")


def test_a_sweep_is_a_tidy_table() -> None:
    found = skirmish.sweep(PLAN)
    frame = found.to_pandas()
    wins = frame[(frame.measure == "wins") & (frame.of == "defence")] if "defence" in set(frame.of) else frame[frame.measure == "wins"]
    assert set(frame.cell) == {1, 2} and len(wins)
    assert set(frame.parry) == set(found["parry"])
    changed = frame[(frame.measure == "wins") & (frame.cell == 2)]
    assert (changed.change_low <= changed.change).all() and (changed.change <= changed.change_high).all()
    assert len(found.cells) == 2
    assert found.battle(2).title


def test_what_is_done_is_not_done_again(tmp_path: Path) -> None:
    first = skirmish.sweep(PLAN, folder=tmp_path)
    kept = {file.name: file.stat().st_mtime_ns for file in (tmp_path / "done").glob("*.json")}
    assert len(kept) == 2
    again = skirmish.sweep(PLAN, folder=tmp_path)
    assert {file.name: file.stat().st_mtime_ns for file in (tmp_path / "done").glob("*.json")} == kept
    assert pyarrow.table(first).equals(pyarrow.table(again))
    # A number that has changed on the disk is not believed.
    damaged = next((tmp_path / "done").glob("*.json"))
    damaged.write_text(damaged.read_text().replace('"fights":200', '"fights":199'))
    assert pyarrow.table(skirmish.sweep(PLAN, folder=tmp_path)).equals(pyarrow.table(first))


def test_a_sweep_is_a_page(tmp_path: Path) -> None:
    found = skirmish.sweep(PLAN)
    page = found.report(tmp_path / "reports" / "parry.html")
    text = page.read_text(encoding="utf-8")
    assert text.startswith("<!DOCTYPE html>") and found.question in text and "won by rapier" in text
    # It needs nothing else, and its fights are battles.
    assert "src=" not in text and "http" not in text.replace("http://www.w3.org", "")
    replays = sorted((tmp_path / "reports" / "parry-replays").glob("*.skirmish"))
    assert replays and all(f"parry-replays/{replay.name}" in text for replay in replays)
    assert all(skirmish.open(replay).over for replay in replays)
    assert [file.name for file in (tmp_path / "reports").iterdir() if "draft" in file.name] == []
    # Written again it is the same.
    assert found.report(page, threads=1).read_text(encoding="utf-8") == text
    with pytest.raises(skirmish.Refused, match="a report is a file"):
        found.report(tmp_path)


def test_other_threads_go_on_meanwhile() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0.001)

    ticker = threading.Thread(target=tick)
    ticker.start()
    skirmish.sim("crossfire", fights=1500, seed=2, threads=1)
    done.set()
    ticker.join()
    assert ticks > 5
