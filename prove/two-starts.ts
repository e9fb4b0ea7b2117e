import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { quietPort } from '@skyport/agent/testing/quiet-port';
import { makeFolder, removeFolder } from '../testkit/folder.ts';
import { processesIn } from '../testkit/processes.ts';
import { startProgram, type Program } from '../testkit/program.ts';
import { until } from '../testkit/until.ts';
import { seeded } from '../testkit/seeded.ts';
import type { Proof, ProofOptions, Prover } from './prover.ts';

const ROUNDS = 60;
const QUICK_ROUNDS = 8;
/** Starts of one round, at moments that the seed decides. */
const STARTS = 3;
const LATEST_START_MS = 2500;
const LATEST_KILL_MS = 6000;
const READY_LIMIT_MS = 120_000;
const CHECK_MS = 25;
const READY = /Skyport is ready/;
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGKILL'] as const;

/**
 * Real starts of the panel and of `npm run admin` on one folder and one port, in every order, ended by every signal at
 * any moment, from the making of the data to the last step of a stop.
 */
export const twoStarts: Prover = {
  claim:
    'several starts on one folder and one port, killed at any point: nothing is left running, nobody ends the database ' +
    'of another, who is refused says so in a sentence, and the next start serves',
  sabotages: {
    orphan: 'the shells that end a database with its panel are killed before the panel is',
    'foreign-end': 'the database of a panel that serves is ended from outside',
  },
  prove: async ({ quick, rounds, seed, sabotage }, say) => {
    const random = seeded(seed);
    const failures: string[] = [];
    const runs = rounds ?? (quick ? QUICK_ROUNDS : ROUNDS);
    let folder = makeFolder('two-starts');
    try {
      for (let round = 1; round <= runs; round += 1) {
        const found = await play({ folder, port: await quietPort(), random, sabotage });
        failures.push(...found.failures.map((failure) => `round ${round}: ${failure}`));
        say(`${round}/${runs}: ${found.summary}${found.failures.length === 0 ? '' : `, ${found.failures.join('; ')}`}`);
        // Now and then everything begins with the making of the data.
        if (random() < 0.2) {
          removeFolder(folder);
          folder = makeFolder('two-starts');
        }
      }
    } finally {
      removeFolder(folder);
    }
    return { runs, failures } satisfies Proof;
  },
};

interface Round {
  readonly folder: string;
  readonly port: number;
  readonly random: () => number;
  readonly sabotage: ProofOptions['sabotage'];
}

/** A program of a round, with what the prover did to it and saw of it. */
interface Start {
  readonly what: 'panel' | 'admin';
  readonly program: Program;
  signalled: boolean;
  /** The database that served when it was ready; only the panel itself may end it. */
  database: number | undefined;
}

const begin = ({ folder, port }: Pick<Round, 'folder' | 'port'>, what: Start['what']): Start => {
  const env = { DATA_DIR: folder, PORT: String(port), DATABASE_URL: '', DATABASE_OWNER_URL: '', PUBLIC_URL: '' };
  const [file, args] = what === 'panel' ? ['main.ts', []] : ['admin.ts', ['boss@example.com']];
  const program = startProgram(`packages/server/src/${file}`, args, { ...env, LOG_LEVEL: 'warn' });
  return { what, program, signalled: false, database: undefined };
};

const play = async (round: Round): Promise<{ failures: string[]; summary: string }> => {
  const { random, folder, sabotage } = round;
  const failures: string[] = [];
  const signals: string[] = [];
  const starts: Start[] = [];
  let going = true;
  const watching = watch(folder, starts, failures, () => going);
  const lives = Array.from({ length: STARTS }, async () => {
    await sleep(random() * LATEST_START_MS);
    const start = begin(round, random() < 0.7 || sabotage !== undefined ? 'panel' : 'admin');
    starts.push(start);
    // Half of them are let to serve first; the others are met anywhere on their way.
    if (random() < 0.5 || sabotage !== undefined)
      await start.program.says(READY, READY_LIMIT_MS).catch(() => undefined);
    await sleep(random() * LATEST_KILL_MS);
    if (start.what === 'admin') return;
    if (sabotage === 'orphan') killShells(folder);
    if (sabotage === 'foreign-end' && start.database !== undefined) await endForeign(start.database);
    const signal = sabotage === 'orphan' ? 'SIGKILL' : SIGNALS[Math.floor(random() * SIGNALS.length)];
    if (signal === undefined) throw new RangeError('a seed decides outside of [0, 1)');
    start.signalled = true;
    start.program.signal(signal);
    signals.push(start.program.isOver() ? 'ended' : signal);
  });
  await Promise.all(lives);
  const ends = await Promise.all(starts.map(async (start) => ({ start, end: await start.program.over })));
  going = false;
  await watching;
  failures.push(...ends.flatMap(({ start, end }) => endProblem(start, end)), ...(await leftovers(folder)));
  failures.push(...(await servesAgain(round)));
  return { failures, summary: `${starts.map(({ what }) => what).join(', ')}: ${signals.join(', ')}` };
};

/** Sees that the database of a panel that serves lives until that panel is told to end. */
const watch = async (
  folder: string,
  starts: readonly Start[],
  failures: string[],
  goes: () => boolean,
): Promise<void> => {
  for (; goes(); await sleep(CHECK_MS)) {
    for (const start of starts) {
      if (start.what !== 'panel' || start.signalled || start.program.isOver()) continue;
      const served = start.program.lines.some((line) => READY.test(line));
      if (served) start.database ??= databaseOf(folder);
      const isGone = start.database !== undefined && databaseOf(folder) !== start.database;
      if (!isGone) continue;
      failures.push(`the database ${start.database} of a panel that serves is gone`);
      start.database = databaseOf(folder);
    }
  }
};

const databaseOf = (folder: string): number | undefined => {
  try {
    return Number(readFileSync(join(folder, 'pg/data/postmaster.pid'), 'utf8').split('\n', 1)[0]);
  } catch {
    return undefined;
  }
};

/** A start that ends by itself says why in one sentence; one that was told to ends quietly. */
const endProblem = ({ what, program, signalled }: Start, end: number | string): string[] => {
  // The database that an admin command had joined may end with the panel that it belongs to.
  const isFine = what === 'admin' ? end === 0 || end === 1 : signalled && isQuiet(end);
  return isFine || isRefused(program)
    ? []
    : [`a ${what} ended with ${end}: ${program.lines.filter(Boolean).slice(-3).join(' | ')}`];
};

const isQuiet = (end: number | string): boolean => [0, ...SIGNALS].includes(end as 0);

const isRefused = ({ lines }: Program): boolean =>
  /could not start: .* is in use by/.test(lines.findLast((line) => line !== '') ?? '');

const leftovers = async (folder: string): Promise<string[]> => {
  try {
    await until('everything to end', () => processesIn(folder).length === 0, { withinMs: 30_000 });
    return [];
  } catch {
    const left = processesIn(folder);
    for (const { pid } of left) process.kill(pid, 'SIGKILL');
    return [`left running: ${left.map(({ command }) => command.slice(0, 60)).join(', ')}`];
  }
};

const servesAgain = async (round: Round): Promise<string[]> => {
  const { program } = begin(round, 'panel');
  try {
    await program.says(READY, READY_LIMIT_MS);
    program.signal('SIGTERM');
    const end = await program.over;
    return [...(end === 0 ? [] : [`the last stop ended with ${end}`]), ...(await leftovers(round.folder))];
  } catch (fault) {
    await program.kill();
    return [`the next start does not serve: ${fault instanceof Error ? fault.message : String(fault)}`];
  }
};

const killShells = (folder: string): void => {
  for (const { pid, command } of processesIn(folder)) {
    if (command.startsWith('/bin/sh ')) process.kill(pid, 'SIGKILL');
  }
};

const endForeign = async (database: number): Promise<void> => {
  process.kill(database, 'SIGINT');
  await sleep(1000);
};
