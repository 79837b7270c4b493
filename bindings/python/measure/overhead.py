"""What Python costs: `python measure/overhead.py`. It prints the tables of docs/python.md, as ratios and times.

Build the wheel with `bindings/run wheel` first: what is measured is a release build. Everything is measured in turn, several times,
and the least of each counts, since others use the machine as well. With --brief everything is run once, and no figure means anything.
"""

import random
import sys
import time
from collections.abc import Callable, Iterable

import numpy
import skirmish
from skirmish.env import battle_env

IS_BRIEF = "--brief" in sys.argv
#: So often everything is measured, and for so many seconds.
ROUNDS, SECONDS = (1, 0.02) if IS_BRIEF else (5, 0.5)

#: The same fights for everybody: what one fight costs depends on how long it lasts.
SEEDS = range(40) if not IS_BRIEF else range(3)


def in_python() -> int:
    """Duels of which every choice is drawn and given in Python."""
    lots = random.Random(1)
    for seed in SEEDS:
        battle = skirmish.open("duel", seed=seed)
        while not battle.over:
            battle.play(lots.choice(battle.choices()))
    return len(SEEDS)


def by_policy() -> int:
    """The same on the same kind of battle, with its log, drawn in Rust."""
    for seed in SEEDS:
        assert skirmish.open("duel", seed=seed, policies="random").over
    return len(SEEDS)


def simulated() -> int:
    """The same as simulations fight it: no log, nothing that can be taken back."""
    return len(skirmish.sim("duel", fights=20 if IS_BRIEF else 400, seed=1, policies="random", threads=1))


def steps(make: Callable[[], object]) -> Callable[[], int]:
    """Steps of an environment by drawn legal actions."""
    env = make()
    generator = numpy.random.default_rng(1)
    seeds = iter(range(10**9))

    def act() -> int:
        count = 0
        while count < (5 if IS_BRIEF else 300):
            env.reset(seed=next(seeds))
            for _ in env.agent_iter():
                observation, _, termination, truncation, info = env.last()
                if termination or truncation:
                    env.step(None)
                    continue
                mask = observation["action_mask"] if isinstance(observation, dict) else info["action_mask"]
                env.step(int(generator.choice(numpy.flatnonzero(mask))))
                count += 1
        return count

    return act


def least(acts: Iterable[tuple[str, Callable[[], int]]]) -> dict[str, float]:
    """Seconds for one of what each act counts: the least of several rounds, in each of which every act has its turn."""
    acts = list(acts)
    found = {name: float("inf") for name, _ in acts}
    for _ in range(ROUNDS):
        for name, act in acts:
            begun, count = time.perf_counter(), 0
            while time.perf_counter() - begun < SECONDS:
                count += act()
            found[name] = min(found[name], (time.perf_counter() - begun) / count)
    return found


def main() -> None:
    whole = least([("chosen in Python", in_python), ("by a policy, with its log", by_policy), ("simulated", simulated)])
    print("| a duel of random choices | milliseconds | against one simulated |\n| --- | --- | --- |")
    for name, took in whole.items():
        print(f"| {name} | {1000 * took:.3f} | {took / whole['simulated']:.1f} |")
    from pettingzoo.classic import connect_four_v3, tictactoe_v3

    environments = least(
        [
            ("skirmish, duel", steps(lambda: battle_env("duel"))),
            ("skirmish, crossfire", steps(lambda: battle_env("crossfire"))),
            ("PettingZoo, connect four", steps(connect_four_v3.env)),
            ("PettingZoo, tic-tac-toe", steps(tictactoe_v3.env)),
        ]
    )
    print("\n| a step of | microseconds | against connect four |\n| --- | --- | --- |")
    for name, took in environments.items():
        print(f"| {name} | {1e6 * took:.0f} | {took / environments['PettingZoo, connect four']:.1f} |")


main()
