"""Two who strike each other with their fists in Legacy of Adventure, worked out in fractions.

`legacy.rs` holds what this prints against the program, with which it shares nothing: it is written from the rules alone,
exchange by exchange and round by round. Python 3 and its own library are all it needs: python3 legacy.py

Both are Aggressive in every Melee segment and strike at each other with all their actions: so nobody defends, and each exchange
falls at the same moment. Both may fall with it.
"""

from collections import defaultdict
from fractions import Fraction

ACTIONS = 4  # in a round: so many exchanges, all of them in its Melee segment


class Fighter:
    def __init__(self, strength, constitution, punch, hits):
        self.strength = strength
        # Nothing is worn: against what is physical there is Constitution alone.
        self.rating = constitution
        self.punch = punch
        self.hits = hits

    def score(self, hits):
        """What the die must not exceed: 4 less from half of the hits on."""
        return self.punch - (4 if 2 * hits <= self.hits else 0)


ASH = Fighter(strength=7, constitution=8, punch=13, hits=20)
BRAN = Fighter(strength=10, constitution=6, punch=11, hits=17)


def loss(by, hits, on):
    """What a blow of one who has so many hits left takes of another, with chances."""
    chances = defaultdict(Fraction)
    lands = Fraction(min(max(by.score(hits), 0), 20), 20)
    chances[0] += 1 - lands
    for face in range(1, 4):
        chances[max(0, by.strength + 2 + face - on.rating)] += lands / 3
    return chances


def exchange(hits):
    """What is left of both after an exchange."""
    ash, bran = hits
    after = defaultdict(Fraction)
    for of_bran, one in loss(ASH, ash, BRAN).items():
        for of_ash, other in loss(BRAN, bran, ASH).items():
            after[max(0, ash - of_ash), max(0, bran - of_bran)] += one * other
    return after


def is_over(hits):
    return 0 in hits


def round_of(hits):
    """What is left of both after a round, or when one has fallen in it."""
    standing = {hits: Fraction(1)}
    for _ in range(ACTIONS):
        after = defaultdict(Fraction)
        for now, share in standing.items():
            for then, chance in ({now: Fraction(1)} if is_over(now) else exchange(now)).items():
                after[then] += share * chance
        standing = after
    return standing


def whole():
    """The chance of each end, the mean of rounds, and the chances of the first few."""
    start = (ASH.hits, BRAN.hits)
    # How often a round begins so, all rounds together. Hits only fall, and rounds without a blow are a geometric series.
    begins, ends, mean = defaultdict(Fraction, {start: Fraction(1)}), defaultdict(Fraction), Fraction(0)
    for ash in range(ASH.hits, 0, -1):
        for bran in range(BRAN.hits, 0, -1):
            if (ash, bran) not in begins:
                continue
            leads = round_of((ash, bran))
            times = begins[ash, bran] / (1 - leads.pop((ash, bran), Fraction(0)))
            mean += times
            for to, chance in leads.items():
                (ends if is_over(to) else begins)[to] += times * chance
    by_round, standing = [], {start: Fraction(1)}
    for _ in range(4):
        after = defaultdict(Fraction)
        for now, share in standing.items():
            for to, chance in round_of(now).items():
                after[to] += share * chance
        by_round.append(sum(share for to, share in after.items() if is_over(to)))
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
    print("nobody wins", digits(ends[0, 0]))
    print("rounds on average", digits(mean))
    for nth, chance in enumerate(by_round, 1):
        print("ends in round", nth, digits(chance))
    for (ash, bran), chance in sorted(ends.items()):
        print("hits", ash, bran, digits(chance))
