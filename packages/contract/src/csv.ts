import { withoutHidden } from './units.ts';

/** What may stand in one cell of a file; null is nothing. */
export type CsvValue = string | number | boolean | null;

/** By this mark spreadsheets know UTF-8. */
export const CSV_MARK = '\uFEFF';

/**
 * Text that a spreadsheet would run as a formula begins with one of these, or with one of them in full width, perhaps
 * behind blanks and what nobody sees: some spreadsheets take those away.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** A text of digits, with an exponent or without, as spreadsheets read numbers. */
const NUMBER = /^[\d.,]+(?:e[+-]?\d+)?$/i;
/** Spreadsheets show numbers of more digits in powers of ten, and lose the last ones above fifteen. */
const MAX_DIGITS = 11;

/** Whether a spreadsheet would show another number: without its leading zero, rounded, or worked out from `1E10`. */
const isSpoiledNumber = (text: string): boolean => {
  const plain = withoutHidden(text.normalize('NFKC')).trim();
  if (!NUMBER.test(plain)) return false;
  return /^0\d|e/i.test(plain) || plain.replaceAll(/\D/g, '').length > MAX_DIGITS;
};

/**
 * One field of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula or as another number gets an
 * apostrophe.
 */
export const csvField = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : value;
  const safe = FORMULA.test(text) || isSpoiledNumber(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a CSV file with its end. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvField).join(',')}\r\n`;
