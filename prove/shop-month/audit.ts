import { TrafficType } from '@skyport/contract/traffic-types';
import type { TestData } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { differences, type UsageTotals } from '../../testkit/usage-totals.ts';
import { milliOf, type DayTold } from './journal.ts';
import type { Month } from './month.ts';

const rowsOf = async <T>(month: Month, query: ReturnType<typeof sql<T>>): Promise<T[]> =>
  (await query.execute(month.panel.app().deps.db)).rows;

const same = (what: string, wanted: number, is: number): string[] =>
  wanted === is ? [] : [`${what}: ${wanted} by what everybody was told, ${is} by the shop`];

/** Raw bytes by user and line: what agents counted against what was billed. */
const nodeProblems = async (month: Month): Promise<string[]> => {
  const rows = await rowsOf(
    month,
    sql<{ key: string; up: number; down: number }>`
      select user_num || '.' || line_num as key, sum(up)::bigint as up, sum(down)::bigint as down
        from usage_detail group by user_num, line_num`,
  );
  const billed: UsageTotals = new Map(rows.map(({ key, up, down }) => [key, { up, down }]));
  return differences(month.nodes.totals(), billed);
};

/** Every account's use by nodes against its balance and records; every scale is 1, and no line is public. */
const chargeProblems = async (month: Month): Promise<string[]> => {
  const used = new Map<number, number>();
  for (const [key, { up, down }] of month.nodes.totals()) {
    const user = Number(key.split('.')[0]);
    used.set(user, (used.get(user) ?? 0) + up + down);
  }
  const rows = await rowsOf(
    month,
    sql<{ user: number; charged: number; spent: number; recorded: number }>`
      select a.user_num as user, a.spent + a.pending + a.overrun + coalesce(r.exempt, 0)::bigint as charged, a.spent,
             coalesce(r.change, 0)::bigint as recorded
        from traffic_account a left join (
          select user_num, sum(exempt) as exempt, -sum(change) filter (where type in ('spend', 'agency_spend')) as change
            from traffic_record_list group by user_num) r on r.user_num = a.user_num`,
  );
  return rows.flatMap(({ user, charged, spent, recorded }) => [
    ...same(`use of account ${user}`, used.get(user) ?? 0, charged),
    ...(spent === recorded ? [] : [`account ${user} has used ${spent}, its records say ${recorded}`]),
  ]);
};

type PaidOrders = readonly { readonly num: number; readonly paid: readonly TestData[] }[];

/** The paid orders of everybody who can buy, as each is told them. */
const paidOrders = async (month: Month): Promise<PaidOrders> => {
  const all = [];
  for (const { session, isAgencyUser } of month.journal.people) {
    if (isAgencyUser) continue;
    const { data } = await month.call('/api/order/order_list', {}, session);
    all.push({ num: session.num, paid: (data as TestData[]).filter(({ status }) => status === 'paied') });
  }
  return all;
};

/** Permanent traffic that each account got, as it was told, as it has it, and as its records say. */
const givenProblems = async (month: Month, orders: PaidOrders): Promise<string[]> => {
  const { journal } = month;
  const told = new Map(journal.given);
  for (const { num, paid } of orders) {
    const bought = paid.reduce(
      (sum, { _id }) => sum + journal.traffic.get(journal.products.get(_id)!)! - (journal.takenBack.get(_id) ?? 0),
      0,
    );
    told.set(num, (told.get(num) ?? 0) + bought);
  }
  const rows = await rowsOf(
    month,
    sql<{ user: number; granted: number; recorded: number; over: number; ledger: number; spent: number }>`
      select a.user_num as user, a.granted, a.spent,
             coalesce(sum(r.change) filter (where r.type not in ('spend', 'agency_spend')), 0)::bigint as recorded,
             coalesce(sum(r.change) filter (where r.type = 'tiyan_expire'), 0)::bigint as over,
             coalesce((select balance from ledger_account l
                        where l.owner = a.user_num and l.kind = 'traffic' and l.unit = 'BYTE'), 0) as ledger
        from traffic_account a left join traffic_record_list r on r.user_num = a.user_num group by a.user_num`,
  );
  return rows.flatMap(({ user, granted, recorded, over, ledger, spent }) => [
    ...same(`traffic of account ${user}`, (told.get(user) ?? 0) + over, granted),
    ...(recorded === granted ? [] : [`account ${user} was given ${granted}, its records say ${recorded}`]),
    ...(ledger === granted - spent ? [] : [`account ${user} has ${granted - spent} left, the ledger says ${ledger}`]),
  ]);
};

/** Money: what providers took, what staff wrote down and paid out, by payment and in all. */
const moneyProblems = async (month: Month): Promise<string[]> => {
  const { tills, journal } = month;
  const balances = await rowsOf(
    month,
    sql<{ kind: string; balance: number }>`
      select kind, sum(balance)::bigint as balance from ledger_account where unit = 'CNY_MILLI' group by kind`,
  );
  const stands = (kind: string): number => balances.find((each) => each.kind === kind)?.balance ?? 0;
  const payments = await rowsOf(
    month,
    sql<{ instance: string; reference: string; amount: number }>`select instance, reference, amount from payments`,
  );
  const orders = tills.flatMap(({ instance, gateway }) =>
    [...gateway.books.orders.values()].flatMap(({ tradeNo, paidFen }) => {
      const booked = payments.filter((each) => each.instance === instance && each.reference === tradeNo);
      const sum = booked.reduce((all, { amount }) => all + amount, 0);
      return booked.length > 1 || sum !== paidFen * 10 ? [`${tradeNo}: paid ${paidFen * 10}, booked ${sum}`] : [];
    }),
  );
  return [
    ...orders,
    ...tills.flatMap(({ instance, gateway }) =>
      same(`takings of ${instance}`, gateway.books.takings() * 10, -stands(`clearing:${instance}`)),
    ),
    ...same('receipts', journal.receipts, -stands('manual')),
    ...same('paid out', journal.paidOut, stands('withdraw_paid')),
    ...same('withdrawals that wait', 0, stands('withdraw_pending')),
    ...same('wallets’ shares of orders', 0, stands('wallet_hold')),
  ];
};

const NOTHING: DayTold = { checkins: 0, draws: 0, drawTraffic: 0, prizes: 0, prizeTraffic: 0 };

/** Closed days against what happened on each of them, and their sums against everything else. */
const statisticsProblems = async (month: Month, days: number, orders: PaidOrders): Promise<string[]> => {
  const { journal, tills } = month;
  const { stastic_list: list } = await month.staff('/api/admin/users/basic_stastic', { num: days });
  const closed = (list as TestData[]).filter((each) => each.closed);
  const sum = (name: string): number => closed.reduce((all, day) => all + day[name], 0);
  const income = tills.reduce((all, { gateway }) => all + gateway.books.takings() * 10, 0) + journal.receipts;
  const [use] = await rowsOf(
    month,
    sql<{ permanent: number; quota: number }>`
      select (select coalesce(sum(spent), 0)::bigint from traffic_account) as permanent,
             (select coalesce(sum(exempt), 0)::bigint from traffic_record_list) as quota`,
  );
  const payNum = orders.reduce((all, { paid }) => all + paid.length, 0);
  return [
    ...closed.flatMap((day) => {
      const told = journal.days.get(day.day) ?? NOTHING;
      return [
        ...same(`check-ins of ${day.day}`, told.checkins, day.signUseNum),
        ...same(`draws of ${day.day}`, told.draws, day.lotterySpendNum),
        ...same(`cost of draws of ${day.day}`, told.drawTraffic, day.lotterySpendTraffic),
        ...same(`prizes of ${day.day}`, told.prizes, day.lotteryRewardNum),
        ...same(`traffic of prizes of ${day.day}`, told.prizeTraffic, day.lotteryRewardTraffic),
      ];
    }),
    ...same(
      'days with something that are closed',
      journal.days.size,
      closed.filter(({ day }) => journal.days.has(day)).length,
    ),
    ...same(
      'income of all days',
      income,
      closed.reduce((all, day) => all + milliOf(day.income), 0),
    ),
    ...same('paid orders of all days', payNum, sum('payNum')),
    ...same('permanent use of all days', use!.permanent, sum('normalTraffic')),
    ...same('use of quotas of all days', use!.quota, sum('dayTrafficUse')),
  ];
};

/** Types of records of which there is none. */
const typeProblems = async (month: Month): Promise<string[]> => {
  const rows = await rowsOf(month, sql<{ type: string }>`select distinct type from traffic_record_list`);
  return TrafficType.options
    .filter((type) => !rows.some((row) => row.type === type))
    .map((type) => `nothing has left a record of type ${type}`);
};

const ledgerProblems = async (month: Month): Promise<string[]> =>
  (await rowsOf(month, sql<{ problem: string; detail: string }>`select problem, detail from ledger_health`)).map(
    ({ problem, detail }) => `${problem}: ${detail}`,
  );

/** Where statistics, records, ledger, providers' books and nodes do not agree, a sentence each. */
export const auditMonth = async (month: Month, days: number): Promise<string[]> => {
  const orders = await paidOrders(month);
  return [
    ...(await nodeProblems(month)),
    ...(await chargeProblems(month)),
    ...(await givenProblems(month, orders)),
    ...(await moneyProblems(month)),
    ...(await statisticsProblems(month, days, orders)),
    ...(await typeProblems(month)),
    ...(await ledgerProblems(month)),
  ];
};
