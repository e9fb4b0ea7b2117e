import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertSafeServer, roleOf } from '@skyport/db';
import { makeSetupLink } from './accounts/index.ts';
import { startDatabase } from './find-database.ts';
import { createApp } from './gate/app.ts';
import { closeAll, type Closers } from './platform/closers.ts';
import { dataDirOf, secretKeyOf } from './platform/data-dir.ts';
import { readEnv, type Env } from './platform/env.ts';
import { createLog, type Log } from './platform/log.ts';
import { assertPortFree, noteServing } from './platform/serving.ts';
import { prepareDatabase } from './prepare-database.ts';
import { wire, type Wired } from './wiring.ts';
import { prepareJobs } from './worker.ts';

/** Where the built console lies. */
const CONSOLE_DIR = join(dirname(fileURLToPath(import.meta.url)), '../../web/dist');

const main = async (): Promise<void> => {
  // A terminal is for what its reader has to do; LOG_LEVEL says otherwise.
  const env = readEnv({ LOG_LEVEL: process.stdout.isTTY ? 'warn' : 'info', ...process.env });
  const log = createLog(env.LOG_LEVEL);
  const closers: Closers = [];
  let stopping = false;
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    // A terminal and npm both deliver Ctrl-C: what comes while we stop changes nothing.
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      log.info({ signal }, 'stopping');
      // What a start in the middle begins from here on ends with the process.
      void closeAll(closers, log).then(() => process.exit(0));
    });
  }
  try {
    await start(env, log, closers);
  } catch (fault) {
    // Whoever was told to stop takes away what the start needs.
    if (stopping) return;
    await closeAll(closers, log);
    throw fault;
  }
};

const start = async (env: Env, log: Log, closers: Closers): Promise<void> => {
  const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
  const isServing = env.ROLES.includes('api');
  const database = await startDatabase({ env, dataDir, log }, async () => {
    if (isServing) await assertPortFree(env);
  });
  closers.push(() => database.stop());
  const secretKey = secretKeyOf(env.SECRET_KEY, dataDir);
  await prepareDatabase(database, { secretKey, oldKeys: env.SECRET_KEY_OLD }, (migration) =>
    log.warn({ migration }, 'waits for locks of tables'),
  );
  await prepareJobs(database.ownerUrl, roleOf(database.url));
  const wired = await wire({
    env,
    databaseUrl: database.url,
    secretKey,
    consoleDir: CONSOLE_DIR,
    checkAnswers: false,
  });
  closers.push(() => wired.close());
  await assertSafeServer(wired.deps.db);
  // Customers are served first; a stop ends jobs while customers are still answered.
  if (isServing) await serve(wired, { env, dataDir, closers });
  if (env.ROLES.includes('worker')) {
    const worker = await wired.startWorker();
    closers.push(() => worker.stop());
  }
};

const serve = async (
  wired: Wired,
  { env, dataDir, closers }: { env: Env; dataDir: string; closers: Closers },
): Promise<void> => {
  const gate = await createApp(wired.gateParts);
  closers.push(async () => {
    gate.state.accepting = false;
    await gate.app.close();
  });
  const address = await gate.app.listen({ port: env.PORT, host: env.HOST });
  gate.metrics.ready(true);
  const base = (env.PUBLIC_URL || openable(address)).replace(/\/$/, '');
  const note = noteServing(dataDir, base);
  closers.push(() => note?.release());
  await greet(base, wired.deps);
};

/** An address that a browser can open, also where the server listens on every address. */
const openable = (address: string): string => address.replace(/\/\/(?:\[::\]|0\.0\.0\.0)(?=:)/, '//localhost');

/**
 * Says where the console is and, while there is no admin, how to become the first. Goes to the terminal, not the log.
 */
const greet = async (base: string, deps: Parameters<typeof makeSetupLink>[0]): Promise<void> => {
  process.stdout.write(`\nSkyport is ready: ${base}/\n`);
  const link = await makeSetupLink(deps, base);
  if (link)
    process.stdout.write(`There is no admin yet. Open this link within 24 hours to become the first:\n${link}\n`);
  process.stdout.write('\n');
};

main().catch((fault: unknown) => {
  process.stderr.write(`Skyport could not start: ${fault instanceof Error ? fault.message : String(fault)}\n`);
  process.exit(1);
});
