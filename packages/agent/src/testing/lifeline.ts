import type { ChildProcess } from 'node:child_process';
import { Socket } from 'node:net';
import { pathToFileURL } from 'node:url';
import { isMainThread } from 'node:worker_threads';
import { TEARDOWN_MS } from '../../../../testkit/patience.ts';

/*
 * A program that is started with a lifeline ends when its starter ends, however that died: the kernel closes the
 * starter's end of a pipe, and this module, which Node loads before the program, then sends the program SIGTERM. The
 * bundled PostgreSQL is tied to its starter in the same way.
 */

/** Descriptor of the pipe in the started program: `stdio` of `spawn` holds `pipe` at this place. */
const LIFELINE_FD = 3;

const PRELOAD = `--import=${pathToFileURL(import.meta.filename).href}`;

/** Arguments of Node for a program with a lifeline; they come before its file. */
export const lifelineArgs: readonly string[] = [PRELOAD];

/** Holds the starter's end of the pipe; to be called with a child that was started with `lifelineArgs`. */
export const holdLifeline = (child: ChildProcess): void => {
  // It breaks when the child is killed, which is seen by the child's end.
  child.stdio[LIFELINE_FD]?.on('error', () => undefined);
};

const endWithStarter = (): void => {
  const pipe = new Socket({ fd: LIFELINE_FD, readable: true, writable: false });
  pipe.on('error', () => undefined).resume();
  pipe.once('close', () => {
    // A program that has not stopped by then is killed.
    setTimeout(() => process.kill(process.pid, 'SIGKILL'), TEARDOWN_MS).unref();
    process.kill(process.pid, 'SIGTERM');
  });
  pipe.unref();
};

const preloaded = process.execArgv.indexOf(PRELOAD);
if (isMainThread && preloaded >= 0) {
  // What the program itself forks has no such pipe.
  process.execArgv.splice(preloaded, 1);
  endWithStarter();
}
