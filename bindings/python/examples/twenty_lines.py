import skirmish

battle = skirmish.open("duel", seed=7, policies={"water": "plain"})
while not battle.over:
    attacks = [choice for choice in battle.choices() if "Tarn" in choice.of("creature")]
    odds = {choice: battle.odds(choice, through=True) for choice in attacks}
    best = max(odds, key=lambda choice: odds[choice].gain, default=None)
    if best is None:
        battle.decide("plain")
    else:
        print(best, odds[best])
        battle.play(best)
print(battle.outcome)
print(skirmish.sim("duel", fights=500).chances)
