import type { NoticeChannel, NoticeKind } from '@skyport/contract/notices';
import type { Db } from '@skyport/db';

/** What telling somebody needs of their account. */
export interface Owner {
  readonly email: string;
  readonly disabled: boolean;
  readonly isAgencyUser: boolean;
  readonly telegramId: number | null;
}

/** The account behind an id, as far as telling it something goes; undefined when there is none. */
export const findOwner = (db: Db, userId: string): Promise<Owner | undefined> =>
  db
    .selectFrom('users')
    .select(['email', 'disabled', 'is_agency_user as isAgencyUser', 'telegram_id as telegramId'])
    .where('id', '=', userId)
    .executeTakeFirst();

/** What the account has chosen; kinds that it never touched are left out. */
export const listChannels = async (db: Db, userId: string): Promise<NoticeChannel[]> => {
  const rows = await db
    .selectFrom('notice_channels')
    .select(['kind', 'mail', 'telegram'])
    .where('user_id', '=', userId)
    .execute();
  return rows.map((row) => ({ ...row, kind: row.kind as NoticeKind }));
};

/** Stores where an account wants to be told of a kind. */
export const saveChannel = async (trx: Db, userId: string, { kind, mail, telegram }: NoticeChannel): Promise<void> => {
  await trx
    .insertInto('notice_channels')
    .values({ user_id: userId, kind, mail, telegram })
    .onConflict((c) => c.columns(['user_id', 'kind']).doUpdateSet({ mail, telegram }))
    .execute();
};
