import { locks } from '@skyport/db/locks';
import type { Client } from 'pg';

/** Lets the database itself end this session, and its lock with it, when it hears nothing of it for so long. */
export const endWhenIdle = async (client: Client, milliseconds: number): Promise<void> => {
  await client.query(`select set_config('idle_session_timeout', $1, false)`, [String(milliseconds)]);
};

/** Tries to take the leader's lock for as long as this session lasts; false when another session has it. */
export const takeLeaderLock = async (client: Client): Promise<boolean> => {
  const { rows } = await client.query<{ held: boolean }>('select pg_try_advisory_lock($1) as held', [locks.leader]);
  return rows[0]?.held === true;
};

/** Whether the database still answers on this connection. */
export const stillAnswers = (client: Client): Promise<boolean> =>
  client.query('select 1').then(
    () => true,
    () => false,
  );
