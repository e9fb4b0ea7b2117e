/*
 * Columns of many rows as one parameter each, in PostgreSQL's own text form of arrays. The driver would look at every
 * element by itself for what must be quoted, which costs more than the database needs for the rows; here nothing ever
 * must be, because the elements are numbers, dates, ids and fixed words.
 */

/** Whole numbers as an array literal. */
export const numbers = (values: readonly (number | bigint | null)[]): string =>
  `{${values.map((value) => value ?? 'NULL').join(',')}}`;

const PLAIN = /^[\w.:+-]*$/;

/** Words without signs that an array would need quoted. Throws for any other. */
export const words = (values: readonly string[]): string => {
  const text = values.join('');
  if (!PLAIN.test(text)) throw new Error('an array of words holds something that must be quoted');
  return `{${values.join(',')}}`;
};

const DAY_MS = 86_400_000;
const dayNumbers = new Map<string, number>();
const dayTexts = new Map<number, string>();
/** Days that are remembered; billing meets the same three or four again and again. */
const KEPT = 4096;

/** Days since 1970 of `YYYY-MM-DD`. */
export const dayNumber = (day: string): number => {
  const known = dayNumbers.get(day);
  if (known !== undefined) return known;
  if (dayNumbers.size > KEPT) dayNumbers.clear();
  const number = Date.parse(`${day}T00:00:00Z`) / DAY_MS;
  dayNumbers.set(day, number);
  return number;
};

/** `YYYY-MM-DD` of days since 1970. */
export const dayText = (number: number): string => {
  const known = dayTexts.get(number);
  if (known !== undefined) return known;
  if (dayTexts.size > KEPT) dayTexts.clear();
  const text = new Date(number * DAY_MS).toISOString().slice(0, 10);
  dayTexts.set(number, text);
  return text;
};
