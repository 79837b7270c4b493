"""What Python costs: `python measure/overhead.py`. It prints the tables of docs/python.md, as ratios and times.

Build the wheel with `bindings/run wheel` first: what is measured is a release build.
"""

import random
import time
from collections.abc import Callable

import numpy
import skirmish
from skirmish.env import battle_env


def seconds(act: Callable[[], int], least: float = 2.0) -> float:
    """Seconds for one of what is counted."""
    act()
    begun, count = time.perf_counter(), 0
    while time.perf_counter() - begun < least:
        count += act()
    return (time.perf_counter() - begun) / count


def in_python() -> int:
    """A duel of which every choice is drawn and given in Python."""
    battle = skirmish.open("duel", seed=next(SEEDS))
    while not battle.over:
        battle.play(LOTS.choice(battle.choices()))
    return 1


def by_policy() -> int:
    """The same on the same kind of battle, with its log, drawn in Rust."""
    assert skirmish.open("duel", seed=next(SEEDS), policies="random").over
    return 1


def simulated() -> int:
    """The same as simulations fight it: no log, nothing that can be taken back."""
    skirmish.sim("duel", fights=200, seed=next(SEEDS), policies="random", threads=1)
    return 200


def steps(make: Callable[[], object]) -> Callable[[], int]:
    """Steps of an environment by drawn legal actions."""

    def act() -> int:
        env = make()
        env.reset(seed=next(SEEDS))
        count = 0
        for _ in env.agent_iter():
            observation, _, termination, truncation, info = env.last()
            if termination or truncation:
                env.step(None)
                continue
            mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
            env.step(int(GENERATOR.choice(numpy.flatnonzero(mask))))
            count += 1
            if count >= 300:
                break
        return count

    return act


SEEDS = iter(range(10**9))
LOTS = random.Random(1)
GENERATOR = numpy.random.default_rng(1)


def main() -> None:
    whole = {
        "in Python": seconds(in_python),
        "by a policy, with its log": seconds(by_policy),
        "simulated": seconds(simulated),
    }
    print("| a duel of random choices | milliseconds | against one simulated |\n| --- | --- | --- |")
    for name, took in whole.items():
        print(f"| {name} | {1000 * took:.3f} | {took / whole['simulated']:.1f} |")
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    environments = {
        "skirmish, duel": steps(lambda: battle_env("duel")),
        "skirmish, crossfire": steps(lambda: battle_env("crossfire")),
        "PettingZoo, connect four": steps(connect_four_v3.env),
        "PettingZoo, tic-tac-toe": steps(tictactoe_v3.env),
    }
    print("\n| a step of | microseconds |\n| --- | --- |")
    for name, act in environments.items():
        print(f"| {name} | {1e6 * seconds(act):.0f} |")


main()
