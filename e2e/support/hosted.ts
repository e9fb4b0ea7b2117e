import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Duplex, Readable, Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { TestHost } from './net.ts';

/** A script that runs in a host: told things by its input, and ends with it. What it complains of is the test's own. */
export type HostedScript = ChildProcessByStdio<Writable, Readable, null>;

/** Starts a script of the tests, by the URL of its module, in `host`. */
export const runInHost = (host: TestHost, module: string, ...args: readonly string[]): HostedScript => {
  const [program = '', ...words] = host.exec;
  return spawn(program, [...words, process.execPath, fileURLToPath(module), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
};

/** Waits until a script has said its first word. Throws when it ends instead. */
export const firstWord = (script: HostedScript, name: string): Promise<void> =>
  new Promise((done, fail) => {
    script.stdout.once('data', () => done());
    script.once('exit', (code) => fail(new Error(`the ${name} ended with code ${code}`)));
  });

/** Ends a process at once, as a power cut would, and waits until it is gone. */
export const ended = (child: ChildProcess): Promise<void> =>
  new Promise((done) => {
    if (child.exitCode !== null || child.signalCode !== null) return done();
    child.once('exit', () => done());
    child.kill('SIGKILL');
  });

/** Hands on what comes at either end of a connection to the other; when one of them is over, both are. */
export const joinEnds = (near: Duplex, far: Duplex): void => {
  for (const [from, into] of [
    [near, far],
    [far, near],
  ] as const) {
    from.pipe(into);
    from.on('error', () => into.destroy());
    from.on('close', () => into.destroy());
  }
};
