import { type CellValue, type Column, valueText } from './column.ts';

/** Text that a spreadsheet would run as a formula begins with one of these. */
const FORMULA = /^[=+\-@\t\r]/;

/** One field of a CSV file (RFC 4180); text that looks like a formula is made harmless by an apostrophe. */
export const csvField = (value: CellValue): string => {
  if (typeof value === 'number') return String(value);
  const text = valueText(value);
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
};

/** A CSV file of the rows; it begins with the mark by which spreadsheets know UTF-8. */
export const csvOf = <Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string => {
  const head = columns.map((column) => csvField(column.title));
  const body = rows.map((row) => columns.map((column) => csvField((column.csv ?? column.value)(row))));
  return `\uFEFF${[head, ...body].map((fields) => fields.join(',')).join('\r\n')}\r\n`;
};
