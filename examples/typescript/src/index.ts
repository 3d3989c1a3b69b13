export { whole } from "./defaults.js";
export type { DefaultsOf, Whole } from "./defaults.js";
export { label } from "./label.js";
export * from "./messages.js";
export { firstSteps } from "./steps.js";
export type { Step } from "./steps.js";
export * from "./types.js";
