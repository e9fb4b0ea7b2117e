import type { Db } from '@skyport/db';

/** A product as it is stored: bytes, milli-yuan, days. */
export interface ComboRow {
  readonly id: string;
  readonly position: number;
  readonly name: string;
  readonly price: number;
  readonly traffic: number;
  readonly vip_days: number;
  readonly bonus_percent: number;
  readonly permission_ids: string[];
  readonly permission_days: number;
  readonly permissions_desc: string;
  readonly device_count: number;
  readonly speed: string;
}

/** What an admin decides about a product: all of it but its id. */
export type ComboDraft = Omit<ComboRow, 'id'>;

const columns = [
  'id',
  'position',
  'name',
  'price',
  'traffic',
  'vip_days',
  'bonus_percent',
  'permission_ids',
  'permission_days',
  'permissions_desc',
  'device_count',
  'speed',
] as const;

/** Products on sale by ascending position, older ones first among equals. */
export const listCombos = (db: Db): Promise<ComboRow[]> =>
  db
    .selectFrom('combos')
    .select(columns)
    .where('deleted_at', 'is', null)
    .orderBy('position')
    .orderBy('created_at')
    .orderBy('id')
    .execute();

/** Stores a new product. */
export const insertCombo = (db: Db, draft: ComboDraft, { id, at }: { id: string; at: Date }): Promise<ComboRow> =>
  db
    .insertInto('combos')
    .values({ ...draft, id, created_at: at })
    .returning(columns)
    .executeTakeFirstOrThrow();

/** Locks a product until the transaction ends; undefined when there is none on sale. */
export const lockCombo = (trx: Db, id: string): Promise<ComboRow | undefined> =>
  trx
    .selectFrom('combos')
    .select(columns)
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .forUpdate()
    .executeTakeFirst();

/** Saves a locked product. */
export const changeCombo = (trx: Db, id: string, draft: ComboDraft): Promise<ComboRow> =>
  trx.updateTable('combos').set(draft).where('id', '=', id).returning(columns).executeTakeFirstOrThrow();

/** Takes a locked product off sale for good, keeping its row for old orders. */
export const removeCombo = async (trx: Db, id: string, at: Date): Promise<void> => {
  await trx.updateTable('combos').set({ deleted_at: at }).where('id', '=', id).execute();
};
