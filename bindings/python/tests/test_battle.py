"""A battle in a notebook: opened, asked, played, taken back, changed, saved, looked at from a seat."""

import pickle
from fractions import Fraction
from pathlib import Path

import pytest
import skirmish
from skirmish._board import board_html


def test_a_battle_waits_for_somebody() -> None:
    battle = skirmish.open("duel", seed=7)
    assert battle.sides == ["wind", "water"]
    assert battle.awaited is not None and battle.awaited.kind == "choice"
    choices = battle.choices()
    assert choices and all(isinstance(choice, skirmish.Choice) and choice.parts for choice in choices)


def test_dice_are_awaited_where_they_are_typed() -> None:
    battle = skirmish.open("duel", dice="typed")
    assert battle.awaited is not None and battle.awaited.kind == "dice"
    battle.play("roll Kestrel = 2")
    battle.roll()
    assert battle.awaited is not None and battle.awaited.kind == "choice"
    battle.undo()
    assert battle.awaited is not None and battle.awaited.kind == "dice"


def test_odds_are_fractions_and_play_agrees_with_them() -> None:
    battle = skirmish.open("duel", seed=7)
    who = battle.awaited.who[0]
    foe = next(name for name in battle.combatants if name != who)
    attack = next(choice for choice in battle.choices() if foe in choice.of("creature"))
    odds = battle.odds(attack, through=True)
    assert odds.exact and odds.choice == attack
    assert all(type(chance) is Fraction and 0 <= chance <= 1 for chance in odds.values())
    assert odds
    for path in odds.gauges:
        distribution = odds.gauge(path)
        assert sum(distribution.values()) == 1
        mean = sum(value * chance for value, chance in distribution.items())
        assert abs(float(mean) - odds.mean(path)) < 1e-9
    before = len(battle.entries())
    battle.play(attack)
    assert len(battle.entries()) > before
    with pytest.raises(KeyError, match="what may happen is"):
        odds["Nobody sings"]


def test_what_is_sampled_is_an_estimate() -> None:
    battle = skirmish.open("crossfire", seed=3)
    attack = battle.choices()[0]
    odds = battle.odds(attack, acts=8, budget=10, samples=200, seed=1)
    assert not odds.exact
    for chance in odds.values():
        assert isinstance(chance, skirmish.Estimate) and chance.low <= chance <= chance.high


def test_undo_takes_back_what_somebody_gave_with_what_came_of_it() -> None:
    battle = skirmish.open("duel", seed=7)
    at = [battle.entries()]
    for _ in range(6):
        battle.play(battle.choices()[0])
        at.append(battle.entries())
    for earlier in reversed(at[:-1]):
        battle.undo()
        assert battle.entries() == earlier
    with pytest.raises(skirmish.Refused):
        battle.undo()
    assert battle.entries() == at[0]
    for later in at[1:]:
        battle.redo()
        assert battle.entries() == later
    battle.undo(3)
    assert battle.entries() == at[3]


def test_policies_play_whom_they_are_given() -> None:
    battle = skirmish.open("duel", seed=7, policies={"water": "plain"})
    while not battle.over:
        assert battle.awaited is not None
        assert all(battle.combatants[who] == "wind" for who in battle.awaited.who)
        battle.decide()
    assert battle.winner in ("wind", "water", None)
    with pytest.raises(skirmish.Refused, match="nobody can be played"):
        skirmish.open("duel", policies={"water": "plein"})


def test_the_past_can_be_changed() -> None:
    battle = skirmish.open("duel", seed=7, policies="plain")
    assert battle.over
    throw = next(line.entry for line in battle.log() if line.kind == "throw")
    changed = battle.change(throw, "gm: Tarn.hp = 1")
    assert changed.battle.log() != battle.log()
    assert any(line.kind == "edict" for line in changed.battle.log())
    with pytest.raises(skirmish.Refused):
        battle.change(10_000, "gm: Tarn.hp = 1")


def test_a_seat_sees_its_own() -> None:
    battle = skirmish.open("duel", seed=7)
    wind = battle.seen_by("wind")
    tokens = {token["name"]: token for token in wind.state()["tokens"]}
    assert tokens["Kestrel"]["gauges"][0]["value"] is not None
    assert tokens["Tarn"]["gauges"][0]["value"] is None
    assert wind.sheet("Kestrel")
    with pytest.raises(skirmish.Refused):
        wind.sheet("Tarn")
    with pytest.raises(skirmish.Refused):
        wind.ask("save")
    with pytest.raises(skirmish.Refused):
        wind.play("gm: Tarn.hp = 1")
    with pytest.raises(skirmish.Refused, match="nobody looks as"):
        battle.seen_by("wynd")
    asked = battle.combatants[battle.awaited.who[0]]
    other = next(side for side in battle.sides if side != asked)
    assert battle.seen_by(asked).choices() and not battle.seen_by(other).choices()


def test_saves_are_read_again(tmp_path: Path) -> None:
    battle = skirmish.open("duel", seed=7)
    for _ in range(5):
        battle.play(battle.choices()[-1])
    text = battle.save(tmp_path / "evening.skirmish")
    for again in (skirmish.open(tmp_path / "evening.skirmish"), skirmish.open(text)):
        assert again.save() == text
        assert again.choices() == battle.choices()
    with pytest.raises(skirmish.Refused, match="its own seed"):
        skirmish.open(text, seed=3)


def test_a_fork_goes_its_own_way() -> None:
    battle = skirmish.open("duel", seed=7)
    fork = battle.fork()
    fork.play(fork.choices()[0])
    assert len(fork.entries()) > len(battle.entries())


def test_a_notebook_shows_the_board() -> None:
    battle = skirmish.open("duel", seed=7)
    page = battle._repr_html_()
    assert "<svg" in page and "Kestrel" in page
    assert "30" in battle._repr_html_() or "hp" in page
    assert "<table" in battle.odds()._repr_html_()


CORNER = """rulebook = "sigil-of-uchma"
title = "The Corner"
[map]
rows = \"\"\"
...#...
...#...
...#...
.......
\"\"\"
[[combatant]]
name = "Ash"
creature = "steppe-guard"
side = "one"
at = "C2"
[[combatant]]
name = "Bran"
creature = "steppe-guard"
side = "two"
at = "G1"
"""


def test_what_a_side_does_not_see_is_hatched() -> None:
    battle = skirmish.open(CORNER, seed=1)
    assert "unseen" not in battle._repr_html_(), "whoever has the battle sees everything"
    bran = battle.seen_by("two")
    runs = bran.state()["seen"]
    page = bran._repr_html_()
    assert page.count("class='unseen'") == sum(runs[::2]) > 7
    assert f"Hatched: not seen now, {sum(runs[::2])} of 28 cells" in page
    # At the end of the wall one sees both sides of it.
    battle.play("gm: Bran.at = D4")
    assert "unseen" not in bran._repr_html_()
    assert "unseen" not in board_html({**bran.state(), "seen": None}), "it has not been worked out"


def test_names_cannot_write_into_a_notebook() -> None:
    encounter = """rulebook = "hayfork"
title = "<script>alert(1)</script>"
"""
    with pytest.raises(skirmish.FileError):
        skirmish.open(encounter)
    text = skirmish.open("duel").save().replace("Duel in the Meadow", "<script>alert(1)</script>")
    page = skirmish.open(text)._repr_html_()
    assert "<script>" not in page


def test_every_encounter_opens_and_is_played_to_its_end() -> None:
    for encounter in skirmish.encounters():
        name = f"{encounter['game']}/{encounter['name']}"
        battle = skirmish.open(name, seed=1, policies="plain")
        assert battle.over, name
        assert battle.log()


def test_rules_and_schemas_are_there() -> None:
    for game in skirmish.games():
        rules = skirmish.rules(game["name"])
        assert rules and all(rule["summary"] for rule in rules.values())
        assert "properties" in skirmish.schema(game["name"])


def test_choices_and_chances_are_pickled() -> None:
    choice = skirmish.open("duel", seed=7).choices()[3]
    again = pickle.loads(pickle.dumps(choice))
    assert again == choice and again.parts == choice.parts
    estimate = pickle.loads(pickle.dumps(skirmish.Estimate(0.5, 0.4, 0.6)))
    assert (estimate, estimate.low, estimate.high) == (0.5, 0.4, 0.6)
