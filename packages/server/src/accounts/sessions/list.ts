import type { SessionInfo } from '@skyport/contract/sessions';
import type { Account, Deps } from '../../platform/deps.ts';
import { deviceOf } from './device.ts';
import { listSessions, type SessionRow } from './store.ts';

const present = (row: SessionRow, caller: Account): SessionInfo => ({
  _id: row.id,
  device: deviceOf(row.client),
  network: row.network,
  createTime: row.createdAt.toISOString(),
  lastSeen: row.lastSeenAt.toISOString(),
  current: row.tokenHash.equals(caller.session),
});

/** Where an account is logged in: the caller's own session first, then the latest. */
export const sessionsOf = async (
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  userId: string,
  caller: Account,
): Promise<SessionInfo[]> => {
  const rows = await listSessions(db, userId, clock.now());
  return rows.map((row) => present(row, caller)).toSorted((a, b) => Number(b.current) - Number(a.current));
};
