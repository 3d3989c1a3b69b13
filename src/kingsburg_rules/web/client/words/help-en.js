// The help and the lessons. They are loaded when somebody opens them.

const season = `Everybody rolls their dice. Whoever rolled the lowest total goes first.

In turn, put one or more of your dice on one advisor: their total must be exactly the advisor’s number. An advisor who
has dice already is closed to the others. Go around until nobody can or wants to place dice any more.

A white die helps one placement and always lies beside one of your own dice. A “+2” token adds two to a placement.

Then the advisors give what their icons show, from the lowest number to the highest.

At last you may build one building. Each row is built from left to right, and the price is paid in goods.`;

const seasonLesson = `Now you send your dice to the court. Each advisor wants an exact total, and each takes one
visitor. Their gifts pay for a building at the end of the season.`;

export const words = {
  title: "Help",
  close: "Close",
  rules: "Rules",
  icons: "Icons",
  keys: "Keys",
  now: "now",
  aim: `You govern a province for the King, for {years} years. Dice win you the help of his advisors, their gifts
become buildings, and each winter an enemy tests what you have built. Whoever has the most victory points at the end
wins; a tie goes to whoever has more goods left, then to whoever has more buildings.`,
  year: "These are the phases of a game. Those with a number come again every year.",
  added: "What this table adds",
  phase_setup: "The order of play is shuffled, and one hidden enemy is drawn for each year.",
  phase_kings_favor: `The King helps whoever has the fewest buildings: they roll one white die more in spring. The
fewest goods break a tie, and those who are still tied gain one good each.`,
  phase_spring: season,
  phase_kings_reward: "Whoever has the most buildings gains a point; so does everybody who has as many.",
  phase_summer: season,
  phase_kings_envoy: `Whoever has the fewest buildings gets the King’s envoy; the fewest goods break a tie, and if
that does not help nobody gets it. Use it once, until the next envoy: go to an advisor who is taken, or build a second
building in one season.`,
  phase_fall: season,
  phase_recruiting: "In turn, recruit soldiers for the winter: two goods of any kind for each.",
  phase_winter: `The King sends everybody the same help, as many as a die shows. The enemy of the year is turned over.
Your strength is this help, your soldiers and your buildings. Stronger than the enemy: you gain what the card gives.
Equal: nothing happens. Weaker: you lose what it takes. The strongest of those who won gain one point more, and all
soldiers go home.`,
  phase_scoring: "After the last winter some buildings bring more points. Then the points are compared.",
  title_setup: "Set-up",
  title_kings_favor: "1 King’s Favor",
  title_spring: "2 Spring",
  title_kings_reward: "3 King’s Reward",
  title_summer: "4 Summer",
  title_kings_envoy: "5 King’s Envoy",
  title_fall: "6 Fall",
  title_recruiting: "7 Recruiting",
  title_winter: "8 Winter",
  title_scoring: "Last points",
  name_gold: "gold",
  name_wood: "wood",
  name_stone: "stone",
  name_good: "a good of your choice",
  name_soldier: "soldier",
  name_plus2: "“+2” token",
  name_bonus_die: "white die",
  name_envoy: "King’s envoy",
  name_vp: "victory point",
  name_building: "building",
  name_card_in_hand: "card in hand",
  name_shield: "points of a building",
  name_strength: "strength",
  name_peek: "a look",
  name_victory: "victory",
  name_tie: "draw",
  name_defeat: "defeat",
  name_tile: "tile",
  name_token: "token",
  name_or: "or",
  name_to: "for",
  icon_gold: "Pays for buildings and soldiers.",
  icon_wood: "Pays for buildings and soldiers.",
  icon_stone: "Pays for buildings and soldiers.",
  icon_good: "Take gold, wood or stone.",
  icon_soldier: "Adds to your strength until the end of winter.",
  icon_plus2: "Makes a total of dice two higher, once.",
  icon_bonus_die: "Is rolled with your own dice, and placed beside one of them.",
  icon_envoy: "Opens an advisor who is taken, or builds one building more.",
  icon_vp: "The most of these win.",
  icon_building: "Stands in your province until the end, unless an enemy destroys it.",
  icon_card_in_hand: "Only you can see it.",
  icon_shield: "You gain them when you build it.",
  icon_strength: "Is compared with that of the enemy in winter.",
  icon_peek: "You see the enemy of this winter before the others do.",
  icon_victory: "Stronger than the enemy.",
  icon_tie: "As strong as the enemy.",
  icon_defeat: "Weaker than the enemy.",
  icon_tile: "Lies on an advisor and changes what they give.",
  icon_token: "Marks something that a card remembers.",
  icon_or: "Choose one side.",
  icon_to: "Pay the left side, gain the right side.",
  key_number: "the next die with this number, or the answer in this place",
  key_hint: "a hint, with its reasons",
  key_undo: "take back",
  key_news: "show everything now",
  key_escape: "forget what is picked; close what is open",
  key_help: "this help",
  key_step: "in a replay: a step back or forward",
  key_space: "in a replay: play or pause",
  space: "Space",
  guide: "Guide",
  gotIt: "Got it",
  goodAnswer: "What is good here?",
  reasons:
    "The answer we would give stands at the question, with its reasons. You may take it or choose another.",
  teachHere: "Guide me at this table",
  skip: "Skip the lessons",
  alone: "Go on alone",
  welcome: "Welcome to your province!",
  known: "You know how this goes. Ask if you want advice.",
  refused: "This cannot be done, and the question says why: {why} What lights up can be done.",
  winterTitle: "Your first winter is over",
  battle_victory: "You had {mine} against {enemy} and won.",
  battle_tie: "You had {mine} against {enemy}: just enough to lose nothing.",
  battle_defeat: "You had {mine} against {enemy} and lost. Walls, towers and soldiers would have helped.",
  after: `Every winter is harsher than the one before, so count your strength in autumn: what the enemy may be
and your chances stand at “This winter”. You know all phases now. Hints, the help behind “?” and the reasons
stay with you.`,
  lesson_setup: "Before the first year something is still to be chosen.",
  lesson_kings_favor: "Each year begins with help for whoever has built least.",
  lesson_spring: seasonLesson,
  lesson_kings_reward: "After spring the most buildings bring a point. Building early pays.",
  lesson_summer: "The same again, with new dice.",
  lesson_kings_envoy:
    "After summer whoever has built least gets the envoy, a second chance at a taken advisor.",
  lesson_fall: "The last dice before winter. Look at your strength: the enemy comes soon.",
  lesson_recruiting: "Goods that are left over become soldiers now: two goods for each.",
  lesson_winter: "The enemy comes. Soldiers, buildings and the King’s help stand against it.",
  lesson_scoring: "The game is over but for the last points.",
  kind_influence: `Pick dice, or an advisor that lights up. Look at what the next building costs, and leave dice for a
second visit: three small gifts are often worth more than one large. You may pass, but unused dice are lost.`,
  kind_build: `You may build one building now. Look at what it does, at its points and at what it opens to its right.
Saving for an expensive one may be right, but a season without building is rarely a good one.`,
  kind_recruit:
    "Choose how many soldiers you recruit. Look at your chances this winter: as many as make you safe, no more.",
  kind_use:
    "You may use this card now. Read what it does, what it costs and whether it comes back next season.",
  kind_take: "Choose what you gain. Look in your province for the next building, and take what it lacks.",
  kind_give: "Choose what you lose. Keep what your next building needs.",
  kind_pay: "Choose what you pay with. Give what you have too much of.",
  kind_trade: "You may exchange goods. Do so if it pays for a building this season.",
  kind_bid: "Bid what it is worth to you; if you pass, you are out of this auction.",
  kind_choose: "Choose one of these, or several. The question says what happens to it.",
  kind_die: "Choose a die or its value. Small changes reach other advisors: try what would light up.",
  kind_roll: "Dice are rolled.",
  kind_draw: "A card is drawn.",
  kind_arrange: "Decide who plays first. Early players choose among more advisors.",
};
