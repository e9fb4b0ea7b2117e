import type { LocalPostgres } from '@skyport/db/local';
import { until } from './until.ts';

/** Ends a PostgreSQL at once and waits until its start has brought it back and `asks` is answered. */
export const crashDatabase = async (database: LocalPostgres, asks: () => Promise<unknown>): Promise<void> => {
  const { pid } = database;
  process.kill(pid, 'SIGKILL');
  const serves = async (): Promise<boolean> => {
    if (database.pid === pid) return false;
    await asks();
    return true;
  };
  await until('the database to serve again', serves);
};
