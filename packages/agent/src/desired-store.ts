import type { DatabaseSync } from 'node:sqlite';
import type { DesiredUser, LineSpec } from '@skyport/contract/fleet';
import { LineSpec as LineSpecSchema, NodeSpec } from '@skyport/contract/fleet';
import { findMeta, inTransaction, setMeta } from './store.ts';

/** A desired user together with the raw bytes counted since its quota was set. */
export type StoredUser = DesiredUser & { used: number };

/** The desired set as read back from disk. */
export type StoredDesired = { gen: number; node: NodeSpec; lines: LineSpec[]; users: StoredUser[] };

/** Settings before the first desired set: nobody is served, so they decide nothing yet. */
const NO_NODE: NodeSpec = { timezone: 'UTC', openLog: false, warp: false, allowPrivate: false };

/** The desired set as last committed; generation 0 and no users before the first one. */
export const readDesired = (db: DatabaseSync): StoredDesired => {
  const node = findMeta(db, 'node');
  const lines = findMeta(db, 'lines');
  return {
    gen: Number(findMeta(db, 'desired_gen') ?? 0),
    node: node === undefined ? NO_NODE : NodeSpec.parse(JSON.parse(node)),
    lines: lines === undefined ? [] : LineSpecSchema.array().parse(JSON.parse(lines)),
    users: db
      .prepare(
        `select user, line, credential, not_after, quota_left, iif(quota_left is null, 0, coalesce(used, 0)) as used
         from desired_user left join user_used using (line, user)`,
      )
      .all()
      .map(storedUser),
  };
};

const storedUser = (row: Record<string, unknown>): StoredUser => ({
  user: Number(row['user']),
  line: Number(row['line']),
  credential: String(row['credential']),
  not_after: row['not_after'] === null ? null : Number(row['not_after']),
  quota_left: row['quota_left'] === null ? null : Number(row['quota_left']),
  used: Number(row['used']),
});

/** What one accepted message of the panel changes on disk. */
export type DesiredChange = {
  gen: number;
  node: NodeSpec;
  lines: readonly LineSpec[];
  /** True when everything that was held before is dropped first. */
  full: boolean;
  removes: readonly (readonly [user: number, line: number])[];
  upserts: readonly DesiredUser[];
};

/** Commits a change of the desired set in one transaction. An upsert starts its user's quota anew. */
export const writeDesired = (db: DatabaseSync, change: DesiredChange): void =>
  inTransaction(db, () => {
    if (change.full) db.exec('delete from desired_user; delete from user_used');
    const remove = db.prepare('delete from desired_user where line = ? and user = ?');
    const unmeter = db.prepare('delete from user_used where line = ? and user = ?');
    const upsert = db.prepare(`insert into desired_user (line, user, credential, not_after, quota_left)
      values (?, ?, ?, ?, ?) on conflict (line, user) do update set credential = excluded.credential,
      not_after = excluded.not_after, quota_left = excluded.quota_left`);
    for (const [user, line] of change.removes) {
      remove.run(line, user);
      unmeter.run(line, user);
    }
    for (const u of change.upserts) {
      upsert.run(u.line, u.user, u.credential, u.not_after, u.quota_left);
      if (!change.full) unmeter.run(u.line, u.user);
    }
    setMeta(db, 'node', JSON.stringify(change.node));
    setMeta(db, 'lines', JSON.stringify(change.lines));
    setMeta(db, 'desired_gen', String(change.gen));
  });
