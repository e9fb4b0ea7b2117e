import type { TestApp, TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { sumOf, usesOf, withdrawingOf, type Model } from './model.ts';

/** Everything that can be seen of a walk, in one shape for the model and for the database. */
export interface State {
  readonly orders: readonly object[];
  readonly trades: readonly object[];
  readonly wallets: readonly object[];
  readonly withdrawals: readonly object[];
  readonly transfers: readonly object[];
  readonly flags: readonly object[];
  readonly coupons: Readonly<Record<string, number>>;
}

const byId = (a: { readonly id: string }, b: { readonly id: string }): number => (a.id < b.id ? -1 : 1);

/** What the model says. */
export const stateOfModel = (model: Model): State => ({
  orders: model.orders.map((order) => ({
    id: order.id,
    state: order.state,
    code: order.code,
    discount: order.discount,
    share: sumOf(order.share),
    rebates: order.share.rebate,
    isFixed: order.isFixed,
    endsAt: order.endsAt,
  })),
  trades: model.orders
    .flatMap(({ trades }) => trades)
    .map(({ id, state, mode, amount, received, reward }) => ({ id, state, mode, amount, received, reward }))
    .toSorted(byId),
  wallets: model.people.map((person) => ({
    other: person.wallet.other,
    rebate: person.wallet.rebate,
    held: model.orders
      .filter(({ owner, state }) => owner === person && state === 'wallet_spend')
      .reduce((sum, { share }) => sum + sumOf(share), 0),
    withdrawing: withdrawingOf(model, person),
    payout: person.payout?.address ?? null,
    traffic: person.traffic,
    used: person.used,
    offered: model.transfers
      .filter(({ sender, state }) => sender === person && state === 'created')
      .reduce((sum, { amount }) => sum + amount, 0),
    vipUntil: person.vipUntil,
    draws: person.draws,
    isPaid: person.isPaid,
  })),
  withdrawals: model.withdrawals
    .map(({ id, amount, address, state }) => ({ id, amount, address, state }))
    .toSorted(byId),
  transfers: model.transfers.map(({ id, state, gives }) => ({ id, state, gives })).toSorted(byId),
  flags: model.flags.map(({ id, state }) => ({ id, state })).toSorted(byId),
  coupons: Object.fromEntries(model.coupons.map((coupon) => [coupon.id, usesOf(model, coupon)])),
});

/** What the database says of these people and coupons. */
export const stateOfDatabase = async (
  { deps }: TestApp,
  { sessions, couponIds }: { readonly sessions: readonly TestSession[]; readonly couponIds: readonly string[] },
): Promise<State> => {
  const nums = sessions.map(({ num }) => num);
  const { rows } = await sql<{ state: State }>`
    with mine as (select * from orders where user_num = any(${nums}::bigint[])),
    who as (select num, at from unnest(${nums}::bigint[]) with ordinality as w (num, at)),
    has as (select owner, kind, balance from ledger_account where owner = any(${nums}::bigint[]))
    select json_build_object(
      'orders', (select coalesce(json_agg(json_build_object(
          'id', id, 'state', status, 'code', coupon_code, 'discount', discount, 'share', wallet_spend,
          'rebates', rebate_spend, 'isFixed', fixed_at is not null,
          'endsAt', round(extract(epoch from expires_at) * 1000)) order by id), '[]') from mine),
      'trades', (select coalesce(json_agg(json_build_object(
          'id', t.id, 'state', t.status, 'mode', t.mode, 'amount', t.amount, 'received', coalesce(t.received, 0),
          'reward', t.reward) order by t.id), '[]') from trades t join mine on mine.id = t.order_id),
      'wallets', (select json_agg(json_build_object(
          'other', coalesce((select balance from has where owner = w.num and kind = 'wallet'), 0),
          'rebate', coalesce((select balance from has where owner = w.num and kind = 'wallet_rebate'), 0),
          'held', coalesce((select balance from has where owner = w.num and kind = 'wallet_hold'), 0),
          'withdrawing', coalesce((select balance from has where owner = w.num and kind = 'withdraw_pending'), 0),
          'payout', (select p.address from payout_addresses p join users u on u.id = p.user_id where u.num = w.num),
          'traffic', coalesce((select balance from has where owner = w.num and kind = 'traffic'), 0),
          'used', t.pending,
          'offered', coalesce((select balance from has where owner = w.num and kind = 'push_escrow'), 0),
          'vipUntil', coalesce(round(extract(epoch from t.vip_until) * 1000), 0),
          'draws', (select count(*) from prize_draws d where d.user_num = w.num),
          'isPaid', (select paid from users u where u.num = w.num)) order by w.at)
        from who w join traffic_account t on t.user_num = w.num),
      'withdrawals', (select coalesce(json_agg(json_build_object(
          'id', id, 'amount', amount, 'address', address, 'state', status) order by id), '[]')
        from withdrawals where user_num = any(${nums}::bigint[])),
      'transfers', (select coalesce(json_agg(json_build_object(
          'id', id, 'state', state, 'gives', gives) order by id), '[]')
        from transfers where sender_num = any(${nums}::bigint[])),
      'flags', (select coalesce(json_agg(json_build_object('id', f.id, 'state', f.state) order by f.id), '[]')
        from order_flags f join mine on mine.id = f.order_id),
      'coupons', (select coalesce(json_object_agg(id, used), '{}') from coupons
                   where id = any(${couponIds}::uuid[]))) as state`.execute(deps.db);
  return rows[0]!.state;
};

/** What the ledger and the orders hold against each other for these people. */
export const problemsOf = async ({ deps }: TestApp, sessions: readonly TestSession[]): Promise<string[]> => {
  const nums = sessions.map(({ num }) => num);
  const { rows } = await sql<{ problem: string; detail: string }>`
    select * from order_problems(${nums}::bigint[])
    union all select * from withdrawal_problems(${nums}::bigint[])`.execute(deps.db);
  return rows.map(({ problem, detail }) => `${problem}: ${detail}`);
};
