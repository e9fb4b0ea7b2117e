import type { TestApp } from '@skyport/server/testing-app';
import { sql } from 'kysely';

/** How often walks came by each kind of step that they have to come by: walks that meet nothing prove nothing. */
export const visitsOf = async ({ deps }: TestApp): Promise<Readonly<Record<string, number>>> => {
  const { rows } = await sql<Record<string, number>>`
    select (select count(*) from payments where outcome = 'paid') as paid,
           (select count(*) from payments where reason = 'short') as short,
           (select count(*) from payments where reason = 'late') as late,
           (select count(*) from payments where reason = 'double') as double,
           (select count(*) from payments where source = 'receipt') as receipt,
           (select count(*) from payments where joined_at is not null) as joined,
           (select count(*) from payments where surplus > 0) as surplus,
           (select count(*) from trades where mode = 'balance') as by_wallet,
           (select count(*) from trades where status = 'closed') as closed,
           (select count(*) from trades where reward > 0) as rebated,
           (select count(*) from withdrawals where status = 'paid') as paid_out,
           (select count(*) from withdrawals where status = 'returned') as returned,
           (select count(*) from ledger_tx where kind = 'wallet_mark') as marked,
           (select count(*) from orders where hold_no > 1) as held_anew,
           (select count(*) from orders where rebate_spend > 0) as rebates_spent,
           (select count(*) from orders where status = 'paied' and discount > 0) as discounted,
           (select count(*) from payments where outcome = 'unclaimed' and reason = 'unknown') as strays,
           (select count(*) from payments where reason = 'currency') as foreign_money,
           (select count(*) from payments where outcome = 'paid' and resolved_by is not null) as given_to_orders,
           (select count(*) from payments where credited_to is not null) as given_to_wallets,
           (select count(*) from payments where outcome in ('returned', 'explained')) as written_off,
           (select count(*) from transfers where state = 'received') as transfers_received,
           (select count(*) from ledger_tx where kind = 'push_return' and actor <> 'push.return') as transfers_taken_back,
           (select count(*) from ledger_tx where kind = 'push_return' and actor = 'push.return') as transfers_due,
           (select count(*) from prize_draws where traffic = 0 and coupon_id is null) as draws_of_nothing,
           (select count(*) from prize_draws where traffic > 0 and vip_days > 0) as draws_of_traffic,
           (select count(*) from coupon_uses u join coupons c on c.id = u.coupon_id
             where c.owner_id is not null) as drawn_coupons_used,
           (select count(*) from ledger_tx where kind = 'agency_allocate') as agency_gifts,
           (select count(*) from order_flags where state = 'dismissed') as flags_dismissed,
           (select count(*) from order_take_backs where traffic > 0) as traffic_taken_back,
           (select count(*) from order_take_backs where rebate > 0) as rebates_taken_back,
           (select count(*) from order_take_backs where credited > 0) as credits_taken_back`.execute(deps.db);
  return rows[0]!;
};
