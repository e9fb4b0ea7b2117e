import { FolderHeld, joinLocalPostgres, startLocalPostgres, type LocalAddress } from '@skyport/db';
import type { Env } from './platform/env.ts';
import type { Log } from './platform/log.ts';
import { servedAddress } from './platform/serving.ts';

/** Where the database is: for the product's own role and for the owner of the tables. */
export interface DatabaseAddress {
  readonly url: string;
  readonly ownerUrl: string;
  /** Ends the server when it was started here. */
  stop(): Promise<void>;
}

/** Where a command looks for its database. */
interface Place {
  readonly env: Env;
  readonly dataDir: string;
  readonly log: Pick<Log, 'info'>;
}

/**
 * The database of the environment, or the bundled one, started here and owned by this process. `assertReady`
 * runs before anything is started, and after the data folder was found free. Throws one sentence when another
 * start has the folder.
 */
export const startDatabase = async (
  { env, dataDir, log }: Place,
  assertReady: () => Promise<void>,
): Promise<DatabaseAddress> => {
  if (env.DATABASE_URL) {
    await assertReady();
    return given(env);
  }
  const options = { dataDir, log: (message: string) => log.info(message), assertReady };
  return local(await startLocalPostgres(options).catch((fault: unknown) => tellHolder(fault, dataDir)));
};

/** The same database for a short command: a running panel's is used and left alone. */
export const joinDatabase = async ({ env, dataDir, log }: Place): Promise<DatabaseAddress> =>
  env.DATABASE_URL ? given(env) : local(await joinLocalPostgres({ dataDir, log: (message) => log.info(message) }));

const given = (env: Env): DatabaseAddress => ({
  url: env.DATABASE_URL,
  ownerUrl: env.DATABASE_OWNER_URL || env.DATABASE_URL,
  stop: async () => undefined,
});

const local = ({ appUrl, ownerUrl, stop }: LocalAddress): DatabaseAddress => ({ url: appUrl, ownerUrl, stop });

const tellHolder = (fault: unknown, dataDir: string): never => {
  if (!(fault instanceof FolderHeld)) throw fault;
  const address = servedAddress(dataDir);
  throw new Error(`${fault.message}${address ? `, which serves ${address}` : ''}.`, { cause: fault });
};
