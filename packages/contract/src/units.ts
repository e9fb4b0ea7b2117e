import { z } from 'zod';
import { codes } from './codes.ts';

/** Whole bytes. 1 G = 1024^3 bytes everywhere in the product. */
export type Bytes = number & { readonly unit: 'bytes' };
/** Thousandths of a yuan, an integer: the only unit money is computed in. */
export type Milli = number & { readonly unit: 'milli-yuan' };

/** Brands a whole number as bytes. Throws a RangeError for anything that is not a safe integer. */
export const bytes = (n: number): Bytes => safeInteger(n) as Bytes;
/** Brands a whole number as milli-yuan. Throws a RangeError for anything that is not a safe integer. */
export const milli = (n: number): Milli => safeInteger(n) as Milli;

/** Zone in which the product's days begin until an admin sets another one. */
export const DEFAULT_TIMEZONE = 'Asia/Shanghai';

export const GIB = 1024 ** 3;
export const MIB = 1024 ** 2;

/** Bytes a day that a membership gives where nothing else is said. */
export const DAILY_QUOTA = 50 * GIB;

/** Bytes of a (possibly fractional) number of GB (1024^3), rounded to a whole byte. */
export const gigabytes = (n: number): Bytes => bytes(Math.round(n * GIB));
/** Bytes of a (possibly fractional) number of M (1024² bytes, `MB` on the page), rounded to a whole byte. */
export const megabytes = (n: number): Bytes => bytes(Math.round(n * MIB));
/** Milli-yuan of a number of yuan as it comes over the wire (at most 3 decimals). */
export const milliOfYuan = (yuan: number): Milli => milli(Math.round(yuan * 1000));
/** Yuan as the wire shows them, from milli-yuan. */
export const yuanOfMilli = (m: Milli): number => m / 1000;
/** The same of an amount as it is stored. Throws a RangeError for anything that is not a safe integer. */
export const yuanOf = (amount: number): number => yuanOfMilli(milli(amount));

/** Milli-yuan of a wallet as people read them: two decimals, and the third where there is one. */
export const exactYuan = (amount: number): string => (amount / 1000).toFixed(amount % 10 === 0 ? 2 : 3);

const safeInteger = (n: number): number => {
  if (!Number.isSafeInteger(n)) throw new RangeError(`not a safe whole number: ${n}`);
  return n;
};

/**
 * Text of at most `max` characters. zod checks every rule even after a plain `max` has failed; this stops at the
 * length. Every text of the contract begins with this.
 */
export const TextOf = (max: number, problem?: string) =>
  z.string().max(max, { abort: true, ...(problem !== undefined && { error: problem }) });
/** As `TextOf`, without blanks around it, which do not count. */
export const Trimmed = (max: number, problem?: string) =>
  z
    .string()
    .trim()
    .max(max, { abort: true, ...(problem !== undefined && { error: problem }) });

/** Something was given as an id that cannot be one; an id that was left out is an incomplete input like any other. */
export const malformedId = ({ input }: z.core.$ZodRawIssue): string | undefined =>
  input === undefined ? undefined : codes.notFound.msg;

/** A record's id on the wire: UUID in its canonical lower-case text form. Anything else names no record (1104). */
export const Id = z
  .string({ error: malformedId })
  .max(36, { error: malformedId, abort: true })
  .regex(/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/, { error: malformedId });

/** Whether an input failed because of an id of another shape, which is answered like an id that no record has. */
export const hasMalformedId = ({ issues }: z.ZodError): boolean =>
  issues.some(({ message }) => message === codes.notFound.msg);

/** An instant on the wire: ISO 8601 in UTC. */
export const Instant = TextOf(40).check(z.iso.datetime());
/** A calendar day on the wire: YYYY-MM-DD. */
export const Day = TextOf(10).check(z.iso.date());
/** A whole, non-negative number of bytes. */
export const ByteCount = z.number().int().nonnegative();
/** Yuan on the wire: at most 3 decimals, never negative. */
export const YuanAmount = z
  .number()
  .nonnegative()
  .max(1e12)
  .refine((n) => Math.round(n * 1000) / 1000 === n, '金额最多 3 位小数');
/** A price or the value of a coupon in yuan: whole fen. */
export const FenAmount = YuanAmount.refine((n) => Math.round(n * 100) / 100 === n, '金额最多 2 位小数');
/** One emoji without joiners: variation selector 16 or a skin tone may follow. */
const PICTURE = String.raw`\p{Extended_Pictographic}(?:\uFE0F|\p{Emoji_Modifier})?`;
/**
 * Emoji sequences and keycaps (https://unicode.org/reports/tr51/), or one default-ignorable character outside of them;
 * every bidi control is one.
 */
const EMOJI_OR_HIDDEN = new RegExp(
  String.raw`(${PICTURE}(?:\u200D${PICTURE})*|[0-9#*]\uFE0F\u20E3)|\p{Default_Ignorable_Code_Point}`,
  'gu',
);

/** The text without characters that show nothing or turn its direction; emoji stay whole. */
export const withoutHidden = (text: string): string => text.replaceAll(EMOJI_OR_HIDDEN, (_all, emoji) => emoji ?? '');
export const HIDDEN_PROBLEM = '不能包含不可见字符';
/** Whether a text has such characters. */
export const hasHidden = (text: string): boolean => withoutHidden(text) !== text;

const checkHidden = ({ value: input, issues }: z.core.ParsePayload<string>): void => {
  if (hasHidden(input)) issues.push({ code: 'invalid_format', format: 'line', input, message: HIDDEN_PROBLEM });
};

/** The pattern of every `Line`: no control characters. */
export const ONE_LINE = /^\P{Cc}*$/u;

/**
 * One line of text that is stored: trimmed, in NFC, at most `max` characters, without control characters. Characters
 * that show nothing are refused.
 */
export const Line = (max: number) => Trimmed(max).normalize('NFC').max(max).regex(ONE_LINE).check(checkHidden);
/** One line that something is looked up by: as `Line`, but characters that show nothing are taken out. */
export const SearchLine = (max: number) =>
  Trimmed(max)
    .overwrite((text) => withoutHidden(text).normalize('NFC').trim())
    .max(max)
    .regex(ONE_LINE);

/** Page sizes of every list; 0 stands for "all". */
export const PAGE_SIZES = [5, 20, 50, 100, 0] as const;
export const DEFAULT_PAGE_SIZE = 20;
