"""Trigger windows: the moments at which cards react.

A window serves the game's own abilities first (scenario, destiny and module cards), for the player whom the
event is about if there is one; then the players in turn order; then what the game does last (rulings, section
7). For each player, the applicable abilities are found again after each use, and the player chooses among
them. Each ability works at most once in one window, and as often per season, year or game as the card allows.
Mandatory abilities happen; abilities that cost nothing and ask for nothing but what to gain are used
automatically if the player's seat is set that way.

At a moment just before something happens, the abilities may change the payload, which is handed back to the
frame below, and prevent what is about to happen; then nobody else is served.

The program of an ability lies directly above its window, whatever else the ability sets off. The window
itself reports that the ability was used, when the program is over. So an ability finds its window below it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from kingsburg_rules.engine.actions import DONE as DONE_ACTION
from kingsburg_rules.engine.actions import Use
from kingsburg_rules.engine.compiled_rules import (
    BY_ME,
    BY_OPPONENTS,
    FIRST,
    ME,
    NOBODY,
    ONCE,
    ONCE_PER_YEAR,
    ORDER_LAST,
    PC,
    UNLIMITED,
    Ability,
    Frame,
    Program,
)
from kingsburg_rules.engine.events import AbilityUsed, LoanEnded
from kingsburg_rules.engine.loop import ask_player, call, out_of_budget
from kingsburg_rules.engine.state import (
    ENDING,
    GAINS,
    PEEKS,
    UNSPENT,
    Ask,
    State,
    end_loans,
    let_last,
    stop_ending,
)
from kingsburg_rules.engine.stock import can_pay, give, note_payment, take
from kingsburg_rules.engine.zones import called, called_apart, distinct, leave

if TYPE_CHECKING:
    from kingsburg_rules.engine.actions import AnyAction
    from kingsburg_rules.engine.state import Leaving, Spent

    Offer = tuple[Ability, tuple[tuple[int, int], ...], Use, int]

EVENT: Final = FIRST
POSITION: Final = FIRST + 1
DONE: Final = FIRST + 2
SUBJECT: Final = FIRST + 3
BACK: Final = FIRST + 4
USED: Final = FIRST + 5
PREVENTED: Final = FIRST + 6
BORROWED: Final = FIRST + 7
OFFERED: Final = FIRST + 8
PAYLOAD: Final = FIRST + 9
"""Where a window keeps its event, whose turn it is, the abilities finished, the subject of the event, the
variable of the frame below that gets the payload back (0: none), the card that was used last, whether what is
about to happen is prevented, the card whose effect alone is used, by its subject (NOBODY: all cards in play
are), the use that is not accepted yet (0: none), and the payload."""

SERVE: Final = 0
TELL_USE: Final = 1
"""The operations of a window: serving the next player, and before that reporting that a card was used."""

WINDOW: Final = 0
"""The number of the program that serves windows."""

NEUTRAL: Final = -3
"""The subject of an event that neutral dice caused: it happens to none of the players."""

GAME: Final = -1
"""The position before the first player: the abilities of the game itself."""


def open_window(
    state: State, event: int, subject: int = NOBODY, payload: tuple[int, ...] = (), back: int = 0
) -> bool:
    """Open the window in which cards react to an event: the last thing that an operation does.

    False, and the operation may go on, when nobody reacts or all who do have done so at once. Lasting effects
    that end with the event end first. `back` is the first variable of the frame on top that gets the payload
    back; behind it follows whether what is about to happen was prevented. Where a moment usually passes
    unheard, a look at `state.listeners` before the call is all that it costs.
    """
    # Effects end before anybody is served: what lasts "until" a moment must not react to it.
    if state.listeners.get(event, 0) >= ENDING:
        _end(state, event)
    if state.left:
        opened = open_later(state, event, subject, payload, back)
        return report_left(state) or opened
    if event not in state.listeners:
        return False
    stack, below = state.stack, len(state.stack)
    frame = [WINDOW, SERVE, NOBODY, event, GAME, 0, subject, back, NOBODY, 0, NOBODY, 0, *payload]
    stack.append(frame)
    serve(state, frame)
    return len(stack) != below


def open_later(state: State, event: int, subject: int, payload: tuple[int, ...] = (), back: int = 0) -> bool:
    """Put a window on the stack that is served when the operation is over; False if nobody listens.

    What is put there last is served first.
    """
    if state.listeners.get(event, 0) >= ENDING:
        _end(state, event)
    heard = has_listeners(state, event, subject)
    if heard:
        state.stack.append(_window(event, subject, payload, back))
    return heard


def report_left(state: State) -> bool:
    """Open the moments of cards that have left play, at which they work for the last time.

    True when a frame was put on the stack. Each card is served before the others who listen.
    """
    left, state.left = state.left, ()
    event, opened = state.compiled.card_left, False
    for seat, card in reversed(left):
        subject = NEUTRAL if seat == NOBODY else seat
        if has_listeners(state, event, subject):
            state.stack.append(_window(event, subject, (card,)))
            opened = True
        if event in state.compiled.cards[card].listens:
            opened = borrow(state, event, seat, card, (card,))
    return opened


def _window(event: int, subject: int, payload: tuple[int, ...], back: int = 0, card: int = NOBODY) -> Frame:
    # The payload comes last: how long it is depends on the event.
    return [WINDOW, SERVE, NOBODY, event, GAME, 0, subject, back, NOBODY, 0, card, 0, *payload]


def borrow(state: State, event: int, me: int, card: int, payload: tuple[int, ...]) -> bool:
    """Open a window for a player and one card, even if somebody else or nobody has the card."""
    state.stack.append(_window(event, me, payload, card=card))
    return True


def _end(state: State, event: int) -> None:
    """End the lasting effects, and take the cards out of play, whose time ends with an event."""
    stop_ending(state, event)
    if state.lasting:
        let_last(state, tuple([effect for effect in state.lasting if effect.until != event]))
    # Off the list before they leave, since leaving play looks through the list as well.
    if state.lent:
        tell_loans(state, end_loans(state, event))
    gone = [entry for entry in state.leaving if entry.until == event]
    if gone:
        state.leaving = tuple(entry for entry in state.leaving if entry.until != event)
    for _, seat, card in gone:
        leave(state, seat, card)


def tell_loans(state: State, over: list[Leaving]) -> None:
    """Emit an event for each card that no longer works for a player to whom it was lent."""
    if state.event_log is not None:
        names = state.setup.players
        for _, seat, card in over:
            state.event_log.append(LoanEnded(names[seat], called(state, state.compiled.lent_card(card))))


def has_listeners(state: State, event: int, subject: int) -> bool:
    """Return whether anybody waits for what happens to a player: they, the game, or others who watch them.

    So does what ends with it. Everybody may wait for what happens to nobody in particular.
    """
    listeners = state.listeners.get(event, 0)
    if subject == NOBODY or event in state.compiled.watched:
        return listeners != 0
    return listeners & (ENDING | 1 | 2 << subject if subject >= 0 else ENDING | 1) != 0


def serve(state: State, frame: Frame) -> bool:
    """Let those whose turn it is use what is ready; the window ends when nobody is left who can.

    The frame that opened it then gets the current payload, and whether the event was prevented.
    """
    event, subject, order, last = frame[EVENT], frame[SUBJECT], state.order, len(state.order)
    alone = frame[BORROWED] >= 0
    listening = 0 if alone or frame[PREVENTED] else state.listeners.get(event, 0)
    # Most abilities wait for what happens to their owner, and then the others need no look.
    if subject != NOBODY and event not in state.compiled.watched:
        listening &= 1 | 2 << subject if subject >= 0 else 1
    if alone and _serve_borrower(state, frame):
        return True
    # Nobody gets a second turn: those before this position have been served. The game has two, the first and
    # the last.
    at = frame[POSITION]
    actors = [GAME] if listening & 1 and at == GAME else []
    if listening > 1:
        for position in range(max(at, 0), last):
            if listening & 2 << order[position]:
                actors.append(position)
    if listening & 1 and state.effects.abilities_at[event][-1].order == ORDER_LAST:
        actors.append(last)
    for position in actors:
        of_game = position in (GAME, last)
        if of_game:
            me, abilities, spent = max(subject, NOBODY), state.effects.abilities_at[event], state.spent
        else:
            me = order[position]
            abilities, spent = state.players[me].effects.abilities_at[event], state.players[me].spent
        # Whoever has used their only ability needs no further look.
        only = abilities[0].bit if len(abilities) == 1 else 0
        # What a use gives at once leaves nothing to wait for, so the same actor is served again.
        while (position != frame[POSITION] or not frame[DONE] & only) and (
            offers := _offers(state, frame, position, me, abilities, spent)
        ):
            # Nobody decides for the game, so its first ability that is ready is used.
            if _use(state, frame, me, offers[0]) if of_game else _choose(state, frame, me, offers):
                return True
    state.stack.pop()
    # The payload goes back into the frame below, where what happens next reads it: this is how a card changes
    # what is about to happen. The variable after it says whether it was prevented.
    if frame[BACK]:
        payload = frame[PAYLOAD:]
        state.stack[-1][frame[BACK] : frame[BACK] + len(payload) + 1] = [*payload, frame[PREVENTED]]
    return True


def tell_use(state: State, frame: Frame) -> bool:
    """Open the moment after the use of an ability, now that it has worked; then the window goes on."""
    frame[PC] = SERVE
    state.stack.append(_window(state.compiled.ability_used, frame[ME], (frame[USED],)))
    report_left(state)
    return True


def hand_back(state: State, frame: Frame) -> bool:
    """Hand the payload of a moment, the first variables of an ability, back to the window that lies below."""
    # The ability runs directly above its window, and its first variables are the payload.
    window = state.stack[-2]
    window[PAYLOAD:] = frame[FIRST : FIRST + len(window) - PAYLOAD]
    return False


def prevent(state: State, frame: Frame) -> bool:
    """Prevent what is about to happen: the window below serves nobody else."""
    del frame
    state.stack[-2][PREVENTED] = 1
    return False


def window_program() -> Program:
    """Make the program that serves windows."""
    return Program(WINDOW, "window", 0, code=(serve, tell_use), origins=("window", "window"))


def _serve_borrower(state: State, frame: Frame) -> bool:
    """Serve a player, or the game, with the abilities of one card; its limits on uses do not apply.

    False when none is ready any more, or what is about to happen is prevented.
    """
    if frame[PREVENTED]:
        return False
    card, me = state.compiled.cards[frame[BORROWED]], frame[SUBJECT]
    abilities = tuple([ability for ability in card.abilities if ability.event == frame[EVENT]])
    # Any position but that of the game, so that a player is asked and not served unasked.
    frame[POSITION] = GAME if me == NOBODY else 0
    while offers := _offers(state, frame, frame[POSITION], me, abilities, UNSPENT):
        if _use(state, frame, me, offers[0]) if me == NOBODY else _choose(state, frame, me, offers):
            return True
    return False


def _offers(
    state: State, frame: Frame, position: int, me: int, abilities: tuple[Ability, ...], spent: Spent
) -> list[Offer]:
    """Find what an actor may use now: the ready abilities with the earliest order."""
    # Each actor begins with nothing done: the bits are those of the abilities of one actor.
    if position != frame[POSITION]:
        frame[POSITION], frame[DONE] = position, 0
    frame[ME], subject, done = me, frame[SUBJECT], frame[DONE]
    game = position in (GAME, len(state.order))
    # What happens to nobody in particular, or to the game, concerns everybody who listens.
    left_out = NOBODY if game or subject == NOBODY else BY_OPPONENTS if me == subject else BY_ME
    scope: Frame = []
    offers: list[Offer] = []
    state.budget -= len(abilities)
    if state.budget < 0:
        raise out_of_budget(state, state.compiled.cards[abilities[0].card].ref)
    for ability in abilities:
        if (done | spent[ability.uses]) & ability.bit or ability.by == left_out:
            continue
        # What the game does last waits until the players have been served.
        if game and (ability.order == ORDER_LAST) == (position == GAME):
            continue
        # Abilities are sorted by order: once an early one is ready, the later ones wait for the next look.
        if offers and ability.order != offers[0][0].order:
            break
        test = ability.test
        if (test is not None or ability.priced is not None) and not scope:
            # A frame with the payload as its variables; nothing reads what is before the player.
            scope = frame[PAYLOAD - FIRST :]
            scope[ME] = me
            scope.append(subject)
        if test is None or test(state, scope):
            prices = ability.prices if ability.priced is None else ability.priced(state, scope)
            state.budget -= len(prices)
            for price, use, number in prices:
                if not price or can_pay(state, me, price):
                    offers.append((ability, price, use, number))
    return offers


def _choose(state: State, frame: Frame, me: int, offers: list[Offer]) -> bool:
    """Use what needs no question, or ask; False if it was used at once, and nothing waits for it."""
    bound, copied, feigned = False, False, False
    for offer in offers:
        ability = offer[0]
        if ability.automatic and (
            not ability.optional or state.automated(me, PEEKS if ability.peeks else GAINS)
        ):
            return _use(state, frame, me, offer)
        bound = bound or not (ability.optional or ability.asks_itself)
        copied = copied or state.compiled.cards[ability.card].is_copied
        feigned = feigned or ability.feigned
    if len(offers) == 1 and offers[0][0].asks_itself:
        return _use(state, frame, me, offers[0])
    all_offers = offers
    if feigned:
        offers = [offer for offer in offers if not offer[0].feigned]
    if copied:
        offers = _apart(state, offers)
    options: tuple[AnyAction, ...] = tuple([use for _, _, use, _ in offers])
    if not bound:
        options = (*options, DONE_ACTION)
    # Who is asked although they may hold nothing must not tell by the source that they do.
    source = 0 if feigned else state.compiled.programs[offers[0][0].program.index].source

    def on_answer(asked: State, window: Frame, k: int) -> None:
        if k < len(offers):
            _use(asked, window, me, offers[k])
            return
        # To decline holds for all that was offered, or the same question would come again.
        window[PC] = SERVE
        for ability, _, _, _ in all_offers:
            window[DONE] |= ability.bit

    # As the loop leaves an operation that asks: a search may ask again.
    frame[PC] = SERVE + 1
    return ask_player(state, frame, Ask(me, "use", source, options, on_answer))


def _apart(state: State, offers: list[Offer]) -> list[Offer]:
    """Offer only one of copies that are alike, and name those that are not."""
    cards = [*dict.fromkeys(ability.card for ability, _, _, _ in offers)]
    different = distinct(state, cards)
    names = dict(zip(different, called_apart(state, different), strict=True))
    return [
        (ability, price, Use(names[ability.card], use.pay, use.ability), number)
        for ability, price, use, number in offers
        if ability.card in names
    ]


def _use(state: State, frame: Frame, me: int, offer: Offer) -> bool:
    """Use an ability; False if it has worked already, and nothing is to be done before the window goes on."""
    ability, price, _, number = offer
    # The counter is ahead; the next operation of a window is the same one, for the next ability.
    frame[PC] = SERVE
    frame[DONE] |= ability.bit
    frame[USED] = ability.card
    if state.event_log is not None:
        game = frame[POSITION] in (GAME, len(state.order))
        name = None if game else state.setup.players[me]
        state.event_log.append(AbilityUsed(name, state.compiled.cards[ability.card].name))
    if price:
        take(state, me, price, ability.program.source)
    # What asks by itself is used when its question is answered, unless the player declines.
    if ability.asks_itself:
        frame[OFFERED] = 1 + ability.index * _USES + ability.uses
    elif ability.uses != UNLIMITED or state.left or state.compiled.ability_used in state.listeners:
        _count_use(state, frame, ability.index, ability.uses)
    # A fixed bag needs no frame, unless a card must be able to react in the middle of it.
    program = ability.program
    if program.flat is not None and not (state.compiled.hears_gains and heeds_gains(state)):
        give(state, me, program.flat, program.source, state.compiled.counting)
        return frame[PC] != SERVE
    payload = tuple(frame[PAYLOAD:])
    call(state, program, me, (*payload, frame[SUBJECT]) if ability.knows_who else payload)
    if ability.receipt:
        note_payment(state.stack[-1], ability.receipt, len(state.compiled.resources), price, number)
    return True


_USES: Final = 4
"""How many ways there are to limit uses: with each, an ability that is offered is a number of its own."""


def _count_use(state: State, frame: Frame, index: int, uses: int) -> None:
    """Count a use against the limit of an ability, and note that it is to be told when it has worked."""
    game = frame[POSITION] in (GAME, len(state.order))
    if uses != UNLIMITED and frame[BORROWED] < 0:
        mark_spent(state, NOBODY if game else frame[ME], index, uses)
    used = state.compiled.ability_used
    if game or not (state.left or used in state.listeners):
        return
    if state.listeners.get(used, 0) >= ENDING:
        _end(state, used)
    if state.left or has_listeners(state, used, frame[ME]):
        frame[PC] = TELL_USE


def accept_use(state: State) -> None:
    """Note that a player does what an ability offers by a question of its own: only now is it used."""
    # The ability runs directly above its window.
    window = state.stack[-2]
    if window[OFFERED]:
        index, uses = divmod(window[OFFERED] - 1, _USES)
        window[OFFERED] = 0
        _count_use(state, window, index, uses)


def heeds_gains(state: State) -> bool:
    """Return whether a card listens to what players gain, so that even a fixed bag must be reported.

    In rules in which no card does (`hears_gains`), nobody need ask.
    """
    before, after = state.compiled.gains
    return before in state.listeners or after in state.listeners


def mark_spent(state: State, who: int, index: int, uses: int) -> None:
    """Remember that an ability is used up for the season, the year or the game."""
    owner = state if who == NOBODY else state.players[who]
    season, year, game, never = owner.spent
    bit = 1 << index
    if uses == ONCE:
        season |= bit
    elif uses == ONCE_PER_YEAR:
        year |= bit
    else:
        game |= bit
    # The last set stays empty, so unlimited abilities are looked up like the others and are never spent.
    owner.spent = (season, year, game, never)
