import { whole } from "./defaults.js";
import { DEFAULTS } from "./types.js";
export class Order {
  catalog;
  #cards;
  #places;
  #resources;
  constructor(catalog) {
    this.catalog = catalog;
    this.#cards = numbered(catalog.cards);
    this.#places = numbered(catalog.places);
    this.#resources = numbered(catalog.resources);
  }
  card(id) {
    return found(this.#cards.get(id), id);
  }
  advisor(id) {
    return found(this.#places.get(id), id);
  }
  resource(id) {
    return found(this.#resources.get(id), id);
  }
  sorted(cards) {
    const numbered = [...cards].map((id) => ({ id, number: this.card(id) }));
    return numbered.sort((one, other) => one.number - other.number).map(({ id }) => id);
  }
  rank(advisor) {
    const place = this.catalog.places[this.advisor(advisor)];
    return found(place, advisor).rank;
  }
  start(card, name) {
    const number = this.catalog.numbers.find((one) => one.card === card && one.id === name);
    return whole(found(number, `${card} ${name}`), DEFAULTS.CatalogNumber).start;
  }
}
const known = new WeakMap();
export function orderOf(catalog) {
  const order = known.get(catalog) ?? new Order(catalog);
  known.set(catalog, order);
  return order;
}
function numbered(things) {
  return new Map(things.map((thing, number) => [thing.id, number]));
}
function found(thing, id) {
  if (thing === undefined)
    throw new RangeError(`The catalog has no '${id}': it is not the one of this game.`);
  return thing;
}
