import { giftText } from '@skyport/contract/gift-text';
import { tradeModeNames } from '@skyport/contract/orders';
import { type StaffTrade, TradeFilter } from '@skyport/contract/payments';
import {
  soldName,
  stateText,
  type TradeColumn,
  tradeColumnTitles as titles,
  tradeDeviceNames,
  tradeStated,
} from '@skyport/contract/trades-columns';
import type { ExportColumn, ExportedList } from '../platform/list-export.ts';
import { presentTrade } from './present.ts';
import { countTrades, listTradesBehind } from './trade-list-store.ts';

type ListedTrade = StaffTrade & { readonly id: string };

const inYuan = (title: string): string => `${title}（元）`;

/** The columns of the list of trades; money in yuan, so that it can be summed up. */
const columns: Readonly<Record<TradeColumn, ExportColumn<ListedTrade>>> = {
  email: { title: titles.email, cell: (row) => row.username },
  desc: { title: titles.desc, cell: soldName },
  status: { title: titles.status, cell: (row) => stateText(tradeStated(row)) },
  amount: { title: inYuan(titles.amount), cell: (row) => row.request_pay_amound },
  fee: { title: inYuan(titles.fee), cell: (row) => row.fee },
  received: { title: inYuan(titles.received), cell: (row) => row.received },
  reward: { title: inYuan(titles.reward), cell: (row) => row.rewardMoney },
  mode: { title: titles.mode, cell: (row) => tradeModeNames[row.pay_mode] },
  platform: { title: titles.platform, cell: (row) => row.third_pay_platform },
  channel: { title: titles.channel, cell: (row) => row.fromChannel },
  device: { title: titles.device, cell: (row) => tradeDeviceNames[row.device] },
  gift: { title: titles.gift, cell: giftText },
  time: { title: titles.time, cell: (row) => new Date(row.create_time) },
  tradeno: { title: titles.tradeno, cell: (row) => row.tradeno },
  order: { title: titles.order, cell: (row) => row.order_id },
};

/** All trades as a file, however many the list shows. */
export const tradeExport: ExportedList<TradeFilter, ListedTrade> = {
  name: '交易',
  filter: TradeFilter,
  columns,
  count: ({ db }, filter) => countTrades(db, filter),
  read: async (deps, { filter, after, limit }) => {
    const rows = await listTradesBehind(deps.db, filter, { after, limit });
    return rows.map((row) => ({ ...presentTrade(row, deps), id: row.id }));
  },
};
