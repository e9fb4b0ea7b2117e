import { PPM } from '../platform/ppm.ts';
import { DIGITS, fractionOf, partsOf, trimZeros } from './remainders.ts';

/** Raw bytes of one user on one line. */
export interface RawUse {
  readonly up: number;
  readonly down: number;
}

/** The factors of one (user, line), in parts per million. */
export interface Scales {
  readonly upload: number;
  readonly line: number;
  readonly user: number;
  readonly global: number;
}

/** Whole bytes to charge and the remainder after them. Bytes from 2^53 on are not exact, and never believed. */
export interface Scaled {
  readonly billed: number;
  readonly fraction: string;
}

/** Digits that fit a number with room for the whole part; what needs more is computed in `bigint`. */
const FAST_DIGITS = 15;
const POWERS = Array.from({ length: FAST_DIGITS + 1 }, (_, digits) => 10 ** digits);
const powerOf = (digits: number): number => POWERS[digits] ?? 10 ** digits;

/**
 * Scales uses of one kind: `(down + up × upload) × line × user × global + remainder before = billed + remainder after`,
 * exactly. The factors are reduced once, so that nearly every use needs only numbers below 2^53.
 */
export const scalerOf = ({ upload, line, user, global }: Scales): ((use: RawUse, before: string) => Scaled) => {
  const factors = BigInt(line) * BigInt(user) * BigInt(global);
  const [ofDown, ofUp] = [factors * BigInt(PPM), factors * BigInt(upload)];
  const unit = 10n ** BigInt(DIGITS);
  const exactly = ({ up, down }: RawUse, before: string): Scaled => {
    const total = BigInt(down) * ofDown + BigInt(up) * ofUp + partsOf(before);
    return { billed: Number(total / unit), fraction: fractionOf(total % unit) };
  };
  const [shortDown, shortUp, digits] = reduced(ofDown, ofUp);
  if (digits > FAST_DIGITS || shortDown > Number.MAX_SAFE_INTEGER || shortUp > Number.MAX_SAFE_INTEGER) return exactly;
  return (use, before) => {
    const places = Math.max(digits, before.length);
    if (places > FAST_DIGITS) return exactly(use, before);
    const whole = powerOf(places);
    const waiting = before === '' ? 0 : Number(before) * powerOf(places - before.length);
    const total = (use.down * shortDown + use.up * shortUp) * powerOf(places - digits) + waiting;
    if (total > Number.MAX_SAFE_INTEGER) return exactly(use, before);
    let billed = Math.floor(total / whole);
    // A quotient just below a whole number may have been rounded up to it.
    if (billed * whole > total) billed -= 1;
    const rest = total - billed * whole;
    return { billed, fraction: rest === 0 ? '' : trimZeros(rest.toString().padStart(places, '0')) };
  };
};

/**
 * Two factors in units of 10^-24 in the largest unit that holds both, and how many digits behind the point it leaves.
 */
const reduced = (down: bigint, up: bigint): [down: number, up: number, digits: number] => {
  let [a, b, digits] = [down, up, DIGITS];
  while (digits > 0 && a % 10n === 0n && b % 10n === 0n) [a, b, digits] = [a / 10n, b / 10n, digits - 1];
  return [Number(a), Number(b), digits];
};
