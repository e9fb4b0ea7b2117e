import { allRows, rawCalls } from '@skyport/contract';
import { consolePages } from '../console-pages.ts';
import type { SpecRow, SpecText } from './row.ts';
import { productTexts, testsOf, type ProductTexts } from './sources.ts';

/** What is missing for one row, as a sentence; empty when nothing is. */
export interface Finding {
  readonly id: string;
  readonly missing: string;
}

const TEXTS_FILE = /texts\.ts$|subscription\/versions\.ts$|contract\/src\/(?:codes|[a-z-]+-columns)\.ts$/;

const textMissing = (
  { text, toastMs, of = '' }: SpecText,
  { places, toastsOfCodes }: ProductTexts,
): string | undefined => {
  const found = (places.get(text) ?? []).filter(({ file }) => file.includes(of));
  const [place] = found;
  if (!place) return `the text “${text}” stands nowhere`;
  if (found.length > 1) return `the text “${text}” stands in ${found.map(({ file }) => file).join(', ')}`;
  if (!TEXTS_FILE.test(place.file)) return `the text “${text}” stands in ${place.file}, which is no file of texts`;
  if (toastMs === undefined) return undefined;
  const stays = place.code === undefined ? [place.toastMs] : (toastsOfCodes.get(place.code) ?? []);
  if (stays.length > 0 && stays.every((ms) => ms === toastMs)) return undefined;
  return `the text “${text}” is to be a toast of ${toastMs} ms`;
};

const routeMissing = (path: string, ownedElsewhere: boolean): string | undefined => {
  const route = consolePages.find((one) => one.path === path);
  if (!route) return `${path} is no route`;
  if (route.title === '' || route.description === '') return `${path} has no title or description`;
  return route.built || ownedElsewhere ? undefined : `${path} is not built`;
};

const callMissing = (path: string): string | undefined => {
  const call = allRows().find(({ row }) => row.path === path)?.row;
  if (call) return call.kind === 'planned' ? `${path} is not built` : undefined;
  const outside = Object.values(rawCalls).find((raw) => raw.path === path);
  if (!outside) return `${path} is no call`;
  return outside.built ? undefined : `${path} is not built`;
};

const tabMissing = (name: string): string | undefined =>
  consolePages.some(({ tab }) => tab?.name === name) ? undefined : `${name} is no tab of the header`;

/** What is missing of all that a row says there is; undefined for what stands. */
const factsMissing = (row: SpecRow, index: ProductTexts): readonly (string | undefined)[] => [
  ...(row.texts ?? []).map((text) => textMissing(text, index)),
  ...(row.route === undefined ? [] : [routeMissing(row.route, row.secondDocument === true)]),
  ...(row.call === undefined ? [] : [callMissing(row.call)]),
  ...(row.tab === undefined ? [] : [tabMissing(row.tab)]),
];

/** Stands in a text for what is computed. */
const COMPUTED = '${…}';

/** Why a row must not be owed, or not any more. */
const owedWrongly = ({ owed, proofs }: SpecRow, facts: readonly (string | undefined)[]): string | undefined => {
  if (facts.length === 0) return `it is owed to “${owed!}”, and nothing says how to see that it stands`;
  if (proofs.length > 0) return `it is owed to “${owed!}”, and has a test`;
  return facts.every((fact) => fact === undefined) ? `“${owed!}” is built: it needs a test` : undefined;
};

/** Looks for everything that the rows speak of. Reads each test file once. */
export const missingOf = (rows: readonly SpecRow[]): readonly Finding[] => {
  const index = productTexts();
  const known = new Map<string, ReturnType<typeof testsOf>>();
  const tests = (file: string): ReturnType<typeof testsOf> => {
    if (!known.has(file)) known.set(file, testsOf(file));
    return known.get(file);
  };
  const proofMissing = ({ file, title }: SpecRow['proofs'][number]): string | undefined => {
    const found = tests(file);
    if (!found) return `${file} does not exist`;
    return found.titles.has(title) ? undefined : `${file} has no test “${title}”`;
  };
  const isSaid = (part: string, { proofs }: SpecRow): boolean =>
    proofs.some(({ file }) => tests(file)?.source.includes(part));
  const unsaid = (row: SpecRow): readonly string[] =>
    (row.texts ?? [])
      .flatMap(({ text }) => text.split(COMPUTED))
      .filter((part) => !isSaid(part, row))
      .map((part) => `no test of it says “${part}”`);
  const seen = new Set<string>();
  const complaintsOf = (row: SpecRow): readonly (string | undefined)[] => {
    const twice = seen.has(row.id) ? 'the id is given twice' : undefined;
    seen.add(row.id);
    const facts = factsMissing(row, index);
    if (row.owed !== undefined) return [twice, owedWrongly(row, facts)];
    return [
      twice,
      row.proofs.length === 0 && !row.secondDocument ? 'no test is named' : undefined,
      ...row.proofs.map(proofMissing),
      ...unsaid(row),
      ...facts,
    ];
  };
  return rows.flatMap((row) =>
    complaintsOf(row).flatMap((missing) => (missing === undefined ? [] : [{ id: row.id, missing }])),
  );
};
