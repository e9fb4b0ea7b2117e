import type { DB, Db } from '@skyport/db';
import { openSystemAccount } from '@skyport/db/ledger';
import { sql, type Insertable, type Selectable, type Updateable } from 'kysely';
import { bumpVersions, readVersion } from '../../platform/versions-store.ts';

type Stored = Selectable<DB['pay_instances']>;
type Texts = Readonly<Record<string, string>>;

/** A payment instance as it is stored; secrets are base64 of their encrypted form. */
export interface InstanceRow extends Omit<Stored, 'config' | 'secrets'> {
  readonly config: Texts;
  readonly secrets: Texts;
}

const asInstanceRow = (row: Stored): InstanceRow => row as unknown as InstanceRow;

const json = (texts: Texts) => sql<string>`${JSON.stringify(texts)}::jsonb`;

/** What every process keeps a copy of: it grows with every change. */
export const instancesVersion = (db: Db): Promise<number> => readVersion(db, 'pay_instances');

/** Every instance, oldest first. */
export const listInstances = async (db: Db): Promise<InstanceRow[]> => {
  const rows = await db.selectFrom('pay_instances').selectAll().orderBy('created_at').orderBy('id').execute();
  return rows.map(asInstanceRow);
};

/** Names of every instance, oldest first. */
export const listInstanceNames = async (db: Db): Promise<string[]> =>
  (await db.selectFrom('pay_instances').select('name').orderBy('created_at').execute()).map(({ name }) => name);

/** An instance, or undefined. */
export const findInstance = async (db: Db, id: string): Promise<InstanceRow | undefined> => {
  const row = await db.selectFrom('pay_instances').selectAll().where('id', '=', id).executeTakeFirst();
  return row && asInstanceRow(row);
};

/** An instance, locked until the transaction ends. */
export const lockInstance = async (trx: Db, id: string): Promise<InstanceRow | undefined> => {
  const row = await trx.selectFrom('pay_instances').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  return row && asInstanceRow(row);
};

/** Keeps every instance as it is until the transaction ends; others may do that beside it. */
export const holdInstances = async (trx: Db): Promise<void> => {
  await trx.selectFrom('versions').select('value').where('name', '=', 'pay_instances').forShare().execute();
};

/** How many instances there are, locked against another one until the transaction ends. */
export const lockCount = async (trx: Db): Promise<number> => {
  await trx.selectFrom('versions').select('value').where('name', '=', 'pay_instances').forUpdate().execute();
  const row = await trx
    .selectFrom('pay_instances')
    .select((e) => e.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
};

/** Another switched-on instance that sells the same product of an account; undefined when there is none. */
export const findOtherOn = async (
  db: Db,
  { id, account, product }: Pick<InstanceRow, 'id' | 'account' | 'product'>,
): Promise<InstanceRow | undefined> => {
  const row = await db
    .selectFrom('pay_instances')
    .selectAll()
    .where('account', '=', account)
    .where('product', '=', product)
    .where('is_on', '=', true)
    .where('id', '<>', id)
    .orderBy('created_at')
    .limit(1)
    .executeTakeFirst();
  return row && asInstanceRow(row);
};

/** Stores a new instance with its account in the ledger. Throws when its name was ever given before. */
export const insertInstance = async (
  trx: Db,
  {
    config,
    secrets,
    ...row
  }: Omit<Insertable<DB['pay_instances']>, 'config' | 'secrets'> & {
    readonly config: Texts;
    readonly secrets: Texts;
  },
): Promise<InstanceRow> => {
  await openSystemAccount(trx, `clearing:${row.name}`, 'CNY_MILLI');
  const made = await trx
    .insertInto('pay_instances')
    .values({ ...row, config: json(config), secrets: json(secrets) })
    .returningAll()
    .executeTakeFirstOrThrow();
  await bumpVersions(trx, 'pay_instances');
  return asInstanceRow(made);
};

/** Writes a locked instance: another version of it. */
export const changeInstance = async (
  trx: Db,
  id: string,
  {
    config,
    secrets,
    ...change
  }: Omit<Updateable<DB['pay_instances']>, 'config' | 'secrets' | 'version'> & {
    readonly config?: Texts;
    readonly secrets?: Texts;
  },
): Promise<InstanceRow> => {
  const row = await trx
    .updateTable('pay_instances')
    .set({
      ...change,
      ...(config && { config: json(config) }),
      ...(secrets && { secrets: json(secrets) }),
      version: sql`version + 1`,
    })
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
  await bumpVersions(trx, 'pay_instances');
  return asInstanceRow(row);
};

/** Removes a locked instance; its account in the ledger stays. */
export const removeInstance = async (trx: Db, id: string): Promise<void> => {
  await trx.deleteFrom('pay_instances').where('id', '=', id).execute();
  await bumpVersions(trx, 'pay_instances');
};

/** Names among these of which there are trades, claims or payments. */
export const listUsedNames = async (db: Db, names: readonly string[]): Promise<ReadonlySet<string>> => {
  const { rows } = await sql<{ name: string }>`
    select w.name from unnest(${[...names]}::text[]) as w (name)
     where exists (select from trades t where t.instance = w.name)
        or exists (select from claims c where c.instance = w.name)
        or exists (select from payments p where p.instance = w.name)`.execute(db);
  return new Set(rows.map(({ name }) => name));
};
