"""Two who strike each other with their fists in Fragments of Power, worked out in fractions.

`fragments.rs` holds what this prints against the program, with which it shares nothing: it is written from the rules alone,
forward, turn by turn and blow by blow. Python 3 and its own library are all it needs: python3 fragments.py

Each strikes with all three actions of every turn. Whoever comes to 0 hit points or less can no longer fight, and the fight is
over at that blow: nobody bleeds for long.
"""

from collections import defaultdict
from fractions import Fraction

ACTIONS = 3
FACES = range(1, 21)


class Fighter:
    def __init__(self, strength, dexterity, defense, hp):
        self.strength = strength
        # All are of Level 1, which is added to everything that is thrown.
        self.attack = 1 + strength
        self.initiative = 1 + dexterity
        self.defense = defense
        self.hp = hp


ASH = Fighter(strength=3, dexterity=2, defense=14, hp=11)
BRAN = Fighter(strength=4, dexterity=1, defense=12, hp=9)


def loss(by, on):
    """What a blow takes, with chances: a 20 that hits takes twice as much."""
    chances = defaultdict(Fraction)
    for face in FACES:
        if face + by.attack < on.defense:
            chances[0] += Fraction(1, 20)
            continue
        for fist in (1, 2):
            chances[(2 if face == 20 else 1) * (fist + by.strength)] += Fraction(1, 40)
    return chances


def ash_begins():
    """The chance that Ash acts first: the higher count, and of equal ones either."""
    chance = Fraction(0)
    for ash in FACES:
        for bran in FACES:
            counts = ash + ASH.initiative, bran + BRAN.initiative
            chance += Fraction(1, 400) * (Fraction(1, 2) if counts[0] == counts[1] else counts[0] > counts[1])
    return chance


def is_over(hp):
    return min(hp) <= 0


def turn(standing, by):
    """Three blows of Ash (0) or Bran (1), or fewer if one of them ends it."""
    losses = loss(*((ASH, BRAN) if by == 0 else (BRAN, ASH)))
    for _ in range(ACTIONS):
        after = defaultdict(Fraction)
        for hp, share in standing.items():
            if is_over(hp):
                after[hp] += share
                continue
            for points, chance in losses.items():
                after[(hp[0], hp[1] - points) if by == 0 else (hp[0] - points, hp[1])] += share * chance
        standing = after
    return standing


def whole():
    """The chance of each end, the mean of rounds, and the chances of the first few."""
    ends, mean, by_round = defaultdict(Fraction), Fraction(0), [Fraction(0)] * 6
    begins = ash_begins()
    start = ASH.hp, BRAN.hp
    for first, chance in ((0, begins), (1, 1 - begins)):
        def round_of(hp):
            return turn(turn({hp: Fraction(1)}, first), 1 - first)

        # How often a round begins so, all rounds together. Hit points only fall, and rounds without a blow are a geometric
        # series.
        times = defaultdict(Fraction, {start: chance})
        for ash in range(ASH.hp, 0, -1):
            for bran in range(BRAN.hp, 0, -1):
                if (ash, bran) not in times:
                    continue
                leads = round_of((ash, bran))
                often = times[ash, bran] / (1 - leads.pop((ash, bran), Fraction(0)))
                mean += often
                for to, share in leads.items():
                    (ends if is_over(to) else times)[to] += often * share
        standing = {start: chance}
        for nth in range(len(by_round)):
            after = defaultdict(Fraction)
            for now, share in standing.items():
                for to, chance_of in round_of(now).items():
                    after[to] += share * chance_of
            by_round[nth] += sum(share for to, share in after.items() if is_over(to))
            standing = {to: share for to, share in after.items() if not is_over(to)}
    return ends, mean, by_round


def digits(fraction):
    """As many digits as tell the nearest double from all others."""
    return repr(fraction.numerator / fraction.denominator)


if __name__ == "__main__":
    ends, mean, by_round = whole()
    assert sum(ends.values()) == 1
    print("Ash wins", digits(sum(chance for (ash, _), chance in ends.items() if ash > 0)))
    print("Bran wins", digits(sum(chance for (_, bran), chance in ends.items() if bran > 0)))
    print("rounds on average", digits(mean))
    for nth, chance in enumerate(by_round, 1):
        print("ends in round", nth, digits(chance))
    for (ash, bran), chance in sorted(ends.items()):
        print("hp", ash, bran, digits(chance))
