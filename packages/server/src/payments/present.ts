import { shownTradeState } from '@skyport/contract/order-states';
import type { StaffTrade } from '@skyport/contract/payments';
import { yuanOf } from '@skyport/contract/units';
import { shownGift, tradeNumberOf } from '../orders/index.ts';
import type { Deps } from '../platform/deps.ts';
import type { TradeListRow } from './trade-list-store.ts';

/** A trade as staff see it. */
export const presentTrade = (row: TradeListRow, { payments }: Pick<Deps, 'payments'>): StaffTrade => {
  return {
    _id: row.id,
    username: row.email,
    user_id: row.user_id,
    desc: row.name,
    tradeno: tradeNumberOf(row.id),
    fromChannel: row.channel_code,
    request_pay_amound: yuanOf(row.amount),
    fee: yuanOf(row.fee),
    received: yuanOf(row.received ?? 0),
    rewardMoney: yuanOf(row.reward),
    pay_mode: row.mode,
    device: row.device,
    third_pay_platform: payments.labelOf(row.instance),
    status: shownTradeState(row.status, row.order_status),
    order_status: row.order_status,
    state: row.status,
    unclaimed: yuanOf(row.unclaimed),
    flag: row.flag ?? '',
    create_time: row.created_at.toISOString(),
    ...shownGift(row),
    order_id: row.order_id,
    off_sale: row.off_sale,
  };
};
