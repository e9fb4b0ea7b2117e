import { toWellFormed } from './newer-built-ins.ts';

/** Longest shown name of a line or group, in code points. */
export const MAX_NAME = 60;

/** Names that clients keep for themselves, in lower case. */
const CLIENT_NAMES: ReadonlySet<string> = new Set([
  'direct',
  'reject',
  'reject-drop',
  'reject-no-drop',
  'reject-tinygif',
  'reject-img',
  'reject-200',
  'reject-dict',
  'reject-array',
  'global',
  'global proxy',
  'pass',
  'compatible',
  'proxy',
  'block',
  'dns',
  'dns-out',
  'cellular',
]);

/** Whether a client has something of its own by this name, upper and lower case being the same to it. */
export const isClientName = (name: string): boolean => CLIENT_NAMES.has(name.toLowerCase());

/** C0 and C1 controls, line and paragraph separators, text direction overrides, byte order mark, non-characters. */
const INVISIBLE = /[\p{Cc}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff\ufffe\uffff]+/gu;
/** Separators and quotes of the INI kinds; taken out for all kinds so that a line has one name everywhere. */
const SEPARATORS = /[,="]+/g;
/** Starts that an INI reader takes for a comment or a section. */
const COMMENT_START = /^(?:[#;[\s]|\/\/)+/;

/**
 * What INI readers take for comments and quotes in the middle of a line, with a sign that looks alike and is neither.
 */
const LOOKALIKES: readonly (readonly [mark: RegExp, sign: string])[] = [
  [/#/g, '＃'],
  [/;/g, '；'],
  [/'/g, '’'],
];

const withLookalikes = (name: string): string =>
  LOOKALIKES.reduce((text, [mark, sign]) => text.replace(mark, sign), name).replace(/\/{2,}/g, (slashes) =>
    '／'.repeat(slashes.length),
  );

/** The first `max` code points of a text, without blanks at the end. */
export const cutName = (text: string, max: number): string => Array.from(text).slice(0, max).join('').trimEnd();

/** A name that every kind of document can carry: one line, no separators, at most 60 code points; perhaps empty. */
export const cleanName = (name: string): string =>
  cutName(
    withLookalikes(
      toWellFormed(name)
        .replace(INVISIBLE, ' ')
        .replace(SEPARATORS, '')
        .replace(/\s+/g, ' ')
        .trim()
        .replace(COMMENT_START, ''),
    ),
    MAX_NAME,
  );
