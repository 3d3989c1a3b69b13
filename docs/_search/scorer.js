// Which pages the search lists first: guides and descriptions before the list of codes, words that people type before all.
const lower = [
  [/^reference\/errors\//, 12],
  [/^cards\//, 6],
  [/^explanation\/(rulings|fidelity|cards-and-words)/, 6],
  [/^project\/changelog/, 6],
  [/^(genindex|py-modindex)/, 6],
];
const higher = [
  [/^(tutorials|how-to)\//, 5],
  [/^project\/(faq|glossary|installation)/, 4],
  [/^reference\/(language|api)\//, 2],
];

var Scorer = {
  score: ([page, title, anchor, descr, score, file, kind]) => {
    if (kind === "index") return score + 100;
    // A page of codes is what is looked for only if its code is typed, which is its whole title.
    const exact = score >= 15;
    const change = (rules) => rules.reduce((sum, [where, by]) => sum + (where.test(page) ? by : 0), 0);
    return score + change(higher) - (exact && page.startsWith("reference/errors/") ? 0 : change(lower));
  },
  objNameMatch: 11,
  objPartialMatch: 2,
  objPrio: { 0: 15, 1: 5, 2: -5 },
  objPrioDefault: 0,
  title: 15,
  partialTitle: 7,
  term: 5,
  partialTerm: 1,
};
