"""Events, each told in a sentence."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, TypeAlias, assert_never

from attrs import evolve, field, frozen

from kingsburg_rules.engine.actions import dice_text
from kingsburg_rules.engine.events import (
    AbilityUsed,
    AnyEvent,
    BiddingOpened,
    BidMade,
    Built,
    CardDiscarded,
    CardEntered,
    CardLeft,
    CardsOffered,
    CardsWithdrawn,
    CardTaken,
    Destroyed,
    DiceMoved,
    DiceReturned,
    DiceRolled,
    EnemyJoined,
    EnemyLeft,
    EnemyRevealed,
    EnemySeen,
    Fought,
    Gained,
    GameEnded,
    GiftsLaid,
    HandChanged,
    HandSeen,
    Influenced,
    Lost,
    Marked,
    Noted,
    Passed,
    Peeked,
    PhaseStarted,
    Rewarded,
    RowsCovered,
    TileLaid,
    TileRemoved,
    TurnOrderSet,
    YearStarted,
)
from kingsburg_rules.text import amounts
from kingsburg_rules.text.bounds import roman
from kingsburg_rules.text.scope import Scope
from kingsburg_rules.words.cards import EnemyCard

if TYPE_CHECKING:
    from kingsburg_rules.text.grammar import Language
    from kingsburg_rules.text.names import CardNames

_Course: TypeAlias = (
    YearStarted | PhaseStarted | TurnOrderSet | DiceRolled | DiceReturned | Passed | Gained | Lost | GameEnded
)
_Board: TypeAlias = (
    Influenced | DiceMoved | Rewarded | TileLaid | TileRemoved | Marked | GiftsLaid | Built | Destroyed
)
_Cards: TypeAlias = CardEntered | CardTaken | CardLeft | RowsCovered | AbilityUsed | Noted
_Hands: TypeAlias = HandChanged | HandSeen | CardDiscarded
_Auction: TypeAlias = CardsOffered | BiddingOpened | BidMade | CardsWithdrawn
_Winter: TypeAlias = Peeked | EnemySeen | EnemyRevealed | EnemyJoined | Fought | EnemyLeft


@frozen
class EventTeller:
    """Tells events; `player` writes the name of a player, perhaps in his colour."""

    names: CardNames
    player: Callable[[str], str] = field(default=str)

    @property
    def language(self) -> Language:
        """The language in which it tells."""
        return self.names.language

    @property
    def scope(self) -> Scope:
        """Where amounts are told."""
        return Scope(self.language, self.names)

    def tell(self, event: AnyEvent) -> str:
        """Tell an event in a sentence."""
        match event:
            case (
                YearStarted()
                | PhaseStarted()
                | TurnOrderSet()
                | DiceRolled()
                | DiceReturned()
                | Passed()
                | Gained()
                | Lost()
                | GameEnded()
            ):
                return self._course(event)
            case (
                Influenced()
                | DiceMoved()
                | Rewarded()
                | TileLaid()
                | TileRemoved()
                | Marked()
                | GiftsLaid()
                | Built()
                | Destroyed()
            ):
                return self._board(event)
            case CardEntered() | CardTaken() | CardLeft() | RowsCovered() | AbilityUsed() | Noted():
                return self._cards(event)
            case HandChanged() | HandSeen() | CardDiscarded():
                return self._hands(event)
            case CardsOffered() | BiddingOpened() | BidMade() | CardsWithdrawn():
                return self._auction(event)
            case Peeked() | EnemySeen() | EnemyRevealed() | EnemyJoined() | Fought() | EnemyLeft():
                return self._winter(event)
            case _:
                assert_never(event)

    def _course(self, event: _Course) -> str:
        match event:
            case YearStarted():
                found = self._say("year_started", year=roman(event.year))
            case PhaseStarted():
                phase = self.names.source(event.phase)
                found = self._say("phase_started", year=roman(event.year), phase=phase)
            case TurnOrderSet():
                found = self._say("turn_order_set", players=self._people(event.players))
            case DiceRolled():
                found = self._rolled(event)
            case DiceReturned():
                found = self._say("dice_returned")
            case Passed():
                found = self._say(f"passed/{event.what}", player=self.player(event.player))
            case Gained() | Lost():
                key = "gained" if isinstance(event, Gained) else "lost"
                bag, source = self._bag(event.resource, event.amount), self.names.source(event.source)
                found = self._say(key, player=self.player(event.player), bag=bag, source=source)
            case GameEnded():
                key = "game_ended" if len(event.winners) == 1 else "game_ended/shared"
                found = self._say(key, players=self._people(event.winners))
            case _:
                assert_never(event)
        return found

    def _rolled(self, event: DiceRolled) -> str:
        dice = self.dice(event.dice, event.bonus) or self.language.phrases.events["no_dice"]
        source = self.names.source(event.source)
        if event.player is None:
            return self._say("dice_rolled/all", dice=dice, source=source)
        key = "dice_rolled/effect" if event.for_effect else "dice_rolled"
        return self._say(key, player=self.player(event.player), dice=dice, source=source)

    def _board(self, event: _Board) -> str:
        the = self.names.the
        match event:
            case Influenced():
                found = self._influenced(event)
            case DiceMoved():
                places = {"from_": the(event.from_advisor), "to": the(event.to_advisor)}
                dice = self.dice(event.dice, event.bonus)
                found = self._say("dice_moved", player=self.player(event.player), dice=dice, **places)
            case Rewarded():
                advisor = the(event.advisor)
                found = self._say("rewarded", player=self.player(event.player), advisor=advisor)
            case TileLaid():
                found = self._say("tile_laid", tile=the(event.tile), advisor=the(event.advisor))
            case TileRemoved():
                found = self._say("tile_removed", tile=the(event.tile), advisor=the(event.advisor))
            case Marked():
                found = self._marked(event)
            case GiftsLaid():
                key = "gifts_laid" if event.amount else "gifts_laid/none"
                bag = self._bag(event.resource, event.amount or 1)
                found = self._say(key, bag=bag, advisor=the(event.advisor))
            case Built():
                found = self._say("built", player=self.player(event.player), building=the(event.building))
            case Destroyed():
                building = the(event.building)
                found = self._say("destroyed", player=self.player(event.player), building=building)
            case _:
                assert_never(event)
        return found

    def _influenced(self, event: Influenced) -> str:
        group = self.group(event.dice, event.bonus, event.plus2, event.via, envoy=event.envoy)
        advisor = self.names.the(event.advisor)
        if event.player is None:
            return self._say("influenced/neutral", dice=group, advisor=advisor)
        return self._say("influenced", player=self.player(event.player), dice=group, advisor=advisor)

    def _marked(self, event: Marked) -> str:
        count = self.language.count(self.language.phrases.kinds["marker"], event.count)
        parts = {"markers": count, "advisor": self.names.the(event.advisor)}
        return self._say(
            "marked", player=self.player(event.player), card=self.names.card(event.card), **parts
        )

    def _cards(self, event: _Cards) -> str:
        match event:
            case CardEntered() | CardLeft() | AbilityUsed():
                key = {CardEntered: "card_entered", CardLeft: "card_left", AbilityUsed: "ability_used"}[
                    type(event)
                ]
                found = self._for_somebody(key, event.card, event.player)
            case CardTaken():
                card = self.names.the(event.card)
                found = self._say("card_taken", player=self.player(event.player), card=card)
            case RowsCovered():
                key = "rows_covered" if event.strips else "rows_covered/none"
                found = self._say(key, player=self.player(event.player), strips=self._listed(event.strips))
            case Noted():
                found = self._noted(event)
            case _:
                assert_never(event)
        return found

    def _hands(self, event: _Hands) -> str:
        player = self.player(event.player)
        match event:
            case HandChanged():
                cards = self.language.count(self.language.phrases.kinds["card"], event.count)
                found = self._say("hand_changed", player=player, cards=cards)
            case HandSeen():
                key = "hand_seen" if event.cards else "hand_seen/none"
                found = self._say(key, player=player, cards=self._listed(event.cards))
            case CardDiscarded():
                found = self._say("card_discarded", player=player, card=self.names.the(event.card))
            case _:
                assert_never(event)
        return found

    def _for_somebody(self, key: str, card: str, player: str | None) -> str:
        if player is None:
            return self._say(f"{key}/game", card=self.names.the(card))
        return self._say(key, card=self.names.the(card), player=self.player(player))

    def _noted(self, event: Noted) -> str:
        about = evolve(self, names=evolve(self.names, about=event.card))
        card, name = self.names.card(event.card), about.scope.quoted(event.name)
        if event.player is None:
            return self._say("noted/game", card=card, name=name, value=str(event.value))
        player = self.player(event.player)
        return self._say("noted", card=card, name=name, value=str(event.value), player=player)

    def _auction(self, event: _Auction) -> str:
        match event:
            case CardsOffered():
                resource = amounts.noun_of(self.scope, event.resource).several
                found = self._say("cards_offered", cards=self._listed(event.cards), resource=resource)
            case BiddingOpened():
                card = self.names.the(event.card)
                found = self._say("bidding_opened", player=self.player(event.player), card=card)
            case BidMade():
                found = self._say("bid_made", player=self.player(event.player), amount=str(event.amount))
            case CardsWithdrawn():
                key = "cards_withdrawn" if event.cards else "cards_withdrawn/none"
                found = self._say(key, cards=self._listed(event.cards))
            case _:
                assert_never(event)
        return found

    def _winter(self, event: _Winter) -> str:
        match event:
            case Peeked():
                found = self._say("peeked", player=self.player(event.player), year=roman(event.year))
            case EnemySeen():
                enemy = self.enemy(event.enemy)
                year = roman(event.year)
                found = self._say("enemy_seen", player=self.player(event.player), enemy=enemy, year=year)
            case EnemyRevealed():
                found = self._say("enemy_revealed", enemy=self.enemy(event.enemy))
            case EnemyJoined():
                found = self._say("enemy_joined", enemy=self.enemy(event.enemy))
            case Fought():
                numbers = {"strength": str(event.strength), "enemy": str(event.enemy_strength)}
                found = self._say(f"fought/{event.outcome}", player=self.player(event.player), **numbers)
            case EnemyLeft():
                found = self._say("enemy_left", enemy=self.names.card(event.enemy))
            case _:
                assert_never(event)
        return found

    def enemy(self, card: str) -> str:
        """Name an enemy card with its strength."""
        node = self.names.node(card)
        strength = node.strength if isinstance(node, EnemyCard) else 0
        parts = {"name": self.names.card(card), "strength": str(strength)}
        return self.language.fill(self.language.phrases.events["enemy"], parts)

    def dice(self, dice: tuple[int, ...], bonus: tuple[int, ...] = ()) -> str:
        """Write dice: "5+3", with bonus dice apart."""
        own = dice_text(dice)
        if not bonus:
            return own
        parts = {"dice": own, "bonus": dice_text(bonus)}
        key = f"{'with_bonus' if own else 'only_bonus'}{'/one' if len(bonus) == 1 else ''}"
        return self.language.fill(self.language.phrases.events[key], parts)

    def group(
        self, dice: tuple[int, ...], bonus: tuple[int, ...], plus2: int, via: str | None, *, envoy: bool
    ) -> str:
        """Write dice that are put somewhere, with all that helps them."""
        events = self.language.phrases.events
        helps = [events["help/token"].format(n=plus2)] if plus2 else []
        helps += [events["help/card"].format(card=self.names.the(via))] if via else []
        helps += [events["help/envoy"]] if envoy else []
        text = self.dice(dice, bonus)
        if not helps:
            return text
        return self.language.fill(events["helped"], {"dice": text, "help": self.language.all_of(helps)})

    def _bag(self, resource: str, amount: int) -> str:
        return amounts.counted(self.scope, resource, amount, chosen=False)

    def _people(self, players: Iterable[str]) -> str:
        return self.language.all_of([self.player(player) for player in players])

    def _listed(self, cards: tuple[str, ...]) -> str:
        return self.language.all_of([self.names.the(card) for card in cards]) if cards else ""

    def _say(self, key: str, **parts: str) -> str:
        told = self.language.fill(self.language.phrases.events[key], parts)
        return self.language.ended(told, name=parts.get("player", ""))
