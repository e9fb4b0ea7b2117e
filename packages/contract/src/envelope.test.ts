import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { EnvelopeError, MAX_REQUEST_TEXT, decodeEnvelope, decodeRequest, encodeEnvelope } from './envelope.ts';

/** Base64 of a text's UTF-8 bytes, without the checks of `encodeEnvelope`. */
const base64 = (text: string): string => Buffer.from(text, 'utf8').toString('base64');

const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);

/** JSON values that the envelope carries. */
const { value: acceptable } = fc.letrec<{ value: unknown }>((tie) => {
  const text = fc.string({ unit: 'binary' }).filter((s) => !s.includes('\u0000'));
  return {
    value: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.maxSafeInteger(),
      fc.boolean(),
      fc.constant(null),
      fc.array(tie('value'), { maxLength: 4 }),
      fc.dictionary(
        text.filter((key) => !['__proto__', 'constructor', 'prototype'].includes(key)),
        tie('value'),
        { maxKeys: 4, noNullPrototype: true },
      ),
    ),
  };
});

test('whatever is encoded is decoded as it was', () => {
  fc.assert(
    fc.property(acceptable, (value) => {
      expect(decodeRequest(encodeEnvelope(value))).toEqual(value);
      expect(decodeEnvelope(encodeEnvelope(value))).toEqual(value);
    }),
  );
});

test('encoding gives standard base64 of UTF-8 JSON, also of long texts', () => {
  const value = { 名称: '东京 🇯🇵'.repeat(20_000) };
  expect(encodeEnvelope(value)).toBe(base64(JSON.stringify(value)));
});

test('any text at all is either decoded or refused with a reason', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.base64String()), (text) => {
      try {
        decodeRequest(text);
      } catch (problem) {
        expect(problem).toBeInstanceOf(EnvelopeError);
      }
    }),
  );
});

describe('refused are', () => {
  const refused = (name: string, encoded: unknown, reason: RegExp): void => {
    test(name, () => {
      expect(() => decodeRequest(encoded)).toThrow(EnvelopeError);
      expect(() => decodeRequest(encoded)).toThrow(reason);
    });
  };
  refused('what is not text', 7, /字符串/);
  refused('nothing', undefined, /字符串/);
  refused('an empty text', '', /JSON/);
  refused('foreign letters', '!!!!', /base64/);
  refused('the URL alphabet', base64('"???>>>"').replaceAll('/', '_').replaceAll('+', '-').concat('-_=='), /base64/);
  refused('missing padding', 'e30', /base64/);
  refused('space around it', ' e30=', /base64/);
  refused('a line break within it', `${base64('{"a":1}')}\n`, /base64/);
  refused('spare bits behind the last byte', 'e31=', /base64/);
  refused('bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]).toString('base64'), /UTF-8/);
  refused('what is not JSON', base64('{a:1}'), /JSON/);
  refused('a NUL in a text', base64('{"a":"x\\u0000"}'), /非法字符/);
  refused('a NUL in a field name', base64('{"a\\u0000":1}'), /非法字符/);
  refused('a lone surrogate', base64('{"a":"\\ud800"}'), /非法字符/);
  refused('a lone surrogate in a field name', base64('{"\\udc00":1}'), /非法字符/);
  refused('numbers beyond safe integers', base64('{"a":9007199254740993}'), /数字/);
  refused('numbers beyond any number', base64('{"a":1e999}'), /数字/);
  refused('__proto__', base64('{"__proto__":{"admin":true}}'), /字段名/);
  refused('__proto__ deep inside', base64('{"a":[{"__proto__":1}]}'), /字段名/);
  refused('constructor', base64('{"constructor":1}'), /字段名/);
  refused('nesting beyond 12 levels', base64(nested(14)), /嵌套/);
});

test('refuses a request of more than 20,000 fields, a long text and a long field name', () => {
  expect(() => decodeRequest(base64(JSON.stringify(Array.from({ length: 20_001 }, () => 1))))).toThrow(/过多/);
  expect(() => decodeRequest(base64(JSON.stringify('a'.repeat(MAX_REQUEST_TEXT + 1))))).toThrow(/过长/);
  expect(() => decodeRequest(base64(JSON.stringify({ ['a'.repeat(101)]: 1 })))).toThrow(/过长/);
});

test('decodes an answer that no request may look like', () => {
  const answer = [
    nested(20),
    '1'.repeat(10_000),
    2 ** 60,
    { ['a'.repeat(101)]: Array.from({ length: 20_001 }, () => 1) },
  ];
  expect(decodeEnvelope(encodeEnvelope(answer))).toEqual(answer);
});

test('nesting of 12 levels is fine', () => {
  expect(decodeRequest(base64(nested(12)))).toBeDefined();
});

test('opening pollutes no prototype', () => {
  expect(() => decodeRequest(base64('{"__proto__":{"polluted":true}}'))).toThrow(EnvelopeError);
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
});
