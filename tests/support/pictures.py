"""For tests of pictures: what a view says, and where a picture of it must say the same."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from xml.etree import ElementTree

from kingsburg_rules import (
    AuctionState,
    Build,
    DeckState,
    DiceAside,
    GameState,
    Gift,
    Influence,
    Mark,
    OwedDecision,
    PlacedDice,
    PlayerState,
    SeatView,
    SeenCard,
)
from kingsburg_rules.engine.public_state import Memory, Things
from kingsburg_rules.render import svg, text
from kingsburg_rules.render.look import MARK_SIGNS
from kingsburg_rules.render.scene import phrasebook_of
from kingsburg_rules.text import phrases
from kingsburg_rules.text.languages import language_of
from kingsburg_rules.text.names import CardNames

ROMAN = ("", "I", "II", "III", "IV", "V")
SVG = "{http://www.w3.org/2000/svg}"

Fact = tuple[str, str, str]
"""A region of the picture, what it is about, and the words that must stand there."""

DRAWN: dict[type, set[str]] = {
    SeatView: {
        "seat",
        "table",
        "seen_enemies",
        "seen_further",
        "hand",
        "face_down",
        *("memory", "things", "seen_cards"),
        "pending",
        "answered",
        "seq",
        "decision",
        "rules",
    },
    GameState: {
        *("year", "phase", "season", "turn_order", "players", "advisors", "enemy", "past_enemies", "over"),
        *("joined", "in_force", "tiles", "gifts", "marks", "memory", "auction", "winners", "ranking"),
        *("fighting", "display", "discard", "out", "ranks", "things", "decks"),
    },
    PlayerState: {
        *("name", "goods", "plus2", "vp", "soldiers", "bonus_dice", "envoy", "buildings", "strips", "cards"),
        *(
            "dice",
            "bonus",
            "strength",
            "outcome",
            "defence",
            "enemy_strength",
            "prices",
            "hand",
            "cards_in_hand",
            "others",
            *("memory", "things"),
            "locked",
            "locked_bonus",
            "aside",
            "lent",
        ),
    },
    DiceAside: {"card", "dice", "bonus", "face_down"},
    PlacedDice: {"advisor", "rank", "player", "dice", "bonus", "plus2", "envoy"},
    AuctionState: {"resource", "cards", "card", "amount", "bidder", "passed"},
    Gift: {"advisor", "resource", "amount"},
    Mark: {"card", "player", "advisor", "count"},
    DeckState: {"deck", "cards", "discarded", "player"},
    SeenCard: {"card", "player", "deck", "position"},
    OwedDecision: {"id", "player", "kind", "source"},
}


NAMES = {"plus2": ('"+2" token', '"+2" tokens'), "soldier": ("soldier", "soldiers"), "vp": ("VP", "VP")}


OTHER_PILE = {"Discard pile:": "Out of the game:", "Out of the game:": "Discard pile:"}
"""What piles are called, and what stands beside them."""


def counted(count: int, one: str, several: str) -> str:
    return f"{count} {one if count == 1 else several}"


def amount(view: SeatView, resource: str, count: int) -> str:
    own = view.rules.names.called.get(resource, resource)
    # Texts for people have a true minus sign.
    return counted(count, *NAMES.get(resource, (own, own))).replace("-", "\N{MINUS SIGN}")


def called(view: SeatView, card: str, number: str) -> str:
    """What a card calls a number that it remembers."""
    return CardNames(view.rules, language_of("en"), card).word(number)


def dice_of(own: tuple[int, ...], bonus: tuple[int, ...]) -> str:
    white = f"({' '.join(map(str, sorted(bonus, reverse=True)))})"
    return " ".join([*map(str, sorted(own, reverse=True)), *([white] if bonus else [])])


def facts(view: SeatView) -> Iterator[Fact]:
    """All that a view says, with the words for it."""
    table, rules = view.table, view.rules
    yield "page", "", view.seat or "everybody"
    if not table.over and table.year:
        moment = " begins" if table.phase == "setup" else f", {rules.name_of(table.phase)}"
        yield "page", "", f"Year {ROMAN[table.year]}{moment}"
    for winner in table.winners:
        yield "page", "", winner
    for place, name in enumerate(table.turn_order, 1):
        yield "player", name, str(place)
        yield from facts_of_player(view, table.player(name))
    yield from facts_of_the_court(view)
    yield from facts_of_cards(view)
    for owed in view.pending:
        source = rules.name_of(owed.source) if owed.source in {*rules.compiled.card, *rules.phases} else ""
        yield "page", "", "" if owed.player == "chance" else owed.player
        yield "page", "", source


def options_in_words(view: SeatView) -> Iterator[Fact]:
    """What the options of a decision are called, and where."""
    say, decision = phrasebook_of(view.rules, "en"), view.decision
    for option in decision.options if decision else ():
        match option:
            case Influence():
                yield "advisor", option.advisor, dice_of(option.dice, option.bonus)
            case Build():
                yield "building", option.building, say.bag(option.pay)
            case _:
                assert decision is not None
                yield "page", "", say.order(option, decision)


def tokens_of(view: SeatView, card: str) -> set[str]:
    """The numbers of a card that count tokens."""
    node = view.rules.cards[view.rules.compiled.cards[view.rules.compiled.card[card]].ref]
    return {memory.id for memory in node.memory if memory.token}


def facts_of_memory(view: SeatView, region: str, about: str, memory: Memory) -> Iterator[Fact]:
    for card, numbers in memory.items():
        tokens = tokens_of(view, card)
        for what, number in numbers.items():
            if number or what not in tokens:  # of tokens that are gone, nothing is drawn
                yield region, about, f"{called(view, card, what)}: {number}"


def facts_of_things(view: SeatView, region: str, about: str, things: Things) -> Iterator[Fact]:
    say = phrasebook_of(view.rules, "en")
    for card, kept in things.items():
        for what, thing in kept.items():
            yield region, about, f"{called(view, card, what)}: {say.thing(thing)}"


def facts_of_player(view: SeatView, player: PlayerState) -> Iterator[Fact]:
    rules, name = view.rules, player.name
    for good, count in player.goods.items():
        yield "player", name, amount(view, good, count)
    yield "player", name, amount(view, "plus2", player.plus2)
    for resource, count in player.others.items():
        yield "player", name, amount(view, resource, count)
    if player.cards_in_hand:
        yield "player", name, counted(player.cards_in_hand, "card in hand", "cards in hand")
    yield "player", name, amount(view, "vp", player.vp)
    yield "player", name, amount(view, "soldier", player.soldiers)
    yield "player", name, counted(len(player.buildings), "building", "buildings")
    if player.bonus_dice:
        yield "player", name, counted(player.bonus_dice, "bonus die", "bonus dice")
    if player.envoy:
        yield "player", name, "the King's Envoy"
    if player.dice or player.bonus:
        yield "player", name, dice_of(player.dice, player.bonus)
    yield from facts_of_kept_dice(view, player)
    if player.strength is not None:
        yield "player", name, f"fights with {player.strength}: {player.outcome}"
    for card in (*player.cards, *player.strips, *player.hand, *player.lent):
        yield "province", name, rules.name_of(card)
    yield from facts_of_memory(view, "province", name, player.memory)
    yield from facts_of_things(view, "province", name, player.things)
    if name == view.seat:
        yield from facts_of_memory(view, "province", name, view.memory)
        yield from facts_of_things(view, "province", name, view.things)


def facts_of_kept_dice(view: SeatView, player: PlayerState) -> Iterator[Fact]:
    name = player.name
    if player.locked or player.locked_bonus:
        yield "player", name, f"locked: {dice_of(player.locked, player.locked_bonus)}"
    for there in player.aside:
        known = [each for each in view.face_down if each.card == there.card and view.seat == name]
        yield "player", name, f"on {view.rules.name_of(there.card)}: {dice_of(there.dice, there.bonus)}"
        if there.face_down and not known:
            yield "player", name, f"{there.face_down} face down"
        for each in known:
            yield "player", name, f"face down {dice_of(each.dice, each.bonus)}"


def facts_of_the_court(view: SeatView) -> Iterator[Fact]:
    table, rules = view.table, view.rules
    for placed in table.advisors:
        token = f"+{placed.plus2}" if placed.plus2 else ""
        group = f"{placed.player or 'neutral'}: {dice_of(placed.dice, placed.bonus)}"
        for words in (group, str(placed.rank), token, "King's Envoy" if placed.envoy else ""):
            yield "advisor", placed.advisor, words
    on_board = {place.name for place in rules.compiled.places if not place.bit & rules.compiled.private}
    for advisor in on_board.intersection(table.ranks):
        yield "advisor", advisor, str(table.ranks[advisor])
    for advisor, tile in table.tiles.items():
        yield "advisor", advisor, rules.name_of(tile)
    for gift in table.gifts:
        yield "advisor", gift.advisor, amount(view, gift.resource, gift.amount)
    for mark in table.marks:
        yield "advisor", mark.advisor, rules.name_of(mark.card)
        yield "advisor", mark.advisor, mark.player
        yield "advisor", mark.advisor, f"×{mark.count}"  # noqa: RUF001 -- as it is drawn


def facts_of_cards(view: SeatView) -> Iterator[Fact]:
    table, rules = view.table, view.rules
    foes = [(card, "over") for card in table.past_enemies]
    foes += [(table.enemy, "here now")] if table.enemy else []
    foes += [(card, "fights beside it") for card in table.joined]
    foes = [(card, status) for card, status in foes if card not in table.fighting]
    foes += [(card, "fights now") for card in table.fighting]
    known = {card for card, _ in foes}
    seen = (*view.seen_enemies.values(), *view.seen_further.values())
    foes += [(card, "seen by you") for card in seen if card not in known]
    for card, status in foes:
        enemy = next(e for e in rules.compiled.enemies.values() if e.name == card)
        for words in (rules.name_of(card), f"strength {enemy.strength}", status):
            yield "enemy", f"{ROMAN[enemy.year]} {rules.name_of(card)}, {enemy.strength}", words
    for card in (*table.in_force, *table.display, *view.hand):
        yield "page", "", rules.name_of(card)
    for title, cards in zip(OTHER_PILE, (table.discard, table.out), strict=True):
        for card, number in Counter(cards).items():
            copies = f" ×{number}" if number > 1 else ""  # noqa: RUF001 -- as it is drawn
            yield "pile", title, f"{rules.name_of(card)}{copies}"
    yield from facts_of_memory(view, "page", "", table.memory)
    yield from facts_of_things(view, "page", "", table.things)
    for deck in table.decks:
        yield (
            "page",
            "",
            f"{deck.player}): {deck.cards} + {deck.discarded}" if deck.player else f": {deck.cards}",
        )
    for seen in view.seen_cards:
        yield "page", "", f"{rules.name_of(seen.card)} ("
    if table.auction is not None:
        auction = table.auction
        names = (*auction.cards, *([auction.card] if auction.card else []))
        yield from (("page", "", rules.name_of(card)) for card in names)
        yield (
            "page",
            "",
            f"{auction.bidder or 'nobody'} bids {amount(view, auction.resource, auction.amount)}",
        )
        yield from (("page", "", name) for name in auction.passed)


def words_in(element: ElementTree.Element) -> str:
    """All that is written in a part of a picture, with the titles."""
    return " ".join(" ".join(element.itertext()).split())


class Drawn:
    """A picture as SVG, read again; with all options, as the picture of the decision alone has them."""

    def __init__(self, view: SeatView) -> None:
        self.root = ElementTree.fromstring(svg(view))
        self.asked = ElementTree.fromstring(svg(view, parts="decision"))
        self.seats = {player.name: seat for seat, player in enumerate(view.table.players)}
        self.owned = language_words("cards_of_players")
        self.names = {
            f"{ROMAN[e.year]} {view.rules.name_of(e.name)}, {e.strength}": e.name
            for e in view.rules.compiled.enemies.values()
        }

    def part(self, key: str) -> ElementTree.Element:
        (found,) = [part for part in self.root.iter() if part.get("data-key") == key]
        return found

    def region(self, kind: str, about: str) -> str:
        if kind == "page":
            return words_in(self.root)
        if kind == "pile":
            (found,) = [part for part in self.root.iter(f"{SVG}g") if about in words_in(part)][-1:]
            return words_in(found).partition(about)[2].partition(OTHER_PILE[about])[0]
        if kind == "province":
            return f"{self.of(about, 'province')} {self.of(about, 'player')} {self.cards_of_players()}"
        if kind == "player":
            return self.of(about, "player")
        return words_in(self.part(f"{kind}:{self.names.get(about, about)}"))

    def of(self, player: str, kind: str) -> str:
        return words_in(self.part(f"{kind}:{self.seats[player]}"))

    def cards_of_players(self) -> str:
        titles = (part for part in self.root.iter(f"{SVG}g") if part[:1] and part[0].text == self.owned)
        return " ".join(map(words_in, titles))

    def options(self, key: str | None = None) -> set[int]:
        """The options that something stands for, or anything at all."""
        parts = [part for root in (self.root, self.asked) for part in root.iter()]
        return {
            int(option)
            for part in parts
            if key is None or part.get("data-key") == key
            for option in part.get("data-options", "").split()
        }

    def built(self, player: str) -> set[str]:
        prefix = f"building:{self.seats[player]}:"
        cells = [part for part in self.root.iter() if part.get("data-key", "").startswith(prefix)]
        assert len(cells) >= 20
        return {
            cell.get("data-key", "").removeprefix(prefix) for cell in cells if ": built" in words_in(cell)
        }

    def order(self) -> tuple[str, ...]:
        places = {words_in(self.part(f"player:{seat}")).split()[0]: name for name, seat in self.seats.items()}
        return tuple(places[place] for place in sorted(places, key=int))


def language_words(key: str) -> str:
    return phrases.words("en", "pictures")[key]


class Written:
    """A picture as text, taken apart by its titles."""

    def __init__(self, view: SeatView) -> None:
        self.all = " ".join(text(view, width=100).split())
        self.lines = text(view, width=100).split("\n")
        self.view = view

    def region(self, kind: str, about: str) -> str:
        if kind == "player":
            return self.after(rf"\d [{MARK_SIGNS}] {re.escape(about)}: ", r"(    )")
        if kind == "province":
            return self.after(rf"── The province of {re.escape(about)} ", r"(?!── )")
        if kind == "advisor":
            place = next(p for p in self.view.rules.compiled.places if p.name == about)
            name = self.view.rules.name_of(self.view.rules.compiled.cards[place.card].name)
            rank = self.view.table.ranks.get(place.name, place.rank)
            return self.after(rf" ?{rank} {re.escape(name)}", "(   )")
        if kind == "pile":
            return self.after(re.escape(about), "(  )")
        if kind == "enemy":
            year, name = about.split(" ", 1)
            return self.after(rf"{year} +{re.escape(name.replace(', ', ', strength '))} ", "(    )")
        return self.all

    def after(self, start: str, more: str) -> str:
        """The line that begins so, and those below it that belong to it."""
        (first,) = [at for at, line in enumerate(self.lines) if re.match(start, line)]
        block = [self.lines[first]]
        for line in self.lines[first + 1 :]:
            if not re.match(more, line):
                break
            block.append(line)
        return " ".join(" ".join(block).split())


def missing_in_picture(view: SeatView) -> list[Fact]:
    """The facts of a view that its SVG does not show."""
    drawn = Drawn(view)
    missing = [fact for fact in facts(view) if fact[2] not in drawn.region(*fact[:2])]
    missing += options_missing(view, drawn)
    if drawn.order() != view.table.turn_order:
        missing.append(("page", "", "the turn order"))
    for player in view.table.players:
        if drawn.built(player.name) != set(player.buildings):
            missing.append(("province", player.name, "what is built"))
    return missing


def options_missing(view: SeatView, drawn: Drawn) -> Iterator[Fact]:
    """The options that nothing stands for, or not what should."""
    for number, option in enumerate(view.decision.options if view.decision else ()):
        key: str | None = None
        if isinstance(option, Influence):
            key = f"advisor:{option.advisor}"
        elif isinstance(option, Build):
            key = f"building:{drawn.seats[view.seat or '']}:{option.building}"
        if number not in drawn.options(key):
            yield "page", str(key), str(option)


def missing_in_text(view: SeatView) -> list[Fact]:
    """The facts of a view that its text does not tell."""
    written = Written(view)
    missing: list[Fact] = []
    for kind, about, said in (*facts(view), *options_in_words(view)):
        if said not in written.region("page" if kind == "building" else kind, about):
            missing.append((kind, about, said))
    for player in view.table.players:
        province = written.region("province", player.name)
        names = [f" {view.rules.name_of(building)}" for building in player.buildings]
        standing = sum(province.count(f"{sign} ") for sign in MARK_SIGNS)
        if standing != len(player.buildings) or not all(name in province for name in names):
            missing.append(("province", player.name, "what is built"))
    return missing
