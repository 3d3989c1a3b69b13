// The help and the lessons. They are loaded when somebody opens them.

const season = `Iedereen werpt de eigen dobbelstenen. Wie het laagste totaal werpt, begint.

Leg om de beurt een of meer van je dobbelstenen bij één adviseur: hun totaal moet precies het getal van de
adviseur zijn.

Waar al dobbelstenen liggen, kunnen de anderen niet meer heen. Ga door tot niemand nog dobbelstenen kan of wil leggen.

Een witte dobbelsteen helpt bij één plaatsing en ligt altijd naast een van je eigen dobbelstenen. Een “+2”-kaartje
telt er twee bij op.

Dan geven de adviseurs wat hun tekens tonen, van het laagste getal naar het hoogste.

Tot slot mag je één gebouw bouwen. Elke rij wordt van links naar rechts gebouwd, en je betaalt met goederen.`;

const seasonLesson = `Nu stuur je je dobbelstenen naar het hof. Elke adviseur wil een precies totaal en ontvangt één
bezoeker. Met wat ze geven betaal je aan het eind van het seizoen een gebouw.`;

export const words = {
  title: "Hulp",
  close: "Sluiten",
  rules: "Regels",
  icons: "Tekens",
  keys: "Toetsen",
  now: "nu",
  aim: `Je bestuurt {years} jaar lang een provincie voor de Koning. Met dobbelstenen win je de steun van zijn
adviseurs, hun giften worden gebouwen, en elke winter stelt een vijand op de proef wat er staat. Wie aan het
eind de meeste overwinningspunten heeft, wint; bij gelijke punten beslissen de overgebleven goederen, dan de
gebouwen.`,
  year: "Dit zijn de fasen van een spel. Die met een nummer komen elk jaar terug.",
  added: "Wat deze tafel toevoegt",
  phase_setup: "De volgorde wordt geschud, en voor elk jaar wordt één verborgen vijand getrokken.",
  phase_kings_favor: `De Koning helpt wie de minste gebouwen heeft: die werpt in de lente een witte dobbelsteen extra.
Bij gelijke stand tellen de minste goederen, en wie dan nog gelijk staat, krijgt één goederensteen.`,
  phase_spring: season,
  phase_kings_reward: "Wie de meeste gebouwen heeft, krijgt een punt; wie er evenveel heeft ook.",
  phase_summer: season,
  phase_kings_envoy: `Wie de minste gebouwen heeft, krijgt de Gezant van de Koning; bij gelijke stand tellen de minste
goederen, en helpt dat niet, dan krijgt niemand hem. Gebruik hem één keer, tot de volgende Gezant komt: ga naar een
adviseur die bezet is, of bouw een tweede gebouw in één seizoen.`,
  phase_fall: season,
  phase_recruiting: "Rekruteer om de beurt soldaten voor de winter: twee goederen naar keuze per soldaat.",
  phase_winter: `De Koning stuurt iedereen evenveel hulp, zoveel als een dobbelsteen toont. De vijand van het
jaar wordt omgedraaid. Je kracht is deze hulp, je soldaten en je gebouwen. Sterker dan de vijand: je krijgt wat
de kaart geeft. Gelijk: er gebeurt niets. Zwakker: je verliest wat de kaart neemt. De sterkste winnaars krijgen
nog een punt, en alle soldaten gaan naar huis.`,
  phase_scoring:
    "Na de laatste winter leveren sommige gebouwen nog punten op. Dan worden de punten vergeleken.",
  title_setup: "Voorbereiding",
  title_kings_favor: "1 Hulp van de Koning",
  title_spring: "2 Lente",
  title_kings_reward: "3 Beloning van de Koning",
  title_summer: "4 Zomer",
  title_kings_envoy: "5 Gezant van de Koning",
  title_fall: "6 Herfst",
  title_recruiting: "7 Rekrutering",
  title_winter: "8 Winter",
  title_scoring: "Eindtelling",
  name_gold: "goud",
  name_wood: "hout",
  name_stone: "steen",
  name_good: "een goederensteen naar keuze",
  name_soldier: "soldaat",
  name_plus2: "“+2”-kaartje",
  name_bonus_die: "witte dobbelsteen",
  name_envoy: "Gezant van de Koning",
  name_vp: "overwinningspunt",
  name_building: "gebouw",
  name_card_in_hand: "kaart in de hand",
  name_shield: "punten van een gebouw",
  name_strength: "kracht",
  name_peek: "een blik",
  name_victory: "overwinning",
  name_tie: "gelijkspel",
  name_defeat: "nederlaag",
  name_tile: "tegel",
  name_token: "fiche",
  name_or: "of",
  name_to: "voor",
  icon_gold: "Betaalt gebouwen en soldaten.",
  icon_wood: "Betaalt gebouwen en soldaten.",
  icon_stone: "Betaalt gebouwen en soldaten.",
  icon_good: "Neem goud, hout of steen.",
  icon_soldier: "Telt bij je kracht tot het eind van de winter.",
  icon_plus2: "Maakt een totaal van dobbelstenen één keer twee hoger.",
  icon_bonus_die: "Wordt met je eigen dobbelstenen geworpen en naast een ervan gelegd.",
  icon_envoy: "Opent een adviseur die bezet is, of bouwt één gebouw meer.",
  icon_vp: "Wie hiervan de meeste heeft, wint.",
  icon_building: "Blijft tot het eind in je provincie staan, tenzij een vijand het verwoest.",
  icon_card_in_hand: "Alleen jij ziet deze kaart.",
  icon_shield: "Je krijgt ze als je het bouwt.",
  icon_strength: "Wordt in de winter met die van de vijand vergeleken.",
  icon_peek: "Je ziet de vijand van deze winter vóór de anderen.",
  icon_victory: "Sterker dan de vijand.",
  icon_tie: "Even sterk als de vijand.",
  icon_defeat: "Zwakker dan de vijand.",
  icon_tile: "Ligt op een adviseur en verandert wat die geeft.",
  icon_token: "Toont iets wat een kaart onthoudt.",
  icon_or: "Kies één kant.",
  icon_to: "Betaal wat links staat, krijg wat rechts staat.",
  key_number: "de volgende dobbelsteen met dit getal, of het antwoord op deze plaats",
  key_hint: "een tip, met de redenen",
  key_undo: "terugnemen",
  key_news: "alles nu tonen",
  key_escape: "vergeten wat gekozen is; sluiten wat open is",
  key_help: "deze hulp",
  key_step: "bij het terugkijken: een stap terug of vooruit",
  key_space: "bij het terugkijken: afspelen of pauze",
  space: "Spatie",
  guide: "Gids",
  gotIt: "Begrepen",
  goodAnswer: "Wat is hier goed?",
  reasons:
    "Het antwoord dat wij zouden geven staat bij de vraag, met de redenen. Neem het, of kies iets anders.",
  teachHere: "Help me op weg aan deze tafel",
  skip: "Lessen overslaan",
  alone: "Alleen verder",
  welcome: "Welkom in je provincie!",
  known: "Dit ken je al. Vraag gerust om raad.",
  refused: "Dit kan niet, en bij de vraag staat waarom: {why} Wat oplicht, kan wel.",
  winterTitle: "Je eerste winter is voorbij",
  battle_victory: "Je had {mine} tegen {enemy} en won.",
  battle_tie: "Je had {mine} tegen {enemy}: net genoeg om niets te verliezen.",
  battle_defeat: "Je had {mine} tegen {enemy} en verloor. Muren, torens en soldaten hadden geholpen.",
  after: `Elke winter is strenger dan de vorige, dus tel in de herfst je kracht: welke vijand kan komen en hoe
je kansen staan, lees je bij “Deze winter”. Je kent nu alle fasen. Tips, de hulp achter “?” en de redenen blijven
bij je.`,
  lesson_setup: "Vóór het eerste jaar valt er nog iets te kiezen.",
  lesson_kings_favor: "Elk jaar begint met hulp voor wie het minst gebouwd heeft.",
  lesson_spring: seasonLesson,
  lesson_kings_reward: "Na de lente leveren de meeste gebouwen een punt op. Vroeg bouwen loont.",
  lesson_summer: "Nog eens hetzelfde, met nieuwe worpen.",
  lesson_kings_envoy:
    "Na de zomer krijgt wie het minst bouwde de Gezant, een tweede kans bij een bezette adviseur.",
  lesson_fall: "De laatste dobbelstenen vóór de winter. Kijk naar je kracht: de vijand komt eraan.",
  lesson_recruiting: "Goederen die over zijn, worden nu soldaten: twee goederen per soldaat.",
  lesson_winter: "De vijand komt. Soldaten, gebouwen en de hulp van de Koning staan ertegenover.",
  lesson_scoring: "Het spel is voorbij, op de laatste punten na.",
  kind_influence: `Kies dobbelstenen, of een adviseur die oplicht. Kijk wat het volgende gebouw kost, en houd
dobbelstenen over voor een tweede bezoek: drie kleine giften zijn vaak meer waard dan één grote. Passen mag, maar
ongebruikte dobbelstenen zijn verloren.`,
  kind_build: `Je mag nu één gebouw bouwen. Kijk wat het doet, wat het waard is en wat er rechts van vrijkomt.
Sparen voor iets duurs kan goed zijn, maar een seizoen zonder bouwen is dat zelden.`,
  kind_recruit:
    "Kies hoeveel soldaten je rekruteert. Kijk naar je kansen deze winter: wat je veilig maakt, niet meer.",
  kind_use:
    "Je mag deze kaart nu gebruiken. Lees wat ze doet, wat ze kost en of het volgend seizoen weer kan.",
  kind_take: "Kies wat je krijgt. Zoek in je provincie het volgende gebouw, en neem wat daarvoor ontbreekt.",
  kind_give: "Kies wat je verliest. Houd wat je volgende gebouw nodig heeft.",
  kind_pay: "Kies waarmee je betaalt. Geef waar je te veel van hebt.",
  kind_trade: "Je mag goederen ruilen. Doe het als het dit seizoen een gebouw betaalt.",
  kind_bid: "Bied wat het je waard is; wie past, doet aan deze veiling niet meer mee.",
  kind_choose: "Kies een of meer hiervan. De vraag zegt wat ermee gebeurt.",
  kind_die:
    "Kies een dobbelsteen of de waarde ervan. Een kleine verandering opent andere adviseurs: kijk wat oplicht.",
  kind_roll: "Er wordt gedobbeld.",
  kind_draw: "Er wordt een kaart getrokken.",
  kind_arrange: "Beslis wie begint. Wie vroeg speelt, kiest uit meer adviseurs.",
};
