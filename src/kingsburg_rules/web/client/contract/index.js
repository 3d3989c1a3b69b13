export { brief, whole } from "./defaults.js";
export { follow } from "./follow.js";
export * from "./types.js";
