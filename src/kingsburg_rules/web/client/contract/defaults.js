export function whole(value, defaults) {
  return { ...defaults, ...value };
}
export function brief(value, defaults) {
  const usual = new Map(Object.entries(defaults));
  const told = Object.entries(value).filter(([name, part]) => !usual.has(name) || !isSame(part, usual.get(name)));
  return Object.fromEntries(told);
}
function isSame(part, usual) {
  return part === usual || (isEmpty(part) && isEmpty(usual));
}
function isEmpty(part) {
  return typeof part === "object" && part !== null && Object.keys(part).length === 0;
}
