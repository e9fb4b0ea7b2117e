import type { TestApp, TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { endProblems, grantProblems, movedStates } from './books.ts';
import { falseFacts, type Fact } from './facts.ts';

/** What clients of a proof have done and heard. Money is milli-yuan. */
export interface Journal {
  readonly facts: Fact[];
  /** Money that was told of, heard or not, by its reference; `yuan` is what counts of it where it is no yuan. */
  readonly told: Map<string, { readonly num: number; readonly amount: number; readonly yuan?: number }>;
  /** Money that staff put into wallets, by account. */
  readonly funded: Map<number, number>;
  /** The same put among the rebates of wallets. */
  readonly rebated: Map<number, number>;
  /** Who earns a fifth of what an account pays from outside. */
  readonly inviters: Map<number, number>;
  /** Orders of which everything that they gave was taken back. */
  readonly takenBack: Set<string>;
  /** States of orders and trades as the newest audit found them. */
  readonly states: Map<string, string>;
  /** Answers that say that the server failed. */
  readonly faults: string[];
}

export const createJournal = (): Journal => ({
  facts: [],
  told: new Map(),
  funded: new Map(),
  rebated: new Map(),
  inviters: new Map(),
  takenBack: new Set(),
  states: new Map(),
  faults: [],
});

/** Of what a customer pays from outside, an inviter of a proof earns one in so many parts. */
const REBATE_PARTS = 5n;
/** The same as staff save it. */
export const REBATE_SHARE = 1 / Number(REBATE_PARTS);

/** Facts that the database does not know; those that were looked up are taken out of the journal. */
const lostFacts = async (app: TestApp, journal: Journal): Promise<string[]> =>
  (await falseFacts(app, journal.facts.splice(0))).map((lost) => `acknowledged and not there: ${lost}`);

interface Sums {
  readonly num: number;
  readonly left: number;
  readonly rebates: number;
  readonly rebatesSpent: number;
  readonly bought: number;
  readonly given: number;
  readonly sold: number;
  readonly least: number;
  /** Set aside for withdrawals, and paid out. */
  readonly withdrawing: number;
  readonly paidOut: number;
}

/**
 * Money of an account, from two sides: what was put in and what came from outside is what is left and what was bought.
 * Money that nobody knows is `told` less what the database has not counted.
 */
const sumsOf = async ({ deps: { db } }: TestApp, { takenBack }: Journal, nums: readonly number[]): Promise<Sums[]> => {
  const { rows } = await sql<Sums>`
    select n.num,
      (select coalesce(sum(balance), 0)::bigint from ledger_account where owner = n.num and unit = 'CNY_MILLI') as left,
      (select coalesce(sum(balance), 0)::bigint from ledger_account
        where owner = n.num and kind = 'wallet_rebate') as rebates,
      (select coalesce(sum(rebate_spend), 0)::bigint from orders
        where user_num = n.num and status in ('wallet_spend', 'paied')) as "rebatesSpent",
      (select coalesce(min(balance), 0)::bigint from ledger_account where owner = n.num) as least,
      (select coalesce(sum(balance), 0)::bigint from ledger_account
        where owner = n.num and kind = 'withdraw_pending') as withdrawing,
      (select coalesce(sum(amount), 0)::bigint from withdrawals
        where user_num = n.num and status = 'paid') as "paidOut",
      (select coalesce(sum(price - discount), 0)::bigint from orders
        where user_num = n.num and status = 'paied') as bought,
      (select coalesce(sum(traffic + traffic * bonus_percent / 100), 0)::bigint from orders
        where user_num = n.num and status = 'paied' and id <> all(${[...takenBack]}::uuid[])) as sold,
      (select coalesce(sum(granted), 0)::bigint from traffic_account where user_num = n.num) as given
      from unnest(${[...nums]}::bigint[]) as n (num)`.execute(db);
  return rows;
};

/** Payments that nobody told of, and money told of that was counted otherwise; gives what counts by account. */
const countedOf = async (
  { deps: { db } }: TestApp,
  { told }: Journal,
): Promise<{ problems: string[]; counted: Map<number, number> }> => {
  const rows = await db.selectFrom('payments').select(['reference', 'amount']).execute();
  const counted = new Map<number, number>();
  const problems: string[] = [];
  for (const { reference, amount } of rows) {
    const claim = told.get(reference);
    if (claim?.amount === amount) counted.set(claim.num, (counted.get(claim.num) ?? 0) + (claim.yuan ?? amount));
    else problems.push(`money that nobody told of: ${reference}, ${amount}`);
  }
  return { problems, counted };
};

/** What inviters have earned by orders that are paid, reckoned from the orders. */
const earnedOf = async ({ deps: { db } }: TestApp, { inviters, takenBack }: Journal): Promise<Map<number, number>> => {
  const { rows } = await sql<{ num: number; cash: number }>`
    select user_num as num, price - discount - wallet_spend as cash from orders
     where status = 'paied' and user_num = any(${[...inviters.keys()]}::bigint[])
       and id <> all(${[...takenBack]}::uuid[])`.execute(db);
  const earned = new Map<number, number>();
  for (const { num, cash } of rows) {
    const inviter = inviters.get(num) ?? 0;
    earned.set(inviter, (earned.get(inviter) ?? 0) + Number(BigInt(cash) / REBATE_PARTS));
  }
  return earned;
};

/** What the server processes wrote down about their own faults, so that a failure says why. */
export const faultsOf = async ({ deps: { db } }: TestApp): Promise<string[]> => {
  const rows = await db
    .selectFrom('error_log')
    .select(['call', 'message', ({ fn }) => fn.countAll<number>().as('times')])
    .groupBy(['call', 'message'])
    .orderBy('times', 'desc')
    .limit(5)
    .execute();
  return rows.map(({ call, message, times }) => `${times} times in ${call}: ${message}`);
};

/** Money and bytes of every account that are not what the journal says. */
const sumProblems = async (app: TestApp, journal: Journal, users: readonly TestSession[]): Promise<string[]> => {
  const { problems, counted } = await countedOf(app, journal);
  const earned = await earnedOf(app, journal);
  const sums = await sumsOf(
    app,
    journal,
    users.map(({ num }) => num),
  );
  const wrong = sums.flatMap(({ num, left, rebates, rebatesSpent, bought, given, sold, least, ...out }) => {
    const own = (earned.get(num) ?? 0) + (journal.rebated.get(num) ?? 0);
    const put = (journal.funded.get(num) ?? 0) + (counted.get(num) ?? 0) + own;
    return [
      ...(put === left + bought + out.paidOut
        ? []
        : [`account ${num}: ${put} came, ${left} is left, ${bought} was bought`]),
      ...(rebates + out.withdrawing + out.paidOut === own - rebatesSpent
        ? []
        : [`account ${num}: ${rebates} of ${own} rebates, ${rebatesSpent} spent`]),
      ...(given === sold ? [] : [`account ${num}: ${sold} bytes were sold, ${given} given`]),
      ...(least >= 0 ? [] : [`account ${num} has ${least}`]),
    ];
  });
  return [...problems, ...wrong];
};

/** Holds the database against the journal and against itself; gives what is wrong. */
export const auditShop = async (app: TestApp, journal: Journal, users: readonly TestSession[]): Promise<string[]> => {
  const { rows } = await sql<{ problem: string; detail: string }>`select * from ledger_health`.execute(app.deps.db);
  return [
    ...(await sumProblems(app, journal, users)),
    ...(await lostFacts(app, journal)),
    ...(await grantProblems(app)),
    ...(await endProblems(app)),
    ...(await movedStates(app, journal.states)),
    ...rows.map(({ problem, detail }) => `${problem}: ${detail}`),
    ...journal.faults.splice(0),
  ];
};
