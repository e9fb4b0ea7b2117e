import { sql } from 'kysely';
import type { Posting } from './ledger-rules.ts';
import type { Db } from './schema.ts';

/** The instant of every posting that these helpers make. */
export const POSTED_AT = new Date('2026-02-03T04:05:06Z');

/** Makes `count` customers with nothing of their own and gives their small numbers. */
export const makeCustomers = async (db: Db, count: number): Promise<number[]> => {
  const { rows } = await sql<{ num: number }>`
    insert into users (id, email, password_hash, userkey_enc, userkey_hash, created_at, last_active_at)
    select gen_random_uuid(), 'c' || n || '-' || gen_random_uuid() || '@example.com', '', '', '', ${POSTED_AT}, ${POSTED_AT}
      from generate_series(1, ${count}::int) n returning num`.execute(db);
  return rows.map(({ num }) => num);
};

/** Money that a provider brought to a wallet. */
export const deposit = (key: string, owner: number, amount: number): Posting => ({
  key,
  kind: 'late',
  ref: key,
  actor: 'test',
  at: POSTED_AT,
  entries: [
    { account: { owner: null, kind: 'clearing:alipay' }, unit: 'CNY_MILLI', amount: -amount },
    { account: { owner, kind: 'wallet' }, unit: 'CNY_MILLI', amount },
  ],
});

/** Money from one wallet to another. */
export const transfer = (key: string, from: number, to: number, amount: number): Posting => ({
  key,
  kind: 'move',
  ref: key,
  actor: 'test',
  at: POSTED_AT,
  entries: [
    { account: { owner: from, kind: 'wallet' }, unit: 'CNY_MILLI', amount: -amount },
    { account: { owner: to, kind: 'wallet' }, unit: 'CNY_MILLI', amount },
  ],
});
