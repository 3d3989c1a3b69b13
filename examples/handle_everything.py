"""Every kind of decision, every action and every event has its line; a type checker finds one forgotten."""

from __future__ import annotations

from typing import assert_never

from kingsburg_rules import (
    AbilityUsed,
    AnyAction,
    AnyEvent,
    Arrange,
    Bid,
    BiddingOpened,
    BidMade,
    Build,
    Built,
    CardDiscarded,
    CardEntered,
    CardLeft,
    CardsOffered,
    CardsWithdrawn,
    CardTaken,
    Choose,
    ChooseDie,
    Decision,
    Destroyed,
    DiceMoved,
    DiceReturned,
    DiceRolled,
    Done,
    Draw,
    EnemyJoined,
    EnemyLeft,
    EnemyRevealed,
    EnemySeen,
    Fought,
    Gained,
    Game,
    GameEnded,
    GiftsLaid,
    Give,
    HandChanged,
    HandSeen,
    Influence,
    Influenced,
    Lost,
    Marked,
    Noted,
    Pass,
    Passed,
    Pay,
    Peeked,
    PhaseStarted,
    Recruit,
    Rewarded,
    Roll,
    RowsCovered,
    Take,
    TileLaid,
    TileRemoved,
    Trade,
    TurnOrderSet,
    Use,
    YearStarted,
    load_rules,
)


def question(decision: Decision) -> str:
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
        case "take" | "give" | "pay" | "trade" | "bid":
            return "a dialog with goods"
        case "choose":
            return "a list"
        case "die":
            return "the dice"
        case "roll" | "draw" | "arrange":
            return "nothing: chance answers"
        case _:
            assert_never(decision.kind)


def answer(action: AnyAction) -> str:
    """What a button says."""
    match action:
        case Pass():
            return "Pass"
        case Done():
            return "Done"
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
        case Give(lose):
            return f"-{dict(lose)}"
        case Pay(price) | Bid(price):
            return f"pay {dict(price)}"
        case Trade(pay, gain):
            return f"{dict(pay)} for {dict(gain)}"
        case Choose(choice):
            return choice
        case ChooseDie(value):
            return f"the {value}"
        case Roll(dice):
            return f"rolled {dice}"
        case Draw(card):
            return f"drawn {card}"
        case Arrange(players):
            return ", ".join(players)
        case _:
            assert_never(action)


def animation(event: AnyEvent) -> str:
    """What a screen does when something happened; a screen that does nothing says so too."""
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
        case DiceMoved(from_advisor=here, to_advisor=there):
            return f"dice slide from {here} to {there}"
        case DiceReturned():
            return "all dice slide home"
        case Passed(player=player, what=what):
            return f"{player} shakes the head: no {what}"
        case Rewarded(player=player, advisor=advisor):
            return f"{advisor} lights up for {player}"
        case Built(player=player, building=building):
            return f"{building} rises on the sheet of {player}"
        case Destroyed(player=player, building=building):
            return f"{building} of {player} falls"
        case RowsCovered(player=player, strips=strips):
            return f"{', '.join(strips)} on the sheet of {player}"
        case CardEntered(card=card) | CardLeft(card=card):
            return f"{card} comes or goes"
        case CardTaken(player=player, card=card) | CardDiscarded(player=player, card=card):
            return f"{card} moves, by {player}"
        case HandChanged(player=player, count=count):
            return f"{player} holds {count} cards"
        case HandSeen(player=player, cards=cards):
            return f"for {player} alone: {', '.join(cards)}"
        case CardsOffered(cards=cards) | CardsWithdrawn(cards=cards):
            return f"the auction shows or clears {', '.join(cards)}"
        case BiddingOpened(card=card):
            return f"the hammer rises for {card}"
        case BidMade(player=player, amount=amount):
            return f"{player} bids {amount}"
        case TileLaid(advisor=advisor, tile=tile) | TileRemoved(advisor=advisor, tile=tile):
            return f"{tile} on or off {advisor}"
        case Marked(advisor=advisor, count=count):
            return f"{count} markers on {advisor}"
        case GiftsLaid(advisor=advisor, resource=resource, amount=amount):
            return f"{amount} {resource} lie on {advisor}"
        case AbilityUsed(card=card):
            return f"{card} lights up"
        case Noted(card=card, value=value):
            return f"the counter of {card} shows {value}"
        case Peeked(player=player):
            return f"{player} looks under a card"
        case EnemySeen(player=player, enemy=enemy):
            return f"for {player} alone: {enemy}"
        case EnemyRevealed(enemy=enemy) | EnemyJoined(enemy=enemy):
            return f"{enemy} is turned over"
        case Fought(player=player, outcome=outcome):
            return f"{player}: {outcome}"
        case EnemyLeft(enemy=enemy):
            return f"{enemy} leaves"
        case GameEnded(winners=winners):
            return f"fireworks for {' and '.join(winners)}"
        case _:
            assert_never(event)


def main() -> None:
    """Play a game and tell its first and its last moments."""
    game = Game(load_rules(), players=("Ann", "Brian"), seed=7)
    told: list[str] = []
    while (decision := game.decision) is not None:
        option = decision.options[0]
        told.append(f"{decision.player} on {question(decision)}: {answer(option)}")
        told += [f"    {animation(event)}" for event in game.play(option)]
    print(*told[:12], "    ...", *told[-4:], sep="\n")
    print(game.outcome)


if __name__ == "__main__":
    main()
