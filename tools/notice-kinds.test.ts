import { NoticeKind } from '@skyport/contract/notices';
import { expect, test } from 'vitest';
import { productOf, readSources } from './sources.ts';

/** Kinds that wait for what sends them; whatever sends one takes it from here. */
const OWED: readonly NoticeKind[] = [];

/** Kinds that a source of the server notifies somebody of. */
const kindsIn = (text: string): readonly string[] =>
  /\bnotify(?:Operators)?\(/.test(text) ? [...text.matchAll(/\bkind: '(\w+)'/g)].flatMap(([, kind]) => kind ?? []) : [];

/** Kinds that nobody is notified of. */
const unsentIn = (texts: readonly string[]): readonly NoticeKind[] => {
  const sent = new Set(texts.flatMap(kindsIn));
  return NoticeKind.options.filter((kind) => !sent.has(kind));
};

const sources = [...productOf(readSources())].flatMap(([path, text]) =>
  path.startsWith('packages/server/src/') ? [text] : [],
);

test('every kind of notice is sent by somebody, or waits for a feature that is not built', () => {
  expect(unsentIn(sources)).toEqual(OWED);
});

test('a kind that nobody sends is found', () => {
  const texts = NoticeKind.options.slice(1).map((kind) => `await notify(trx, deps, { kind: '${kind}' })`);
  expect(unsentIn([...texts, `const row = { kind: 'security' }`])).toEqual(['security']);
});
