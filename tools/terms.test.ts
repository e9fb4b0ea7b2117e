import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { root } from './run.ts';
import { termProblems, termsOf, textsInPlace, WORD_PLACES } from './terms.ts';

const terms = termsOf(readFileSync(join(root, 'docs/TERMS.md'), 'utf8'));
const [wrongEmail, texts] = ['packages/contract/src/shapes.ts', 'packages/web/src/shop/texts.ts'];
/** What every exemption needs, so that only what a test plants is found. */
const exempted = terms.exempt.flatMap(({ text, where }) =>
  where.map((end): [string, string] => [`packages/${text}/${end}`, text]),
);
const problemsOf = (path: string, text: string): string[] => termProblems(new Map([...exempted, [path, text]]), terms);

test('the list is read: words, what is not said, and texts by name', () => {
  expect(terms.said).toContain('资料编辑');
  expect(terms.said).toContain('退出登录');
  expect(terms.unsaid).toContain('你');
  expect(terms.unsaid).toContain("'邮件'");
  expect(terms.exempt).toContainEqual({ text: '邮件已注册', where: ['src/codes.ts'] });
});

test.each([
  ["a: '你的流量'", '你'],
  ["b: '确定'", '确定'],
  ['c: (size) => `${size} MB 流量`', 'MB'],
  ["email: '邮件'", "'邮件'"],
  ["d: '代理用户'", '代理用户'],
  ['e: (name) => `节点「${name}`', '「'],
])('a text that says what is not said is found: %s', (text, word) => {
  expect(problemsOf(texts, text)).toEqual([`${texts} says ${word}: ${text}`]);
});

test('a unit is found in a line of texts that has no Chinese in it', () => {
  expect(problemsOf(texts, "unit: 'GB',")).toHaveLength(1);
  expect(problemsOf('packages/server/src/a.ts', "const country = 'GB';")).toEqual([]);
});

test('comments are not read, and what a guide quotes or draws of other programs is theirs', () => {
  expect(problemsOf(texts, "// 你\n/* 确定\n你 */\na: '您'")).toEqual([]);
  const guide = 'packages/web/src/guides/data/a.ts';
  expect(problemsOf(guide, "['点击“确定”。', tap(row('账户', '你的')), button('确定')]")).toEqual([]);
  expect(problemsOf(guide, "['点击确定。']")).toHaveLength(1);
});

test("the specification's own texts are exempt where they are named, and nowhere else", () => {
  expect(problemsOf(wrongEmail, "'邮件不正确'")).toEqual([]);
  expect(problemsOf(texts, "'邮件不正确'")).toHaveLength(1);
});

test('a word that stands twice, and an exemption without need, are found', () => {
  const list = '| 节点 | x | `主机` |\n| 主机 | y | `节点` |\n\n## Exempt\n\n| `旧` | `a/texts.ts` | z |\n';
  expect(termProblems(new Map(), termsOf(list))).toEqual([
    '主机 stands twice in the list of words',
    '节点 stands twice in the list of words',
    '旧 is exempt in a/texts.ts without need',
  ]);
});

/** What is found where every place that may have texts has one. */
const inPlaceWith = (path: string, text: string): string[] =>
  textsInPlace(new Map([...WORD_PLACES.map((place): [string, string] => [place, "'购买'"]), [path, text]]));

test('a text in place is found in code of the console, and in nothing else', () => {
  const page = 'packages/web/src/shop/shop.page.tsx';
  expect(inPlaceWith(page, '/* 购买 */\n<b>购买</b>')).toEqual([`${page} has a text in place: <b>购买</b>`]);
  expect(inPlaceWith(texts, "buy: '购买'")).toEqual([]);
  expect(inPlaceWith('packages/server/src/shop/calls.ts', "'购买'")).toEqual([]);
});

test('a place that may have texts, and has none any more, is found', () => {
  expect(textsInPlace(new Map())).toEqual(WORD_PLACES.map((place) => `${place} may have texts in place without need`));
});
