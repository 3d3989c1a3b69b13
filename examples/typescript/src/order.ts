// What the reducer needs to know about the rules. All of it is in the catalog.

import { whole } from "./defaults.js";
import { DEFAULTS } from "./types.js";
import type {
  AdvisorId,
  CardId,
  Catalog,
  CatalogPlace,
  MemoryName,
  ResourceId,
} from "./types.js";

/** The order in which views list cards, advisors and resources, and what numbers of cards start at. */
export class Order {
  readonly #cards: ReadonlyMap<CardId, number>;
  readonly #places: ReadonlyMap<AdvisorId, number>;
  readonly #resources: ReadonlyMap<ResourceId, number>;

  constructor(readonly catalog: Catalog) {
    this.#cards = numbered(catalog.cards);
    this.#places = numbered(catalog.places);
    this.#resources = numbered(catalog.resources);
  }

  card(id: CardId): number {
    return found(this.#cards.get(id), id);
  }

  advisor(id: AdvisorId): number {
    return found(this.#places.get(id), id);
  }

  resource(id: ResourceId): number {
    return found(this.#resources.get(id), id);
  }

  /** List cards in the order of the rules. */
  sorted(cards: Iterable<CardId>): CardId[] {
    const numbered = [...cards].map((id) => ({ id, number: this.card(id) }));
    return numbered.sort((one, other) => one.number - other.number).map(({ id }) => id);
  }

  rank(advisor: AdvisorId): number {
    const place: CatalogPlace | undefined = this.catalog.places[this.advisor(advisor)];
    return found(place, advisor).rank;
  }

  /** Return what a number that a card remembers is at first. */
  start(card: CardId, name: MemoryName): number {
    const number = this.catalog.numbers.find((one) => one.card === card && one.id === name);
    return whole(found(number, `${card} ${name}`), DEFAULTS.CatalogNumber).start;
  }
}

const known = new WeakMap<Catalog, Order>();

/** Return the order of a catalog, which is worked out once. */
export function orderOf(catalog: Catalog): Order {
  const order = known.get(catalog) ?? new Order(catalog);
  known.set(catalog, order);
  return order;
}

function numbered(things: readonly { readonly id: string }[]): ReadonlyMap<string, number> {
  return new Map(things.map((thing, number) => [thing.id, number]));
}

/** Insist that the catalog has something. It lacks it only if it is one of other rules. */
function found<T>(thing: T | undefined, id: string): T {
  if (thing === undefined) throw new RangeError(`The catalog has no '${id}': it is not the one of this game.`);
  return thing;
}
