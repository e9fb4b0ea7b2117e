import { randomUUID } from 'node:crypto';
import { readFileSync, rmSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { openAccessFeed } from './access-feed.ts';
import { createAgent } from './agent.ts';
import { systemClock } from './clock.ts';
import { enrol, EnrolmentEnded } from './enrol.ts';
import { xrayVersion } from './engines/xray-version.ts';
import { xrayEngine } from './engines/xray.ts';
import { type Identity, readIdentity, writeIdentity } from './identity.ts';
import { jsonLog } from './log.ts';
import { memoryKeeper } from './memory.ts';
import { openNetfilter } from './netfilter.ts';
import { listenToPanel } from './panel-calls.ts';
import { openPanelFilter } from './panel-filter.ts';
import { type Readiness, writeReadiness } from './ready.ts';
import { openStore, type Store } from './store.ts';

const USAGE = `Usage:
  agent enrol CODE --data DIR --port PORT --engine PATH [--host ADDRESS]   joins a panel, then runs
  agent run --data DIR --port PORT --engine PATH [--host ADDRESS]          runs a node that has joined
Instead of CODE, --code-file PATH names a file that holds it. --ready-file PATH is written when the agent serves.
Signals: TERM and INT end agent and engine; USR2 ends the agent and leaves the engine to the next one.
`;
const TICK_MS = 1000;
/** A code as a panel makes it. */
const ENROLMENT_CODE = /^[0-9A-Z]{4}(-[0-9A-Z]{4}){4}$/;

type Options = {
  command: 'enrol' | 'run';
  code: string;
  /** Where the code was read from; empty when it was typed. */
  codeFile: string;
  dataDir: string;
  port: number;
  host: string;
  engine: string;
  /** Empty when nobody wants to know. */
  readyFile: string;
};

/** A command line that makes no sense; the usage is shown. */
class UsageError extends Error {}

const readOptions = (args: readonly string[]): Options => {
  const string = { type: 'string' } as const;
  const optional = { type: 'string', default: '' } as const;
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: {
      data: string,
      port: string,
      host: optional,
      engine: string,
      'code-file': optional,
      'ready-file': optional,
    },
  });
  const [command, typed] = positionals;
  const codeFile = values['code-file'];
  const code = typed ?? codeIn(codeFile);
  const port = Number(values.port);
  if (command !== 'enrol' && command !== 'run') throw new UsageError('Say what to do: enrol or run.');
  if (command === 'enrol') checkCode(code);
  if (values.data === undefined || !values.engine) throw new UsageError('--data and --engine are needed.');
  if (!Number.isInteger(port) || port < 1 || port > 65_535) throw new UsageError('--port must be between 1 and 65535.');
  return {
    command,
    code,
    codeFile,
    port,
    dataDir: resolve(values.data),
    host: values.host,
    engine: values.engine,
    readyFile: values['ready-file'],
  };
};

/** Refuses a code of another form at once; only a call of the panel can show that a code is wrong. */
const checkCode = (code: string): void => {
  if (code === '') throw new UsageError('enrol needs the code that the panel shows.');
  if (!ENROLMENT_CODE.test(code))
    throw new UsageError('This is no code of a panel: the page of the node shows five groups of four characters.');
};

/** A code in a file is not seen by whoever lists the machine's processes. */
const codeIn = (file: string): string => (file === '' ? '' : readFileSync(file, 'utf8').trim());

const identify = async (options: Options, store: Store, log: ReturnType<typeof jsonLog>): Promise<Identity> => {
  const identity = readIdentity(options.dataDir);
  if (options.command === 'run') {
    if (identity) return identity;
    throw new UsageError(`${options.dataDir} belongs to no panel yet: use enrol first.`);
  }
  if (identity) throw new UsageError(`${options.dataDir} belongs to a panel already: use run, or another directory.`);
  // A wrong engine must not use up the code.
  await xrayVersion(options.engine);
  const { code, host, port, dataDir, readyFile } = options;
  const save = (made: Identity): void => writeIdentity(dataDir, made);
  const listening = (): void => writeReadiness(readyFile, 'waiting');
  try {
    return await enrol({ code, host, port, epoch: store.epoch, clock: systemClock, log, save, listening });
  } catch (cause) {
    // Started again with a code that has ended, the agent would wait for a panel that does not call any more.
    if (cause instanceof EnrolmentEnded && options.codeFile !== '') rmSync(options.codeFile, { force: true });
    throw cause;
  }
};

const main = async (args: readonly string[]): Promise<void> => {
  const options = readOptions(args);
  const { dataDir, host, port } = options;
  const log = jsonLog();
  const store = openStore(dataDir, randomUUID);
  const identity = await identify(options, store, log);
  const netfilter = await openNetfilter(store.storeId, dataDir);
  const feed = await openAccessFeed(dataDir);
  const parts = { dataDir, storeId: store.storeId, clock: systemClock, log };
  const engine = await xrayEngine({ ...parts, enginePath: options.engine, netfilter, feed });
  const filter = openPanelFilter({ db: store.db, netfilter, port, clock: systemClock, log });
  const save = (renewed: Identity): void => writeIdentity(dataDir, renewed);
  const agent = createAgent({ store, engine, identity, dataDir, clock: systemClock, log });
  const server = await listenToPanel({ agent, identity, save, filter, host, port, clock: systemClock, log });
  log.info({ port: server.port, epoch: store.epoch, problems: engine.problems() }, 'agent ready');

  const ending = Promise.withResolvers<{ keepEngine: boolean }>();
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.once(signal, () => ending.resolve({ keepEngine: false }));
  process.once('SIGUSR2', () => ending.resolve({ keepEngine: true }));
  let ended: { keepEngine: boolean } | undefined;
  const returnMemory = memoryKeeper();
  void ending.promise.then((value) => (ended = value));
  let written: Readiness | undefined;
  while (!ended) {
    const next = new Promise<void>((resolve) => setTimeout(resolve, TICK_MS));
    await agent.tick();
    await filter.keep();
    returnMemory();
    // A tick starts or adopts the engine; an installer may want to know whether that worked.
    const readiness = engine.status().running ? 'serving' : 'idle';
    if (readiness !== written) writeReadiness(options.readyFile, (written = readiness));
    await Promise.race([next, ending.promise]);
  }
  await server.close();
  await agent.stop(ended);
  feed.close();
  // The next agent finds its table in place, and clients are kept from private addresses all the while.
  if (!ended.keepEngine) await netfilter.remove();
  log.info(ended, 'agent ended');
};

try {
  await main(process.argv.slice(2));
} catch (cause) {
  const plain = cause instanceof UsageError;
  process.stderr.write(`${cause instanceof Error ? cause.message : String(cause)}\n${plain ? USAGE : ''}`);
  // Open handles would keep the process alive, and with it the lock.
  process.exit(1);
}
