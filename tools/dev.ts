import { spawn, type ChildProcess } from 'node:child_process';
import { delimiter, join } from 'node:path';
import { panelCommand } from '../testkit/program.ts';
import { binary, root } from './run.ts';

/**
 * Panel and console with live reload: the panel restarts when its sources change, Vite serves the console on port 5173.
 */
const PATH = [join(root, 'node_modules/.bin'), process.env.PATH].join(delimiter);
const start = (program: string, args: readonly string[]): ChildProcess =>
  spawn(program, args, { cwd: root, stdio: 'inherit', env: { ...process.env, PATH } });

const children = [
  start(process.execPath, ['--watch', '--watch-preserve-output', ...panelCommand]),
  start(binary('vite'), ['packages/web']),
];
const stop = (): void => children.forEach((child) => child.kill('SIGTERM'));
process.once('SIGINT', stop);
process.once('SIGTERM', stop);
for (const child of children) child.once('exit', stop);
