import { PPM } from './billing-rules.ts';

/*
 * What scaling leaves over of a byte waits for the next report of the same user and line: nothing is ever rounded away.
 * A remainder is written as the digits of a decimal fraction without zeros at the end ('5' is half a byte, '' nothing);
 * four scales in parts per million each leave at most 24 digits. The remainders of a user are one text, so that they
 * stand in the user's own row: `line.fraction+line.fraction`, null for none.
 */

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

const DIGITS = 24;
/** Digits that fit a number with room for the whole part; what needs more is reckoned in big ones. */
const FAST_DIGITS = 15;

/** The remainder as a whole number of 10^-24 bytes. */
export const partsOf = (fraction: string): bigint => BigInt(fraction.padEnd(DIGITS, '0'));

/** The remainder of so many 10^-24 bytes, below one byte. */
export const fractionOf = (parts: bigint): string => trimmed(parts.toString().padStart(DIGITS, '0'));

const ZERO = 48;
const trimmed = (digits: string): string => {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return digits.slice(0, end);
};

const POWERS = Array.from({ length: FAST_DIGITS + 1 }, (_, digits) => 10 ** digits);
const powerOf = (digits: number): number => POWERS[digits] ?? 10 ** digits;

/**
 * Scales uses of one kind: `(down + up × upload) × line × user × global + remainder before = billed + remainder after`,
 * exactly. The factors are reduced once, so that nearly every use needs only numbers below 2^53.
 */
export const scalerOf = ({ upload, line, user, global }: Scales): ((use: RawUse, before: string) => Scaled) => {
  const factors = BigInt(line) * BigInt(user) * BigInt(global);
  const [ofDown, ofUp] = [factors * PPM, factors * BigInt(upload)];
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
    return { billed, fraction: rest === 0 ? '' : trimmed(rest.toString().padStart(places, '0')) };
  };
};

/** Two factors in units of 10^-24 in the largest unit that holds both, and how many digits behind the point it leaves. */
const reduced = (down: bigint, up: bigint): [down: number, up: number, digits: number] => {
  let [a, b, digits] = [down, up, DIGITS];
  while (digits > 0 && a % 10n === 0n && b % 10n === 0n) [a, b, digits] = [a / 10n, b / 10n, digits - 1];
  return [Number(a), Number(b), digits];
};

/** The remainder of one line. */
export interface Carry {
  readonly line: number;
  readonly fraction: string;
}

const TEXT = /^[1-9]\d{0,14}\.\d{1,24}(?:\+[1-9]\d{0,14}\.\d{1,24})*$/;
const FRACTION = /^\d{1,24}$/;

const notAList = (text: string): never => {
  throw new Error(`"${text}" is not a list of remainders`);
};

/** The remainders of one user, one by one. Throws for a text that is none. */
export const readCarries = (text: string | null): Carry[] => {
  if (text === null) return [];
  if (!TEXT.test(text)) notAList(text);
  return text.split('+').map((entry) => {
    const point = entry.indexOf('.');
    return { line: Number(entry.slice(0, point)), fraction: entry.slice(point + 1) };
  });
};

/** How the entry of a line begins: at the front of the text, and behind another one. */
export interface CarryMark {
  readonly line: number;
  readonly first: string;
  readonly later: string;
}

/** The mark of a line: made once, and looked for in the remainders of everybody who uses it. */
export const carryMark = (line: number): CarryMark => ({ line, first: `${line}.`, later: `+${line}.` });

/** Where the remainder of a line begins, behind its point; -1 when it has none. */
export const carryPlace = (carries: string | null, { first, later }: CarryMark): number => {
  if (carries === null) return -1;
  if (carries.startsWith(first)) return first.length;
  const at = carries.indexOf(later);
  return at < 0 ? -1 : at + later.length;
};

const endOf = (text: string, from: number): number => {
  const end = text.indexOf('+', from);
  return end < 0 ? text.length : end;
};

/**
 * The remainder at a place, '' for none. Reports touch one or two of a user's many lines, so the others are left as the
 * text that they are. Throws for what is no remainder.
 */
export const carryAt = (carries: string | null, place: number): string => {
  if (carries === null || place < 0) return '';
  const fraction = carries.slice(place, endOf(carries, place));
  return FRACTION.test(fraction) ? fraction : notAList(carries);
};

/** The remainders of a user with that of a line in the place of its older one; '' takes it away. */
export const withCarryAt = (
  carries: string | null,
  place: number,
  { line, first }: CarryMark,
  fraction: string,
): string | null => {
  if (carries === null || place < 0) {
    if (fraction === '') return carries;
    return carries === null ? `${line}.${fraction}` : `${carries}+${line}.${fraction}`;
  }
  const end = endOf(carries, place);
  if (fraction !== '') return carries.slice(0, place) + fraction + carries.slice(end);
  const before = carries.slice(0, place - first.length);
  const rest = before === '' ? carries.slice(end + 1) : before.slice(0, -1) + carries.slice(end);
  return rest === '' ? null : rest;
};

/** The remainder of a line among those of its user, '' for none. Throws for what is no remainder. */
export const carryOf = (carries: string | null, line: number): string =>
  carryAt(carries, carryPlace(carries, carryMark(line)));

/** The remainders of a user with a newer one. */
export const withCarry = (carries: string | null, { line, fraction }: Carry): string | null => {
  const mark = carryMark(line);
  return withCarryAt(carries, carryPlace(carries, mark), mark, fraction);
};
