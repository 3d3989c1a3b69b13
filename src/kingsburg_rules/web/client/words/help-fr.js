// The help and the lessons. They are loaded when somebody opens them.

const season = `Tout le monde lance ses dés. Le total le plus bas commence.

À tour de rôle, posez un ou plusieurs de vos dés sur un seul conseiller : leur total doit être exactement son
rang. Un conseiller qui a déjà des dés est fermé aux autres. On continue jusqu’à ce que personne ne puisse ou
ne veuille plus poser.

Un dé blanc s’ajoute à une pose et accompagne toujours un de vos propres dés. Un jeton « +2 » ajoute deux à une pose.

Puis les conseillers donnent ce que montrent leurs icônes, du plus petit rang au plus grand.

Enfin vous pouvez construire un bâtiment. Chaque rangée se construit de gauche à droite et se paie en
marchandises.`;

const seasonLesson = `Envoyez maintenant vos dés à la cour. Chaque conseiller veut un total exact et reçoit un seul
visiteur. Ce qu’ils donnent paie un bâtiment à la fin de la saison.`;

export const words = {
  title: "Aide",
  close: "Fermer",
  rules: "Règles",
  icons: "Icônes",
  keys: "Touches",
  now: "maintenant",
  aim: `Vous gouvernez une province pour le Roi pendant {years} ans. Vos dés vous valent l’aide de ses
conseillers, leurs dons deviennent des bâtiments, et chaque hiver un ennemi met le tout à l’épreuve. La personne
qui a le plus de points de victoire à la fin gagne ; à égalité, les marchandises restantes décident,
puis les bâtiments.`,
  year: "Voici les phases d’une partie. Celles qui ont un numéro reviennent chaque année.",
  added: "Ce que cette table ajoute",
  phase_setup: "L’ordre du tour est mélangé, et un ennemi caché est tiré pour chaque année.",
  phase_kings_favor: `Le Roi aide la personne qui a le moins de bâtiments : un dé blanc de plus au printemps. À
égalité, le moins de marchandises compte ; en cas de nouvelle égalité, chacune de ces personnes reçoit
une marchandise.`,
  phase_spring: season,
  phase_kings_reward: "Le plus grand nombre de bâtiments rapporte un point, aussi en cas d’égalité.",
  phase_summer: season,
  phase_kings_envoy: `Le moins de bâtiments donne l’Envoyé du Roi ; à égalité, le moins de marchandises
compte, et si cela ne suffit pas, personne ne le reçoit. Il sert une fois, avant le prochain Envoyé : allez chez
un conseiller déjà pris, ou construisez un second bâtiment dans une saison.`,
  phase_fall: season,
  phase_recruiting:
    "À tour de rôle, recrutez des soldats pour l’hiver : deux marchandises au choix pour chacun.",
  phase_winter: `Le Roi envoie à tout le monde la même aide, autant que montre un dé. L’ennemi de l’année est
retourné. Votre force est cette aide, vos soldats et vos bâtiments. Plus fort que l’ennemi : vous gagnez ce que
donne la carte. Autant : il ne se passe rien. Moins : vous perdez ce qu’elle prend. Les plus forts des
vainqueurs gagnent encore un point, et tous les soldats rentrent chez eux.`,
  phase_scoring:
    "Après le dernier hiver certains bâtiments rapportent encore des points. Puis on compare les points.",
  title_setup: "Mise en place",
  title_kings_favor: "1 Aide du Roi",
  title_spring: "2 Printemps",
  title_kings_reward: "3 Récompense du Roi",
  title_summer: "4 Été",
  title_kings_envoy: "5 Envoyé du Roi",
  title_fall: "6 Automne",
  title_recruiting: "7 Recrutement",
  title_winter: "8 Hiver",
  title_scoring: "Derniers points",
  name_gold: "or",
  name_wood: "bois",
  name_stone: "pierre",
  name_good: "une marchandise au choix",
  name_soldier: "soldat",
  name_plus2: "jeton « +2 »",
  name_bonus_die: "dé blanc",
  name_envoy: "Envoyé du Roi",
  name_vp: "point de victoire",
  name_building: "bâtiment",
  name_card_in_hand: "carte en main",
  name_shield: "points d’un bâtiment",
  name_strength: "force",
  name_peek: "un regard",
  name_victory: "victoire",
  name_tie: "égalité",
  name_defeat: "défaite",
  name_tile: "tuile",
  name_token: "marqueur",
  name_or: "ou",
  name_to: "contre",
  icon_gold: "Paie des bâtiments et des soldats.",
  icon_wood: "Paie des bâtiments et des soldats.",
  icon_stone: "Paie des bâtiments et des soldats.",
  icon_good: "Prenez de l’or, du bois ou de la pierre.",
  icon_soldier: "Ajoute à votre force jusqu’à la fin de l’hiver.",
  icon_plus2: "Augmente de deux un total de dés, une fois.",
  icon_bonus_die: "Se lance avec vos dés et se pose à côté de l’un d’eux.",
  icon_envoy: "Ouvre un conseiller déjà pris, ou construit un bâtiment de plus.",
  icon_vp: "Le plus grand nombre gagne.",
  icon_building: "Reste dans votre province jusqu’à la fin, sauf si un ennemi le détruit.",
  icon_card_in_hand: "Personne d’autre ne la voit.",
  icon_shield: "Vous les gagnez en le construisant.",
  icon_strength: "Se compare à celle de l’ennemi en hiver.",
  icon_peek: "Vous voyez l’ennemi de cet hiver avant les autres.",
  icon_victory: "Plus fort que l’ennemi.",
  icon_tie: "Aussi fort que l’ennemi.",
  icon_defeat: "Moins fort que l’ennemi.",
  icon_tile: "Posée sur un conseiller, elle change ce qu’il donne.",
  icon_token: "Montre ce dont une carte se souvient.",
  icon_or: "Choisissez un côté.",
  icon_to: "Payez ce qui est à gauche, gagnez ce qui est à droite.",
  key_number: "le prochain dé de cette valeur, ou la réponse à cette place",
  key_hint: "un conseil, avec ses raisons",
  key_undo: "reprendre",
  key_news: "tout montrer maintenant",
  key_escape: "oublier ce qui est choisi ; fermer ce qui est ouvert",
  key_help: "cette aide",
  key_step: "dans une rediffusion : un pas en arrière ou en avant",
  key_space: "dans une rediffusion : lecture ou pause",
  space: "Espace",
  guide: "Guide",
  gotIt: "Compris",
  goodAnswer: "Que faire ici ?",
  reasons:
    "La réponse que nous donnerions est près de la question, avec ses raisons. Prenez-la, ou choisissez-en une autre.",
  teachHere: "Me guider à cette table",
  skip: "Passer les leçons",
  alone: "Continuer sans guide",
  welcome: "Bienvenue dans votre province !",
  known: "Vous connaissez déjà cela. Demandez conseil si vous voulez.",
  refused: "C’est impossible, et la question dit pourquoi : {why} Ce qui s’allume est possible.",
  winterTitle: "Votre premier hiver est passé",
  battle_victory: "Vous aviez {mine} contre {enemy} : victoire.",
  battle_tie: "Vous aviez {mine} contre {enemy} : juste assez pour ne rien perdre.",
  battle_defeat:
    "Vous aviez {mine} contre {enemy} : défaite. Des murs, des tours et des soldats auraient aidé.",
  after: `Chaque hiver est plus rude que le précédent : comptez votre force en automne. Les ennemis possibles et
vos chances se lisent à « Cet hiver ». Vous connaissez maintenant toutes les phases. Les conseils, l’aide
derrière « ? » et les raisons restent là.`,
  lesson_setup: "Avant la première année il reste quelque chose à choisir.",
  lesson_kings_favor: "Chaque année commence par une aide pour le moins de bâtiments.",
  lesson_spring: seasonLesson,
  lesson_kings_reward:
    "Après le printemps, le plus grand nombre de bâtiments rapporte un point. Construire tôt est utile.",
  lesson_summer: "La même chose, avec de nouveaux dés.",
  lesson_kings_envoy:
    "Après l’été, le moins de bâtiments donne l’Envoyé : une seconde chance chez un conseiller déjà pris.",
  lesson_fall: "Les derniers dés avant l’hiver. Regardez votre force : l’ennemi arrive bientôt.",
  lesson_recruiting: "Les marchandises qui restent deviennent des soldats : deux pour chacun.",
  lesson_winter: "L’ennemi arrive. Soldats, bâtiments et l’aide du Roi lui font face.",
  lesson_scoring: "La partie est finie, sauf les derniers points.",
  kind_influence: `Choisissez des dés, ou un conseiller qui s’allume. Regardez le prix du prochain bâtiment, et
gardez des dés pour une seconde visite : trois petits dons valent souvent plus qu’un grand. Vous pouvez passer,
mais les dés inutilisés sont perdus.`,
  kind_build: `Vous pouvez construire un bâtiment. Regardez ce qu’il fait, ses points et ce qu’il ouvre à sa droite.
Épargner peut être juste, mais une saison sans construire l’est rarement.`,
  kind_recruit:
    "Choisissez combien de soldats recruter. Regardez vos chances cet hiver : ce qu’il faut, pas plus.",
  kind_use: "Vous pouvez utiliser cette carte. Lisez ce qu’elle fait, ce qu’elle coûte et si elle revient.",
  kind_take: "Choisissez ce que vous gagnez. Cherchez le prochain bâtiment et prenez ce qui lui manque.",
  kind_give: "Choisissez ce que vous perdez. Gardez ce qu’il faut au prochain bâtiment.",
  kind_pay: "Choisissez avec quoi payer. Donnez ce que vous avez en trop.",
  kind_trade: "Vous pouvez échanger. Faites-le si cela paie un bâtiment cette saison.",
  kind_bid: "Offrez ce que cela vaut pour vous ; qui passe quitte cette enchère.",
  kind_choose: "Choisissez-en un ou plusieurs. La question dit ce qui arrive.",
  kind_die:
    "Choisissez un dé ou sa valeur. Un petit changement ouvre d’autres conseillers : voyez ce qui s’allumerait.",
  kind_roll: "On lance des dés.",
  kind_draw: "On tire une carte.",
  kind_arrange: "Décidez qui commence. Jouer tôt, c’est choisir parmi plus de conseillers.",
};
