import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { transformSync } from 'esbuild';
import { buildTarget } from './browser-floor.ts';

const scripts = {
  // Runs below the floor.
  'floor-script.ts': 'es5',
  'first-script.ts': buildTarget,
} as const satisfies Readonly<Record<string, string | string[]>>;

/** A script of `src` as a part of the page itself; the server lets it run by its hash. */
export const inlineScript = (name: keyof typeof scripts): string => {
  const source = readFileSync(join(import.meta.dirname, 'src', name), 'utf8');
  return transformSync(source, { loader: 'ts', minify: true, target: scripts[name] }).code.trim();
};
