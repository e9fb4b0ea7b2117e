/*
 * CRC-32 of gzip (RFC 1952, section 8) for data whose pieces become known at different times. The CRC is linear over
 * GF(2): pieces contribute independently of each other and are combined by XOR. The same as zlib's crc32_combine_gen
 * and crc32_combine_op, which Node does not offer.
 */

const POLYNOMIAL = 0xedb88320;
const BITS = 32;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let register = byte;
  for (let bit = 0; bit < 8; bit += 1) register = register & 1 ? (register >>> 1) ^ POLYNOMIAL : register >>> 1;
  return register;
});

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
const POWERS: CombineOperator[] = [eachBit((bit) => TABLE[bit & 255]! ^ (bit >>> 8))];

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

/**
 * CRC of `length` bytes as if zeros stood before them: the register from 0, without inversion. Such CRCs combine with
 * XOR; for bytes that follow, apply their operator first.
 */
export const rawCrc = (bytes: Uint8Array, from: number, length: number): number => {
  let register = 0;
  for (let at = from; at < from + length; at += 1) register = TABLE[(register ^ bytes[at]!) & 255]! ^ (register >>> 8);
  return register >>> 0;
};
