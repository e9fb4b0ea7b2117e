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
const isSpoiledNumber = (plain: string): boolean => {
  if (!NUMBER.test(plain)) return false;
  return /^0\d|e/i.test(plain) || plain.replaceAll(/\D/g, '').length > MAX_DIGITS;
};

/** Every spreadsheet reads these dates and times as they are meant: our own columns of them have no other form. */
const ISO_TIME = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d:\d\d(?:\.\d{3})?Z?)?$/;
const MONTH =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const TIME = String.raw`(?:[上下]午\s*)?\d{1,4}:\d{1,2}(?::\d{1,2}(?:\.\d+)?)?(?:\s*[ap]m?)?`;
/** Days, months, fractions and times as people write them: `10-12`, `1/2`, `3.4.2026`, `MAY20`, `3月4日`, `10:30`. */
const DATE_FORMS = [
  String.raw`\d{1,4}\s*[-/]\s*\d{1,4}(?:\s*[-/]\s*\d{1,4})?`,
  String.raw`\d{1,4}\.\s?\d{1,2}\.\s?\d{1,4}`,
  String.raw`\d+\s+\d+\s*[/\u2044]\s*\d+`,
  String.raw`\d{1,4}[\s/.,-]*(?:${MONTH})(?:[\s/.,-]*\d{1,4})?`,
  String.raw`(?:${MONTH})(?:[\s/.,-]*\d{1,4}){1,2}`,
  String.raw`(?:\d{2,4}年)?\d{1,2}月(?:\d{1,2}[日号])?|\d{2,4}年`,
  String.raw`\d{1,2}[时時]\d{1,2}分(?:\d{1,2}秒)?`,
];
const DATE_OR_TIME = new RegExp(String.raw`^(?:(?:${DATE_FORMS.join('|')})(?:\s+${TIME})?|${TIME})$`, 'i');

/** Whether a spreadsheet would show something else: a rounded number, a date or a time. */
const isConverted = (text: string): boolean => {
  if (ISO_TIME.test(text)) return false;
  const plain = withoutHidden(text.normalize('NFKC')).trim();
  return isSpoiledNumber(plain) || DATE_OR_TIME.test(plain);
};

/**
 * One field of a CSV file (RFC 4180). Text that a spreadsheet would read as a formula, another number, a date or a
 * time gets an apostrophe.
 */
export const csvField = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : value;
  const safe = FORMULA.test(text) || isConverted(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a CSV file with its end. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvField).join(',')}\r\n`;
