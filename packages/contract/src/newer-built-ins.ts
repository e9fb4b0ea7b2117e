/* Replaces built-ins that the oldest browsers of the console do not have (ADR 0063). */

const LONE_SURROGATE = /\p{Surrogate}/u;

/** Whether a text holds no half of a surrogate pair alone, as `String.prototype.isWellFormed`. */
export const isWellFormed = (text: string): boolean => !LONE_SURROGATE.test(text);

/** The text with U+FFFD for each half of a surrogate pair alone, as `String.prototype.toWellFormed`. */
export const toWellFormed = (text: string): string => text.replace(/\p{Surrogate}/gu, '\uFFFD');

/** The address, or null when the text is none, as `URL.parse`. */
export const parseUrl = (text: string, base?: string): URL | null => {
  try {
    return new URL(text, base);
  } catch {
    return null;
  }
};
