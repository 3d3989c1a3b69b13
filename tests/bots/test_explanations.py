"""Why bots answer as they do: the reasons are true, in three languages, and programs get them."""

from __future__ import annotations

import pickle
import re
from collections.abc import Iterator

import pytest

from kingsburg_rules import Action, Decision, Game, SetupError, describe, load_rules
from kingsburg_rules.bots import (
    BOTS,
    Bot,
    ExplainingBot,
    Explanation,
    GreedyBot,
    RandomBot,
    SearchBot,
    Sight,
    Weights,
    explain_choice,
    make_bot,
)
from kingsburg_rules.bots.bot import Parts, Teller, _sentences, reason
from kingsburg_rules.bots.facts import rule_facts
from kingsburg_rules.bots.greedy import evaluated
from kingsburg_rules.bots.valuing import holdings_after, holdings_of
from kingsburg_rules.game import state_in
from kingsburg_rules.text.languages import LANGUAGES, language_of
from kingsburg_rules.text.names import CardNames

NAMES = ("Ann", "Brian", "Cindy", "David")


def decisions(seed: int = 3, every: int = 1) -> Iterator[tuple[Game, Decision]]:
    """The decisions of a game of greedy bots at which there is something to choose."""
    game = Game(load_rules(), NAMES, seed=seed)
    number = 0
    while (decision := game.decision) is not None:
        if len(decision.options) > 1:
            number += 1
            if number % every == 0:
                yield game, decision
        game.play(GreedyBot().choose(decision, Sight(decision.player, game)), decision.player)


def thinker(kind: str) -> ExplainingBot:
    bot = SearchBot(2, playouts=24) if kind == "search" else make_bot(kind, 2)
    assert isinstance(bot, ExplainingBot)
    return bot


@pytest.mark.parametrize("kind", BOTS)
def test_what_is_explained_is_what_is_chosen(kind: str) -> None:
    checked = 0
    for game, decision in decisions(every=6):
        sight = Sight(decision.player, game)
        told = thinker(kind).explain(decision, sight)
        assert told.action == thinker(kind).choose(decision, sight)
        assert told.reasons
        assert all(other.action in decision.options for other in told.alternatives)
        assert told.action not in [other.action for other in told.alternatives]
        checked += 1
    assert checked > 20


@pytest.mark.parametrize("kind", BOTS)
def test_reasons_are_said_in_every_language(kind: str) -> None:
    """No word of English is left, and what is translated has no gap that is not filled."""
    said = {language: set[str]() for language in LANGUAGES}
    for game, decision in decisions(seed=5, every=9):
        told = thinker(kind).explain(decision, Sight(decision.player, game))
        for language in LANGUAGES:
            said[language].update(told.sentences(language))
    for language, sentences in said.items():
        assert sentences
        assert all(re.fullmatch(r"\w[^{}]+\.", sentence) for sentence in sentences), sentences
        assert not sentences & {*said["fr" if language == "en" else "en"]}
    english = re.compile(r"\b(the|worth|more|less|answer|than|you|what)\b")
    assert not [sentence for sentence in said["nl"] | said["fr"] if english.search(sentence)]


def test_every_sentence_has_its_translations() -> None:
    """Each one is heard in some game, so this looks at what is written, and not at a list."""
    game = Game(load_rules(), NAMES, seed=1)
    decision = game.decision
    assert decision is not None
    teller = Teller(game.rules, decision)
    parts = [Parts(**{name: amount}) for name in Parts._fields for amount in (1.0, -1.0)]
    told = [m for part in parts for m in (*teller.differences(part), *teller.gains(part))]
    told += [teller.building_next("inn"), reason("contested")]
    told += [reason(name) for name in _sentences() if name.startswith("lesson.")]
    assert len({each["en"] for each in told}) == 26
    for each in told:
        assert len({*each.values()}) == len(LANGUAGES)


def test_the_lead_is_the_difference_of_the_values() -> None:
    """What is said is what was computed: the parts add up to the lead."""
    checked = 0
    for game, decision in decisions(every=2):
        if decision.kind not in ("build", "recruit", "take"):
            continue
        evaluation = evaluated(decision, Sight(decision.player, game), 0, Weights())
        told = GreedyBot().explain(decision, Sight(decision.player, game))
        second = decision.options.index(told.alternatives[0].action)
        assert evaluation.parts is not None
        parts = evaluation.parts(evaluation.best).less(evaluation.parts(second))
        assert sum(parts) == pytest.approx(told.alternatives[0].behind)
        assert told.alternatives[0].behind >= 0
        checked += 1
    assert checked > 20


def lessons(kind: str) -> dict[str, list[tuple[Decision, Explanation]]]:
    """Collect what can be learned from the answers of a bot in a game, by the sentence."""
    names = {sentence["en"]: name for name, sentence in _sentences().items() if name.startswith("lesson.")}
    found = dict[str, list[tuple[Decision, Explanation]]]()
    for game, decision in decisions(every=3):
        told = thinker(kind).explain(decision, Sight(decision.player, game))
        if told.alternatives:
            found.setdefault(names[told.reasons[0]], []).append((decision, told))
    return found


def test_the_first_sentence_is_one_to_learn_from() -> None:
    """It is about what speaks most for the answer, so it is not always the same."""
    found = lessons("greedy")
    assert len(found) >= 6
    assert all(told.alternatives[0].behind < 0.05 for _, told in found["lesson.even"])
    hurried = [told.reasons for _, told in found["lesson.contested"]]
    assert hurried
    assert all("it may be gone later" in reasons[-1] for reasons in hurried)
    for _, told in found["lesson.winter"]:
        assert any("battle of this year" in why for why in told.reasons)
    assert {decision.kind for decision, _ in found["lesson.abilities"]} == {"build"}


def test_a_search_gives_a_sentence_to_learn_from() -> None:
    assert len(lessons("search")) >= 4


def test_points_that_a_building_scores_are_told() -> None:
    for game, decision in decisions(every=2):
        told = GreedyBot().explain(decision, Sight(decision.player, game))
        if str(told.action).startswith("build"):
            break
    else:
        raise AssertionError("nobody builds")
    assert any("VP more than the next best answer" in reason for reason in told.reasons)


def test_what_is_left_pays_for_the_building_that_is_named() -> None:
    named = 0
    for game, decision in decisions(every=2):
        told = GreedyBot().explain(decision, Sight(decision.player, game))
        names, facts = CardNames(game.rules, language_of("en")), rule_facts(game.rules)
        buildings = {names.the(building.name): building for building in facts.buildings}
        for why in told.reasons:
            left_for = re.fullmatch(r"What is left then pays for (.+)\.", why)
            if left_for:
                named += 1
                player = state_in(game.position()).players[decision.seat]
                left = holdings_after(told.action, holdings_of(player, facts), facts)
                assert left is not None
                stock, built = left
                building = buildings[left_for[1]]
                goods = [stock[good] for good in facts.goods]
                assert all(have >= count for have, count in zip(goods, building.cost, strict=True))
                assert not built >> building.card & 1
    assert named > 5


def test_a_search_says_how_often_it_tried() -> None:
    game, decision = next((g, d) for g, d in decisions() if len(d.options) > 5)
    sight = Sight(decision.player, game)
    told = SearchBot(1, playouts=40).explain(decision, sight)
    numbers = [int(number) for number in re.findall(r"\d+", told.reasons[1])]
    assert numbers[-1] <= 40
    assert numbers == sorted(numbers)
    assert len(told.alternatives) <= 3


def test_the_only_answer_needs_no_reason() -> None:
    game, decision = next(decisions())
    alone = decision._replace(options=decision.options[:1])
    for kind in BOTS:
        told = thinker(kind).explain(alone, Sight(decision.player, game))
        assert told == Explanation(alone.options[0], told.reasons)
        assert told.reasons == ("Nothing else is possible.",)


class Silent:
    """A bot of somebody else, which has no reasons."""

    name = "silent"

    def choose(self, decision: Decision, sight: Sight) -> Action:
        return decision.options[-1]


def test_a_bot_without_reasons_still_answers() -> None:
    game, decision = next(decisions())
    bot: Bot = Silent()
    told = explain_choice(bot, decision, Sight(decision.player, game))
    assert told.action == decision.options[-1]
    assert told.sentences("fr") == ("Le bot silent ne donne pas de raisons.",)


def test_a_bot_with_reasons_gives_its_own() -> None:
    game, decision = next(decisions())
    sight = Sight(decision.player, game)
    assert explain_choice(RandomBot(3), decision, sight) == RandomBot(3).explain(decision, sight)
    assert "Drawn at random among" in RandomBot(3).explain(decision, sight).reasons[0]


def test_an_explanation_travels_to_other_processes() -> None:
    game, decision = next(decisions())
    told = GreedyBot().explain(decision, Sight(decision.player, game))
    again = pickle.loads(pickle.dumps(told))
    assert again == told
    assert again.sentences("nl") == told.sentences("nl")


def test_an_unknown_language_is_refused() -> None:
    game, decision = next(decisions())
    told = GreedyBot().explain(decision, Sight(decision.player, game))
    with pytest.raises(SetupError, match="Language"):
        told.sentences("de")


def test_decimals_are_written_as_each_language_does() -> None:
    game, decision = next((g, d) for g, d in decisions() if d.kind == "build")
    told = GreedyBot().explain(decision, Sight(decision.player, game))
    assert re.search(r"\d\.\d VP", " ".join(told.sentences("en")))
    assert re.search(r"\d,\d VP", " ".join(told.sentences("nl")))
    assert re.search(r"\d,\d PV", " ".join(told.sentences("fr")))
    assert describe(told.action, game.rules)
