"""docs/python.md: a battle as an environment for agents that learn."""

import numpy

# turns
from skirmish.env import battle_env

env = battle_env("duel")
env.reset(seed=1)
generator = numpy.random.default_rng(1)
for agent in env.agent_iter():
    observation, reward, termination, truncation, info = env.last()
    if termination or truncation:
        action = None
    else:
        action = int(generator.choice(numpy.flatnonzero(observation["action_mask"])))
    env.step(action)
print(env.battle.outcome)

# solo
from skirmish.env import SoloEnv

solo = SoloEnv("duel", side="wind", policies="plain")
observation, info = solo.reset(seed=1)
print(info["choices"][:3])
