import {
  chargeChainNames,
  type ChargeColumn,
  chargeState,
  chargeTitles as titles,
} from '@skyport/contract/charge-columns';
import { type Charge, ChargeFilter } from '@skyport/contract/charges';
import type { ExportColumn, ExportedList } from '../platform/list-export.ts';
import { flaggedAmong } from './flags.ts';
import { presentCharge } from './present.ts';
import { countWithdrawals, listWithdrawalsBehind } from './store.ts';

type ListedCharge = Charge & { readonly id: string };

/** The columns of the list of withdrawals; amounts without their units, so that they can be summed up. */
const columns: Readonly<Record<ChargeColumn, ExportColumn<ListedCharge>>> = {
  email: { title: titles.email, cell: (row) => row.email },
  money: { title: `${titles.money}（元）`, cell: (row) => row.money },
  usdt: { title: `${titles.usdt}（USDT）`, cell: (row) => row.usdt },
  state: { title: titles.state, cell: chargeState },
  time: { title: titles.time, cell: (row) => new Date(row.requestTime) },
  network: { title: titles.network, cell: (row) => row.addressType },
  address: { title: titles.address, cell: (row) => row.address },
  msg: { title: titles.msg, cell: (row) => row.msg },
  rate: { title: titles.rate, cell: (row) => row.exchange_rate },
  paid: { title: titles.paid, cell: (row) => (row.paidTime === null ? '' : new Date(row.paidTime)) },
  txid: { title: titles.txid, cell: (row) => row.txid },
  chain: { title: titles.chain, cell: (row) => chargeChainNames[row.chain] },
};

/** All withdrawals as a file, however many the list shows. */
export const chargeExport: ExportedList<ChargeFilter, ListedCharge> = {
  name: '提现',
  filter: ChargeFilter,
  columns,
  count: ({ db }, filter) => countWithdrawals(db, filter),
  read: async ({ db }, { filter, after, limit }) => {
    const rows = await listWithdrawalsBehind(db, filter, { after, limit });
    const flagged = await flaggedAmong(db, rows);
    return rows.map((row) => ({ ...presentCharge(row, flagged), id: row.id }));
  },
};
