import { sql } from 'kysely';
import {
  accountKey,
  checkPosting,
  contentOf,
  decide,
  movingEntries,
  type Decision,
  type LedgerAccountName,
  type LedgerUnit,
  type LockedAccount,
  type Posting,
  type PostOutcome,
  type SystemAccountKind,
} from './ledger-rules.ts';
import type { Db } from './schema.ts';

/**
 * Posts one event inside the caller's transaction. `refused` when an account would fall below its floor and `duplicate`
 * when this very event was posted before: in both cases nothing is written and the transaction goes on. Throws when the
 * posting is unbalanced or its key stands for something else.
 */
export const post = async (trx: Db, posting: Posting): Promise<PostOutcome> => {
  const [outcome] = await postMany(trx, [posting]);
  if (!outcome) throw new Error('a posting has no outcome');
  return outcome;
};

/**
 * Posts many events, in their order, with a handful of statements: each is posted, duplicate or refused by itself, as
 * if `post` had been called for one after the other. All accounts are locked first, in ascending order; so a
 * transaction that posts several events does it by one call, and never waits in a circle with another.
 */
export const postMany = async (trx: Db, postings: readonly Posting[]): Promise<PostOutcome[]> => {
  if (!trx.isTransaction) throw new Error('postings are made inside a transaction');
  if (postings.length === 0) return [];
  for (const posting of postings) checkPosting(posting);
  const accounts = await lockAccounts(trx, namesOf(postings));
  const known = await findKnown(
    trx,
    postings.map(({ key }) => key),
  );
  const { outcomes, accepted } = decide(postings, accounts, known);
  if (accepted.length > 0) await write(trx, accepted);
  return outcomes;
};

/** Balance of an account, 0 when it has never been used. Throws a RangeError beyond 2^53. */
export const balanceOf = async (
  db: Db,
  { owner, kind, unit }: LedgerAccountName & { readonly unit: LedgerUnit },
): Promise<number> => {
  const { rows } = await sql<{ balance: number }>`
    select balance from ledger_account
     where kind = ${kind} and unit = ${unit} and ${owner === null ? sql`owner is null` : sql`owner = ${owner}`}`.execute(
    db,
  );
  return rows[0]?.balance ?? 0;
};

/** Makes an account of the system, empty. Throws when there is one of that name already. */
export const openSystemAccount = async (trx: Db, kind: SystemAccountKind, unit: LedgerUnit): Promise<void> => {
  await sql`insert into ledger_account (owner, kind, unit) values (null, ${kind}, ${unit})`.execute(trx);
};

interface AccountName {
  readonly owner: number | null;
  readonly kind: string;
  readonly unit: string;
}

const keyOf = ({ owner, kind, unit }: AccountName): string => accountKey(owner, kind, unit);

const namesOf = (postings: readonly Posting[]): Map<string, AccountName> =>
  new Map(
    postings
      .flatMap(movingEntries)
      .map(({ account, unit }): AccountName => ({ owner: account.owner, kind: account.kind, unit }))
      .map((name) => [keyOf(name), name]),
  );

/** Makes the accounts that do not exist, then locks all of them in ascending order. */
const lockAccounts = async (trx: Db, names: Map<string, AccountName>): Promise<Map<string, LockedAccount>> => {
  let ids = await findAccounts(trx, [...names.values()]);
  const missing = [...names].filter(([key]) => !ids.has(key)).map(([, name]) => name);
  if (missing.length > 0) {
    await insertAccounts(trx, missing);
    ids = await findAccounts(trx, [...names.values()]);
  }
  const { rows } = await sql<{ id: string; balance: string; min_balance: string | null }>`
    select id::text as id, balance::text as balance, min_balance::text as min_balance
      from ledger_lock(${[...ids.values()]}::bigint[])`.execute(trx);
  const locked = new Map(rows.map((row) => [row.id, row]));
  return new Map(
    [...ids].map(([key, id]) => {
      const row = locked.get(id);
      if (!row) throw new Error(`the ledger account ${key} cannot be locked`);
      const floor = row.min_balance === null ? undefined : BigInt(row.min_balance);
      return [key, { id, balance: BigInt(row.balance), floor }];
    }),
  );
};

/** Columns of account names, for unnest. */
const columnsOf = (names: readonly AccountName[]) =>
  sql`unnest(${names.map(({ owner }) => owner)}::bigint[], ${names.map(({ kind }) => kind)}::text[],
             ${names.map(({ unit }) => unit)}::text[]) as w (owner, kind, unit)`;

/** Ids of the accounts that exist, by key. Two branches, because no index serves "equal or both null". */
const findAccounts = async (trx: Db, names: readonly AccountName[]): Promise<Map<string, string>> => {
  const users = names.filter(({ owner }) => owner !== null);
  const system = names.filter(({ owner }) => owner === null);
  const { rows } = await sql<{ id: string; owner: number | null; kind: string; unit: string }>`
    select a.id::text as id, a.owner, a.kind, a.unit from ${columnsOf(users)}
      join ledger_account a on a.owner = w.owner and a.kind = w.kind and a.unit = w.unit
    union all
    select a.id::text, a.owner, a.kind, a.unit from ${columnsOf(system)}
      join ledger_account a on a.owner is null and a.kind = w.kind and a.unit = w.unit`.execute(trx);
  return new Map(rows.map((row) => [keyOf(row), row.id]));
};

const insertAccounts = async (trx: Db, names: readonly AccountName[]): Promise<void> => {
  await sql`
    insert into ledger_account (owner, kind, unit, min_balance)
    select w.owner, w.kind, w.unit, case when w.owner is null then null else 0 end from ${columnsOf(names)}
     order by w.owner nulls first, w.kind, w.unit
    on conflict do nothing`.execute(trx);
};

/** Content of the events that were posted before, by key. Read after locking, so that it sees whoever was first. */
const findKnown = async (trx: Db, keys: readonly string[]): Promise<Map<string, string>> => {
  const { rows } = await sql<{
    idem_key: string;
    kind: string;
    ref: string;
    entries: { owner: number | null; kind: string; unit: string; amount: string }[];
  }>`
    select t.idem_key, t.kind, t.ref,
           jsonb_agg(jsonb_build_object('owner', a.owner, 'kind', a.kind, 'unit', e.unit, 'amount', e.amount::text)) as entries
      from ledger_tx t join ledger_entry e on e.tx_id = t.id join ledger_account a on a.id = e.account_id
     where t.idem_key = any(${keys}::text[]) group by t.id`.execute(trx);
  return new Map(
    rows.map(({ idem_key, kind, ref, entries }) => [
      idem_key,
      contentOf(
        kind,
        ref,
        entries.map((entry) => ({ key: keyOf(entry), amount: entry.amount })),
      ),
    ]),
  );
};

const write = async (trx: Db, accepted: Decision['accepted']): Promise<void> => {
  const postings = accepted.map(({ posting }) => posting);
  const { rows } = await sql<{ id: string; idem_key: string }>`
    insert into ledger_tx (idem_key, kind, ref, actor, reason, at)
    select p.key, p.kind, p.ref, p.actor, p.reason, p.at
      from unnest(${postings.map(({ key }) => key)}::text[], ${postings.map(({ kind }) => kind)}::text[],
                  ${postings.map(({ ref }) => ref)}::text[], ${postings.map(({ actor }) => actor)}::text[],
                  ${postings.map(({ reason }) => reason ?? null)}::text[],
                  ${postings.map(({ at }) => at.toISOString())}::timestamptz[])
           with ordinality as p (key, kind, ref, actor, reason, at, place)
     order by p.place
    on conflict (idem_key) do nothing returning id::text as id, idem_key`.execute(trx);
  const ids = new Map(rows.map(({ id, idem_key }) => [idem_key, id]));
  const entries = accepted.flatMap(({ posting, entries: decided }) => {
    const txId = ids.get(posting.key);
    // Whoever posts the same event holds the same locks; so this is another event, by another session, just now.
    if (!txId) throw new Error(`the ledger key ${posting.key} stands for something else already`);
    return decided.map((entry, index) => ({ ...entry, txId, seq: index + 1 }));
  });
  await sql`
    insert into ledger_entry (tx_id, seq, account_id, unit, amount, balance_after)
    select * from unnest(${entries.map(({ txId }) => txId)}::bigint[], ${entries.map(({ seq }) => seq)}::smallint[],
      ${entries.map(({ accountId }) => accountId)}::bigint[], ${entries.map(({ unit }) => unit)}::text[],
      ${entries.map(({ amount }) => amount)}::bigint[],
      ${entries.map(({ balanceAfter }) => balanceAfter.toString())}::bigint[])`.execute(trx);
};
