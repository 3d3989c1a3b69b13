export { whole } from "./defaults.js";
export type { DefaultsOf, Whole } from "./defaults.js";
export { label } from "./label.js";
export * from "./messages.js";
export * from "./types.js";
