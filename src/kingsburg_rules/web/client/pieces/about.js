// What something is about, for the box that explains it.

/** @import { AnyAction, AnyThing } from "../parts.js" */

/** @param {string} id */
export const aboutCard = (id) => `card ${id}`;

/** @param {string} id */
export const aboutPlace = (id) => `place ${id}`;

/** @param {string} id */
export const aboutResource = (id) => `resource ${id}`;

/** @param {AnyThing | undefined} thing */
export function aboutThing(thing) {
  switch (thing?.type) {
    case "CardThing":
      return aboutCard(thing.card);
    case "AdvisorThing":
      return aboutPlace(thing.advisor);
    case "ResourceThing":
      return aboutResource(thing.resource);
    default:
      return undefined;
  }
}

/** What an answer is about, if that is one thing. @param {AnyAction} action */
export function aboutAction(action) {
  switch (action.type) {
    case "Build":
      return aboutCard(action.building);
    case "Use":
      return aboutCard(action.card);
    case "Influence":
      return aboutPlace(action.advisor);
    case "Choose":
      return action.things.length === 1 ? aboutThing(action.things[0]) : undefined;
    default:
      return undefined;
  }
}
