import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** An encrypted value, and the key of its row. */
export interface StoredValue {
  readonly key: readonly string[];
  readonly encrypted: Buffer;
}

/** A column that holds encrypted values. */
export interface Place {
  /** Table and column. */
  readonly name: string;
  /** Associated data of a row's value. */
  contextOf(key: readonly string[]): string;
  /** Values with keys after `after`, in the order of their keys; an empty list is the end. */
  list(
    db: Db,
    slice: { readonly after: readonly string[] | undefined; readonly limit: number },
  ): Promise<StoredValue[]>;
  /** Stores the new form, unless another value was stored since it was read. */
  replace(db: Db, value: StoredValue, encrypted: Buffer): Promise<void>;
}

/** A bytea column; null is no value. */
export const bytesPlace = (
  table: string,
  column: string,
  { key, contextOf }: { readonly key: readonly string[]; readonly contextOf: Place['contextOf'] },
): Place => {
  const columns = sql.join(key.map((name) => sql.ref(name)));
  const texts = sql.join(key.map((name) => sql`${sql.ref(name)}::text`));
  const [from, value] = [sql.table(table), sql.ref(column)];
  return {
    name: `${table}.${column}`,
    contextOf,
    list: async (db, { after, limit }) => {
      const isBehind = after ? sql`(${columns}) > (${sql.join(after)})` : sql`true`;
      const { rows } = await sql<StoredValue>`
        select array[${texts}] as key, ${value} as encrypted from ${from}
         where ${value} is not null and ${isBehind} order by ${columns} limit ${limit}`.execute(db);
      return rows;
    },
    replace: async (db, { key: at, encrypted: before }, encrypted) => {
      await sql`update ${from} set ${value} = ${encrypted}
                 where (${columns}) = (${sql.join(at)}) and ${value} = ${before}`.execute(db);
    },
  };
};

interface TextRow {
  readonly key: readonly string[];
  readonly text: string;
}

const valueOf = ({ key, text }: TextRow): StoredValue => ({ key, encrypted: Buffer.from(text, 'base64') });

/** Secret settings: JSON texts in base64. They are few, so that one slice holds all. */
export const settingsPlace = (names: readonly string[], contextOf: Place['contextOf']): Place => ({
  name: 'settings.value',
  contextOf,
  list: async (db, { after }) => {
    if (after) return [];
    const { rows } = await sql<TextRow>`
      select array[key] as key, value #>> '{}' as text from settings
       where key = any(${names}) and jsonb_typeof(value) = 'string' and value <> '""'`.execute(db);
    return rows.map(valueOf);
  },
  replace: async (db, { key: [name], encrypted: before }, encrypted) => {
    await sql`update settings set value = to_jsonb(${encrypted.toString('base64')}::text)
               where key = ${name} and value = to_jsonb(${before.toString('base64')}::text)`.execute(db);
  },
});

/** Secret fields of payment instances: an object of texts in base64 a row. One slice holds all. */
export const payInstancesPlace = (contextOf: Place['contextOf']): Place => ({
  name: 'pay_instances.secrets',
  contextOf,
  list: async (db, { after }) => {
    if (after) return [];
    const { rows } = await sql<TextRow>`
      select array[i.name, s.key] as key, s.value as text
        from pay_instances i cross join jsonb_each_text(i.secrets) s where s.value <> ''`.execute(db);
    return rows.map(valueOf);
  },
  replace: async (db, { key: [name, field], encrypted: before }, encrypted) => {
    await sql`update pay_instances
                 set secrets = jsonb_set(secrets, array[${field}::text], to_jsonb(${encrypted.toString('base64')}::text))
               where name = ${name} and secrets ->> ${field} = ${before.toString('base64')}`.execute(db);
  },
});

/** Whether the table exists: a check of the keys comes before the migrations. */
export const tableExists = async (db: Db, table: string): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`select to_regclass(${table}) is not null as found`.execute(db);
  return rows[0]!.found;
};

/** Stores HMAC keys of purposes that have none. */
export const insertMacKeys = async (
  db: Db,
  keys: readonly { readonly purpose: string; readonly key_enc: Buffer }[],
  at: Date,
): Promise<void> => {
  await db
    .insertInto('mac_keys')
    .values(keys.map((key) => ({ ...key, created_at: at })))
    .onConflict((conflict) => conflict.doNothing())
    .execute();
};
