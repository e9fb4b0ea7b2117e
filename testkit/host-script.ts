import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestHost } from './net.ts';

/**
 * A script that runs in a host: it takes commands by standard input and ends with it. Its errors go to the test's own.
 */
export type HostedScript = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a script of the tests, by the URL of its module, in `host`. */
export const runInHost = (host: TestHost, module: string, ...args: readonly string[]): HostedScript => {
  const [program = '', ...before] = host.exec;
  return spawn(program, [...before, process.execPath, fileURLToPath(module), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
};

/** Waits until a script has written something. Throws when it ends instead. */
export const firstOutput = (script: HostedScript, name: string): Promise<void> =>
  new Promise((resolve, reject) => {
    script.stdout.once('data', () => resolve());
    script.once('exit', (code) => reject(new Error(`the ${name} ended with code ${code}`)));
  });

/** Ends a process at once, as a power cut would, and waits until it is gone. */
export const killAndWait = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
  });

/** Pipes both ends of a connection into each other; when one of them closes, both do. */
export const pipeBothWays = (near: Duplex, far: Duplex): void => {
  for (const [from, into] of [
    [near, far],
    [far, near],
  ] as const) {
    from.pipe(into);
    from.on('error', () => into.destroy());
    from.on('close', () => into.destroy());
  }
};
