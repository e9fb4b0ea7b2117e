import { useDebouncedValue } from '@mantine/hooks';
import { MOST_TRADES, paymentsCalls as calls, type StaffTrade, TRADES_SHOWN } from '@skyport/contract/payments';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NewestField } from '../list-page/newest-field.tsx';
import { moneyAddress, ORDER_QUERY } from '../list-page/order-address.ts';
import { useListExport } from '../list-page/use-list-export.ts';
import { useFind } from '../list-page/use-find.ts';
import { PAUSE_MS, searchText } from '../list-page/search-text.ts';
import { SearchField } from '../ui/search-field.tsx';
import { type TypedFilter, tradeInput } from './rules.ts';
import StaffOrderWindow from './staff-order.tsx';
import { texts } from './texts.ts';
import { tradeColumns as columns } from './trade-columns.tsx';

/**
 * /admin_tradeList: the newest trades, found by e-mail or number (also by `?find=` in the address); `?order=` opens the
 * window of one order.
 */
export default function TradesPage(): ReactNode {
  const find = useFind();
  const order = useSearchParams()[0].get(ORDER_QUERY) ?? undefined;
  return <Trades key={`${find} ${order}`} find={find} order={order} />;
}

const Trades = ({ find, order }: { readonly find: string; readonly order: string | undefined }): ReactNode => {
  const [typed, setTyped] = useState<TypedFilter>({ number: String(TRADES_SHOWN), text: find });
  const [debounced] = useDebouncedValue(typed, PAUSE_MS);
  const read = useCall(calls.tradeList, tradeInput(debounced, calls.tradeList));
  const exports = useListExport(calls.exportList, { filterStr: searchText(debounced.text) });
  const [shown, setShown] = useState(order);
  const navigate = useNavigate();
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      exports={exports}
      rowName={(row) => row.tradeno}
      filters={<Filters typed={typed} onType={(part) => setTyped({ ...typed, ...part })} />}
      rowActions={(row: StaffTrade) => [
        { label: texts.details, first: true, opens: true, run: () => setShown(row.order_id) },
        { label: texts.toMoney, run: () => void navigate(moneyAddress(row.tradeno)) },
      ]}
    >
      <StaffOrderWindow orderId={shown} onClose={() => setShown(undefined)} />
    </ListPage>
  );
};

interface FiltersProps {
  readonly typed: TypedFilter;
  readonly onType: (part: Partial<TypedFilter>) => void;
}

const Filters = ({ typed, onType }: FiltersProps): ReactNode => (
  <>
    <SearchField label={texts.filter} value={typed.text} onType={(text) => onType({ text })} />
    <NewestField
      texts={{ newest: texts.newest, unit: texts.trades, label: texts.number }}
      most={MOST_TRADES}
      value={typed.number}
      isWrong={!calls.tradeList.input.safeParse({ requestNumber: Number(typed.number) }).success}
      onType={(number) => onType({ number })}
    />
  </>
);
