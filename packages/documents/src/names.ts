/** Longest shown name of a line, in code points. */
const MAX_NAME = 60;

/** Names that clients keep for themselves, in lower case; names of our own groups come on top (rules/groups.ts). */
const BUILTIN_NAMES = [
  'direct',
  'reject',
  'reject-drop',
  'global',
  'global proxy',
  'pass',
  'compatible',
  'proxy',
  'block',
  'dns',
];

/** C0 and C1 controls, line and paragraph separators, text direction overrides, byte order mark, non-characters. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu;
/** Separators and quotes of the INI kinds; taken out for all kinds so that a line has one name everywhere. */
const SEPARATORS = /[,="]+/g;
/** Starts that an INI reader takes for a comment or a section. */
const COMMENT_START = /^(?:[#;[\s]|\/\/)+/;

const cut = (text: string, max: number): string => Array.from(text).slice(0, max).join('').trimEnd();

/** A name that every kind of document can carry: one line, no separators, at most 60 code points; perhaps empty. */
export const cleanName = (name: string): string =>
  cut(
    name
      .toWellFormed()
      .replace(INVISIBLE, ' ')
      .replace(SEPARATORS, '')
      .replace(/\s+/g, ' ')
      .trim()
      .replace(COMMENT_START, ''),
    MAX_NAME,
  );

/**
 * Gives clean names that are different from each other, from the builtins and from `reserved` (compared without case):
 * the first to ask keeps its name, later ones get ` 2`, ` 3` ... Ask in a stable order.
 */
export const nameBook = (reserved: Iterable<string>): ((wanted: string, fallback: string) => string) => {
  const taken = new Set([...BUILTIN_NAMES, ...Array.from(reserved, (n) => n.toLowerCase())]);
  return (wanted, fallback) => {
    const base = cleanName(wanted) || fallback;
    let name = base;
    for (let n = 2; taken.has(name.toLowerCase()); n++) {
      const suffix = ` ${n}`;
      name = cut(base, MAX_NAME - suffix.length) + suffix;
    }
    taken.add(name.toLowerCase());
    return name;
  };
};
