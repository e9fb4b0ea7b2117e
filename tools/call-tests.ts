import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { allRows } from '@skyport/contract';
import { root } from './run.ts';

/** Texts in quotes of a source. */
const literals = (text: string): string[] =>
  [...text.matchAll(/'([^'\n]*)'|"([^"\n]*)"|`([^`$\n]*)`/g)].map(([, one, two, three]) => one ?? two ?? three ?? '');

/** What stands before the first variable of the templates that begin an address: `/api/user/` of `/api/user/${name}`. */
const prefixes = (text: string): string[] => [...text.matchAll(/`(\/api\/[\w/]*)\$\{/g)].map(([, prefix]) => prefix!);

/** Every full path that a test can ask for: whole ones, and those that its own helper puts a prefix before. */
export const pathsIn = (text: string): ReadonlySet<string> => {
  const words = literals(text);
  const composed = prefixes(text).flatMap((prefix) => words.map((word) => prefix + word));
  return new Set([...words.filter((word) => word.startsWith('/api/')), ...composed]);
};

/** Built calls (`feature.name path`) whose full path no test through the gate of their feature asks for. */
export const untestedCalls = (testsOf: (feature: string) => readonly string[]): string[] => {
  const known = new Map<string, ReadonlySet<string>>();
  const pathsOf = (feature: string): ReadonlySet<string> => {
    const found = known.get(feature) ?? new Set(testsOf(feature).flatMap((text) => [...pathsIn(text)]));
    known.set(feature, found);
    return found;
  };
  return allRows().flatMap(({ feature, name, row }) =>
    row.kind === 'call' && !pathsOf(feature).has(row.path) ? [`${feature}.${name} ${row.path}`] : [],
  );
};

/** Texts of a feature's tests through the gate. */
export const apiTestsOf = (feature: string): string[] => {
  const dir = join(root, 'packages/server/src', feature);
  return readdirSync(dir, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.api.test.ts'))
    .map((name) => readFileSync(join(dir, name), 'utf8'));
};
