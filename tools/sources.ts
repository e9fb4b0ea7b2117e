import { globSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { root } from './run.ts';

/** Source files by path relative to the checkout, with their text. */
export type Sources = ReadonlyMap<string, string>;

const FOLDERS = ['packages', 'testkit', 'tools', 'e2e', 'prove', 'bench'];
const NO_SOURCES = new Set(['node_modules', 'dist', 'golden']);

/** All TypeScript sources of the checkout, with tests, what helps them, and settings of tools. */
export const readSources = (): Sources => {
  const patterns = ['*.ts', ...FOLDERS.map((folder) => `${folder}/**/*.{ts,tsx}`)];
  const paths = patterns.flatMap((pattern) =>
    globSync(pattern, { cwd: root, exclude: (name) => NO_SOURCES.has(name.split('/').at(-1)!) }),
  );
  return new Map(paths.toSorted().map((path) => [path, readFileSync(join(root, path), 'utf8')]));
};

/** Where a source of the product lies. */
export interface Room {
  readonly pkg: string;
  /** Folder below src, '' for files directly in it. */
  readonly folder: string;
  readonly inside: string;
}

/** Tests and what helps them: `.test.ts`, `testing.ts`, `…-testing.ts`, and everything in a folder `testing`. */
const isTest = (path: string): boolean => /\.test\.tsx?$|(?:^|[/-])testing(?:-\w+)?(?:\/|\.tsx?$)/.test(path);

/** The room of a path; undefined outside of the packages' sources, and for tests and what helps them. */
export const roomOf = (path: string): Room | undefined => {
  const match = /^packages\/([^/]+)\/src\/(?:([^/]+)\/)?(.*)$/.exec(path);
  return match && !isTest(path) ? { pkg: match[1]!, folder: match[2] ?? '', inside: match[3]! } : undefined;
};

/** The sources of the product: packages without tests and what helps them. */
export const productOf = (sources: Sources): Sources => new Map([...sources].filter(([path]) => roomOf(path)));

/** One import of a source. */
export interface Import {
  readonly path: string;
  readonly specifier: string;
  /** What a relative import names, relative to the checkout; undefined for packages. */
  readonly target: string | undefined;
}

const IMPORTS = /^(?:import|export)\b(?:[^'";]*?\bfrom)?\s*'([^'\n]+)'|\bimport\(\s*'([^'\n]+)'\s*\)/gm;

/** What the sources import, types and `import()` included. */
export const importsOf = (sources: Sources): Import[] =>
  [...sources].flatMap(([path, text]) =>
    [...text.matchAll(IMPORTS)].map(([, fixed, dynamic]) => {
      const specifier = (fixed ?? dynamic)!;
      const target = specifier.startsWith('.') ? normalize(join(dirname(path), specifier)) : undefined;
      return { path, specifier, target };
    }),
  );
