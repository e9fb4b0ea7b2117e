import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { root } from '../tools/run.ts';

/** The kit stands on packages, on what brings programs to a machine and on the table of pages; everything that runs stands on the kit. */
const MAY_IMPORT = /^(?:packages|testkit)\/|^tools\/(?:run|engines|prepare|console-pages)\.ts$/;
/** Folders that nobody imports from outside. */
const PROGRAMS = /^(?:e2e|prove|bench)\//;

/** Relative imports of the files of a folder, as [file, what it imports], both relative to the checkout. */
const importsOf = (pattern: string): [file: string, target: string][] =>
  globSync(pattern, { cwd: root, exclude: (name) => name.includes('node_modules') }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'(\.[^']+)'/g)].map(
      ([, specifier = '']): [string, string] => [file, relative(root, join(root, dirname(file), specifier))],
    ),
  );

const wrongOf = (imports: readonly (readonly [string, string])[]): string[] =>
  imports.flatMap(([file, target]) => {
    const folder = (path: string): string => path.split('/')[0] ?? '';
    const leavesKit = folder(file) === 'testkit' && !MAY_IMPORT.test(target);
    const usesProgram = PROGRAMS.test(target) && folder(target) !== folder(file);
    return leavesKit || usesProgram ? [`${file} imports ${target}`] : [];
  });

test('the test kit imports packages and a few tools, and nobody imports an end-to-end test, a prover or a bench', () => {
  const imports = ['testkit', 'e2e', 'prove', 'bench', 'tools', 'packages'].flatMap((folder) =>
    importsOf(`${folder}/**/*.ts`),
  );
  expect(imports.length).toBeGreaterThan(1000);
  expect(wrongOf(imports)).toEqual([]);
});

test.each([
  ['testkit/a.ts', 'e2e/b.ts'],
  ['testkit/a.ts', 'tools/demo.ts'],
  ['tools/demo.ts', 'prove/prover.ts'],
  ['packages/db/src/a.test.ts', 'e2e/b.ts'],
])('finds the planted import of %s: %s', (file, target) => {
  expect(wrongOf([[file, target]])).toHaveLength(1);
});
