import type { Db } from '@skyport/db';
import { sql, type RawBuilder } from 'kysely';

/** A waiting message of any outbox. */
export interface DueRow {
  readonly id: string;
  /** Its text, encrypted; the column is called `sealed`. */
  readonly encrypted: Buffer;
  /** Failed attempts so far. */
  readonly tries: number;
}

/** A failed attempt, described without anything of the message; `at` is when it failed, or when the next is due. */
interface Failed {
  readonly id: string;
  readonly at: Date;
  readonly problem: string;
}

/** Transactional outbox: messages are written in the transaction that causes them, and sent and retried by a job. */
export interface Outbox<Row extends DueRow> {
  /**
   * Takes the message that has been due longest, for a while; undefined when none is. Two takers never
   * get the same one.
   */
  takeDue(db: Db, now: Date): Promise<Row | undefined>;
  /** Records a failed attempt and when the next one is due. */
  noteFailure(db: Db, failed: Failed): Promise<void>;
  /** Gives a message up and deletes its text. */
  noteRefused(db: Db, refused: Failed): Promise<void>;
  /** Gives up what is not worth sending any more. */
  giveUpExpired(db: Db, now: Date): Promise<void>;
}

/**
 * An outbox in a table of its own. `columns` are what a taken message is read with, by the names of `Row`; `heldMs` is
 * how long it belongs to whoever took it, longer than any attempt may last.
 */
export const createOutbox = <Row extends DueRow>(
  name: 'mail_outbox' | 'chat_outbox',
  { columns, heldMs }: { columns: RawBuilder<unknown>; heldMs: number },
): Outbox<Row> => {
  const table = sql.table(name);
  return {
    takeDue: async (db, now) => {
      const { rows } = await sql<Row>`
        update ${table} set next_try = ${new Date(now.getTime() + heldMs)}
         where id = (select id from ${table}
                      where sent_at is null and gave_up_at is null and next_try <= ${now} and expires_at > ${now}
                      order by next_try, id limit 1 for update skip locked)
        returning ${columns}`.execute(db);
      return rows[0];
    },
    noteFailure: async (db, { id, at, problem }) => {
      await sql`
        update ${table} set next_try = ${at}, problem = ${problem}, tries = tries + 1
         where id = ${id} and sealed is not null`.execute(db);
    },
    noteRefused: async (db, { id, at, problem }) => {
      await sql`
        update ${table} set gave_up_at = ${at}, sealed = null, problem = ${problem}, tries = tries + 1
         where id = ${id}`.execute(db);
    },
    giveUpExpired: async (db, now) => {
      await sql`
        update ${table} set gave_up_at = ${now}, sealed = null,
               problem = case when problem = '' then 'expired' else problem end
         where sent_at is null and gave_up_at is null and expires_at <= ${now}`.execute(db);
    },
  };
};
