import { expect, test } from 'vitest';
import { acceptsGzip } from '../../platform/accepts-gzip.ts';
import { matching, validatorsOf } from './validators.ts';

const tags = validatorsOf('abc', 'def');

test.each([
  ['', undefined],
  ['"abc.def"', '"abc.def"'],
  ['W/"abc.def"', '"abc.def"'],
  ['"abc.def-g"', '"abc.def-g"'],
  ['"x", W/"y" ,"abc.def-g"', '"abc.def-g"'],
  ['*', '"abc.def"'],
  ['"abc.de"', undefined],
  ['abc.def', undefined],
  ['"abc.def', undefined],
  ['"*"', undefined],
])('If-None-Match %s names %s', (header, tag) => {
  expect(matching(header, tags)).toBe(tag);
});

test.each([
  ['', false],
  ['gzip', true],
  ['deflate, GZIP;q=0.5, br', true],
  ['gzip;q=0', false],
  ['gzip; q=0.000, *', false],
  ['*', true],
  ['*;q=0', false],
  ['identity', false],
  ['gzipped', false],
  ['br, x-gzip', true],
])('Accept-Encoding %j allows gzip: %s', (header, yes) => {
  expect(acceptsGzip(header)).toBe(yes);
});
