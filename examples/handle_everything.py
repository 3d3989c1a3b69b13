"""A place for every kind of decision, a label for every action, and something to show for every event.

The last case of each function handles the kinds that have no case of their own. Replace it by
`assert_never(...)`, and a type checker lists the kinds that are missing.
"""

from __future__ import annotations

from kingsburg_rules import (
    AnyAction,
    AnyEvent,
    Bid,
    Build,
    Built,
    CardEntered,
    CardLeft,
    Choose,
    ChooseDie,
    Decision,
    Destroyed,
    DiceReturned,
    DiceRolled,
    Done,
    EnemyRevealed,
    EnemySeen,
    Fought,
    Gained,
    Game,
    GameEnded,
    Give,
    HandSeen,
    Influence,
    Influenced,
    Lost,
    Pass,
    Pay,
    PhaseStarted,
    Recruit,
    Rules,
    Take,
    TileLaid,
    TileRemoved,
    Trade,
    TurnOrderSet,
    Use,
    YearStarted,
    describe,
    load_rules,
)


def place(decision: Decision) -> str:
    """Which part of a screen answers a decision."""
    match decision.kind:
        case "influence":
            return "the board, with the player's dice"
        case "build":
            return "the player's sheet"
        case "recruit":
            return "the soldiers"
        case "use":
            return f"the card {decision.source}, waiting"
        case "choose":
            return "a list"
        case "die":
            return "the dice"
        case "roll" | "draw" | "arrange":
            return "nothing: chance answers"
        case _:
            return f"a dialog with the {len(decision.options)} options"


def label(action: AnyAction) -> str:
    """What a button says."""
    match action:
        case Pass() | Done():
            return type(action).__name__
        case Influence(advisor, dice, bonus, plus2):
            return f"{advisor} with {sum(dice) + sum(bonus) + plus2}"
        case Build(building):
            return building
        case Recruit(soldiers):
            return f"{soldiers} soldiers"
        case Use(card):
            return card
        case Take(gain):
            return f"+{dict(gain)}"
        case Give(price) | Pay(price) | Bid(price):
            return f"-{dict(price)}"
        case Trade(pay, gain):
            return f"{dict(pay)} for {dict(gain)}"
        case Choose(things):
            return " and ".join(map(str, things)) or "nothing"
        case ChooseDie(value):
            return f"the {value}"
        case _:
            return str(action)


def animation(event: AnyEvent, rules: Rules) -> str:
    """What a screen shows when something happened; a sentence for all that it does not animate."""
    match event:
        case YearStarted(year=year):
            return f"the calendar turns to year {year}"
        case PhaseStarted(phase=phase):
            return f"the marker moves to {phase}"
        case TurnOrderSet(players=players):
            return f"the seats line up: {', '.join(players)}"
        case Gained(player=player, resource=resource, amount=amount):
            return f"{amount} {resource} fly to {player}"
        case Lost(player=player, resource=resource, amount=amount):
            return f"{amount} {resource} fly from {player}"
        case DiceRolled(player=player, dice=dice, bonus=bonus):
            return f"the dice of {player or 'all'} roll: {dice} {bonus}"
        case Influenced(player=player, advisor=advisor):
            return f"dice of {player or 'nobody'} slide to {advisor}"
        case DiceReturned():
            return "all dice slide home"
        case Built(player=player, building=building):
            return f"{building} rises on the sheet of {player}"
        case Destroyed(player=player, building=building):
            return f"{building} of {player} falls"
        case CardEntered(card=card) | CardLeft(card=card):
            return f"{card} comes or goes"
        case TileLaid(advisor=advisor, tile=tile) | TileRemoved(advisor=advisor, tile=tile):
            return f"{tile} on or off {advisor}"
        case EnemyRevealed(enemy=enemy):
            return f"{enemy} is turned over"
        case EnemySeen() | HandSeen():
            return f"for {event.player} alone: {describe(event, rules)}"
        case Fought(player=player, outcome=outcome):
            return f"{player}: {outcome}"
        case GameEnded(winners=winners):
            return f"fireworks for {' and '.join(winners)}"
        case _:
            return describe(event, rules)


def main() -> None:
    """Play a game and tell its first and its last moments."""
    game = Game(load_rules(), players=("Ann", "Brian"), seed=7)
    told: list[str] = []
    while (decision := game.decision) is not None:
        option = decision.options[0]
        told.append(f"{decision.player} on {place(decision)}: {label(option)}")
        told += [f"    {animation(event, game.rules)}" for event in game.play(option)]
    print(*told[:12], "    ...", *told[-4:], sep="\n")
    print(game.outcome)


if __name__ == "__main__":
    main()
