import { startLocalPostgres } from '@skyport/db';
import type { Env } from './platform/env.ts';
import type { Log } from './platform/log.ts';

/** Where the database is: for the product's own role and for the owner of the tables. */
export interface DatabaseAddress {
  readonly url: string;
  readonly ownerUrl: string;
  /** True when another process of ours had the server running already, and needs it. */
  readonly shared: boolean;
  stop(): Promise<void>;
}

/** The database of the environment, or the bundled one, started here or taken over. */
export const findDatabase = async (env: Env, dataDir: string, log: Pick<Log, 'info'>): Promise<DatabaseAddress> => {
  if (env.DATABASE_URL) {
    const ownerUrl = env.DATABASE_OWNER_URL || env.DATABASE_URL;
    return { url: env.DATABASE_URL, ownerUrl, shared: true, stop: async () => undefined };
  }
  const local = await startLocalPostgres({ dataDir, log: (message) => log.info(message) });
  return { url: local.appUrl, ownerUrl: local.ownerUrl, shared: local.adopted, stop: local.stop };
};
