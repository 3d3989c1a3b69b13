export function whole(value, defaults) {
  return { ...defaults, ...value };
}
