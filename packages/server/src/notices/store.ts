import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';

/** Notifications shown in the bell at most. */
const SHOWN = 100;

/** A stored notification. */
export interface NoticeRow {
  readonly id: string;
  readonly href: string;
  readonly text: string;
  readonly createdAt: Date;
}

/** Notifications of the account that were not clicked yet, newest first. */
export const listOpenNotices = (db: Db, userId: string): Promise<NoticeRow[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'href', 'text', 'created_at as createdAt'])
    .where('user_id', '=', userId)
    .where('clicked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();

/** A notification as staff see it. */
export interface SentNotice extends NoticeRow {
  readonly clickedAt: Date | null;
}

/** Notifications of an account, clicked ones too, newest first. */
export const listSentNotices = (db: Db, userId: string): Promise<SentNotice[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'href', 'text', 'created_at as createdAt', 'clicked_at as clickedAt'])
    .where('user_id', '=', userId)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();

/** Marks a notification of the account as clicked; false when it has no such notification. Clicking twice is fine. */
export const clickNotice = async (db: Db, notice: { id: string; userId: string; at: Date }): Promise<boolean> => {
  const changed = await db
    .updateTable('notifications')
    .set((eb) => ({ clicked_at: eb.fn.coalesce('clicked_at', eb.val(notice.at)) }))
    .where('id', '=', notice.id)
    .where('user_id', '=', notice.userId)
    .executeTakeFirst();
  return changed.numUpdatedRows > 0n;
};

/** Stores a notification. */
export const insertNotice = async (
  db: Db,
  notice: Omit<NoticeRow, 'createdAt'> & { readonly userId: string; readonly at: Date },
): Promise<void> => {
  await db
    .insertInto('notifications')
    .values({ id: notice.id, user_id: notice.userId, href: notice.href, text: notice.text, created_at: notice.at })
    .execute();
};

/** Stores the same notification for many accounts (`users.num`), by one statement. */
export const insertNotices = async (
  trx: Db,
  to: readonly { readonly id: string; readonly userNum: number }[],
  { href, text, at }: { readonly href: string; readonly text: string; readonly at: Date },
): Promise<void> => {
  await sql`
    insert into notifications (id, user_id, href, text, created_at)
    select w.id, u.id, ${href}, ${text}, ${at}
      from unnest(${to.map(({ id }) => id)}::uuid[], ${to.map(({ userNum }) => userNum)}::bigint[]) as w (id, num)
      join users u on u.num = w.num`.execute(trx);
};

const AT_ONCE = 10_000;

/** Removes the chosen notifications, some at a time. */
const removeChosen = async (db: Db, chosen: RawBuilder<unknown>): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (select id from ${chosen} limit ${AT_ONCE})`.execute(db);
    if (Number(numAffectedRows ?? 0n) < AT_ONCE) return;
  }
};

/** Forgets notifications that were clicked before an instant. */
export const removeClickedNotices = (db: Db, before: Date): Promise<void> =>
  removeChosen(db, sql`notifications where clicked_at < ${before}`);

/** Forgets notifications from before an instant that were never clicked and that the bell no longer shows. */
export const removeHiddenNotices = (db: Db, before: Date): Promise<void> =>
  removeChosen(
    db,
    sql`(select id, created_at, row_number() over (partition by user_id order by created_at desc, id desc) as place
           from notifications where clicked_at is null) as open
         where place > ${SHOWN} and created_at < ${before}`,
  );
