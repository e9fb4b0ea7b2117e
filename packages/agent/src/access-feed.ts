import { execFile } from 'node:child_process';
import { constants, openSync, rmSync, statSync } from 'node:fs';
import { Socket } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { openAccessLog } from './access-log.ts';
import { createFlows, type Flows } from './flows.ts';

const execFileAsync = promisify(execFile);

/**
 * The engine's access log, read from a named pipe. It is written to disk only while the operator keeps the log open;
 * else destinations are dropped as they are read.
 */
export type AccessFeed = {
  /** Path of the pipe; undefined where none can be made. */
  pipe: string | undefined;
  flows: Flows;
  /** Opens or closes the log on disk. */
  keepLog(open: boolean): void;
  /** Why the log cannot be written; empty when it can, or is closed. */
  problem(): string;
  close(): void;
};

/** A line of the engine is far shorter; whatever is longer than this is not one. */
const LONGEST_LINE = 16 * 1024;

/** Makes the named pipe `access.pipe` in the data directory and reads it. */
export const openAccessFeed = async (dataDir: string): Promise<AccessFeed> => {
  const path = join(dataDir, 'access.pipe');
  const flows = createFlows();
  const log = openAccessLog(join(dataDir, 'access.log'));
  let open = false;
  let rest = '';
  const onData = (part: Buffer): void => {
    const text = rest + part.toString('utf8');
    const end = text.lastIndexOf('\n') + 1;
    rest = text.length - end > LONGEST_LINE ? '' : text.slice(end);
    if (end === 0) return;
    const lines = text.slice(0, end);
    if (open) log.append(lines);
    for (const line of lines.split('\n')) flows.note(line);
  };
  const reader = await readPipe(path).catch(() => undefined);
  reader?.on('data', onData).on('error', () => undefined);
  return {
    pipe: reader && path,
    flows,
    keepLog: (wanted) => {
      if (open && !wanted) log.close();
      open = wanted;
    },
    problem: () => (open ? log.problem() : ''),
    close: () => {
      reader?.destroy();
      log.close();
    },
  };
};

/** Opened for both directions, the pipe never ends when an engine does, and an engine never waits for a reader. */
const readPipe = async (path: string): Promise<Socket> => {
  if (!isPipe(path)) {
    rmSync(path, { force: true });
    await execFileAsync('mkfifo', ['-m', '600', path], { timeout: 5000 });
  }
  const fd = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
};

const isPipe = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFIFO() ?? false;
