"""Battles as environments for agents that learn: PettingZoo's turns (an agent for each side), and Gymnasium's one agent.

Needs ``numpy``, ``gymnasium`` and, for several agents, ``pettingzoo``: ``pip install "skirmish[env]"``.

What an agent observes is what its side may know, and nothing else: rows of an observation are given to creatures in the order
in which this side has first seen them, and there are always as many rows, so not even their number tells of anybody unseen.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Optional, Union

import gymnasium
import numpy
from gymnasium import spaces
from pettingzoo import AECEnv

from ._battle import Battle, Seat, open
from ._errors import Refused
from ._source import Policies, Source

__all__ = ["BattleEnv", "SoloEnv", "battle_env"]

#: What is told of a creature: is it there, own side, able, column and row (from 1), then so many gauges: known, value, most.
_GAUGES = 3
_FEATURES = 5 + 3 * _GAUGES
#: What is told of a choice: its verb and its ability by number, whose row it aims at, column and row (from 1) of the cell it names, and
#: by number all else that it says, such as an option or an item.
_PARTS = 6
#: A body's health in a word, where its number is not for this side.
_WORDS = {"unhurt": 1.0, "hurt": 0.6, "badly hurt": 0.3, "down": 0.0}

Observation = dict[str, Any]


def _cell(label: str) -> list[float]:
    """Column and row, from 1, of a cell by its label: of ``C5`` 3 and 5."""
    letters = label.rstrip("0123456789")
    column = 0
    for letter in letters:
        column = column * 26 + ord(letter.upper()) - 64
    return [float(column), float(label[len(letters) :] or 0)]


class _Eyes:
    """What one side has seen: rows for creatures, numbers for words, both in the order first met."""

    def __init__(self, seat: Seat, creatures: int, choices: int) -> None:
        self.seat = seat
        self.creatures = creatures
        self.most_choices = choices
        self.rows: dict[str, int] = {}
        self.words: dict[str, int] = {}
        self.choices: list[str] = []
        #: Choices that were refused to this question: what a side does not know of may stand in the way.
        self.refused: set[str] = set()

    def play(self, who: str, action: int) -> Optional[str]:
        """Makes a choice that was shown. If it cannot be made after all, says why: one finds out by trying."""
        choice = self.choices[action]
        try:
            self.seat.play(f"{who}: {choice}")
        except Refused as no:
            self.refused.add(choice)
            if len(self.refused) == len(self.choices):
                self.seat.ask("pass")
                self.refused.clear()
            return str(no)
        self.refused.clear()
        return None

    def is_open(self, action: int) -> bool:
        """Is it a number of a choice that can be tried?"""
        return 0 <= action < len(self.choices) and self.choices[action] not in self.refused

    def look(self) -> Observation:
        state = self.seat.state()
        side = state["sides"].index(self.seat.viewer)
        creatures = numpy.zeros((self.creatures, _FEATURES), numpy.float32)
        for token in state["tokens"]:
            row = self.rows.setdefault(token["name"], len(self.rows))
            if row < self.creatures:
                creatures[row] = self._creature(token, side)
        listed = (state["awaited"] or {}).get("choices", [])[: self.most_choices]
        self.choices = [one["text"] for one in listed]
        choices = numpy.zeros((self.most_choices, _PARTS), numpy.float32)
        for at, one in enumerate(listed):
            choices[at] = self._choice(one["parts"])
        mask = numpy.zeros(self.most_choices, numpy.int8)
        for at, text in enumerate(self.choices):
            mask[at] = text not in self.refused
        return {"observation": {"creatures": creatures, "choices": choices}, "action_mask": mask}

    def _creature(self, token: Mapping[str, Any], side: int) -> list[float]:
        told = [1.0, float(token["side"] == side), float(token["able"]), token["at"][0] + 1.0, token["at"][1] + 1.0]
        for gauge in token["gauges"][:_GAUGES]:
            value = gauge["value"]
            told += [0.0, _WORDS.get(gauge["word"], 0.5), 1.0] if value is None else [1.0, value, gauge["most"] or 0]
        return told + [0.0] * (_FEATURES - len(told))

    def _choice(self, parts: list[dict[str, Any]]) -> list[float]:
        told = [0.0] * _PARTS
        rest = []
        for part in parts:
            kind, text = part["kind"], part["text"]
            if kind == "creature" and text in self.rows:
                told[2] = self.rows[text] + 1.0
            elif kind == "cell":
                told[3:5] = _cell(text)
            elif kind in ("verb", "ability"):
                told[0 if kind == "verb" else 1] = self._number(text)
            elif kind != "word":
                rest.append(text)
            if kind == "way" and part.get("cells"):
                told[3:5] = _cell(part["cells"][-1])
        if rest:
            told[5] = self._number(" ".join(rest))
        return told

    def _number(self, text: str) -> float:
        return float(self.words.setdefault(text, len(self.words) + 1))

    def space(self) -> spaces.Dict:
        def box(rows: int, columns: int) -> spaces.Box:
            return spaces.Box(-numpy.inf, numpy.inf, (rows, columns), numpy.float32)

        observed: dict[str, spaces.Space[Any]] = {"creatures": box(self.creatures, _FEATURES), "choices": box(self.most_choices, _PARTS)}
        return spaces.Dict({"observation": spaces.Dict(observed), "action_mask": spaces.MultiBinary(self.most_choices)})


class BattleEnv(AECEnv[str, Observation, int]):  # type: ignore[misc]
    """A battle for several agents, one for each side. Whoever is asked chooses from the list that the rules give: an action is
    the number of a choice in it, and ``action_mask`` says how many there are; ``infos[agent]["choices"]`` has them in words.

    What a side does not know of may stand in the way of a choice: then the same agent is asked again without it, and its info says
    why (``refused``). A side that wins is rewarded with 1 and the others with -1 when the battle ends. After ``most_steps`` choices it is cut off.
    """

    metadata = {"name": "skirmish_v0", "render_modes": ["html"], "is_parallelizable": False}

    def __init__(
        self,
        encounter: Source = "duel",
        *,
        most_choices: int = 256,
        most_creatures: int = 32,
        most_steps: int = 2_000,
        render_mode: Optional[str] = None,
    ) -> None:
        super().__init__()
        self.encounter = encounter
        self.render_mode = render_mode
        self._sizes = (most_creatures, most_choices)
        self._most_steps = most_steps
        self._generator = numpy.random.default_rng()
        self._begin(0)
        self.possible_agents = list(self.battle.sides)
        self.observation_spaces = {agent: self._eyes[agent].space() for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(most_choices) for agent in self.possible_agents}

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    def _begin(self, seed: int) -> None:
        self.battle: Battle = open(self.encounter, seed=seed, routine="take")
        self._eyes = {side: _Eyes(self.battle.seen_by(side), *self._sizes) for side in self.battle.sides}
        self._sides = self.battle.combatants
        self._steps = 0
        #: Has the agent who is asked looked, so that its numbers of choices are those of now?
        self._shown = False

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        if seed is not None:
            self._generator = numpy.random.default_rng(seed)
        self._begin(int(self._generator.integers(2**32)))
        self.agents = list(self.possible_agents)
        self.rewards = {agent: 0.0 for agent in self.agents}
        self._cumulative_rewards = {agent: 0.0 for agent in self.agents}
        self.terminations = {agent: False for agent in self.agents}
        self.truncations = {agent: False for agent in self.agents}
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._ask()

    def observe(self, agent: str) -> Observation:
        observation = self._eyes[agent].look()
        self._shown = self._shown or agent == self.agent_selection
        if agent in self.infos:
            self.infos[agent]["choices"] = list(self._eyes[agent].choices)
        return observation

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        eyes = self._eyes[agent]
        if not self._shown:
            eyes.look()
        if action is None or not eyes.is_open(int(action)):
            raise ValueError(f"{agent} has {len(eyes.choices)} choices, and {action} is none of them: look at `action_mask`")
        refused = eyes.play(self._asked, int(action))
        self.infos[agent] = {} if refused is None else {"refused": refused}
        self._shown = False
        self._steps += 1
        self._cumulative_rewards[agent] = 0.0
        self._clear_rewards()
        self._ask()
        self._accumulate_rewards()

    def _ask(self) -> None:
        """The next agent, or the end."""
        awaited = self.battle.awaited
        if awaited is None or self.battle.over:
            winner = self.battle.winner
            for agent in self.agents:
                self.rewards[agent] = 0.0 if winner is None else 1.0 if agent == winner else -1.0
                self.terminations[agent] = True
            self.agent_selection = self.agents[0]
            return
        self._asked = awaited.who[0]
        self.agent_selection = self._sides[self._asked]
        if self._steps >= self._most_steps:
            self.truncations = {agent: True for agent in self.agents}

    def render(self) -> Optional[str]:
        return self.battle._repr_html_() if self.render_mode == "html" else None

    def close(self) -> None:
        pass


def battle_env(encounter: Source = "duel", **settings: Any) -> BattleEnv:
    """An environment of PettingZoo."""
    return BattleEnv(encounter, **settings)


class SoloEnv(gymnasium.Env[Observation, Union[int, numpy.int64]]):
    """A battle for one agent, who plays one side; the others are played by policies.

    An action that is masked out ends the battle with a reward of -1 and says so in ``info["illegal"]``.
    """

    metadata = {"render_modes": ["html"]}

    def __init__(
        self,
        encounter: Source = "duel",
        *,
        side: Optional[str] = None,
        policies: Optional[Policies] = None,
        most_choices: int = 256,
        most_creatures: int = 32,
        most_steps: int = 2_000,
        render_mode: Optional[str] = None,
    ) -> None:
        self.encounter = encounter
        self.render_mode = render_mode
        self._sizes = (most_creatures, most_choices)
        self._most_steps = most_steps
        sides = open(encounter).sides
        self.side = side or sides[0]
        if self.side not in sides:
            raise ValueError(f"there is no side {self.side!r}; the sides are: {', '.join(sides)}")
        others = policies if policies is not None else "plain"
        self._policies = {other: others for other in sides if other != self.side} if isinstance(others, str) else others
        self._begin(0)
        self.observation_space = self._eyes.space()
        self.action_space = spaces.Discrete(most_choices)

    def _begin(self, seed: int) -> None:
        self.battle: Battle = open(self.encounter, seed=seed, routine="take", policies=self._policies)
        self._eyes = _Eyes(self.battle.seen_by(self.side), *self._sizes)
        self._steps = 0

    def _told(self) -> tuple[Observation, dict[str, Any]]:
        observation = self._eyes.look()
        return observation, {"choices": list(self._eyes.choices), "action_mask": observation["action_mask"]}

    def reset(
        self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self._begin(int(self.np_random.integers(2**32)))
        return self._told()

    def step(self, action: Union[int, numpy.int64]) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        if not self._eyes.is_open(int(action)):
            observation, info = self._told()
            return observation, -1.0, True, False, {**info, "illegal": True}
        awaited = self._eyes.seat.awaited
        refused = self._eyes.play(awaited.who[0] if awaited is not None else "", int(action))
        self._steps += 1
        observation, info = self._told()
        if refused is not None:
            info["refused"] = refused
        if self.battle.over:
            winner = self.battle.winner
            return observation, 0.0 if winner is None else 1.0 if winner == self.side else -1.0, True, False, info
        return observation, 0.0, False, self._steps >= self._most_steps, info

    def render(self) -> Optional[str]:
        return self.battle._repr_html_() if self.render_mode == "html" else None
