/** What may stand in one cell of a file; null is nothing. */
export type CsvValue = string | number | boolean | null;

/** By this mark spreadsheets know UTF-8. */
export const CSV_MARK = '\uFEFF';

/**
 * Text that a spreadsheet would run as a formula begins with one of these, or with one of them in full width, perhaps
 * behind blanks and what nobody sees: some spreadsheets take those away.
 */
const FORMULA = /^[\s\p{Cf}]*[=+\-@＝＋－＠]|^[\t\r\n]/u;

/** One field of a CSV file (RFC 4180); text that looks like a formula is made harmless by an apostrophe. */
export const csvField = (value: CsvValue): string => {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = typeof value === 'boolean' ? (value ? '是' : '否') : value;
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** One line of a CSV file with its end. */
export const csvLine = (values: readonly CsvValue[]): string => `${values.map(csvField).join(',')}\r\n`;
