import {
  chargeChainNames,
  type ChargeColumn,
  chargeMarks,
  chargeState,
  chargeTitles as titles,
} from '@skyport/contract/charge-columns';
import type { Charge } from '@skyport/contract/charges';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { userAddress } from '../list-page/user-address.ts';
import type { Column } from '../ui/data-table/column.ts';
import { yuan } from '../ui/format.ts';
import { shopTime } from '../ui/shop-time.ts';
import { rateText, usdtText } from './format.ts';
import { walletTexts } from './texts.ts';

const State = ({ row }: { readonly row: Charge }): ReactNode => (
  <span className="sp-row">
    <span className="sp-pill" data-tone={row.status === 'request' ? 'accent' : 'plain'}>
      {walletTexts.states[row.status]}
    </span>
    {chargeMarks(row).map((mark) => (
      <span key={mark} className="sp-pill" data-tone="bad">
        {mark}
      </span>
    ))}
  </span>
);

/** Columns of staff's list of withdrawals. */
export const chargeColumns: readonly (Column<Charge> & { readonly id: ChargeColumn })[] = [
  {
    id: 'email',
    title: titles.email,
    value: (row) => row.email,
    cell: (row) => <Link to={userAddress(row.uid)}>{row.email}</Link>,
    heading: true,
  },
  {
    id: 'money',
    title: titles.money,
    value: (row) => row.money,
    cell: (row) => walletTexts.amount(yuan(row.money)),
    numeric: true,
    card: true,
  },
  {
    id: 'usdt',
    title: titles.usdt,
    value: (row) => row.usdt,
    cell: (row) => usdtText(row.usdt),
    numeric: true,
    card: true,
    below: 'money',
  },
  { id: 'state', title: titles.state, value: chargeState, cell: (row) => <State row={row} />, card: true },
  {
    id: 'time',
    title: titles.time,
    value: (row) => row.requestTime,
    cell: (row) => shopTime(row.requestTime),
    card: true,
    below: 'state',
  },
  { id: 'network', title: titles.network, value: (row) => row.addressType, below: 'money' },
  { id: 'address', title: titles.address, value: (row) => row.address, hidden: true },
  { id: 'msg', title: titles.msg, value: (row) => row.msg, below: 'email' },
  { id: 'rate', title: titles.rate, value: (row) => rateText(row.exchange_rate), searchable: false, hidden: true },
  { id: 'paid', title: titles.paid, value: (row) => row.paidTime, cell: (row) => shopTime(row.paidTime), hidden: true },
  { id: 'txid', title: titles.txid, value: (row) => row.txid, hidden: true },
  { id: 'chain', title: titles.chain, value: (row) => chargeChainNames[row.chain], hidden: true },
];
