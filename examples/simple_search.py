"""A player that tries every option on guesses at what it cannot see, against two who take the first thing."""

from __future__ import annotations

from kingsburg_rules import Action, Decision, Game, Position, load_rules

GUESSES = 4
WORTH = {"vp": 1.0, "good": 0.4, "plus2": 0.7, "soldier": 1.2}


def worth(position: Position, player: str) -> float:
    """Say what a player has, in victory points."""
    has = position.state.player(player)
    things = {"vp": has.vp, "good": sum(has.goods.values()), "plus2": has.plus2, "soldier": has.soldiers}
    return sum(WORTH[name] * count for name, count in things.items())


def finish_phase(position: Position, player: str) -> None:
    """Play to the end of the phase: the player goes on with the first option, the others do the least."""
    phase = position.state.phase
    while (decision := position.decision) is not None and position.state.phase == phase:
        position.step(decision.options[0 if decision.player == player else -1], decision.player)


def choose(position: Position, decision: Decision) -> Action:
    """Take the option that brings the player most by the end of the phase, on average over the guesses."""
    player = decision.player
    guesses = [position.determinize(player, seed) for seed in range(GUESSES)]

    def value(option: Action) -> float:
        total = 0.0
        for guess in guesses:
            after = guess.copy()
            after.step(option, player)
            finish_phase(after, player)
            total += worth(after, player)
        return total

    return max(decision.options, key=value)


def main() -> None:
    game = Game(load_rules(), players=("Searcher", "Brian", "Cindy"), seed=7)
    while (decision := game.decision) is not None:
        if decision.player == "Searcher":
            game.play(choose(game.position(), decision), decision.player)
        else:
            game.play(decision.options[0], decision.player)
    print(game.outcome)


if __name__ == "__main__":
    main()
