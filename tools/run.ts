import { spawn } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Folder of the checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Path of a program that the packages bring (`tsc`, `vitest`, …). */
export const binary = (name: string): string => join(root, 'node_modules/.bin', name);

/**
 * Runs a program with its output on this terminal, or nowhere; gives its exit code (1 when a signal ended it). Throws
 * when it cannot be started at all.
 */
export const run = (
  program: string,
  args: readonly string[],
  env: Record<string, string> = {},
  output: 'inherit' | 'ignore' = 'inherit',
): Promise<number> =>
  new Promise((resolve, reject) => {
    const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
    const child = spawn(program, args, { cwd: root, stdio: output, env: { ...process.env, PATH, ...env } });
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
