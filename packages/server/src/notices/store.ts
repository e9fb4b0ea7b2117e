import type { Db } from '@skyport/db';
import { sql } from 'kysely';

/** Notifications shown in the bell at most. */
const SHOWN = 100;

/** A stored notification. */
export interface NoticeRow {
  readonly id: string;
  readonly href: string;
  readonly text: string;
}

/** Notifications of the account that were not clicked yet, newest first. */
export const listOpenNotices = (db: Db, userId: string): Promise<NoticeRow[]> =>
  db
    .selectFrom('notifications')
    .select(['id', 'href', 'text'])
    .where('user_id', '=', userId)
    .where('clicked_at', 'is', null)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(SHOWN)
    .execute();

/** A notification as staff see it. */
export interface SentNotice extends NoticeRow {
  readonly createdAt: Date;
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
  notice: NoticeRow & { readonly userId: string; readonly at: Date },
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

/** Forgets notifications that were clicked before an instant. */
export const removeClickedNotices = async (db: Db, before: Date): Promise<void> => {
  for (;;) {
    const { numAffectedRows } = await sql`
      delete from notifications where id in (
        select id from notifications where clicked_at < ${before} limit ${AT_ONCE})`.execute(db);
    if (Number(numAffectedRows ?? 0n) < AT_ONCE) return;
  }
};
