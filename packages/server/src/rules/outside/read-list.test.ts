import { expect, test } from 'vitest';
import { readList, type ListNeeds } from './read-list.ts';

const many = (count: number, form: (n: number) => string = (n) => `site-${n}.example`): string[] =>
  Array.from({ length: count }, (_, n) => form(n));

const needs = (names: readonly string[] = [], withBelow = true, before = 0): ListNeeds => ({
  reserved: { names, withBelow },
  before,
});

const read = (rows: readonly string[], given = needs()) => readList(rows.join('\n'), given);
const namesOf = (rows: readonly string[], given = needs()): readonly string[] => {
  const found = read([...rows, ...many(400)], given);
  if ('problem' in found) throw new Error(found.problem);
  return found.names.filter((name) => !name.startsWith('site-'));
};

test.each([
  ['plain', 'one.example'],
  ['with a comment', 'One.Example # why'],
  ['with everything below', '+.one.example'],
  ['with a star', '*.one.example'],
  ['with a dot', '.one.example'],
  ['v2fly', 'domain:one.example:@cn'],
  ['v2fly, a whole name', 'full:one.example @ads @cn'],
  ['a payload', "  - '+.one.example'"],
  ['a classical rule', 'DOMAIN-SUFFIX,one.example,DIRECT'],
  ['dnsmasq', 'server=/one.example/192.0.2.1'],
  ['an ad blocker', '||one.example^'],
  ['a host file', '0.0.0.0 one.example'],
])('reads a name in the form: %s', (_, row) => {
  expect(namesOf([row])).toEqual(['one.example']);
});

test.each([
  ['a pattern', 'regexp:(^|\\.)one\\.example$'],
  ['a keyword', 'keyword:one'],
  ['a network', 'IP-CIDR,192.0.2.0/24'],
  ['an exception', '@@||one.example^'],
  ['hidden elements', 'one.example##.banner'],
  ['an address', '192.0.2.1'],
  ['a top-level domain', 'cn'],
  ['a heading', 'payload:'],
  ['a path', 'one.example/banner'],
])('drops and counts %s', (_, row) => {
  expect(namesOf([row])).toEqual([]);
  expect(read([row, ...many(400)])).toMatchObject({ droppedRows: 1, droppedNames: 0 });
});

test('drops names below a name that is there', () => {
  expect(namesOf(['one.example', 'www.one.example', 'a.b.one.example', 'two.example'])).toEqual([
    'one.example',
    'two.example',
  ]);
});

test('drops and counts names that the rules need elsewhere, above them and below them', () => {
  const rows = ['video.example', 'cdn.video.example', 'example.net', 'other.example'];
  const needed = needs(['video.example', 'lines.example.net']);
  expect(namesOf(rows, needed)).toEqual(['other.example']);
  expect(read([...rows, ...many(400)], needed)).toMatchObject({ droppedNames: 3 });
});

test('a list of ads keeps hosts below names that the rules need elsewhere', () => {
  const needed = needs(['video.example'], false);
  expect(namesOf(['ads.video.example', 'video.example'], needed)).toEqual(['ads.video.example']);
});

const page = '<!DOCTYPE html><html><body>404</body></html>';

test.each([
  ['nothing', [], 'short'],
  ['a page', [page], 'notList'],
  ['JSON', ['{"domains": []}'], 'notList'],
  ['bytes', ['\0\0\0', ...many(400)], 'notList'],
  ['prose', [...many(400), ...many(40, (n) => `sentence ${n} about names`)], 'notList'],
  ['few names', many(299), 'short'],
  ['too many names', many(250_001), 'large'],
])('refuses %s', (_, rows, problem) => {
  expect(read(rows)).toEqual({ problem });
});

test('refuses a list that lost more than half of its names, and takes one that lost half', () => {
  expect(read(many(400), needs([], true, 801))).toEqual({ problem: 'halved' });
  expect(read(many(400), needs([], true, 800))).toMatchObject({ names: expect.any(Array) });
});

test('refuses a list of what the rules need elsewhere', () => {
  const foreign = many(100, (n) => `blocked-${n}.example`);
  const some = foreign.slice(0, 20);
  expect(read([...many(400), ...foreign], needs(foreign))).toEqual({ problem: 'conflicts' });
  expect(read([...many(400), ...some], needs(foreign))).toMatchObject({ droppedNames: 20 });
});

test('reads a row that was made to be slow at once', () => {
  const rows = [`a${'@b'.repeat(140)} c`, `domain-suffix,${',x'.repeat(140)} y`, '@'.repeat(200_000)];
  expect(read([...rows, ...many(400)])).toMatchObject({ droppedRows: 3 });
});
