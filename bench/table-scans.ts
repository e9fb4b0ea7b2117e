import { setTimeout } from 'node:timers/promises';
import type { Panel } from '../testkit/panel.ts';

/** Rows from which on no list may read a whole table. */
const BIG = 50_000;

/** A connection reports its statistics at the end of a statement, at most once in this time. */
const REPORTED_AFTER_MS = 1100;

/** How often each big table was read in sequence; reading a tenth of its rows counts 0.1. */
const countScans = async (panel: Pick<Panel, 'query'>): Promise<ReadonlyMap<string, number>> => {
  const rows = await panel.query<{ name: string; scans: number }>(
    `select s.relname as name, s.seq_tup_read / c.reltuples as scans from pg_stat_user_tables s join pg_class c on c.oid = s.relid
      where c.reltuples > $1`,
    [BIG],
  );
  return new Map(rows.map(({ name, scans }) => [name, scans]));
};

/** Big tables of which a call reads at least half each time, when `work` makes it `calls` times. */
export const bigScansOf = async (
  panel: Pick<Panel, 'query'>,
  {
    call,
    calls,
    work,
  }: { readonly call: () => Promise<unknown>; readonly calls: number; readonly work: () => Promise<void> },
): Promise<string[]> => {
  const before = await countScans(panel);
  await work();
  await setTimeout(REPORTED_AFTER_MS);
  await call();
  const after = await countScans(panel);
  return [...after].filter(([name, scans]) => scans - (before.get(name) ?? 0) >= calls / 2).map(([name]) => name);
};
