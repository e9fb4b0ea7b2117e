import { PROBE_USER, type UsageRow } from '@skyport/contract/fleet';
import type { Db } from '@skyport/db';
import { sql } from 'kysely';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { usersChanged } from '../../platform/fleet-changes.ts';

/**
 * The panel's own user, for tests of lines through a real client: no account, in no list and no document. Nodes admit
 * it for a minute with a key made for that minute, and every node with a limit of bytes of its own.
 */
export interface ProbeUser {
  readonly num: typeof PROBE_USER;
  readonly userkey: string;
  readonly endsAt: Date;
}

/** How long a key is good for, and how much of that a test must have before it. */
const KEY_MS = MINUTE_MS;
const NEEDED_MS = MINUTE_MS / 2;
const KEY_BYTES = 24;
const CONTEXT = 'line_probe.userkey';

/** The probe user whom nodes are to admit now; undefined when no test runs. */
export const findProbeUser = async (db: Db, deps: Pick<Deps, 'secrets' | 'clock'>): Promise<ProbeUser | undefined> => {
  const row = await db.selectFrom('line_probe').select(['userkey_enc', 'ends_at']).executeTakeFirst();
  if (!row || row.ends_at <= deps.clock.now()) return undefined;
  return { num: PROBE_USER, userkey: deps.secrets.decrypt(row.userkey_enc, CONTEXT), endsAt: row.ends_at };
};

/** Makes the probe user's key, unless there is one that lasts for a test, and has nodes told of it. */
export const openProbeUser = (deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'random' | 'jobs'>): Promise<ProbeUser> =>
  deps.db.transaction().execute(async (trx) => {
    // Two tests that begin at once must not each make a key of their own.
    await sql`select pg_advisory_xact_lock(hashtext('line_probe'))`.execute(trx);
    const now = deps.clock.now();
    const known = await findProbeUser(trx, deps);
    if (known && known.endsAt.getTime() >= now.getTime() + NEEDED_MS) return known;
    const userkey = deps.random.bytes(KEY_BYTES).toString('base64url');
    const endsAt = new Date(now.getTime() + KEY_MS);
    const row = { userkey_enc: deps.secrets.encrypt(userkey, CONTEXT), ends_at: endsAt };
    await trx
      .insertInto('line_probe')
      .values(row)
      .onConflict((c) => c.column('one').doUpdateSet(row))
      .execute();
    await usersChanged(trx, deps, [PROBE_USER]);
    return { num: PROBE_USER, userkey, endsAt };
  });

/** Adds what the probe user used, as reported by a node; other users' rows are left alone. */
export const addProbeUse = async (trx: Db, day: string, rows: readonly Readonly<UsageRow>[]): Promise<void> => {
  const sums = new Map<number, readonly [up: number, down: number]>();
  for (const [line, , up, down] of rows.filter((row) => row[1] === PROBE_USER)) {
    const [upBefore, downBefore] = sums.get(line) ?? [0, 0];
    sums.set(line, [exact(upBefore + up), exact(downBefore + down)]);
  }
  for (const [line, [up, down]] of sums)
    await sql`
      insert into line_probe_usage (day, line_num, up, down) values (${day}, ${line}, ${up}, ${down})
      on conflict (day, line_num) do update
         set up = saturated(line_probe_usage.up, excluded.up), down = saturated(line_probe_usage.down, excluded.down)`.execute(
      trx,
    );
};

const exact = (sum: number): number => Math.min(sum, Number.MAX_SAFE_INTEGER);
