"""The few words that a terminal adds to what cards, decisions and events say, in every language."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping


_ENGLISH = {
    "seed": "Seed {seed}.",
    "opening": "Kingsburg, edition {edition}.",
    "for_help": "Type ? for help.",
    "player": "Player",
    "vp": "VP",
    "army": "Army",
    "dice": "Dice",
    "buildings": "Buildings",
    "influences": "Influences",
    "receives": "Receives",
    "builds": "Builds",
    "strength": "Strength",
    "battle": "Battle",
    "brings": "Brings",
    "victory": "victory",
    "tie": "held",
    "defeat": "defeat",
    "nobody": "nobody",
    "neutral": "neutral",
    "envoy": "Envoy",
    "token": "token",
    "token.several": "tokens",
    "rank": "rank {n}",
    "enemy_of": "year {year}",
    "strong": "strength {n}",
    "free": "free",
    "built": "built",
    "destroyed": "{building} destroyed",
    "sees_enemy": "sees the enemy",
    "king_sends": "The King sends {soldiers} to everybody.",
    "province": "The province of {player}",
    "enemy_seen": "This winter, as you have seen: {enemy}",
    "enemies": "This winter comes one of: {enemies}.",
    "scores": "Final scores",
    "vp_from": "VP from",
    "all": "all",
    "goods_left": "goods left",
    "wins": "{players} wins",
    "win": "{players} share the victory",
    "by_goods": " by the goods left",
    "by_buildings": " by the number of buildings",
    "for_instance": "Now, for instance: {options}.",
    "numbered": "The options are numbered from 1 to {n}.",
    "possible": "That is possible.",
    "taken_back": "Taken back.",
    "save_where": 'Say where, such as "save game.json".',
    "saved": "Saved in {path}.",
    "kept": "The game is kept in {path}. To go on with it:",
    "recorded": "The record is in {path}.",
    "help": """\
Answer with the number of an option, or with its text, such as
"influence treasurer 5+3", "build inn" or "pass".

  ?              this help
  all            all options, also those that waste dice or tokens
  board          everything that lies on the table: players in turn order, the
                 advisors, your province; Army is soldiers and what buildings add
  board NAME     the province of another player
  card NAME      what a card does
  why ACTION     why something is not possible: why build cathedral
  undo           take your last answer back
  save FILE      save the game
  quit           leave; the game is kept in a file\
""",
}

_DUTCH = {
    "seed": "Startgetal {seed}.",
    "opening": "Kingsburg, editie {edition}.",
    "for_help": "Typ ? voor hulp.",
    "player": "Speler",
    "vp": "VP",
    "army": "Leger",
    "dice": "Dobbelstenen",
    "buildings": "Gebouwen",
    "influences": "Beïnvloedt",
    "receives": "Krijgt",
    "builds": "Bouwt",
    "strength": "Kracht",
    "battle": "Gevecht",
    "brings": "Gevolg",
    "victory": "gewonnen",
    "tie": "gelijk",
    "defeat": "verloren",
    "nobody": "niemand",
    "neutral": "neutraal",
    "envoy": "Gezant",
    "token": "kaartje",
    "token.several": "kaartjes",
    "rank": "rang {n}",
    "enemy_of": "jaar {year}",
    "strong": "kracht {n}",
    "free": "gratis",
    "built": "gebouwd",
    "destroyed": "{building} verwoest",
    "sees_enemy": "ziet de vijand",
    "king_sends": "De Koning stuurt iedereen {soldiers}.",
    "province": "De provincie van {player}",
    "enemy_seen": "Deze winter, zoals je hebt gezien: {enemy}",
    "enemies": "Deze winter komt een van deze: {enemies}.",
    "scores": "Eindstand",
    "vp_from": "VP van",
    "all": "samen",
    "goods_left": "goederen over",
    "wins": "{players} wint",
    "win": "{players} delen de overwinning",
    "by_goods": " door de overgebleven goederen",
    "by_buildings": " door het aantal gebouwen",
    "for_instance": "Nu bijvoorbeeld: {options}.",
    "numbered": "De mogelijkheden zijn genummerd van 1 tot en met {n}.",
    "possible": "Dat kan.",
    "taken_back": "Teruggenomen.",
    "save_where": 'Zeg waar, zoals "save game.json".',
    "saved": "Bewaard in {path}.",
    "kept": "Het spel is bewaard in {path}. Zo gaat het verder:",
    "recorded": "Het verslag staat in {path}.",
    "help": """\
Antwoord met het nummer van een mogelijkheid, of met haar tekst, zoals
"influence treasurer 5+3", "build inn" of "pass".

  ?              deze hulp
  all            alle mogelijkheden, ook die dobbelstenen of kaartjes verspillen
  board          alles wat op tafel ligt: de spelers op volgorde, de adviseurs,
                 jouw provincie; Leger is soldaten en wat gebouwen toevoegen
  board NAAM     de provincie van een andere speler
  card NAAM      wat een kaart doet
  why ACTIE      waarom iets niet kan: why build cathedral
  undo           je laatste antwoord terugnemen
  save BESTAND   het spel bewaren
  quit           weggaan; het spel wordt in een bestand bewaard\
""",
}

_FRENCH = {
    "seed": "Graine {seed}.",
    "opening": "Kingsburg, édition {edition}.",
    "for_help": "Tapez ? pour l'aide.",
    "player": "Joueur",
    "vp": "PV",
    "army": "Armée",
    "dice": "Dés",
    "buildings": "Bâtiments",
    "influences": "Influence",
    "receives": "Gagne",
    "builds": "Construit",
    "strength": "Force",
    "battle": "Bataille",
    "brings": "Conséquences",
    "victory": "victoire",
    "tie": "égalité",
    "defeat": "défaite",
    "nobody": "personne",
    "neutral": "neutre",
    "envoy": "Envoyé",
    "token": "jeton",
    "token.several": "jetons",
    "rank": "rang {n}",
    "enemy_of": "année {year}",
    "strong": "force {n}",
    "free": "gratuit",
    "built": "construit",
    "destroyed": "{building}\u00a0: bâtiment détruit",
    "sees_enemy": "voit l'ennemi",
    "king_sends": "Le Roi envoie {soldiers} à chacun.",
    "province": "La province de {player}",
    "enemy_seen": "Cet hiver, comme vous l'avez vu\u00a0: {enemy}",
    "enemies": "Cet hiver viendra l'un de ces ennemis\u00a0: {enemies}.",
    "scores": "Score final",
    "vp_from": "PV",
    "all": "total",
    "goods_left": "marchandises restantes",
    "wins": "Victoire de {players}",
    "win": "Victoire partagée\u00a0: {players}",
    "by_goods": ", grâce aux marchandises restantes",
    "by_buildings": ", grâce au nombre de bâtiments",
    "for_instance": "Maintenant, par exemple\u00a0: {options}.",
    "numbered": "Les choix sont numérotés de 1 à {n}.",
    "possible": "C'est possible.",
    "taken_back": "Réponse reprise.",
    "save_where": "Dites où, par exemple «\u00a0save game.json\u00a0».",
    "saved": "Partie sauvegardée dans {path}.",
    "kept": "La partie est gardée dans {path}. Pour la continuer\u00a0:",
    "recorded": "La partie est notée dans {path}.",
    "help": """\
Répondez par le numéro d'un choix, ou par son texte, par exemple
"influence treasurer 5+3", "build inn" ou "pass".

  ?              cette aide
  all            tous les choix, même ceux qui gaspillent des dés ou des jetons
  board          tout ce qui est sur la table : les joueurs dans l'ordre du tour, les
                 conseillers, votre province ; Armée : soldats et apport des bâtiments
  board NOM      la province d'un autre joueur
  card NOM       ce que fait une carte
  why ACTION     pourquoi quelque chose est impossible : why build cathedral
  undo           reprendre votre dernière réponse
  save FICHIER   sauvegarder la partie
  quit           partir ; la partie est gardée dans un fichier\
""",
}

PHRASES: Mapping[str, Mapping[str, str]] = {"en": _ENGLISH, "nl": _DUTCH, "fr": _FRENCH}
"""The words by language; a test sees to it that every language has all of them, with the same parts."""
