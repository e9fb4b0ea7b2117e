/** What stands in the place of something that might be a secret. */
const GONE = '[…]';

const rules: readonly (readonly [pattern: RegExp, by: string])[] = [
  // PostgreSQL takes no NUL.
  [/\0/g, ''],
  // JSON.parse quotes what it was given.
  [/,[\s\S]*?is not valid JSON/g, `, ${GONE} is not valid JSON`],
  // Name and password in an address, and what stands in its query.
  [/\/\/[^\s/@]+@/g, `//${GONE}@`],
  [/(:\/\/[^\s?"']*)\?[^\s"')]*/g, `$1?${GONE}`],
  // Passwords and the like that a message names.
  [
    /\b(pass(?:word|wd)?|secret|token|api[-_]?key|authorization)(["']?\s*[:=]\s*["']?(?:(?:bearer|basic)\s+)?)[^\s"',;]+/gi,
    `$1$2${GONE}`,
  ],
];

const LONG_WORD = /[A-Za-z0-9+/_=-]{24,}/g;
/** Session parts, keys and hashes have digits or mixed case; names and paths mostly have neither. */
const looksRandom = (word: string): boolean => /\d/.test(word) || (/[a-z]/.test(word) && /[A-Z]/.test(word));

/** Characters of a message that are looked at: the time that takes may grow with the square of them. */
const LOOKED_AT = 8000;

/** The beginning of a text, up to the end of a word: half a secret would not look like one. */
const beginning = (text: string): string =>
  text.length <= LOOKED_AT ? text : text.slice(0, Math.max(0, text.lastIndexOf(' ', LOOKED_AT)));

/**
 * A message of somebody's program as operators may read it, of at most `max` characters: what looks like a secret in it
 * is replaced.
 */
export const cleanText = (text: string, max: number): string =>
  rules
    .reduce((kept, [pattern, by]) => kept.replace(pattern, by), beginning(text))
    .replace(LONG_WORD, (word) => (looksRandom(word) ? GONE : word))
    .slice(0, max);
