import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';

/**
 * Everything the agent must not forget, in `agent.db` of its data directory. `epoch` names its usage journal, as it was
 * when it was opened; `storeId` (`owner` in the table) marks the engine processes of this directory and never changes.
 */
export type Store = { readonly db: DatabaseSync; readonly epoch: string; readonly storeId: string };

/**
 * A tick writes thousands of rows all over a table, and every page of it that it touches goes to disk. So what changes
 * each second (`last_value`, `user_used`) stands apart, in rows of a few bytes, from what does not (`counter`,
 * `desired_user`).
 */
const SCHEMA = `
create table if not exists meta (key text primary key, value text not null) strict, without rowid;
create table if not exists counter (id integer primary key, name text not null unique) strict;
create table if not exists last_value (id integer primary key, value integer not null) strict;
create table if not exists open_usage (
  day text not null, line integer not null, user integer not null, up integer not null, down integer not null,
  primary key (day, line, user)
) strict, without rowid;
create table if not exists open_span (
  day text primary key, from_ms integer not null, to_ms integer not null
) strict, without rowid;
create table if not exists sealed (
  seq integer primary key, payload text not null, acked_at integer
) strict;
create table if not exists desired_user (
  line integer not null, user integer not null, credential text not null, not_after integer, quota_left integer,
  primary key (line, user)
) strict, without rowid;
create table if not exists user_used (
  line integer not null, user integer not null, used integer not null, primary key (line, user)
) strict, without rowid;
`;

/**
 * Opens the store and takes it for this process alone: a second agent on the same directory would count every byte
 * twice, so it is refused here. `newEpoch` names a store that is made now.
 */
export const openStore = (dataDir: string, newEpoch: () => string): Store => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const db = new DatabaseSync(join(dataDir, 'agent.db'), { timeout: 0 });
  try {
    db.exec('pragma locking_mode = exclusive; pragma journal_mode = wal; pragma synchronous = full;');
    inTransaction(db, () => {
      db.exec(SCHEMA);
      migrateOldTables(db);
      setMetaIfAbsent(db, 'epoch', newEpoch());
      setMetaIfAbsent(db, 'owner', getMeta(db, 'epoch'));
      setMetaIfAbsent(db, 'next_seq', '1');
      setMetaIfAbsent(db, 'acked_seq', '0');
      setMetaIfAbsent(db, 'unattributed', '0');
    });
  } catch (cause) {
    db.close();
    if (cause instanceof Error && cause.message.includes('locked')) {
      throw new Error(`Another agent is already running on ${dataDir}.`, { cause });
    }
    throw cause;
  }
  return { db, epoch: getMeta(db, 'epoch'), storeId: getMeta(db, 'owner') };
};

/** Migrates the tables of agents before 0.2; what they counted is not counted again. */
const migrateOldTables = (db: DatabaseSync): void => {
  const has = (question: string): boolean => db.prepare(question).get() !== undefined;
  if (has("select 1 from sqlite_schema where name = 'last_read'")) {
    const instance = db.prepare('select instance from last_read limit 1').get()?.['instance'];
    if (typeof instance === 'string') setMeta(db, 'read_of', instance);
    db.exec(`insert into counter (name) select name from last_read;
      insert into last_value select id, value from counter join last_read using (name);
      drop table last_read`);
  }
  if (has("select 1 from pragma_table_info('desired_user') where name = 'used'")) {
    db.exec(`insert into user_used select line, user, used from desired_user where used > 0;
      alter table desired_user drop column used`);
  }
};

/** Runs `work` in one durable transaction; whatever it throws undoes it all. */
export const inTransaction = <T>(db: DatabaseSync, work: () => T): T => {
  db.exec('begin immediate');
  try {
    const result = work();
    db.exec('commit');
    return result;
  } catch (cause) {
    if (db.isTransaction) db.exec('rollback');
    throw cause;
  }
};

/** Value of a meta key; throws when it was never set. */
export const getMeta = (db: DatabaseSync, key: string): string => {
  const value = findMeta(db, key);
  if (value === undefined) throw new Error(`The agent's store has no ${key}; it is damaged.`);
  return value;
};

/** Value of a meta key, if it was ever set. */
export const findMeta = (db: DatabaseSync, key: string): string | undefined => {
  const value = db.prepare('select value from meta where key = ?').get(key)?.['value'];
  return typeof value === 'string' ? value : undefined;
};

/** Writes a meta key. */
export const setMeta = (db: DatabaseSync, key: string, value: string): void => {
  db.prepare('insert into meta values (?, ?) on conflict (key) do update set value = excluded.value').run(key, value);
};

const setMetaIfAbsent = (db: DatabaseSync, key: string, value: string): void => {
  db.prepare('insert into meta values (?, ?) on conflict (key) do nothing').run(key, value);
};
