// What an answer is called on a button, for clients to which the server sends no sentences.

import type { AnyAction, AnyThing, Bag, Catalog } from "./types.js";

/**
 * Name an answer in the language of a catalog: `label(action, catalog, names)` is "Queen 6+5", "Inn: 1 gold, 1 wood"
 * or "pass". `names` are those of the players, by seat. An answer that only a newer server knows is called by its type.
 */
export function label(action: AnyAction, catalog: Catalog, names: readonly string[] = []): string {
  const card = (id: string) =>
    catalog.cards.find((one) => one.id === id)?.title ??
    catalog.places.find((one) => one.id === id)?.name ??
    id;
  const resource = (id: string, amount = 1) => {
    const found = catalog.resources.find((one) => one.id === id);
    return (amount === 1 ? found?.name : found?.several) ?? id;
  };
  const bag = (amounts: Bag) =>
    Object.entries(amounts)
      .map(([id, amount]) => `${amount} ${resource(id, amount)}`)
      .join(", ") || "0";
  const thing = (one: AnyThing): string => {
    switch (one.type) {
      case "CardThing":
        return card(one.card);
      case "AdvisorThing":
        return catalog.places.find((place) => place.id === one.advisor)?.name ?? one.advisor;
      case "PlayerThing":
        return names[one.player] ?? String(one.player);
      case "ResourceThing":
        return resource(one.resource);
      case "RowThing":
        return one.row;
      case "NumberThing":
        return String(one.number);
      case "OptionThing":
        return catalog.options.find((option) => option.id === one.option)?.name ?? one.option;
    }
  };
  switch (action.type) {
    case "Influence": {
      const { advisor, dice, bonus = [], plus2 = 0, via = [], envoy = false } = action;
      const place = catalog.places.find((one) => one.id === advisor)?.name ?? advisor;
      const white = bonus.map((value) => `[${value}]`);
      const helps = [
        ...(plus2 ? [`+${plus2}`] : []),
        ...via.map(card),
        ...(envoy ? [resource("envoy")] : []),
      ];
      return [place, [...dice, ...white].join("+"), ...helps].join(" ");
    }
    case "Build":
      return `${card(action.building)}: ${bag(action.pay)}${action.envoy ? `, ${resource("envoy")}` : ""}`;
    case "Recruit":
      return `${action.soldiers} ${resource("soldier", action.soldiers)}: ${bag(action.pay)}`;
    case "Use":
      return action.pay ? `${card(action.card)}: ${bag(action.pay)}` : card(action.card);
    case "Take":
      return bag(action.gain);
    case "Give":
      return bag(action.lose);
    case "Pay":
    case "Bid":
      return bag(action.price);
    case "Trade":
      return `${bag(action.pay)} → ${bag(action.gain)}`;
    case "Choose":
      return action.things.map(thing).join(", ") || "0";
    case "ChooseDie":
      return action.bonus ? `[${action.value}]` : String(action.value);
    case "Roll":
      return action.dice.join("+");
    case "Draw":
      return card(action.card);
    case "Arrange":
      return action.players.map((seat) => names[seat] ?? String(seat)).join(", ");
    default:
      return (action as { type: string }).type.toLowerCase();
  }
}
