import { encodeEnvelope } from '@skyport/contract/envelope';

/** A request's body, and what it is like. The text is made when it is sent: together they would take gigabytes. */
export interface Body {
  readonly what: string;
  readonly text: () => string;
  readonly type?: string;
}

const JSON_TYPE = 'application/json';
const base64 = (text: string | Buffer): string => Buffer.from(text).toString('base64');
const encoded = (what: string, json: string | Buffer): Body => plain(what, JSON.stringify({ data: base64(json) }));
const plain = (what: string, text: string, type = JSON_TYPE): Body => ({ what, text: () => text, type });

/** Bodies that are no envelope, or a bad one. */
export const brokenBodies: readonly Body[] = [
  plain('nothing', ''),
  plain('half of JSON', '{"data":'),
  plain('a list', '[]'),
  plain('null', 'null'),
  plain('a number as data', '{"data":5}'),
  plain('an object as data', '{"data":{"data":"e30="}}'),
  plain('data given twice', '{"data":"e30=","data":5}'),
  plain('lists in lists outside', `{"data":${'['.repeat(7000)}${']'.repeat(7000)}}`),
  plain('objects without end', '{"a":'.repeat(3000)),
  plain('a prototype outside', '{"__proto__":{"data":"e30="},"data":"e30="}'),
  plain('blanks before a prototype', `{"__proto__"${' '.repeat(14_000)}:1}`),
  plain('another type', '{"data":"e30="}', 'text/plain'),
  plain('a form', 'data=e30%3D', 'application/x-www-form-urlencoded'),
  plain('an endless type', '{"data":"e30="}', `application/json;${' a="b";'.repeat(400)}`),
  plain('blanks in base64', '{"data":"e3 0="}'),
  plain('another alphabet', '{"data":"_-__"}'),
  plain('base64 without its end', '{"data":"e30"}'),
  plain('stray bits', '{"data":"e31="}'),
  plain('too many ends', '{"data":"e30=="}'),
  plain('15 kB of base64 that ends wrong', JSON.stringify({ data: `${'A'.repeat(15_001)}` })),
  plain('a megabyte', JSON.stringify({ data: 'A'.repeat(1_000_000) })),
  encoded('bytes that are no text', Buffer.from([0x22, 0xff, 0xfe, 0x22])),
  encoded('a byte order mark', '\ufeff{}'),
  encoded('text of 16 bits', Buffer.from('{}', 'utf16le')),
  encoded('lists in lists', '['.repeat(5000) + ']'.repeat(5000)),
  encoded('objects in objects', `${'{"a":'.repeat(1500)}1${'}'.repeat(1500)}`),
  encoded('a number beyond all', '{"limit":1e999}'),
  encoded('ten thousand digits', `{"limit":${'9'.repeat(10_000)}}`),
  encoded('a prototype', '{"__proto__":{"email":"a"}}'),
  encoded('a constructor', '{"constructor":{"prototype":{"a":1}}}'),
  encoded('an escaped prototype', '{"\\u005f_proto__":1}'),
  encoded('half of a pair', '{"email":"\\ud800"}'),
  encoded('a NUL', '{"email":"\\u0000"}'),
  encoded('a name of eight thousand characters', `{"${'k'.repeat(8000)}":1}`),
  encoded('two thousand names', `{${Array.from({ length: 1000 }, (_, i) => `"k${i}":1`).join()}}`),
  encoded('one name a thousand times', `{${Array.from({ length: 1000 }, () => '"email":1').join()}}`),
  encoded('a list', '[1,2]'),
  encoded('a text', '"x"'),
  encoded('a list of thousands', JSON.stringify(Array.from({ length: 4000 }, () => 0))),
];

/** Values for any place, whatever belongs there. The long ones stay below the bound of texts in the gate. */
export const hostileValues: readonly (readonly [string, unknown])[] = [
  ['an endless domain', `a@${'a.'.repeat(4000)}`],
  ['a spoiled domain', `a@${'a.'.repeat(4000)}@`],
  ['parts without end', `${'a.'.repeat(4000)}@`],
  ['an endless name', 'a'.repeat(8000)],
  ['points', '.'.repeat(8000)],
  ['blanks', `${' '.repeat(8000)}x`],
  ['digits', '9'.repeat(8000)],
  ['other scripts', '中'.repeat(2700)],
  ['accents', 'e\u0301'.repeat(2000)],
  ['families', '👨‍👩‍👧'.repeat(400)],
  ['a text that is too long', 'x'.repeat(11_000)],
  ['a text far too long', 'x'.repeat(200_000)],
  ['lines', '\n'.repeat(8000)],
  ['directions', '\u202e\u2066'.repeat(100)],
  ['SQL', "' or 1=1; drop table users;--"],
  ['a path', '../../../../etc/passwd'],
  ['a pattern', '(a+)+$|%_\\'],
  ['an id of nobody', '019a0a0a-ffff-7fff-8fff-ffffffffffff'],
  ['an empty text', ''],
  ['minus one', -1],
  ['a fraction', 0.1 + 0.2],
  ['a large number', Number.MAX_SAFE_INTEGER],
  ['too large a number', 2 ** 53],
  ['nearly infinite', 1.7e308],
  ['nothing', null],
  ['true', true],
  ['an object', {}],
  ['an object with methods', { toString: 'x', length: 1e9, valueOf: 'y', toJSON: 1 }],
  ['an operator', { $ne: null }],
  ['a list', []],
  ['a list in lists', [[[[[[[[[1]]]]]]]]]],
  ['a list of thousands', Array.from({ length: 4000 }, () => 'x')],
  ['an object of a thousand', Object.fromEntries(Array.from({ length: 1000 }, (_, i) => [`k${i}`, i]))],
];

/** The hundreds of thousands that only staff may send at all. */
export const heavyValues: readonly (readonly [string, unknown])[] = [
  ['nineteen thousand numbers', Array.from({ length: 19_000 }, () => 0)],
  ['nineteen thousand texts', Array.from({ length: 19_000 }, (_, i) => `a${i}.b`)],
  ['nine thousand objects', Array.from({ length: 9000 }, () => ({ a: 1 }))],
  ['texts of the longest kind', Array.from({ length: 40 }, () => 'é'.repeat(4000))],
];

type Path = readonly (string | number)[];

/** Every place of a payload that is no object or list, and the payload itself. */
export const placesOf = (value: unknown, path: Path = []): Path[] => {
  if (typeof value !== 'object' || value === null) return [path];
  const inside = Object.entries(value).slice(0, 20);
  const steps = inside.flatMap(([key, inner]) => placesOf(inner, [...path, Array.isArray(value) ? Number(key) : key]));
  return Array.isArray(value) ? [path, ...steps.slice(0, 12)] : steps;
};

/** A copy of a payload with another value at one place. */
export const withValue = (payload: unknown, path: Path, value: unknown): unknown => {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (Array.isArray(payload)) return payload.map((inner, i) => (i === step ? withValue(inner, rest, value) : inner));
  return { ...(payload as object), [step]: withValue((payload as Record<string, unknown>)[step], rest, value) };
};

/** A body with any value in the envelope. */
export const encodedBody = (what: string, payload: () => unknown): Body => ({
  what,
  text: () => JSON.stringify({ data: encodeEnvelope(payload()) }),
  type: JSON_TYPE,
});
