/*
 * CRC-32 of gzip (RFC 1952, section 8) for data whose pieces become known at different times. The CRC is linear over
 * GF(2): pieces contribute independently of each other and are combined by XOR. The same as zlib's crc32_combine_gen
 * and crc32_combine_op, which Node does not offer.
 */

const POLYNOMIAL = 0xedb88320;
const BITS = 32;

/** A register after eight bits of zeros. */
const shifted = (register: number): number => {
  let after = register;
  for (let bit = 0; bit < 8; bit += 1) after = after & 1 ? (after >>> 1) ^ POLYNOMIAL : after >>> 1;
  return after;
};

/** What one, two, three and four zero bytes make of each byte: four bytes are taken at a time. */
const SLICES = new Uint32Array(1024);
for (let at = 0; at < SLICES.length; at += 1) {
  const shorter = at < 256 ? 0 : SLICES[at - 256]!;
  SLICES[at] = at < 256 ? shifted(at) : SLICES[shorter & 255]! ^ (shorter >>> 8);
}

/** A 32 × 32 matrix over GF(2), by columns: what following a CRC with a number of zero bytes makes of it. */
export type CombineOperator = Uint32Array;

/** The CRC after the zero bytes that an operator stands for. */
export const applyOperator = (crc: number, operator: CombineOperator): number => {
  let out = 0;
  for (let bit = 0, rest = crc; rest !== 0; bit += 1, rest >>>= 1) if (rest & 1) out ^= operator[bit]!;
  return out >>> 0;
};

const eachBit = (of: (bit: number) => number): CombineOperator =>
  Uint32Array.from({ length: BITS }, (_, bit) => of(2 ** bit));

const NONE = eachBit((bit) => bit);
/** For 1, 2, 4, 8 … zero bytes. */
const POWERS: CombineOperator[] = [eachBit((bit) => SLICES[bit & 255]! ^ (bit >>> 8))];

const powerOf = (exponent: number): CombineOperator => {
  const known = POWERS[exponent];
  if (known) return known;
  const half = powerOf(exponent - 1);
  return (POWERS[exponent] = eachBit((bit) => applyOperator(applyOperator(bit, half), half)));
};

/** The operator for `bytes` zero bytes. */
export const combineOperator = (bytes: number): CombineOperator => {
  let made = NONE;
  for (let exponent = 0, rest = bytes; rest > 0; exponent += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 0) continue;
    const [before, power] = [made, powerOf(exponent)];
    made = eachBit((bit) => applyOperator(applyOperator(bit, before), power));
  }
  return made;
};

/** An operator for each value of each byte of a CRC: applying it takes four look-ups. */
export type CombineTable = Uint32Array;

/** Distances below this have their tables kept for all documents, 4 kB each: those between the lines of one. */
const KEPT = 2048;
const kept: CombineTable[] = [];

const tableFor = (bytes: number): CombineTable => {
  const operator = combineOperator(bytes);
  return Uint32Array.from({ length: 1024 }, (_, at) => applyOperator((at & 255) * 2 ** ((at >> 8) * 8), operator));
};

/** The table for `bytes` zero bytes. */
export const combineTable = (bytes: number): CombineTable =>
  bytes < KEPT ? (kept[bytes] ??= tableFor(bytes)) : tableFor(bytes);

/** The CRC after the zero bytes that a table stands for. */
export const applyTable = (crc: number, table: CombineTable): number =>
  (table[crc & 255]! ^
    table[256 + ((crc >>> 8) & 255)]! ^
    table[512 + ((crc >>> 16) & 255)]! ^
    table[768 + (crc >>> 24)]!) >>>
  0;

/**
 * CRC of `length` bytes as if zeros stood before them: the register from 0, without inversion. Such CRCs combine with
 * XOR; for bytes that follow, apply their operator first.
 */
export const rawCrc = (bytes: Uint8Array, from: number, length: number): number => {
  const end = from + length;
  let [register, at] = [0, from];
  for (; at + 4 <= end; at += 4) {
    const four = register ^ (bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24));
    register =
      SLICES[768 + (four & 255)]! ^
      SLICES[512 + ((four >>> 8) & 255)]! ^
      SLICES[256 + ((four >>> 16) & 255)]! ^
      SLICES[four >>> 24]!;
  }
  for (; at < end; at += 1) register = SLICES[(register ^ bytes[at]!) & 255]! ^ (register >>> 8);
  return register >>> 0;
};
