/*
 * CRC-32 as gzip has it (RFC 1952, section 8) of data whose pieces become known at different times. The register is a
 * linear function of the bytes over bits without carry, so what each piece adds to it can be told apart.
 */

const POLYNOMIAL = 0xedb88320;
const BITS = 32;

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let register = byte;
  for (let bit = 0; bit < 8; bit += 1) register = register & 1 ? (register >>> 1) ^ POLYNOMIAL : register >>> 1;
  return register;
});

/** What so many bytes of zeros make of the register: element i is what bit i becomes. */
export type Advance = Uint32Array;

/** The register after bytes of zeros. */
export const advanced = (register: number, by: Advance): number => {
  let out = 0;
  for (let bit = 0, rest = register; rest !== 0; bit += 1, rest >>>= 1) if (rest & 1) out ^= by[bit]!;
  return out >>> 0;
};

const eachBit = (of: (bit: number) => number): Advance => Uint32Array.from({ length: BITS }, (_, bit) => of(2 ** bit));

const NONE = eachBit((bit) => bit);
/** For 1, 2, 4, 8 … bytes of zeros. */
const POWERS: Advance[] = [eachBit((bit) => TABLE[bit & 255]! ^ (bit >>> 8))];

const powerOf = (exponent: number): Advance => {
  const known = POWERS[exponent];
  if (known) return known;
  const half = powerOf(exponent - 1);
  return (POWERS[exponent] = eachBit((bit) => advanced(advanced(bit, half), half)));
};

/** What `bytes` zeros make of the register. */
export const advanceBy = (bytes: number): Advance => {
  let made = NONE;
  for (let exponent = 0, rest = bytes; rest > 0; exponent += 1, rest = Math.floor(rest / 2)) {
    if (rest % 2 === 0) continue;
    const [before, power] = [made, powerOf(exponent)];
    made = eachBit((bit) => advanced(advanced(bit, before), power));
  }
  return made;
};

/**
 * What bytes add to the CRC of data that has zeros in their place, as it stands right behind them. Further bytes advance
 * it, as they advance any register.
 */
export const addedBy = (bytes: Uint8Array, from: number, length: number): number => {
  let register = 0;
  for (let at = from; at < from + length; at += 1) register = TABLE[(register ^ bytes[at]!) & 255]! ^ (register >>> 8);
  return register >>> 0;
};
