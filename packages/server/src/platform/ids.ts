import { randomBytes, randomInt } from 'node:crypto';
import type { Clock } from './clock.ts';

/** Source of randomness: cryptographic in production, seeded in simulations. */
export interface Random {
  bytes(count: number): Buffer;
  /** A whole number in [0, below). */
  below(below: number): number;
}

/** The operating system's cryptographic source. */
export const systemRandom: Random = { bytes: (count) => randomBytes(count), below: (below) => randomInt(below) };

/** Makes every id, code and key of the product. */
export interface Ids {
  /** UUIDv7 text: ascending by creation time (RFC 9562 §5.7). */
  next(): string;
  /** `length` characters of A–Z and 0–9, for codes that people type (channel and coupon codes). */
  code(length: number): string;
  /** `length` characters of [A-Za-z0-9], for secrets in links. */
  key(length: number): string;
  /** 256 random bits as base64url, for session parts. */
  token(): string;
  /** 100 random bits as five groups of four characters without look-alikes, for enrolment codes. */
  enrolmentCode(): string;
}

const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789';
const ALNUM = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';
const CLEAR = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

/** Ids from a clock and a random source. */
export const createIds = (clock: Clock, random: Random): Ids => {
  const pick = (alphabet: string, length: number): string =>
    Array.from({ length }, () => alphabet[random.below(alphabet.length)]).join('');
  return {
    next: () => uuidv7(clock.now().getTime(), random.bytes(10)),
    code: (length) => pick(UPPER, length),
    key: (length) => pick(ALNUM, length),
    token: () => random.bytes(32).toString('base64url'),
    enrolmentCode: () => Array.from({ length: 5 }, () => pick(CLEAR, 4)).join('-'),
  };
};

const uuidv7 = (ms: number, tail: Buffer): string => {
  const raw = Buffer.alloc(16);
  raw.writeUIntBE(ms, 0, 6);
  tail.copy(raw, 6, 0, 10);
  raw[6] = 0x70 | (raw[6]! & 0x0f);
  raw[8] = 0x80 | (raw[8]! & 0x3f);
  const hex = raw.toString('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
};
