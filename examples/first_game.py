"""A whole game in which everybody takes the first thing offered."""

from kingsburg_rules import Game, load_rules

game = Game(load_rules(), players=("Ann", "Brian", "Cindy"), seed=7)

while game.decision is not None:
    for event in game.play(game.decision.options[0]):
        print(event)

print(game.outcome)
