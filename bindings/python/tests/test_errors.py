"""What is wrong is said with rule and place; whatever is handed in, nothing breaks."""

import pickle

import pytest
import skirmish
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st


def test_a_wrong_name_gets_the_nearest() -> None:
    with pytest.raises(skirmish.Refused, match="did you mean `duel`") as caught:
        skirmish.open("dule")
    assert caught.value.why == "there is no encounter `dule`"
    with pytest.raises(skirmish.SkirmishError, match="no-such.toml"):
        skirmish.open("no-such.toml")


def test_a_wrong_file_says_where() -> None:
    text = skirmish.open("duel").save().split("--- encounter\n")
    encounter = 'rulebook = "elemental-d6"\n[map]\nwidth = 4\nheight = 4\n[[combatant]]\nname = "A"\nside = "x"\nat = "Z9"\n'
    with pytest.raises(skirmish.FileError) as caught:
        skirmish.open(encounter)
    place = caught.value.places[0]
    assert (place.file, place.line) == ("text", 8) and place.column > 0 and place.message
    assert str(caught.value).startswith("text:8:")
    assert text


def test_what_a_rule_forbids_names_it() -> None:
    battle = skirmish.open("duel", seed=7)
    before = battle.save()
    foe = next(name for name in battle.combatants if name != battle.awaited.who[0])
    with pytest.raises(skirmish.Refused) as caught:
        battle.play(f"unarmed-strike at {foe}")
    assert caught.value.rule in skirmish.rules("elemental-d6")
    assert f"[{caught.value.rule}]" in str(caught.value)
    assert battle.save() == before


def test_they_come_from_another_process_as_they_are() -> None:
    caught: list[skirmish.SkirmishError] = []
    for wrong in ("dule", 'rulebook = "elemental-d6"\nsize = 3\n'):
        try:
            skirmish.open(wrong)
        except skirmish.SkirmishError as error:
            caught.append(error)
    caught.append(skirmish.Refused("why", "rule", "help"))
    for error in caught:
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
    assert [type(error) for error in caught] == [skirmish.Refused, skirmish.FileError, skirmish.Refused]


def test_nobody_looks_as_the_game_master_unless_named_so() -> None:
    battle = skirmish.open("ambush")
    for viewer in (None, 3, ["travellers"]):
        with pytest.raises(skirmish.Refused, match="a viewer is a text"):
            battle.seen_by(viewer)  # type: ignore[arg-type]
        with pytest.raises(skirmish.Refused, match="a viewer is a text"):
            battle.ask("state", viewer=viewer)
    assert battle.seen_by("gm").viewer == "gm"


def test_wrong_arguments_are_pythons_own() -> None:
    with pytest.raises(ValueError, match="rolled"):
        skirmish.open("duel", dice="thrown")
    with pytest.raises(ValueError):
        skirmish.sim("duel", fights=0)
    with pytest.raises(TypeError):
        skirmish.open(b"duel")  # type: ignore[arg-type]
    with pytest.raises(OverflowError):
        skirmish.open("duel", seed=-1)


BATTLE = skirmish.open("duel", seed=7)
SEATS = [BATTLE, BATTLE.seen_by("wind"), BATTLE.seen_by("water"), BATTLE.seen_by("spectator")]

WORDS = st.sampled_from(
    "gm: gm next: roll Kestrel Tarn = + - . : at to B3 Z99 hp pass blade spear-of-air \x00 \n \t é 💥 999999999999999999999 -1 [ ] { } \"".split(" ")
)
LINES = st.one_of(st.text(max_size=60), st.lists(WORDS, max_size=8).map(" ".join))


@settings(max_examples=400, deadline=None, suppress_health_check=list(HealthCheck))
@given(LINES, st.sampled_from(SEATS))
def test_no_line_breaks_anything(line: str, seat: skirmish.Seat) -> None:
    for use in (seat.facts, seat.read, seat.sheet, seat.odds):
        try:
            use(line)
        except skirmish.Flaw:
            raise
        except skirmish.SkirmishError as error:
            assert error.why
    fork = BATTLE.fork()
    try:
        fork.play(line)
    except skirmish.Flaw:
        raise
    except skirmish.SkirmishError as error:
        assert error.why


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.one_of(st.text(max_size=200), LINES.map(lambda line: f"skirmish 1\nencounter duel\n{line}\n")))
def test_no_text_breaks_anything(text: str) -> None:
    for use in (skirmish.open, lambda text: skirmish.sim(text, fights=1), skirmish.sweep):
        try:
            use(text + "\n")
        except skirmish.Flaw:
            raise
        except (skirmish.SkirmishError, ValueError) as error:
            assert str(error)


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck))
@given(st.dictionaries(st.sampled_from(["do", "line", "choice", "times", "entry", "who", "path", "acts", "budget"]), st.one_of(st.none(), st.integers(), st.text(max_size=8), st.booleans())))
def test_no_request_breaks_anything(members: dict) -> None:
    do = members.pop("do", "state")
    try:
        BATTLE.fork().ask(do, **{key: value for key, value in members.items()})
    except skirmish.Flaw:
        raise
    except skirmish.SkirmishError as error:
        assert error.why
