"""The forms of the Dutch verbs that the phrases use.

They are: the form in front of "je", the one behind it, the one of "hij", and the part that comes off ("uit"
of "uitdelen").
"""

from __future__ import annotations


def _regular(infinitive: str, stem: str, particle: str = "") -> dict[str, tuple[str, str, str, str]]:
    finite = stem if stem.endswith("t") else f"{stem}t"
    return {infinitive: (stem, finite, finite, particle)}


VERBS: dict[str, tuple[str, str, str, str]] = {
    "doen": ("doe", "doet", "doet", ""),
    "gaan": ("ga", "gaat", "gaat", ""),
    "hebben": ("heb", "hebt", "heeft", ""),
    "meedoen": ("doe", "doet", "doet", "mee"),
    "mogen": ("mag", "mag", "mag", ""),
    "zijn": ("ben", "bent", "is", ""),
    **_regular("bedekken", "bedek"),
    **_regular("beginnen", "begin"),
    **_regular("bekijken", "bekijk"),
    **_regular("betalen", "betaal"),
    **_regular("schudden", "schud"),
    **_regular("passen", "pas"),
    **_regular("nemen", "neem"),
    **_regular("afleggen", "leg", "af"),
    **_regular("beïnvloeden", "beïnvloed"),
    **_regular("bezitten", "bezit"),
    **_regular("bieden", "bied"),
    **_regular("bouwen", "bouw"),
    **_regular("brengen", "breng"),
    **_regular("bepalen", "bepaal"),
    **_regular("dalen", "daal"),
    **_regular("eindigen", "eindig"),
    **_regular("gebruiken", "gebruik"),
    **_regular("gelden", "geld"),
    **_regular("geven", "geef"),
    **_regular("houden", "houd"),
    **_regular("kiezen", "kies"),
    **_regular("kosten", "kost"),
    **_regular("krijgen", "krijg"),
    **_regular("laten", "laat"),
    **_regular("leggen", "leg"),
    **_regular("maken", "maak"),
    **_regular("negeren", "negeer"),
    **_regular("omdraaien", "draai", "om"),
    **_regular("passen", "pas"),
    **_regular("plaatsen", "plaats"),
    **_regular("rekruteren", "rekruteer"),
    **_regular("ruilen", "ruil"),
    **_regular("schuiven", "schuif"),
    **_regular("spelen", "speel"),
    **_regular("stijgen", "stijg"),
    **_regular("sturen", "stuur"),
    **_regular("teruggeven", "geef", "terug"),
    **_regular("terugleggen", "leg", "terug"),
    **_regular("tellen", "tel"),
    **_regular("tonen", "toon"),
    **_regular("trekken", "trek"),
    **_regular("uitdelen", "deel", "uit"),
    **_regular("veranderen", "verander"),
    **_regular("verliezen", "verlies"),
    **_regular("verplaatsen", "verplaats"),
    **_regular("wegnemen", "neem", "weg"),
    **_regular("werken", "werk"),
    **_regular("werpen", "werp"),
    **_regular("winnen", "win"),
    **_regular("worden", "word"),
    **_regular("zetten", "zet"),
}
