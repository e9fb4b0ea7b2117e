import { createHash } from 'node:crypto';
import type { TrafficPull, UsageBatch, UsageRow } from '@skyport/contract/fleet';
import { batchText } from '@skyport/contract/fleet';
import type { Reading } from './engines/engine.ts';
import { businessDay } from './clock.ts';
import { findMeta, getMeta, inTransaction, setMeta, type Store } from './store.ts';

/** Acknowledged batches stay this long, so that a panel restored from a backup can ask for them again. */
export const ACKED_KEPT_MS = 7 * 24 * 3_600_000;
/** A batch holds at most this many rows (about 3 MB of JSON); a larger day becomes several batches. */
const MAX_ROWS = 100_000;
/** While this many batches wait for the panel, nothing new is sealed: `open` merges and the disk stays small. */
const MAX_UNACKED = 256;

/** Bytes that one tick added to a user of a line. */
export type Use = { line: number; user: number; bytes: number };

/** Counts: turns readings of counters into committed usage, and usage into sealed batches. */
export type Usage = {
  tick(reading: Reading, now: number, timezone: string): Use[];
  pull(ask: TrafficPull, now: number): { batches: string[]; more: boolean };
  totals(): { unacked: number; openBytes: number; unattributed: number };
};

type Delta = { name: string; value: number; line: number; user: number; up: number; down: number };

/**
 * Opens the books of a store; the last readings are mirrored in memory and change only after a commit. `openedAt` (ms)
 * begins the first interval of a new store; an older one goes on where its last written tick ended, since the engine
 * went on counting meanwhile.
 */
export const openUsage = (store: Store, openedAt: number): Usage => {
  let mirror = loadLastRead(store);
  let lastTickAt = Number(findMeta(store.db, 'last_tick') ?? openedAt);
  return {
    tick(reading, now, timezone) {
      const deltas = deltasOf(reading, mirror);
      const from = Math.min(lastTickAt, now);
      if (deltas.length === 0) {
        lastTickAt = now;
        return [];
      }
      const day = businessDay(now, timezone);
      inTransaction(store.db, () => {
        writeLastRead(store, reading.instance, mirror.instance, deltas);
        setMeta(store.db, 'last_tick', String(now));
        addOpen(store, { day, from, to: now, deltas });
      });
      lastTickAt = now;
      if (mirror.instance !== reading.instance) mirror = { instance: reading.instance, values: new Map() };
      for (const { name, value } of deltas) mirror.values.set(name, value);
      return usesOf(deltas);
    },
    pull: (ask, now) => inTransaction(store.db, () => pull(store, ask, now)),
    totals: () => totals(store),
  };
};

type Mirror = { instance: string; values: Map<string, number> };

const loadLastRead = ({ db }: Store): Mirror => {
  const rows = db.prepare('select instance, name, value from last_read').all();
  const instance = String(rows[0]?.['instance'] ?? '');
  return { instance, values: new Map(rows.map((row) => [String(row['name']), Number(row['value'])])) };
};

/** Only counters that moved. A counter of another process, or one that went backwards, began again at zero. */
const deltasOf = (reading: Reading, mirror: Mirror): Delta[] => {
  const same = reading.instance === mirror.instance;
  const deltas: Delta[] = [];
  for (const { name, value, line, user, direction } of reading.counters) {
    const last = same ? (mirror.values.get(name) ?? 0) : 0;
    const bytes = value >= last ? value - last : value;
    if (value === last) continue;
    deltas.push({
      name,
      value,
      line,
      user,
      up: direction === 'up' ? bytes : 0,
      down: direction === 'down' ? bytes : 0,
    });
  }
  return deltas;
};

const writeLastRead = ({ db }: Store, instance: string, previous: string, deltas: readonly Delta[]): void => {
  if (instance !== previous) db.prepare('delete from last_read where instance <> ?').run(instance);
  const write = db.prepare(
    'insert into last_read values (?, ?, ?) on conflict (instance, name) do update set value = excluded.value',
  );
  for (const { name, value } of deltas) write.run(instance, name, value);
};

/** User 0 is nobody: what the engine counted for its own placeholder is shown as unattributed, never billed. */
const addOpen = ({ db }: Store, add: { day: string; from: number; to: number; deltas: readonly Delta[] }): void => {
  const open = db.prepare(`insert into open_usage values (?, ?, ?, ?, ?) on conflict (day, line, user)
    do update set up = up + excluded.up, down = down + excluded.down`);
  const meter = db.prepare(
    'update desired_user set used = used + ? where line = ? and user = ? and quota_left is not null',
  );
  let nobody = 0;
  for (const { line, user, up, down } of add.deltas) {
    if (user === 0) {
      nobody += up + down;
      continue;
    }
    open.run(add.day, line, user, up, down);
    meter.run(up + down, line, user);
  }
  if (nobody > 0) setMeta(db, 'unattributed', String(Number(getMeta(db, 'unattributed')) + nobody));
  db.prepare(`insert into open_span values (?, ?, ?) on conflict (day)
    do update set from_ms = min(from_ms, excluded.from_ms), to_ms = max(to_ms, excluded.to_ms)`).run(
    add.day,
    add.from,
    add.to,
  );
};

const usesOf = (deltas: readonly Delta[]): Use[] =>
  deltas.filter(({ user }) => user > 0).map(({ line, user, up, down }) => ({ line, user, bytes: up + down }));

const pull = (store: Store, ask: TrafficPull, now: number): { batches: string[]; more: boolean } => {
  if (ask.epoch !== null && ask.epoch !== store.epoch) return { batches: [], more: false };
  if (ask.epoch === store.epoch) acknowledge(store, ask.ack_seq, now);
  if (unackedCount(store) < MAX_UNACKED) seal(store);
  const batches: string[] = [];
  let size = 0;
  for (const row of store.db.prepare('select payload from sealed where seq > ? order by seq').iterate(ask.ack_seq)) {
    const payload = String(row['payload']);
    size += payload.length;
    // At least one batch goes out, whatever its size: otherwise a small limit would stop the books for ever.
    if (batches.length > 0 && size > ask.max_bytes) return { batches, more: true };
    batches.push(payload);
  }
  return { batches, more: false };
};

/** Acknowledges only what was really sealed; a smaller number than before takes nothing back. */
const acknowledge = ({ db }: Store, asked: number, now: number): void => {
  const upTo = Math.min(asked, Number(getMeta(db, 'next_seq')) - 1);
  if (upTo > Number(getMeta(db, 'acked_seq'))) {
    db.prepare('update sealed set acked_at = ? where seq <= ? and acked_at is null').run(now, upTo);
    setMeta(db, 'acked_seq', String(upTo));
  }
  db.prepare('delete from sealed where acked_at < ?').run(now - ACKED_KEPT_MS);
};

/** Moves all of `open` into new numbered batches, one a business day (or several for a very large day). */
const seal = ({ db }: Store): void => {
  const days = db.prepare('select day, from_ms, to_ms from open_span order by day').all();
  const rowsOf = db.prepare('select line, user, up, down from open_usage where day = ? order by line, user');
  let seq = Number(getMeta(db, 'next_seq'));
  for (const span of days) {
    const rows = rowsOf.all(String(span['day'])).map(usageRow);
    for (let at = 0; at < rows.length; at += MAX_ROWS) {
      const body = {
        seq: seq++,
        day: String(span['day']),
        from: Number(span['from_ms']),
        to: Number(span['to_ms']),
        rows: rows.slice(at, at + MAX_ROWS),
      };
      const batch: UsageBatch = { ...body, sha256: createHash('sha256').update(batchText(body)).digest('hex') };
      db.prepare('insert into sealed (seq, payload) values (?, ?)').run(batch.seq, JSON.stringify(batch));
    }
  }
  if (days.length === 0) return;
  db.exec('delete from open_usage; delete from open_span');
  setMeta(db, 'next_seq', String(seq));
};

const usageRow = (row: Record<string, unknown>): UsageRow => [
  Number(row['line']),
  Number(row['user']),
  Number(row['up']),
  Number(row['down']),
];

const unackedCount = ({ db }: Store): number =>
  Number(db.prepare('select count(*) as n from sealed where acked_at is null').get()?.['n'] ?? 0);

const totals = (store: Store): { unacked: number; openBytes: number; unattributed: number } => ({
  unacked: unackedCount(store),
  openBytes: Number(store.db.prepare('select coalesce(sum(up + down), 0) as n from open_usage').get()?.['n'] ?? 0),
  unattributed: Number(getMeta(store.db, 'unattributed')),
});
