// A text as a QR code: up to 106 bytes, with error correction of level M, in versions 1 to 6 of the standard
// (ISO/IEC 18004). Larger codes have several kinds of blocks, and addresses of tables do not need them.

/** For each version: how many blocks, with how many bytes of data and of correction each. */
const BLOCKS = /** @type {const} */ ([
  [1, 16, 10],
  [1, 28, 16],
  [1, 44, 26],
  [2, 32, 18],
  [2, 43, 24],
  [4, 27, 16],
]);

/** Conditions under which a mask turns a module over. @type {((x: number, y: number) => boolean)[]} */
const MASKS = [
  (x, y) => (x + y) % 2 === 0,
  (_, y) => y % 2 === 0,
  (x) => x % 3 === 0,
  (x, y) => (x + y) % 3 === 0,
  (x, y) => (Math.floor(x / 3) + Math.floor(y / 2)) % 2 === 0,
  (x, y) => ((x * y) % 2) + ((x * y) % 3) === 0,
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2 === 0,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2 === 0,
];

/** Multiply in the field of 256 elements. @param {number} one @param {number} other */
function times(one, other) {
  let product = 0;
  for (let bit = 7; bit >= 0; bit -= 1)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one);
  return product;
}

/** The bytes of correction: what is left after a division. @param {readonly number[]} data @param {number} count */
function correction(data, count) {
  let divisor = [1];
  for (let at = 0, root = 1; at < count; at += 1, root = times(root, 2))
    divisor = [...divisor, 0].map((value, i) => value ^ times(divisor[i - 1] ?? 0, root));
  const rest = [...data, ...Array(count).fill(0)];
  for (let at = 0; at < data.length; at += 1) {
    const factor = rest[at];
    divisor.forEach((value, i) => (rest[at + i] ^= times(value, factor)));
  }
  return rest.slice(data.length);
}

/** @param {readonly (readonly number[])[]} rows */
const columns = (rows) => (rows[0] ?? []).flatMap((_, at) => rows.map((row) => row[at] ?? 0));

/** All bytes of a code. @param {readonly number[]} bytes @param {number} version */
function codewords(bytes, version) {
  const [blocks, size, extra] = BLOCKS[version - 1] ?? BLOCKS[0];
  // The kind of the text (4: bytes), its length, the text and an end, each half a byte further than it began.
  const halves = [
    4,
    bytes.length >> 4,
    bytes.length & 15,
    ...bytes.flatMap((one) => [one >> 4, one & 15]),
    0,
  ];
  const data = Array.from({ length: blocks * size }, (_, at) =>
    2 * at < halves.length ? ((halves[2 * at] ?? 0) << 4) | (halves[2 * at + 1] ?? 0) : 0,
  );
  for (let at = halves.length / 2, pad = 0xec; at < data.length; at += 1, pad ^= 0xfd) data[at] = pad;
  const parts = Array.from({ length: blocks }, (_, at) => data.slice(at * size, (at + 1) * size));
  return [...columns(parts), ...columns(parts.map((part) => correction(part, extra)))];
}

/** The kind of correction and mask, 15 bits. @param {number} mask */
function formatBits(mask) {
  let rest = mask;
  for (let bit = 0; bit < 10; bit += 1) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  return ((mask << 10) | rest) ^ 0x5412;
}

/** What every code of a size has: finders, timing, alignment; null where data go. @param {number} size */
function frame(size) {
  const rings = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ at) =>
    Math.max(Math.abs(x - at), Math.abs(y - at));
  return (/** @type {number} */ x, /** @type {number} */ y) => {
    const left = x < 9;
    const top = y < 9;
    if ((left && top) || (left && y > size - 9) || (top && x > size - 9)) {
      if (left && top && (x === 8 || y === 8)) return x === 6 || y === 6;
      if ((x === 8 && y > size - 9) || (y === 8 && x > size - 9)) return y === size - 8;
      const ring = rings(x > 8 ? size - 1 - x : x, y > 8 ? size - 1 - y : y, 3);
      return ring !== 2 && ring !== 4;
    }
    if (x === 6 || y === 6) return (x + y) % 2 === 0;
    const ring = rings(x, y, size - 7);
    return size > 21 && ring < 3 ? ring !== 1 : null;
  };
}

/** @param {boolean[][]} grid @param {number} mask */
function writeFormat(grid, mask) {
  const size = grid.length;
  const bits = formatBits(mask);
  const set = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ at) => {
    /** @type {boolean[]} */ (grid[y])[x] = ((bits >> at) & 1) === 1;
  };
  for (let at = 0; at < 15; at += 1) {
    if (at < 8) (set(size - 1 - at, 8, at), set(8, at < 6 ? at : at + 1, at));
    else (set(8, size - 15 + at, at), set(at === 8 ? 7 : 14 - at, 8, at));
  }
}

/** The code with a mask, by rows. @param {readonly number[]} words @param {number} size @param {number} mask */
function drawn(words, size, mask) {
  const at = frame(size);
  const grid = Array.from({ length: size }, (_, y) =>
    Array.from({ length: size }, (_, x) => at(x, y) ?? false),
  );
  let bit = 0;
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let step = 0; step < 2 * size; step += 1) {
      const x = right - (step % 2);
      const isUp = ((right > 6 ? right : right + 1) & 2) === ((size - 1) & 2);
      const y = isUp ? size - 1 - (step >> 1) : step >> 1;
      if (at(x, y) !== null) continue;
      const isDark = (((words[bit >> 3] ?? 0) >> (7 - (bit & 7))) & 1) === 1;
      /** @type {boolean[]} */ (grid[y])[x] = isDark !== (MASKS[mask]?.(x, y) ?? false);
      bit += 1;
    }
  writeFormat(grid, mask);
  return grid;
}

/** How hard a code is to read: its squares of one color. @param {boolean[][]} grid */
const lumps = (grid) =>
  grid.flatMap((row, y) =>
    row.filter((dark, x) =>
      [row[x + 1], grid[y + 1]?.[x], grid[y + 1]?.[x + 1]].every((one) => one === dark),
    ),
  ).length;

/** The modules of a code by rows; null for a text that is too long. @param {string} text */
export function qrCode(text) {
  const bytes = [...new TextEncoder().encode(text)];
  const version = BLOCKS.findIndex(([blocks, size]) => bytes.length + 2 <= blocks * size) + 1;
  if (version === 0) return null;
  const words = codewords(bytes, version);
  const codes = MASKS.map((_, mask) => drawn(words, 17 + 4 * version, mask));
  return codes.reduce((best, one) => (lumps(one) < lumps(best) ? one : best));
}
