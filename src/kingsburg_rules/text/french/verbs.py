"""The forms of the French verbs that the phrases use: those of "vous", "il" and "ils"."""

from __future__ import annotations


def _first(*infinitives: str) -> dict[str, tuple[str, str, str]]:
    """Give the forms of regular verbs in -er."""
    return {verb: (f"{verb[:-2]}ez", f"{verb[:-2]}e", f"{verb[:-2]}ent") for verb in infinitives}


VERBS: dict[str, tuple[str, str, str]] = {
    "agir": ("agissez", "agit", "agissent"),
    "aller": ("allez", "va", "vont"),
    "avoir": ("avez", "a", "ont"),
    "choisir": ("choisissez", "choisit", "choisissent"),
    "compter": ("comptez", "compte", "comptent"),
    "construire": ("construisez", "construit", "construisent"),
    "continuer": ("continuez", "continue", "continuent"),
    "coûter": ("coûtez", "coûte", "coûtent"),
    "déplacer": ("déplacez", "déplace", "déplacent"),
    "devenir": ("devenez", "devient", "deviennent"),
    "échanger": ("échangez", "échange", "échangent"),
    "être": ("êtes", "est", "sont"),
    "faire": ("faites", "fait", "font"),
    "finir": ("finissez", "finit", "finissent"),
    "lancer": ("lancez", "lance", "lancent"),
    "mettre": ("mettez", "met", "mettent"),
    "obtenir": ("obtenez", "obtient", "obtiennent"),
    "payer": ("payez", "paie", "paient"),
    "perdre": ("perdez", "perd", "perdent"),
    "pouvoir": ("pouvez", "peut", "peuvent"),
    "recevoir": ("recevez", "reçoit", "reçoivent"),
    "rejoindre": ("rejoignez", "rejoint", "rejoignent"),
    "relancer": ("relancez", "relance", "relancent"),
    "remettre": ("remettez", "remet", "remettent"),
    "rendre": ("rendez", "rend", "rendent"),
    "retirer": ("retirez", "retire", "retirent"),
    "valoir": ("valez", "vaut", "valent"),
    "renvoyer": ("renvoyez", "renvoie", "renvoient"),
    **_first(
        "afficher",
        "ajuster",
        "augmenter",
        "changer",
        "diminuer",
        "distribuer",
    ),
    **_first("donner", "gagner", "garder", "ignorer", "influencer", "jouer", "laisser", "miser", "passer"),
    **_first("piocher", "placer", "poser", "recruter", "regarder"),
    **_first("remporter", "retourner", "terminer", "utiliser"),
    "prendre": ("prenez", "prend", "prennent"),
    **_first("défausser", "remélanger"),
    "recouvrir": ("recouvrez", "recouvre", "recouvrent"),
}
