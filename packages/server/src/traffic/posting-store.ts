import type { Db } from '@skyport/db';
import type { PostOutcome, Posting } from '@skyport/db/ledger-rules';
import { postMany } from '@skyport/db/ledger';
import { sql } from 'kysely';

/** An account whose use the ledger does not hold yet. */
export interface UnpostedAccount {
  readonly userNum: number;
  readonly spent: number;
  readonly postedSpent: number;
}

/** Accounts by their users' numbers; all of them by default. */
export interface UsersToPost {
  readonly userNums?: readonly number[];
}

/** Locks accounts that spent more than was posted, in ascending order. */
export const lockUnposted = async (trx: Db, { userNums }: UsersToPost): Promise<UnpostedAccount[]> => {
  const { rows } = await sql<{ user_num: number; spent: number; posted_spent: number }>`
    select user_num, spent, posted_spent from traffic_account
     where posted_spent < spent and (${userNums ?? null}::bigint[] is null or user_num = any(${userNums ?? null}::bigint[]))
     order by user_num for no key update`.execute(trx);
  return rows.map(({ user_num, spent, posted_spent }) => ({ userNum: user_num, spent, postedSpent: posted_spent }));
};

/** Numbers of the next users who spent more than was posted, in ascending order. */
export const listUnposted = async (
  db: Db,
  { after, limit }: { readonly after: number; readonly limit: number },
): Promise<number[]> => {
  const { rows } = await sql<{ user_num: number }>`
    select user_num from traffic_account where posted_spent < spent and user_num > ${after}
     order by user_num limit ${limit}`.execute(db);
  return rows.map(({ user_num }) => user_num);
};

/** Notes that everything these accounts spent is in the ledger. */
export const markPosted = async (trx: Db, accounts: readonly UnpostedAccount[]): Promise<void> => {
  if (accounts.length === 0) return;
  await sql`
    update traffic_account t set posted_spent = w.spent
      from unnest(${accounts.map(({ userNum }) => userNum)}::bigint[], ${accounts.map(({ spent }) => spent)}::bigint[])
        as w (user_num, spent)
     where t.user_num = w.user_num`.execute(trx);
};

/** What posting use to the ledger reads and writes inside a transaction. */
export interface PostingRepository {
  lockUnposted(want: UsersToPost): Promise<UnpostedAccount[]>;
  post(postings: readonly Posting[]): Promise<PostOutcome[]>;
  markPosted(accounts: readonly UnpostedAccount[]): Promise<void>;
}

/** The repository of the panel's database. */
export const postingRepository = (trx: Db): PostingRepository => ({
  lockUnposted: (want) => lockUnposted(trx, want),
  post: (postings) => postMany(trx, postings),
  markPosted: (accounts) => markPosted(trx, accounts),
});
