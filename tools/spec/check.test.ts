import { expect, test } from 'vitest';
import { consolePages } from '../console-pages.ts';
import { missingOf } from './check.ts';
import { inFile, owed, row, toastOf, toastsOf, texts } from './row.ts';
import { titlesIn, textsIn } from './sources.ts';

/** A text that the reader is given, not tests of ours: what does not run in it must not be found. */
const TEST_FILE = `
  test('plain', () => {});
  describe('a group', () => { it("inside", () => {}); });
  test.each([['a', 'test(1)']])('%s of many', () => {});
  for (const name of names) test(\`\${name} is served\`, async () => {});
  test.skip('not run', () => {});
  test.todo('not written');
  // test('in a comment', () => {});
  const text = "test('in a text')";
`;

test('titles of tests are read as they are written, without those that do not run', () => {
  expect([...titlesIn('a.test.tsx', TEST_FILE)]).toEqual(['plain', 'inside', '%s of many', '${…} is served']);
});

test('texts are found with their files, their times as toasts, and the codes whose messages they are', () => {
  const { places, toastsOfCodes } = textsIn([
    [
      'a/texts.ts',
      `export const t = { a: 'one', b: toast('two', 10_000), c: toast('three'), d: toast(codes.x.msg, 2000) };`,
    ],
    ['b.tsx', `const b = <p title="one">{'two'}</p>;`],
    ['packages/contract/src/codes.ts', `export const codes = { x: { code: 5, msg: 'four' } };`],
  ]);
  expect(places.get('one')?.map(({ file }) => file)).toEqual(['a/texts.ts', 'b.tsx']);
  expect(places.get('two')).toEqual([{ file: 'a/texts.ts', toastMs: 10_000 }, { file: 'b.tsx' }]);
  expect(places.get('three')?.[0]?.toastMs).toBe(5000);
  expect(places.get('four')).toEqual([{ file: 'packages/contract/src/codes.ts', code: 'x' }]);
  expect(toastsOfCodes.get('x')).toEqual([2000]);
});

test('the time of a toast may have a name', () => {
  const { places } = textsIn([
    ['a/texts.ts', `export const t = { a: toast('one', ADMIN_MS), b: toast('two', OTHER) };`],
  ]);
  expect(places.get('one')?.[0]?.toastMs).toBe(2000);
  expect(places.get('two')?.[0]?.toastMs).toBeNaN();
});

const here = inFile('tools/spec/check.test.ts');
const PROVED = here('titles of tests are read as they are written, without those that do not run');

/** A page that is not built, as long as there is one. */
const unbuilt = consolePages.flatMap(({ path, built }) => (built ? [] : [path])).slice(0, 1);

test('a row without a test, with a test that does not exist, or with a text that stands nowhere is found', () => {
  const found = missingOf([
    row('fine', '', PROVED, { route: '/login', call: '/api/user/login', tab: 'root' }),
    row('no test', '', []),
    row('no file', '', inFile('tools/spec/nothing.test.ts')('x')),
    row('no such test', '', here('there is no such test')),
    row('no words', '', PROVED, texts('没有这样的话')),
    row('no route', '', PROVED, { route: '/nowhere' }),
    ...unbuilt.flatMap((route) => [
      row('no page', '', PROVED, { route }),
      row('page of the second document', '', [], { route, secondDocument: true }),
    ]),
    row('no call', '', PROVED, { call: '/api/nowhere' }),
    row('no tab', '', PROVED, { tab: 'nowhere' }),
    row('wrong time', '', PROVED, toastOf('签到失败', 1)),
    row('fine', '', PROVED),
  ]);
  expect(found.map(({ id }) => id)).toEqual([
    'no test',
    'no file',
    'no such test',
    'no words',
    'no route',
    ...unbuilt.map(() => 'no page'),
    'no call',
    'no tab',
    'wrong time',
    'fine',
  ]);
});

test('an owed row waits for what is not built, and fails when that stands, or when nothing says what it waits for', () => {
  const later = owed('the shop');
  const found = missingOf([
    later('waits for a page', '', { route: '/later' }),
    later('waits for a call', '', { call: '/api/later' }),
    later('waits for words', '', texts('没有这样的话')),
    later('waits for one of two', '', { route: '/later', call: '/api/user/login' }),
    later('has its page', '', { route: '/login' }),
    later('has its call and its tab', '', { call: '/api/user/login', tab: 'root' }),
    later('waits for nothing', '', {}),
    { ...later('has a test', '', { route: '/later' }), proofs: PROVED },
  ]);
  expect(found).toEqual([
    { id: 'has its page', missing: '“the shop” is built: it needs a test' },
    { id: 'has its call and its tab', missing: '“the shop” is built: it needs a test' },
    { id: 'waits for nothing', missing: 'it is owed to “the shop”, and nothing says how to see that it stands' },
    { id: 'has a test', missing: 'it is owed to “the shop”, and has a test' },
  ]);
});

test('a text that no named test says itself is found: a test that imports it would follow any change', () => {
  const imported = ['已复制', '到剪切板'].join('');
  const [found] = missingOf([row('imported', '', PROVED, texts(imported))]);
  expect(found).toEqual({ id: 'imported', missing: `no test of it says “${imported}”` });
});

test('a text that several features say is looked for in one of them', () => {
  const found = missingOf([
    row('of permissions', '', PROVED, toastsOf('permissions/', 2000, '更新成功')),
    row('of nobody', '', PROVED, toastsOf('guides/', 2000, '更新成功')),
    row('for too long', '', PROVED, toastsOf('permissions/', 3000, '更新成功')),
  ]);
  expect(found.map(({ id }) => id)).toEqual(['of nobody', 'for too long']);
});
