import { pino, type Logger } from 'pino';

export type Log = Logger;

/** Names of fields that never reach a log, wherever they stand. */
const SECRET_FIELDS = [
  'password',
  'token',
  'cookie',
  'authorization',
  'userkey',
  'secret',
  'code',
  'credential',
  'key',
];

/** JSON log on standard output. Secret fields are removed, at the top and one level down. */
export const createLog = (level: string): Log =>
  pino({ level, redact: { paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`]), remove: true } });

/** A log whose lines are gathered before they are written. */
export interface GatheredLog {
  readonly log: Log;
  /** Writes what is gathered and gathers no more. */
  close(): void;
}

/** Lines that are gathered at most, and for how long in ms. */
const GATHERED_LINES = 64;
const GATHERED_MS = 250;

/**
 * A log on standard output for request lines: a system call a line is a tenth of what a document costs. Lines come up
 * to a quarter of a second late, and the last ones are lost when the process is killed; whatever matters is on the
 * other log. Secret fields are not looked for: only fields of our own making may be given.
 */
export const createGatheredLog = (level: string): GatheredLog => {
  const out = pino.destination({ dest: 1, sync: true });
  let lines: string[] = [];
  const write = (): void => {
    if (lines.length > 0) out.write(lines.join(''));
    lines = [];
  };
  const gather = (line: string): void => {
    if (lines.push(line) >= GATHERED_LINES) write();
  };
  const timer = setInterval(write, GATHERED_MS).unref();
  process.on('exit', write);
  return {
    log: pino({ level }, { write: gather }),
    close: () => {
      clearInterval(timer);
      process.off('exit', write);
      write();
    },
  };
};
