import type { Sources } from './sources.ts';

/** The list of words of the console, docs/TERMS.md: what is said, what is not, and texts that are exempt by name. */
export interface Terms {
  readonly said: readonly string[];
  readonly unsaid: readonly string[];
  readonly exempt: readonly { readonly text: string; readonly where: readonly string[] }[];
}

const HAN = /\p{Script=Han}/u;

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());

const codeIn = (cell: string): string[] => [...cell.matchAll(/`([^`]+)`/g)].map(([, text]) => text!);

/** Reads the list: every table has three columns, and what is exempt stands below a heading of its own. */
export const termsOf = (document: string): Terms => {
  const [lists = '', exempt = ''] = document.split('\n## Exempt\n');
  const rows = (text: string): string[][] =>
    text.split('\n').flatMap((line) => (/^\|(?! ?(?:-|word |text ))/.test(line) ? [cellsOf(line)] : []));
  return {
    said: rows(lists).flatMap(([word]) => word!.split(', ')),
    unsaid: rows(lists).flatMap(([, , not]) => codeIn(not ?? '')),
    exempt: rows(exempt).map(([text, where]) => ({ text: codeIn(text!)[0]!, where: codeIn(where!) })),
  };
};

/** Code without its comments, which people do not read on a page. */
const withoutComments = (text: string): string =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, '')).replace(/(?<=^|\s)\/\/.*$/gm, '');

/** What guides quote of other programs, and draw of them. */
const OTHERS_WORDS = /“[^”]*”|\b(?:button|row|field|toggle)\((?:'[^']*'(?:, )?)+/g;

/** The lines of a source that people read. */
const readLines = (path: string, text: string): string[] =>
  withoutComments(path.includes('/guides/') ? text.replace(OTHERS_WORDS, '') : text)
    .split('\n')
    .filter((line) => HAN.test(line) || path.endsWith('texts.ts'));

const breaksIn = (path: string, text: string, { unsaid, exempt }: Terms): string[] => {
  const free = exempt.filter(({ where }) => where.some((end) => path.endsWith(end))).map((each) => each.text);
  return readLines(path, text)
    .map((line) => free.reduce((left, each) => left.replaceAll(each, ''), line))
    .flatMap((line) =>
      unsaid.filter((word) => line.includes(word)).map((word) => `${path} says ${word}: ${line.trim()}`),
    );
};

const twice = (words: readonly string[]): string[] => words.filter((word, place) => words.indexOf(word) !== place);

/** What is wrong with the list itself: a word that stands twice, and an exemption that nothing needs any more. */
const listProblems = (sources: Sources, { said, unsaid, exempt }: Terms): string[] => [
  ...twice([...said, ...unsaid]).map((word) => `${word} stands twice in the list of words`),
  ...exempt.flatMap(({ text, where }) =>
    where
      .filter((end) => ![...sources].some(([path, source]) => path.endsWith(end) && source.includes(text)))
      .map((end) => `${text} is exempt in ${end} without need`),
  ),
];

/** Texts that say a word which the list does not, and what is wrong with the list. */
export const termProblems = (sources: Sources, terms: Terms): string[] => [
  ...listProblems(sources, terms),
  ...[...sources].flatMap(([path, text]) => breaksIn(path, text, terms)),
];

/** Where a page's words may stand beside files of texts: data that are nothing but words, and the table of pages. */
export const WORD_PLACES: readonly string[] = [
  'guides/',
  'app/pages.ts',
  'subscription/clients.ts',
  'rules/edit.ts',
].map((place) => `packages/web/src/${place}`);

const inPlace = (path: string, text: string): string[] =>
  withoutComments(text)
    .split('\n')
    .filter((line) => HAN.test(line))
    .map((line) => `${path} has a text in place: ${line.trim()}`);

/** Words of the console that stand in code instead of a file of texts, and places named above where none stand. */
export const textsInPlace = (sources: Sources): string[] => {
  const found = [...sources].flatMap(([path, text]) =>
    path.startsWith('packages/web/') && !path.endsWith('texts.ts')
      ? inPlace(path, text).map((line) => ({ path, line }))
      : [],
  );
  const isFree = (path: string): boolean => WORD_PLACES.some((place) => path.startsWith(place));
  const idle = WORD_PLACES.filter((place) => !found.some(({ path }) => path.startsWith(place)));
  return [
    ...found.filter(({ path }) => !isFree(path)).map(({ line }) => line),
    ...idle.map((place) => `${place} may have texts in place without need`),
  ];
};
