import { expect, test } from 'vitest';
import { floorProblems } from './check.ts';
import { newBuiltIns, oldMembers } from './compat.ts';
import { newGlobals, newInScript, newMethods } from './scripts.ts';
import { newInStyles } from './styles.ts';

const namesOf = (owner: string): readonly (string | undefined)[] =>
  newBuiltIns.filter((one) => one.owner === owner).map(({ member }) => member);

test('the floor lacks what broke the console, and has what is as old', () => {
  expect(namesOf('String')).toEqual(['isWellFormed', 'toWellFormed']);
  expect(namesOf('URL')).toEqual(['canParse', 'parse']);
  expect(namesOf('Array')).toEqual(['fromAsync', 'toReversed', 'toSorted', 'toSpliced', 'with']);
  expect(namesOf('Object')).toEqual(['groupBy']);
  expect(namesOf('Promise')).toEqual(expect.arrayContaining(['try', 'withResolvers']));
  expect(namesOf('Iterator')).toEqual(expect.arrayContaining(['map', 'filter', 'toArray']));
  expect(namesOf('AbortSignal')).toEqual(['any', 'timeout']);
  for (const owner of ['structuredClone', 'WeakRef', 'BigInt']) expect(namesOf(owner)).toEqual([]);
});

test('every new global is found, alone and at the window', () => {
  const plain = newInScript(newGlobals.map((name) => `use(${name});`).join('\n'));
  expect(newGlobals.filter((name) => !plain.includes(name))).toEqual([]);
  const atWindow = newInScript(newGlobals.map((name) => `use(window.${name});`).join('\n'));
  expect(newGlobals.filter((name) => !atWindow.includes(name))).toEqual([]);
});

test('every new member is found at its owner', () => {
  const members = newBuiltIns.flatMap(({ owner, member }) => (member === undefined ? [] : [`${owner}.${member}`]));
  const found = newInScript(members.map((member) => `use(${member});`).join('\n'));
  expect(members.filter((member) => !found.includes(member))).toEqual([]);
});

test('every new method is found on an object of an unknown type, unless an older one has its name', () => {
  const found = newInScript([...newMethods].map((name) => `given.${name}();`).join('\n'));
  expect([...newMethods].filter((name) => !found.includes(`.${name}()`))).toEqual([]);
  const left = newBuiltIns.filter(({ owner, member }) => owner === 'Array' && member && oldMembers.has(member));
  expect(left).toEqual([]);
});

test.each([
  ['text.split(/(?<=,)/)', 'es-x/no-regexp-lookbehind-assertions'],
  ['new RegExp("(?<!a)b")', 'es-x/no-regexp-lookbehind-assertions'],
  ['/[\\p{L}--[a-z]]/v', 'es-x/no-regexp-v-flag'],
  ['/(?i:a)b/', 'es-x/no-regexp-modifiers'],
  ['/(?<a>x)|(?<a>y)/', 'es-x/no-regexp-duplicate-named-capturing-groups'],
  ['class A { static { start(); } }', 'es-x/no-class-static-block'],
  ['{ using file = open(); }', 'es-x/no-using-declarations'],
  ['import data from "./data.json" with { type: "json" }', 'es-x/no-import-attributes'],
  ['new Map().values().map(String)', 'es-x/no-iterator-prototype-map'],
])('finds %s', (code, name) => {
  expect(newInScript(code)).toContain(name);
});

test.each([
  'text?.toSorted?.()',
  'list.at(-1)',
  'list.findLast(Boolean)',
  '/\\p{Surrogate}/u',
  'Object.hasOwn(a, "b")',
])('leaves %s alone', (code) => expect(newInScript(code)).toEqual([]));

test.each([
  ['a{color:color-mix(in srgb,red,blue)}', ['color-mix()']],
  ['a{color:light-dark(red,blue)}', ['light-dark()']],
  ['@container (width > 1px){a{color:red}}', ['@container']],
  ['@property --a{syntax:"*";inherits:false}', ['@property']],
  ['a{width:50cqw}', ['1cqw']],
  ['a{b{color:red}}', ['&']],
  ['a:open{color:red}', [':open']],
  ['a{interpolate-size:allow-keywords}', ['interpolate-size', 'interpolate-size: allow-keywords']],
  ['a{user-select:none}', ['user-select']],
  ['a:has(b){height:100dvh;-webkit-user-select:none}', []],
])('in styles %s', (css, names) => {
  expect(newInStyles(css)).toEqual(names);
});

test('a finding and an exception without need are said, with the file', () => {
  const files = [{ name: 'assets/first.js', kind: 'script', text: 'list.toSorted(); use(TouchEvent);' }] as const;
  expect(floorProblems(files, { script: { TouchEvent: 'asked for', '.with()': 'gone' }, style: {} })).toEqual([
    'assets/first.js needs .toSorted(), which is newer than the browser floor',
    '.with() is an exception without need',
  ]);
});
