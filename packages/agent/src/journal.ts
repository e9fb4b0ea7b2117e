import type { UsageRow } from '@skyport/contract/fleet';
import type { DatabaseSync } from 'node:sqlite';
import { findMeta, inTransaction, setMeta, type Store } from './store.ts';

/**
 * What the journal holds besides rows: its epoch, the next batch's number, the newest acknowledged one's, unattributed
 * bytes, the newest tick (ms), whether the next reading is unattributed (`set_aside`: '1'), and the checkpoint of the
 * kernel's count (`wire`: JSON, '' for none). The names stand in the stores of agents in the field.
 */
export type MetaKey = 'epoch' | 'next_seq' | 'acked_seq' | 'unattributed' | 'last_tick' | 'set_aside' | 'wire';

/** Values of the counters as last committed, all of one engine process; '' before the first reading. */
export type LastRead = { instance: string; values: Map<string, number> };

/**
 * What was counted on one business day and is in no closed batch yet; the span in ms, rows in order of line and user.
 */
export type OpenDay = { day: string; from: number; to: number; rows: readonly UsageRow[] };

/**
 * The usage journal: everything the accounting keeps on disk, and nothing that it decides. All changes are made inside
 * `transaction`: it returns when they are durable, and what throws inside it leaves no trace.
 */
export type UsageJournal = {
  transaction<T>(work: () => T): T;
  meta(name: MetaKey): string | undefined;
  setMeta(name: MetaKey, value: string): void;
  lastRead(): LastRead;
  /** Notes readings of `instance` and forgets those of every other one. */
  noteRead(instance: string, values: readonly (readonly [name: string, value: number])[]): void;
  /** Adds bytes to an open day, and stretches its span. */
  addOpen(day: string, span: { from: number; to: number }, rows: readonly UsageRow[]): void;
  /** Counts bytes against the quotas that the panel has set. */
  meter(rows: readonly UsageRow[]): void;
  /** Days with open usage, oldest first. */
  openDays(): OpenDay[];
  clearOpen(): void;
  openBytes(): number;
  /** Adds a closed batch as the text that will be sent, which never changes. */
  addClosed(seq: number, payload: string): void;
  closedBatch(seq: number): string | undefined;
  /** Payloads of the batches above `seq`, in order. */
  closedAfter(seq: number): Iterable<string>;
  /** Marks the batches up to `seq` acknowledged, those that are not yet. */
  acknowledge(seq: number, at: number): void;
  /** Drops batches that were acknowledged before `at` (ms). */
  dropAcked(at: number): void;
  dropClosed(): void;
  unacked(): number;
};

/** The usage journal in the agent's own store. Its table `sealed` holds the closed batches. */
export const sqliteJournal = ({ db }: Store): UsageJournal => {
  const counters = counterRows(db);
  return {
    transaction: (work) => {
      try {
        return inTransaction(db, work);
      } catch (cause) {
        counters.forget();
        throw cause;
      }
    },
    meta: (name) => findMeta(db, name),
    setMeta: (name, value) => setMeta(db, name, value),
    lastRead: () => lastRead(db),
    noteRead: counters.note,
    addOpen: (day, span, rows) => addOpen(db, { day, ...span, rows }),
    meter: (rows) => {
      const meter = db.prepare(
        'insert into user_used values (?, ?, ?) on conflict (line, user) do update set used = used + excluded.used',
      );
      for (const [line, user, up, down] of rows) meter.run(line, user, up + down);
    },
    openDays: () => openDays(db),
    clearOpen: () => db.exec('delete from open_usage; delete from open_span'),
    openBytes: () => numberOf(db, 'select coalesce(sum(up + down), 0) as n from open_usage'),
    addClosed: (seq, payload) => void db.prepare('insert into sealed (seq, payload) values (?, ?)').run(seq, payload),
    closedBatch: (seq) => {
      const payload = db.prepare('select payload from sealed where seq = ?').get(seq)?.['payload'];
      return payload === undefined ? undefined : String(payload);
    },
    *closedAfter(seq) {
      for (const row of db.prepare('select payload from sealed where seq > ? order by seq').iterate(seq))
        yield String(row['payload']);
    },
    acknowledge: (seq, at) =>
      void db.prepare('update sealed set acked_at = ? where seq <= ? and acked_at is null').run(at, seq),
    dropAcked: (at) => void db.prepare('delete from sealed where acked_at < ?').run(at),
    dropClosed: () => db.exec('delete from sealed'),
    unacked: () => numberOf(db, 'select count(*) as n from sealed where acked_at is null'),
  };
};

/** Rows of counters by small numbers of their own; the numbers are kept in memory and read again when in doubt. */
const counterRows = (db: DatabaseSync): { note: UsageJournal['noteRead']; forget(): void } => {
  let ids: Map<string, number> | undefined;
  const load = (): Map<string, number> =>
    new Map(
      db
        .prepare('select id, name from counter')
        .all()
        .map((row) => [String(row['name']), Number(row['id'])]),
    );
  return {
    note: (instance, values) => {
      if (findMeta(db, 'read_of') !== instance) {
        db.exec('delete from last_value; delete from counter');
        setMeta(db, 'read_of', instance);
        ids = new Map();
      }
      const known = (ids ??= load());
      const add = db.prepare('insert into counter (name) values (?)');
      const write = db.prepare(
        'insert into last_value values (?, ?) on conflict (id) do update set value = excluded.value',
      );
      for (const [name, value] of values) {
        let id = known.get(name);
        if (id === undefined) known.set(name, (id = Number(add.run(name).lastInsertRowid)));
        write.run(id, value);
      }
    },
    forget: () => (ids = undefined),
  };
};

const numberOf = (db: DatabaseSync, sql: string): number => Number(db.prepare(sql).get()?.['n'] ?? 0);

const lastRead = (db: DatabaseSync): LastRead => {
  const rows = db.prepare('select name, value from counter join last_value using (id)').all();
  const instance = findMeta(db, 'read_of') ?? '';
  return { instance, values: new Map(rows.map((row) => [String(row['name']), Number(row['value'])])) };
};

const addOpen = (db: DatabaseSync, { day, from, to, rows }: OpenDay): void => {
  const open = db.prepare(`insert into open_usage values (?, ?, ?, ?, ?) on conflict (day, line, user)
    do update set up = up + excluded.up, down = down + excluded.down`);
  for (const [line, user, up, down] of rows) open.run(day, line, user, up, down);
  db.prepare(`insert into open_span values (?, ?, ?) on conflict (day)
    do update set from_ms = min(from_ms, excluded.from_ms), to_ms = max(to_ms, excluded.to_ms)`).run(day, from, to);
};

const openDays = (db: DatabaseSync): OpenDay[] => {
  const rowsOf = db.prepare('select line, user, up, down from open_usage where day = ? order by line, user');
  return db
    .prepare('select day, from_ms, to_ms from open_span order by day')
    .all()
    .map((span) => ({
      day: String(span['day']),
      from: Number(span['from_ms']),
      to: Number(span['to_ms']),
      rows: rowsOf.all(String(span['day'])).map(usageRow),
    }));
};

const usageRow = (row: Record<string, unknown>): UsageRow => [
  Number(row['line']),
  Number(row['user']),
  Number(row['up']),
  Number(row['down']),
];
