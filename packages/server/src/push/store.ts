import type { PushState } from '@skyport/contract/push';
import type { Db } from '@skyport/db';

/** A transfer as it is stored. Bytes; `gives` is what its receiver gets. */
export interface TransferRow {
  readonly id: string;
  readonly sender_id: string;
  readonly sender_num: number;
  readonly code: string;
  readonly amount: number;
  readonly gives: number;
  readonly state: PushState;
  readonly created_at: Date;
  readonly ended_at: Date | null;
}

const columns = [
  'id',
  'sender_id',
  'sender_num',
  'code',
  'amount',
  'gives',
  'state',
  'created_at',
  'ended_at',
] as const;

const withPushState = <T extends { state: string }>(row: T): T & { state: PushState } =>
  row as T & { state: PushState };

/** The newest transfers that an account has made. */
export const listTransfers = async (db: Db, senderNum: number, limit: number): Promise<TransferRow[]> => {
  const rows = await db
    .selectFrom('transfers')
    .select(columns)
    .where('sender_num', '=', senderNum)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(withPushState);
};

/** The id of the transfer with a code, in whatever state; undefined where there is none. */
export const findIdByCode = async (db: Db, code: string): Promise<string | undefined> => {
  const row = await db.selectFrom('transfers').select('id').where('code', '=', code).executeTakeFirst();
  return row?.id;
};

/** Locks a transfer for the rest of the transaction and reads it. */
export const lockTransfer = async (trx: Db, id: string): Promise<TransferRow | undefined> => {
  const row = await trx
    .selectFrom('transfers')
    .select(columns)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row && withPushState(row);
};

/** Stores a transfer that waits for its receiver. Throws a unique violation when the code is taken. */
export const insertTransfer = async (
  trx: Db,
  transfer: Pick<TransferRow, 'id' | 'sender_id' | 'sender_num' | 'code' | 'amount' | 'gives' | 'created_at'>,
): Promise<TransferRow> =>
  withPushState(await trx.insertInto('transfers').values(transfer).returning(columns).executeTakeFirstOrThrow());

/** Ends a locked transfer: it was taken by `receiverNum`, or came back to its sender. */
export const endTransfer = async (
  trx: Db,
  id: string,
  { receiverNum, at }: { readonly receiverNum?: number; readonly at: Date },
): Promise<void> => {
  const state: PushState = receiverNum === undefined ? 'returned' : 'received';
  await trx
    .updateTable('transfers')
    .set({ state, receiver_num: receiverNum ?? null, ended_at: at })
    .where('id', '=', id)
    .execute();
};

/** Ids of transfers that have waited since before an instant, the oldest first, at most `limit`. */
export const listWaiting = async (
  db: Db,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<string[]> => {
  const rows = await db
    .selectFrom('transfers')
    .select('id')
    .where('state', '=', 'created')
    .where('created_at', '<=', before)
    .orderBy('created_at')
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
};
