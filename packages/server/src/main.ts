import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { assertSafeServer, migrate, roleOf } from '@skyport/db';
import { makeSetupLink } from './accounts/index.ts';
import { findDatabase } from './find-database.ts';
import { createApp } from './gate/app.ts';
import { dataDirOf, secretKeyOf } from './platform/data-dir.ts';
import { readEnv } from './platform/env.ts';
import { createLog } from './platform/log.ts';
import { wire } from './wiring.ts';
import { prepareJobs } from './worker.ts';

/** Where the built console lies. */
const CONSOLE_DIR = join(dirname(fileURLToPath(import.meta.url)), '../../web/dist');

const main = async (): Promise<void> => {
  const env = readEnv(process.env);
  const log = createLog(env.LOG_LEVEL);
  const dataDir = dataDirOf(env.DATA_DIR, process.cwd());
  const database = await findDatabase(env, dataDir, log);
  await migrate(database.ownerUrl, { appUrl: database.url });
  await prepareJobs(database.ownerUrl, roleOf(database.url));
  const wired = await wire({
    env,
    databaseUrl: database.url,
    secretKey: secretKeyOf(env.SECRET_KEY, dataDir),
    consoleDir: CONSOLE_DIR,
    checkAnswers: false,
  });
  await assertSafeServer(wired.deps.db);
  const worker = env.ROLES.includes('worker') ? await wired.startWorker() : undefined;
  const gate = env.ROLES.includes('api') ? await createApp(wired.gateParts) : undefined;
  if (gate) {
    const address = await gate.app.listen({ port: env.PORT, host: env.HOST });
    gate.metrics.ready(true);
    await greet(env.PUBLIC_URL || address, wired.deps);
  }
  const stop = async (signal: string): Promise<void> => {
    log.info({ signal }, 'stopping');
    if (gate) gate.state.accepting = false;
    await gate?.app.close();
    await worker?.stop();
    await wired.close();
    await database.stop();
    process.exit(0);
  };
  process.once('SIGTERM', (signal) => void stop(signal));
  process.once('SIGINT', (signal) => void stop(signal));
};

/** Says where the console is and, while there is no admin, how to become the first. Goes to the terminal, not the log. */
const greet = async (address: string, deps: Parameters<typeof makeSetupLink>[0]): Promise<void> => {
  const base = address.replace(/\/$/, '');
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
