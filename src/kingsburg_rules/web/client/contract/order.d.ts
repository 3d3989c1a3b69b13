import type { AdvisorId, CardId, Catalog, MemoryName, ResourceId } from "./types.js";
export declare class Order {
    #private;
    readonly catalog: Catalog;
    constructor(catalog: Catalog);
    card(id: CardId): number;
    advisor(id: AdvisorId): number;
    resource(id: ResourceId): number;
    sorted(cards: Iterable<CardId>): CardId[];
    rank(advisor: AdvisorId): number;
    start(card: CardId, name: MemoryName): number;
}
export declare function orderOf(catalog: Catalog): Order;
