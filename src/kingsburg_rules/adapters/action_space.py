"""The actions of a rule set as numbers: every action is written with a few tokens of a fixed list.

A rule set allows far more actions than a table can list: dice, bonus dice and payments combine freely. So an
action is not one number but a short sequence of *tokens*, such as `influence queen`, `dice 5`, `dice 3`. The
number of a token is its place in the list, which follows from the rule set alone: it is the same in every
game, for every number of players, and on every machine.

A token that all options of a decision share at some place is not asked for. So most decisions take one token:
after `influence queen`, dice are chosen only if several groups of dice reach the Queen.

No action is without tokens. A name or a number that the list does not have is spelled out, letter by letter.
Two options of a decision never have the same tokens, and no option begins with all tokens of another.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from itertools import chain

from attrs import field, frozen

from kingsburg_rules import Action, Bid, Build, Decision, IllegalAction, Rules, SetupError, Use, catalog_of
from kingsburg_rules.engine import (
    CHANCE_PLAYER,
    Form,
    ListOf,
    Nested,
    NotOffered,
    Role,
    Single,
    Tagged,
    by_class,
    expect,
    fields_of,
    is_bag,
    is_list,
    shown,
)

CHANCE_KINDS = frozenset({"roll", "draw", "arrange"})
"""The decisions that only chance answers."""

END, OTHER = "end", "other"
"""The tokens that close a list, and that begin what is spelled out."""

LETTERS = "0123456789abcdef"
_LETTER = "letter"

_NUMBERS = range(20)
_AMOUNTS = range(1, 7)
_BIDS = range(1, 21)
_FACES = range(1, 7)
_KEPT = 4096

Spelled = tuple[int, ...]
"""The numbers of the tokens of an action."""

_Asked = tuple[int, int, tuple[str, ...]]
"""An option, by its object, with the seat that is asked and the players."""


@frozen
class PartialAnswer:
    """An answer to a decision, as far as it has been given: token by token.

    `tokens` are those so far, including those that were not asked for. `choices` are those that may come
    next, in rising order; it is empty when `action` is known.
    """

    tokens: Spelled
    choices: Spelled
    action: Action | None
    _left: Sequence[tuple[Spelled, Action]] = field(repr=False, eq=False)

    def then(self, token: int) -> PartialAnswer:
        """Return the answer with another token.

        Raises:
            IllegalAction: The token is not one of `choices`.
        """
        if token not in self.choices:
            raise IllegalAction(NotOffered(), token)
        at = len(self.tokens)
        return _as_far([(tokens, option) for tokens, option in self._left if tokens[at] == token], at + 1)

    def weighed(self, weight: Callable[[Action], int]) -> dict[int, int]:
        """Add up a weight of the actions that are left, for each token that may come next."""
        at, found = len(self.tokens), dict.fromkeys(self.choices, 0)
        if found:
            for tokens, option in self._left:
                found[tokens[at]] += weight(option)
        return found


def _as_far(left: Sequence[tuple[Spelled, Action]], at: int) -> PartialAnswer:
    """Go on to the next token in which the options that are left differ."""
    # No two options have the same tokens, and none begins with all tokens of another, so the search for
    # the next difference ends before any of them does.
    first, action = left[0]
    if len(left) == 1:
        return PartialAnswer(first, (), action, left)
    while True:
        choices = {tokens[at] for tokens, _ in left}
        if len(choices) > 1:
            return PartialAnswer(first[:at], tuple(sorted(choices)), None, left)
        at += 1


@frozen(eq=False)
class ActionSpace:
    """The tokens with which the actions of a rule set are written.

    A player is named by the number of seats from the one who answers, clockwise: `choose player 0` chooses
    oneself. For chance, seats are counted from the first.

    Args:
        rules: The rule set.
        chance: Whether the tokens are for the answers of chance, and not for those of players.

    Raises:
        TypeError: `rules` are not rules.
    """

    rules: Rules
    chance: bool = False
    tokens: tuple[str, ...] = field(init=False, repr=False)
    """All tokens; the number of a token is its place."""
    _numbers: dict[str, int] = field(init=False, repr=False)
    _known: dict[_Asked, tuple[Action, Spelled]] = field(
        init=False, factory=dict["_Asked", tuple[Action, Spelled]], repr=False
    )

    def __attrs_post_init__(self) -> None:
        """List the tokens."""
        expect(self.rules, Rules, "rules")
        tokens = tuple(dict.fromkeys((*_all_tokens(self.rules, chance=self.chance), *_letters())))
        object.__setattr__(self, "tokens", tokens)
        object.__setattr__(self, "_numbers", {token: number for number, token in enumerate(tokens)})

    def __len__(self) -> int:
        """Return how many tokens there are."""
        return len(self.tokens)

    def number(self, token: str) -> int:
        """Return the number of a token.

        Raises:
            SetupError: There is no such token.
        """
        if token not in self._numbers:
            raise SetupError(
                "setup.token", f"There is no token {shown(token)} for the actions of these rules."
            )
        return self._numbers[token]

    def begin(self, decision: Decision, players: tuple[str, ...]) -> PartialAnswer:
        """Begin to answer a decision. If it has one option, the answer is complete.

        Args:
            decision: The decision.
            players: The players by seat, as `Game.players`.
        """
        seat = max(decision.seat, 0)
        return _as_far([(self._spelled(option, players, seat), option) for option in decision.options], 0)

    def spell(self, action: Action, player: str, players: Sequence[str]) -> Spelled:
        """Write an action of a player with the numbers of its tokens.

        Args:
            action: The action.
            player: Who answers; for chance, `chance`.
            players: The players by seat, as `Game.players`.

        Raises:
            SetupError: The player, or one that the action names, is not among the players.
        """
        seat = 0 if player == CHANCE_PLAYER else _seat(player, players)
        return tuple(self._numbers[token] for token in _written(action, self._numbers, players, seat))

    def _spelled(self, option: Action, players: tuple[str, ...], seat: int) -> Spelled:
        """Write an option. Options are shared between decisions, so their tokens are kept."""
        key = id(option), seat, players  # players are named by their distance from the seat that answers
        known = self._known.get(key)
        if known is not None:
            return known[1]
        tokens = tuple(self._numbers[token] for token in _written(option, self._numbers, players, seat))
        # The option is kept with its tokens: as long as it is, no other object gets its id.
        if len(self._known) >= _KEPT:
            self._known.clear()
        self._known[key] = option, tokens
        return tokens


def _seat(player: str, players: Sequence[str]) -> int:
    if player not in players:
        raise SetupError("setup.player", f"{shown(player)} does not play in this game.")
    return players.index(player)


# The list of tokens


def _letters() -> Iterator[str]:
    yield from (f"{_LETTER} {letter}" for letter in (*LETTERS, END))


def _all_tokens(rules: Rules, *, chance: bool) -> Iterator[str]:
    """List the tokens of all actions in the order of their classes, names by the alphabet."""
    for kind in Action.kinds.values():
        if CHANCE_KINDS.issuperset(kind.answers) != chance:
            continue
        forms = _forms(kind)
        if not forms:
            yield kind.verb()
        for prefix, form in forms:
            yield from _tokens_of(form, prefix, rules)


@by_class
def _forms(kind: type[Tagged]) -> tuple[tuple[str, Form], ...]:
    """List the fields of a class of actions with the beginnings of their tokens: the first has the verb."""
    verb = kind.verb() if issubclass(kind, Action) else ""
    return tuple(
        (verb if verb and place == 0 else field.name, field.form)
        for place, field in enumerate(fields_of(kind).values())
    )


def _tokens_of(form: Form, prefix: str, rules: Rules) -> Iterator[str]:
    """List the tokens for values of a form."""
    match form:
        case Single(role):
            yield from (f"{prefix} {text}" for text in _texts(role, prefix, rules))
            if role not in _COMPLETE:
                yield f"{prefix} {OTHER}"
            if role in _LISTS:
                yield f"{prefix} {END}"
        case ListOf(of):
            yield from _tokens_of(of, prefix, rules)
            yield f"{prefix} {END}"
        case Nested(cls) if issubclass(cls, Tagged):
            for kind in cls.kinds.values():
                for name, inner in _forms(kind):
                    yield from _tokens_of(inner, f"{prefix} {name}", rules)
        case _:
            raise TypeError(f"no tokens are known for {form}")


_LISTS = frozenset({Role.DICE, Role.BONUS_DICE, Role.ROLL, Role.BAG})
_COMPLETE = frozenset({Role.FLAG, Role.PLAYER})


def _cards(rules: Rules, prefix: str) -> Collection[str]:
    """List the cards that can be meant after a token: those to build, to use, to get leave from; else all."""
    compiled = rules.compiled
    if prefix == Build.verb():
        return sorted(compiled.cards[card].name for card in compiled.buildings)
    cards = chain(compiled.cards, compiled.elsewhere.values(), compiled.away.values())
    if prefix == Use.verb():
        names = {name for card in cards if card.abilities for name in compiled.names_of(card)}
        return sorted(names)
    if prefix == "via":
        return sorted({card.name for card in cards if card.permissions})
    return sorted({name for card in compiled.cards for name in compiled.names_of(card)})


def _texts(role: Role, prefix: str, rules: Rules) -> Collection[str]:
    """List the texts that values of a role may have; others are spelled out."""
    compiled = rules.compiled
    match role:
        case Role.CARD:
            return _cards(rules, prefix)
        case Role.ADVISOR:
            return sorted({place.name for place in compiled.places})
        case Role.RESOURCE:
            return sorted(compiled.resource)
        case Role.ROW:
            return sorted(compiled.rows)
        case Role.BAG:
            amounts = _BIDS if prefix == Bid.verb() else _AMOUNTS
            return [f"{amount} {name}" for name in sorted(compiled.resource) for amount in amounts]
        case Role.OPTION:
            return sorted({option.id for option in catalog_of(rules).options})
        case Role.FLAG:
            return "no", "yes"
        case Role.PLAYER | Role.NUMBER | Role.FACE | Role.DICE | Role.BONUS_DICE | Role.ROLL:
            seats = range(compiled.seats[1] + len(compiled.automata))
            usual = {Role.PLAYER: seats, Role.NUMBER: _NUMBERS}
            return [*map(str, usual.get(role, _FACES))]
        case _:
            raise TypeError(f"no tokens are known for {role}")


# Writing an action


def _written(action: Action, known: Collection[str], players: Sequence[str], seat: int) -> Iterator[str]:
    """Write an action with tokens."""
    forms = _forms(type(action))
    if not forms:
        yield action.verb()
    for (prefix, form), name in zip(forms, fields_of(type(action)), strict=True):
        for before, text in _value(form, prefix, getattr(action, name), players, seat):
            token = f"{before} {text}"
            yield from (token,) if token in known else _spelled_out(before, text)


def _spelled_out(prefix: str, text: str) -> Iterator[str]:
    """Spell what the list does not have."""
    yield f"{prefix} {OTHER}"
    # Names of packs may have any letter. In hexadecimal, sixteen tokens are enough for all of them.
    yield from (f"{_LETTER} {letter}" for letter in text.encode().hex())
    yield f"{_LETTER} {END}"


def _value(
    form: Form, prefix: str, value: object, players: Sequence[str], seat: int
) -> Iterator[tuple[str, str]]:
    """Write a value with tokens, each as what it begins with and the rest."""
    match form:
        case Single(Role.BAG) if is_bag(value):
            yield from ((prefix, f"{amount} {name}") for name, amount in sorted(value, key=_by_name))
            yield prefix, END
        case Single(role) if role in _LISTS and is_list(value):
            # In whatever order dice are named, they are the same action.
            yield from ((prefix, die) for die in sorted(map(str, value)))
            yield prefix, END
        case Single(Role.PLAYER) if isinstance(value, str):
            # Counted from the one who answers, so that a policy learned in one seat fits all seats.
            yield prefix, str((_seat(value, players) - seat) % len(players))
        case Single(Role.FLAG):
            yield prefix, "yes" if value else "no"
        case Single():
            yield prefix, str(value)
        case ListOf(of) if is_list(value):
            for one in value:
                yield from _value(of, prefix, one, players, seat)
            yield prefix, END
        case Nested() if isinstance(value, Tagged):
            names = fields_of(type(value))
            for (inner_prefix, inner), name in zip(_forms(type(value)), names, strict=True):
                yield from _value(inner, f"{prefix} {inner_prefix}", getattr(value, name), players, seat)
        case _:
            raise TypeError(f"no tokens are known for {form}")


def _by_name(entry: tuple[str, object]) -> str:
    return entry[0]
