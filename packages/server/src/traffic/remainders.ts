/*
 * What scaling leaves over of a byte waits for the next report of the same user and line: nothing is ever rounded away.
 * A remainder is written as the digits of a decimal fraction without zeros at the end ('5' is half a byte, '' nothing);
 * four scales in parts per million each leave at most 24 digits. The remainders of a user are one text, so that they
 * stand in the user's own row (column `carries`): `line.fraction+line.fraction`, null for none.
 */

/** Digits behind the point that a remainder has at most. */
export const DIGITS = 24;

/** The remainder as a whole number of 10^-24 bytes. */
export const partsOf = (fraction: string): bigint => BigInt(fraction.padEnd(DIGITS, '0'));

/** The remainder of so many 10^-24 bytes, below one byte. */
export const fractionOf = (parts: bigint): string => trimZeros(parts.toString().padStart(DIGITS, '0'));

const ZERO = 48;
/** Digits without the zeros at their end. */
export const trimZeros = (digits: string): string => {
  let end = digits.length;
  while (end > 0 && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  return digits.slice(0, end);
};

/** The remainder of one line. */
export interface LineRemainder {
  readonly line: number;
  readonly fraction: string;
}

const TEXT = /^[1-9]\d{0,14}\.\d{1,24}(?:\+[1-9]\d{0,14}\.\d{1,24})*$/;
const FRACTION = /^\d{1,24}$/;

const notAList = (text: string): never => {
  throw new Error(`"${text}" is not a list of remainders`);
};

/** The remainders of one user, one by one. Throws for a text that is none. */
export const readRemainders = (text: string | null): LineRemainder[] => {
  if (text === null) return [];
  if (!TEXT.test(text)) notAList(text);
  return text.split('+').map((entry) => {
    const point = entry.indexOf('.');
    return { line: Number(entry.slice(0, point)), fraction: entry.slice(point + 1) };
  });
};

/** How the entry of a line begins: at the front of the text, and behind another one. */
export interface LinePrefix {
  readonly line: number;
  readonly first: string;
  readonly later: string;
}

/** The prefix of a line: made once, and searched for in the remainders of everybody who uses it. */
export const linePrefix = (line: number): LinePrefix => ({ line, first: `${line}.`, later: `+${line}.` });

/** Where the remainder of a line begins, behind its point; -1 when it has none. */
export const remainderPlace = (remainders: string | null, { first, later }: LinePrefix): number => {
  if (remainders === null) return -1;
  if (remainders.startsWith(first)) return first.length;
  const at = remainders.indexOf(later);
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
export const remainderAt = (remainders: string | null, place: number): string => {
  if (remainders === null || place < 0) return '';
  const fraction = remainders.slice(place, endOf(remainders, place));
  return FRACTION.test(fraction) ? fraction : notAList(remainders);
};

/** The remainders of a user with that of a line in the place of its older one; '' takes it away. */
export const withRemainderAt = (
  remainders: string | null,
  { place, prefix: { line, first } }: { readonly place: number; readonly prefix: LinePrefix },
  fraction: string,
): string | null => {
  if (remainders === null || place < 0) {
    if (fraction === '') return remainders;
    return remainders === null ? `${line}.${fraction}` : `${remainders}+${line}.${fraction}`;
  }
  const end = endOf(remainders, place);
  if (fraction !== '') return remainders.slice(0, place) + fraction + remainders.slice(end);
  const before = remainders.slice(0, place - first.length);
  const rest = before === '' ? remainders.slice(end + 1) : before.slice(0, -1) + remainders.slice(end);
  return rest === '' ? null : rest;
};

/** The remainder of a line among those of its user, '' for none. Throws for what is no remainder. */
export const remainderOf = (remainders: string | null, line: number): string =>
  remainderAt(remainders, remainderPlace(remainders, linePrefix(line)));

/** The remainders of a user with a newer one. */
export const withRemainder = (remainders: string | null, { line, fraction }: LineRemainder): string | null => {
  const prefix = linePrefix(line);
  return withRemainderAt(remainders, { place: remainderPlace(remainders, prefix), prefix }, fraction);
};
