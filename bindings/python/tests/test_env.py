"""Environments pass the tests of those who define them, and tell no secret."""

import warnings

import numpy
import pytest
import skirmish
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test
from skirmish.env import BattleEnv, SoloEnv, battle_env


@pytest.mark.parametrize("encounter", ["duel", "crossfire"])
def test_pettingzoos_own_test_passes(encounter: str) -> None:
    api_test(battle_env(encounter), num_cycles=300, verbose_progress=False)


def test_every_game_passes_it() -> None:
    first = {}
    for encounter in skirmish.encounters():
        first.setdefault(encounter["game"], f"{encounter['game']}/{encounter['name']}")
    for encounter in first.values():
        api_test(battle_env(encounter), num_cycles=60, verbose_progress=False)


def test_seeds_are_honoured() -> None:
    seed_test(lambda: battle_env("duel"), num_cycles=60)


def test_gymnasiums_own_test_passes() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error", DeprecationWarning)
        check_env(SoloEnv("duel"), skip_render_check=True)


def run(env: BattleEnv, seed: int) -> tuple[dict[str, float], int]:
    env.reset(seed=seed)
    generator = numpy.random.default_rng(seed)
    total = {agent: 0.0 for agent in env.possible_agents}
    steps = 0
    for agent in env.agent_iter():
        observation, reward, termination, truncation, _ = env.last()
        total[agent] += reward
        over = termination or truncation
        legal = numpy.flatnonzero(observation["action_mask"])
        env.step(None if over else int(generator.choice(legal)))
        steps += 1
    return total, steps


def test_somebody_wins() -> None:
    ended = [run(battle_env("duel"), seed)[0] for seed in range(4)]
    assert all(abs(value) in (0.0, 1.0) for total in ended for value in total.values())
    assert any(sum(map(abs, total.values())) == 2 and sum(total.values()) == 0 for total in ended)
    again = run(battle_env("duel"), 1)
    assert again == run(battle_env("duel"), 1)


def test_what_is_long_is_cut_off() -> None:
    env = battle_env("duel", most_steps=5)
    env.reset(seed=1)
    for _ in range(5):
        env.step(0)
    assert all(env.truncations.values()) and not any(env.terminations.values())


def test_an_action_is_one_of_the_list() -> None:
    env = battle_env("duel")
    env.reset(seed=1)
    observation, *_, info = env.last()
    assert observation["action_mask"].sum() == len(info["choices"])
    with pytest.raises(ValueError, match="action_mask"):
        env.step(255)


def test_choices_that_differ_look_different() -> None:
    """The word `at` took the place of the ability, and cells were counted otherwise than of creatures."""
    env = battle_env("duel")
    env.reset(seed=1)
    rows: set[tuple[float, ...]] = set()
    for _ in range(20):
        observation, *_, info = env.last()
        choices = info["choices"]
        rows = {tuple(row) for row in observation["observation"]["choices"][: len(choices)]}
        assert len(rows) == len(choices), choices
        env.step(0)
    tarn = env.battle.seen_by("water").state()["tokens"]
    own = next(token for token in tarn if token["side"] == 1)
    column, row = own["at"]
    seen = env.observe("water")["observation"]["creatures"]
    assert [column + 1, row + 1] in seen[:, 3:5].tolist()


def test_an_observation_is_that_of_the_seat() -> None:
    """Worlds that differ in a foe's hit points alone look the same to the other side."""
    env = battle_env("duel")
    env.reset(seed=1)
    other = next(agent for agent in env.possible_agents if agent != env.agent_selection)
    foe = next(name for name, side in env.battle.combatants.items() if side == other)
    hp = int(env.battle.read(f"{foe}.hp"))
    env.battle.play(f"gm: {foe}.hp = {hp - 1}")
    before, own_before = env.observe(env.agent_selection), env.observe(other)
    env.battle.play(f"gm: {foe}.hp = {hp - 2}")
    after, own = env.observe(env.agent_selection), env.observe(other)
    for part in ("creatures", "choices"):
        assert numpy.array_equal(before["observation"][part], after["observation"][part])
    assert not numpy.array_equal(own["observation"]["creatures"], own_before["observation"]["creatures"])
    # Whose turn it is not is given no choices.
    assert own["action_mask"].sum() == 0


def test_what_nobody_knew_of_is_found_out_by_trying() -> None:
    """Somebody unseen may stand in the way: the choice is refused, its agent is asked again, and it is not listed as open."""
    env = battle_env("ambush")
    found = 0
    for seed in range(12):
        env.reset(seed=seed)
        generator = numpy.random.default_rng(seed)
        for _ in range(120):
            observation, _, termination, truncation, _ = env.last()
            if termination or truncation:
                break
            agent, action = env.agent_selection, int(generator.choice(numpy.flatnonzero(observation["action_mask"])))
            env.step(action)
            if "refused" in env.infos[agent]:
                found += 1
                assert env.agent_selection == agent and env.observe(agent)["action_mask"][action] == 0
    assert found > 0


def test_one_agent_plays_against_policies() -> None:
    env = SoloEnv("duel", side="water")
    observation, info = env.reset(seed=4)
    over = cut = False
    reward = 0.0
    while not (over or cut):
        assert len(info["choices"]) == observation["action_mask"].sum() > 0
        observation, reward, over, cut, info = env.step(0)
    assert reward in (-1.0, 0.0, 1.0)
    env.reset(seed=4)
    _, reward, over, _, info = env.step(255)
    assert (reward, over, info["illegal"]) == (-1.0, True, True)
    with pytest.raises(ValueError, match="wind, water"):
        SoloEnv("duel", side="fire")
