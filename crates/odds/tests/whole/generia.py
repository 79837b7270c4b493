"""Two who strike each other with their fists in Generia, worked out in fractions.

`generia.rs` holds what this prints against the program, with which it shares nothing: it is written from the rules alone, blow
by blow and round by round. Python 3 and its own library are all it needs: python3 generia.py

Ash dodges whatever comes; Bran parries it with his fist, throws the second die, and picks the zone where his armour is. Both
are so hardy that no shock takes them out before their last wound.
"""

from collections import defaultdict
from fractions import Fraction


class Fighter:
    def __init__(self, strength, dexterity, perception, proficiency, limit, threshold, armour, parries):
        half = lambda attribute: attribute // 2
        self.perception = half(perception)
        # A fist multiplies the modifiers of dexterity (to hit) and of strength (damage) by 1.
        self.attack = proficiency + half(dexterity)
        self.damage = half(strength)
        self.dodge = half(dexterity) + half(perception)
        self.limit = limit
        self.threshold = threshold
        self.armour = armour
        self.parries = parries


ASH = Fighter(4, 6, 2, 1, 4, 3, {"torso": 1, "arms": 0, "legs": 0, "head": 0}, False)
BRAN = Fighter(6, 4, 0, 3, 5, 3, {"torso": 2, "arms": 1, "legs": 0, "head": 0}, True)
PICKED = "torso"
ZONES = {"torso": Fraction(5, 10), "arms": Fraction(2, 10), "legs": Fraction(2, 10), "head": Fraction(1, 10)}


def met(by, on):
    """How a blow is met: not at all, in a zone that is picked, or wholly; with chances."""
    chances = defaultdict(Fraction)
    for attack in range(1, 21):
        total = attack + by.attack
        for die in range(1, 13):
            share = Fraction(1, 20 * 12)
            if not on.parries:
                chances["stopped" if die + on.dodge >= total else "lands"] += share
            elif die + on.attack < total:
                chances["lands"] += share
            elif die >= 10:
                chances["stopped"] += share
            else:
                second = Fraction(12 - die + 1, 12)
                chances["stopped"] += share * second
                chances["picked"] += share * (1 - second)
    return chances


def wounds_in(by, on, zone):
    """How many wounds a blow deals that lands in a zone."""
    chances = defaultdict(Fraction)
    for face in range(1, 7):
        damage = face + by.damage
        chances[max(0, (damage - 1) // (on.threshold + on.armour[zone]))] += Fraction(1, 6)
    return chances


def blow(by, on):
    """How many wounds a blow deals."""
    chances = defaultdict(Fraction)
    for how, share in met(by, on).items():
        if how == "stopped":
            chances[0] += share
            continue
        zones = ZONES if how == "lands" else {PICKED: Fraction(1)}
        for zone, part in zones.items():
            for wounds, chance in wounds_in(by, on, zone).items():
                chances[wounds] += share * part * chance
    return chances


def initiative():
    """The chance of each order: Ash first, or Bran. Of equals the one of keener perception begins."""
    first = Fraction(0)
    for one in range(1, 9):
        for other in range(1, 9):
            ash, bran = (one + ASH.perception, ASH.perception), (other + BRAN.perception, BRAN.perception)
            assert ash != bran
            first += Fraction(int(ash > bran), 64)
    return {(0, 1): first, (1, 0): 1 - first}


def round_of(order, wounds):
    """Where a round leads: the wounds of both. A round is played to its end; who is out of it does nothing."""
    fighters = [ASH, BRAN]
    standing = {wounds: Fraction(1)}
    for who in order:
        after = defaultdict(Fraction)
        for now, share in standing.items():
            foe = 1 - who
            if any(now[one] >= fighters[one].limit for one in (0, 1)):
                after[now] += share
                continue
            for dealt, chance in blow(fighters[who], fighters[foe]).items():
                then = list(now)
                then[foe] = min(then[foe] + dealt, fighters[foe].limit)
                after[tuple(then)] += share * chance
        standing = after
    return standing


def whole():
    """The chance of each end, the mean of rounds, and the chances of the first few."""
    is_over = lambda wounds: wounds[0] >= ASH.limit or wounds[1] >= BRAN.limit
    ends, mean, by_round = defaultdict(Fraction), Fraction(0), []
    for order, share in initiative().items():
        # How often a round begins so, all rounds together. Wounds only rise, and rounds without any are a geometric series.
        begins = defaultdict(Fraction)
        begins[(0, 0)] = share
        for ash in range(ASH.limit):
            for bran in range(BRAN.limit):
                come = begins[(ash, bran)]
                leads = round_of(order, (ash, bran))
                times = come / (1 - leads.pop((ash, bran), Fraction(0)))
                mean += times
                for to, chance in leads.items():
                    (ends if is_over(to) else begins)[to] += times * chance
        standing = {(0, 0): share}
        for nth in range(4):
            after = defaultdict(Fraction)
            for now, part in standing.items():
                for to, chance in round_of(order, now).items():
                    after[to] += part * chance
            over = sum(part for to, part in after.items() if is_over(to))
            by_round += [Fraction(0)] * (nth + 1 - len(by_round))
            by_round[nth] += over
            standing = {to: part for to, part in after.items() if not is_over(to)}
    return ends, mean, by_round


def digits(fraction):
    """As many digits as tell the nearest double from all others."""
    return repr(fraction.numerator / fraction.denominator)


if __name__ == "__main__":
    ends, mean, by_round = whole()
    ash = sum(chance for (_, bran), chance in ends.items() if bran >= BRAN.limit)
    assert sum(ends.values()) == 1
    print("Ash wins", digits(ash))
    print("Bran wins", digits(1 - ash))
    print("rounds on average", digits(mean))
    for nth, chance in enumerate(by_round, 1):
        print("ends in round", nth, digits(chance))
    for (one, other), chance in sorted(ends.items()):
        print("wounds", one, other, digits(chance))
