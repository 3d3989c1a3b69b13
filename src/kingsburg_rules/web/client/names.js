// What everything is called, and where it belongs: the catalog of a game, ready to look things up.

/** @import { AnyThing, Catalog, CatalogCard, PlayerState } from "./contract/types.js" */

/** @template {{ readonly id: string }} T @param {readonly T[]} list */
const byId = (list) => new Map(list.map((one) => [one.id, one]));

/** Begin with a capital. @param {string} text */
export const capital = (text) => text.charAt(0).toLocaleUpperCase() + text.slice(1);

/** @param {CatalogCard} card @returns {CatalogCard[]} */
const withCopies = (card) => [
  card,
  ...Array.from({ length: (card.copies ?? 1) - 1 }, (_, at) => ({
    ...card,
    id: `${card.id}.${at + 2}`,
    name: `${card.name} (${at + 2})`,
  })),
];

export class Names {
  /** @param {Catalog} catalog */
  constructor(catalog) {
    this.catalog = catalog;
    // Copies that lie open have ids of their own: `scout.2`.
    this.cards = byId(catalog.cards.flatMap(withCopies));
    this.places = byId(catalog.places);
    this.resources = byId(catalog.resources);
    this.phases = byId(catalog.phases);
    this.kinds = byId(catalog.kinds);
    this.words = byId([...catalog.sources, ...catalog.words, ...catalog.enemy_types]);
    this.options = new Map(catalog.options.map(({ card, id, name }) => [card ? `${card}/${id}` : id, name]));
    this.rows = catalog.sheet.map((row) => this.cards.get(row[0] ?? "")?.row ?? "");
    this.goods = catalog.resources.filter((one) => one.good);
  }

  /** The name of a card, a phase or a source. @param {string} id */
  of(id) {
    return (
      (this.cards.get(id) ?? this.phases.get(id) ?? this.words.get(id) ?? this.places.get(id))?.name ?? id
    );
  }

  /** @param {string} id */
  text(id) {
    const card = this.cards.get(id);
    return card?.text || card?.generated || "";
  }

  /** @param {string} id @param {number} [amount] */
  resource(id, amount = 1) {
    const resource = this.resources.get(id);
    return (amount === 1 ? resource?.name : resource?.several) ?? this.words.get(id)?.name ?? id;
  }

  /** What a card calls something that it remembers. @param {string} card @param {string} id */
  remembered(card, id) {
    const first = card.split(".")[0];
    return this.catalog.numbers.find((one) => one.card === first && one.id === id)?.name ?? id;
  }

  /** @param {AnyThing} thing @param {readonly PlayerState[]} players */
  thing(thing, players) {
    switch (thing.type) {
      case "CardThing":
        return this.of(thing.card);
      case "AdvisorThing":
        return this.of(thing.advisor);
      case "PlayerThing":
        return players[thing.player]?.name ?? "";
      case "ResourceThing":
        return this.resource(thing.resource);
      case "RowThing":
        return thing.row;
      case "NumberThing":
        return String(thing.number);
      case "OptionThing":
        return this.option(thing.option, "");
    }
  }

  /** @param {string} option @param {string} card The card that asks. */
  option(option, card) {
    return this.options.get(`${card}/${option}`) ?? this.options.get(option) ?? this.resource(option);
  }

  /**
   * The rows of buildings of a player: strips cover those of the sheet.
   * @param {PlayerState} player
   * @returns {CatalogCard[][]}
   */
  sheet({ strips = [] }) {
    return this.catalog.sheet.map((row, at) => {
      const strip = strips.find((id) => this.cards.get(id)?.row === this.rows[at]);
      if (strip === undefined) return row.flatMap((id) => this.cards.get(id) ?? []);
      return this.strip(strip);
    });
  }

  /** The buildings of a strip. @param {string} strip */
  strip(strip) {
    return this.catalog.cards
      .filter((card) => card.strip === strip)
      .sort((one, other) => (one.column ?? 0) - (other.column ?? 0));
  }
}

const ROMAN = ["", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX", "X"];

/** @param {number} number */
export const roman = (number) => ROMAN[number] ?? String(number);
