"""The messages of `kingsburg engine`: what a program asks, and what the engine answers.

Every request has an `id`, which its answer repeats. The key `type` is the name of the class. In requests and
answers about a game, players are seats, as in all JSON of the library.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from attrs import field, frozen

from kingsburg_rules import AnyAction, AnyEvent, CardText, Catalog, Choices, Decision, SeatView, Violation
from kingsburg_rules.engine import DisplayName, Fidelity, Id, PlayerName, Tagged, Text, Value

Language: TypeAlias = Id
"""`en`, `nl` or `fr`."""


Automation: TypeAlias = Literal["forced", "gains", "peeks"]
"""What is done without asking."""


@frozen(eq=False, repr=False)
class SentPack(Value):
    """A pack: the `name` of one that is installed, its `files` as texts by name, or a `zip` in base64."""

    name: Id | None = None
    files: Mapping[Id, Text] | None = None
    zip: Text | None = None


@frozen(eq=False, repr=False)
class EngineRequest(Value, Tagged):
    """A request of a program; `id` is any whole number."""

    id: int


@frozen(eq=False, repr=False)
class VersionsRequest(EngineRequest):
    """Asks for versions, and for what can be named."""


@frozen(eq=False, repr=False)
class ChoicesRequest(EngineRequest):
    """Asks for everything that a lobby can offer."""

    language: Language = "en"


@frozen(eq=False, repr=False)
class NewGameRequest(EngineRequest):
    """Starts a game; the options are those of `load_rules` and `Game`.

    Without `automation`, everything is done without asking that can be.
    """

    players: tuple[DisplayName, ...]
    seed: int | None = None
    edition: Id = "second"
    modules: tuple[Id, ...] = ()
    scenario: Id | None = None
    variants: tuple[Id, ...] = ()
    packs: tuple[SentPack, ...] = ()
    switches: Mapping[Id, Id] = field(factory=dict[str, str])
    fidelity: Fidelity = "reconstructed"
    chance: Literal["random", "decision"] = "random"
    automation: tuple[Automation, ...] | None = None
    script: tuple[Text, ...] = ()


@frozen(eq=False, repr=False)
class LoadRequest(EngineRequest):
    """Continues a saved game; `packs` are those of its packs that are not installed."""

    save: Text
    packs: tuple[SentPack, ...] = ()


@frozen(eq=False, repr=False)
class GameRequest(EngineRequest):
    """Asks for a game as it is now: its players, and the decisions that are owed."""

    game: int


@frozen(eq=False, repr=False)
class PlayRequest(EngineRequest):
    """Answers a decision, in one of three ways: an `option` by its number, an `action`, or its `notation`.

    `decision` is the id of the decision, `player` who answers; without them, it is the first one owed.
    """

    game: int
    option: int | None = None
    action: AnyAction | None = None
    notation: Text | None = None
    decision: int | None = None
    player: PlayerName | None = None


@frozen(eq=False, repr=False)
class WhyNotRequest(EngineRequest):
    """Asks why an action is not possible now."""

    game: int
    action: AnyAction | None = None
    notation: Text | None = None
    decision: int | None = None
    player: PlayerName | None = None
    language: Language = "en"


@frozen(eq=False, repr=False)
class UndoRequest(EngineRequest):
    """Undoes the last action; a `fair` undo is refused if something was rolled or revealed."""

    game: int
    fair: bool = False


@frozen(eq=False, repr=False)
class ViewRequest(EngineRequest):
    """Asks for what a player may know, or a spectator."""

    game: int
    player: PlayerName | None = None


@frozen(eq=False, repr=False)
class EventsRequest(EngineRequest):
    """Asks for the events after a number, as far as a player, or a spectator, may know them, and the view."""

    game: int
    after: int
    player: PlayerName | None = None


@frozen(eq=False, repr=False)
class SaveRequest(EngineRequest):
    """Asks for the game as a text that `LoadRequest` takes."""

    game: int


@frozen(eq=False, repr=False)
class CatalogRequest(EngineRequest):
    """Asks for names, texts and figures of the rules of a game."""

    game: int
    language: Language = "en"


@frozen(eq=False, repr=False)
class CardRequest(EngineRequest):
    """Asks what a card does."""

    game: int
    card: Id
    language: Language = "en"


@frozen(eq=False, repr=False)
class DescribeRequest(EngineRequest):
    """Asks for a sentence about an action, an event, or (by its id) a decision that is owed.

    `reader` is the player who reads it: "You gain 1 gold."
    """

    game: int
    action: AnyAction | None = None
    event: AnyEvent | None = None
    decision: int | None = None
    reader: PlayerName | None = None
    language: Language = "en"


@frozen(eq=False, repr=False)
class HintRequest(EngineRequest):
    """Asks what a bot would answer to a decision; it sees what the player sees."""

    game: int
    decision: int | None = None
    bot: Id = "greedy"
    language: Language = "en"


@frozen(eq=False, repr=False)
class EndRequest(EngineRequest):
    """Forgets a game."""

    game: int


@frozen(eq=False, repr=False)
class EngineAnswer(Value, Tagged):
    """The answer of the engine to the request with this `id`."""

    id: int | None


@frozen(eq=False, repr=False)
class VersionsAnswer(EngineAnswer):
    """Versions: of the `library`, of this `protocol`, and of all other JSON (`wire`); and the bots."""

    library: Id
    protocol: int
    wire: int
    compiled: bool
    bots: tuple[Id, ...]
    languages: tuple[Id, ...]


@frozen(eq=False, repr=False)
class ChoicesAnswer(EngineAnswer):
    """Everything that a lobby can offer."""

    choices: Choices


@frozen(eq=False, repr=False)
class GameAnswer(EngineAnswer):
    """A game as it is now. `seq` is the number of its last event; when it is `over`, nobody is asked."""

    game: int
    players: tuple[DisplayName, ...]
    seq: int
    over: bool
    decisions: tuple[Decision, ...]


@frozen(eq=False, repr=False)
class EventsAnswer(EngineAnswer):
    """The events, the view after them, and the decisions that are owed now.

    After an action or an undo these are all events, with the secrets of all players, and the view of a
    spectator: the program that runs the engine passes on to every player what is theirs. `EventsRequest` asks
    for the events and the view of one player.
    """

    game: int
    seq: int
    over: bool
    events: tuple[AnyEvent, ...]
    view: SeatView
    decisions: tuple[Decision, ...]


@frozen(eq=False, repr=False)
class ViewAnswer(EngineAnswer):
    """The view of a player or a spectator."""

    game: int
    view: SeatView


@frozen(eq=False, repr=False)
class SaveAnswer(EngineAnswer):
    """A game as a text."""

    game: int
    save: Text


@frozen(eq=False, repr=False)
class CatalogAnswer(EngineAnswer):
    """Names, texts and figures of the rules of a game."""

    game: int
    catalog: Catalog


@frozen(eq=False, repr=False)
class CardAnswer(EngineAnswer):
    """The text of a card."""

    card: CardText


@frozen(eq=False, repr=False)
class SentenceAnswer(EngineAnswer):
    """A sentence for people."""

    sentence: Text


@frozen(eq=False, repr=False)
class WhyNotAnswer(EngineAnswer):
    """The reason why an action is not possible; null if it is."""

    violation: Violation | None


@frozen(eq=False, repr=False)
class HintAnswer(EngineAnswer):
    """The answer of a bot: the action, its notation, a sentence, and why the bot would."""

    decision: int
    action: AnyAction
    notation: Text
    sentence: Text
    why: tuple[Text, ...] = ()


@frozen(eq=False, repr=False)
class EndAnswer(EngineAnswer):
    """The game is forgotten."""

    game: int


@frozen(eq=False, repr=False)
class SentDiagnostic(Value):
    """A mistake in a pack, at its place."""

    file: Text
    line: int
    column: int
    code: Id
    message: Text
    severity: Literal["error", "warning"]


@frozen(eq=False, repr=False)
class ErrorAnswer(EngineAnswer):
    """The request could not be carried out, and nothing has changed.

    `error` is the class of the error, and `code` its stable name. For an action that is not possible, the
    `violation` says why; for a pack that cannot be used, `diagnostics` are its mistakes. Without an `id`, the
    line could not be read as a request.
    """

    error: Literal[
        "RequestError",
        "SetupError",
        "ContentError",
        "SaveError",
        "IllegalAction",
        "Runaway",
        "InternalError",
    ]
    code: Id
    message: Text
    violation: Violation | None = None
    diagnostics: tuple[SentDiagnostic, ...] = ()


AnyRequest: TypeAlias = (
    VersionsRequest
    | ChoicesRequest
    | NewGameRequest
    | LoadRequest
    | GameRequest
    | PlayRequest
    | WhyNotRequest
    | UndoRequest
    | ViewRequest
    | EventsRequest
    | SaveRequest
    | CatalogRequest
    | CardRequest
    | DescribeRequest
    | HintRequest
    | EndRequest
)
"""All requests."""
