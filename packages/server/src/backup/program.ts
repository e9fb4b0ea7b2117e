import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { cleanText } from '../platform/clean-text.ts';
import { dataDirOf } from '../platform/data-dir.ts';
import type { Env } from '../platform/env.ts';
import type { Log } from '../platform/log.ts';

const PROGRAM = fileURLToPath(new URL('../backup-program.ts', import.meta.url));

/** Problem of a program that says none. */
export const ENDED = 'the program for backups ended without an answer';

/** Characters that are kept of what the program writes to its log. */
const MOST_LOG = 2000;

const Answer = z.object({
  /** The moment of the backup's data. */
  createdAt: z.string(),
  bytes: z.number(),
  rows: z.number(),
  /** What the ledger's check found after a test restore. */
  ledgerProblems: z.array(z.string()).readonly().optional(),
});
export type ProgramAnswer = z.output<typeof Answer>;

const Line = z.union([
  z.object({ percent: z.number() }),
  z.object({ done: Answer }),
  z.object({ problem: z.string() }),
]);
export type ProgramLine = z.output<typeof Line>;

/** Task of the backup process for one file. */
export interface ProgramTask {
  readonly task: 'make' | 'check' | 'restore';
  readonly file: string;
  readonly now: Date;
  onPercent?(percent: number): void;
}

/** How the program ended: with an answer, a sentence, or because the panel stops. */
export type ProgramEnd = { readonly done: ProgramAnswer } | { readonly problem: string } | { readonly stopped: true };

/** What the program reads of the environment. */
type ProgramEnv = Pick<
  Env,
  | 'DATA_DIR'
  | 'BACKUP_DIR'
  | 'DATABASE_URL'
  | 'DATABASE_OWNER_URL'
  | 'SECRET_KEY'
  | 'SECRET_KEY_OLD'
  | 'BACKUP_PASSPHRASE'
>;

const variablesOf = (env: ProgramEnv): NodeJS.ProcessEnv => ({
  ...process.env,
  DATA_DIR: dataDirOf(env.DATA_DIR, process.cwd()),
  BACKUP_DIR: env.BACKUP_DIR,
  DATABASE_URL: env.DATABASE_URL,
  DATABASE_OWNER_URL: env.DATABASE_OWNER_URL,
  SECRET_KEY: env.SECRET_KEY,
  SECRET_KEY_OLD: env.SECRET_KEY_OLD.join(','),
  BACKUP_PASSPHRASE: env.BACKUP_PASSPHRASE,
});

/** Does the work on one backup in a process of its own. A program that is killed is a problem of the backup. */
export const runProgram = async (
  { env, log: faults }: { readonly env: ProgramEnv; readonly log: Pick<Log, 'warn'> },
  task: ProgramTask,
  stop?: AbortSignal,
): Promise<ProgramEnd> => {
  if (stop?.aborted) return { stopped: true };
  // The pipe to its input stays open: the program ends when this process does.
  const child = spawn(process.execPath, [PROGRAM, task.task, task.file, task.now.toISOString()], {
    env: variablesOf(env),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  const end = (): void => void child.kill();
  stop?.addEventListener('abort', end);
  const ended = new Promise<number | null>((resolve, reject) => child.once('error', reject).once('close', resolve));
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log = `${log}${text}`.slice(-MOST_LOG)));
  child.stdin.on('error', () => undefined);
  let result: ProgramEnd | undefined;
  const reading = (async () => {
    for await (const text of createInterface({ input: child.stdout })) {
      const line = Line.parse(JSON.parse(text));
      if ('percent' in line) task.onPercent?.(line.percent);
      else result = line;
    }
  })();
  try {
    const [code] = await Promise.all([ended, reading]);
    if (result) return result;
    if (stop?.aborted) return { stopped: true };
    faults.warn({ code, log: cleanText(log, MOST_LOG) }, ENDED);
    return { problem: ENDED };
  } finally {
    stop?.removeEventListener('abort', end);
    child.kill();
  }
};
