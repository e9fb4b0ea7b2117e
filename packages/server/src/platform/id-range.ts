/** Digits by which an id is searched at least: fewer would also be parts of names. */
const LEAST = 8;
const DIGITS = 32;
const HEX = /^[0-9a-f]+$/;

const withHyphens = (digits: string): string =>
  [digits.slice(0, 8), digits.slice(8, 12), digits.slice(12, 16), digits.slice(16, 20), digits.slice(20)].join('-');

/** The ids that begin with a text, hyphens or not; undefined for a text that begins no id. */
export const idRangeOf = (text: string): { readonly from: string; readonly to: string } | undefined => {
  const digits = text.trim().toLowerCase().replaceAll('-', '');
  if (digits.length < LEAST || digits.length > DIGITS || !HEX.test(digits)) return undefined;
  return { from: withHyphens(digits.padEnd(DIGITS, '0')), to: withHyphens(digits.padEnd(DIGITS, 'f')) };
};
