import { giftText } from '@skyport/contract/gift-text';
import { tradeModeNames } from '@skyport/contract/orders';
import type { StaffTrade } from '@skyport/contract/payments';
import {
  soldName,
  stateText,
  type TradeColumn,
  tradeColumnTitles as titles,
  tradeDeviceNames,
  tradeStated,
} from '@skyport/contract/trades-columns';
import { Link } from 'react-router';
import { userAddress } from '../list-page/user-address.ts';
import { StatePill } from '../orders/index.ts';
import type { Column } from '../ui/data-table/column.ts';
import { yuan } from '../ui/format.ts';
import { shopTime } from '../ui/shop-time.ts';
import { texts } from './texts.ts';

const money = (amount: number): string => texts.yuan(yuan(amount));

/** The columns of the list of trades. */
export const tradeColumns: readonly (Column<StaffTrade> & { readonly id: TradeColumn })[] = [
  {
    id: 'email',
    title: titles.email,
    value: (row) => row.username,
    cell: (row) => <Link to={userAddress(row.user_id)}>{row.username}</Link>,
    heading: true,
  },
  { id: 'desc', title: titles.desc, value: soldName, card: true, below: 'email' },
  {
    id: 'amount',
    title: titles.amount,
    value: (row) => row.request_pay_amound,
    cell: (row) => money(row.request_pay_amound),
    numeric: true,
    card: true,
  },
  {
    id: 'status',
    title: titles.status,
    value: (row) => stateText(tradeStated(row)),
    cell: (row) => <StatePill {...tradeStated(row)} />,
    card: true,
  },
  {
    id: 'fee',
    title: titles.fee,
    value: (row) => row.fee,
    cell: (row) => money(row.fee),
    numeric: true,
    hidden: true,
  },
  {
    id: 'received',
    title: titles.received,
    value: (row) => row.received,
    cell: (row) => money(row.received),
    numeric: true,
    hidden: true,
  },
  {
    id: 'reward',
    title: titles.reward,
    value: (row) => row.rewardMoney,
    cell: (row) => money(row.rewardMoney),
    numeric: true,
  },
  { id: 'mode', title: titles.mode, value: (row) => tradeModeNames[row.pay_mode], card: true, below: 'amount' },
  { id: 'platform', title: titles.platform, value: (row) => row.third_pay_platform, hidden: true },
  { id: 'channel', title: titles.channel, value: (row) => row.fromChannel, hidden: true },
  { id: 'device', title: titles.device, value: (row) => tradeDeviceNames[row.device], hidden: true },
  { id: 'gift', title: titles.gift, value: giftText, hidden: true },
  {
    id: 'time',
    title: titles.time,
    value: (row) => row.create_time,
    cell: (row) => shopTime(row.create_time),
    below: 'status',
  },
  { id: 'tradeno', title: titles.tradeno, value: (row) => row.tradeno, hidden: true },
  { id: 'order', title: titles.order, value: (row) => row.order_id, hidden: true },
];
