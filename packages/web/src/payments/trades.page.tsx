import '../ui/input-styles.ts';
import { NativeSelect } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { MOST_TRADES, paymentsCalls as calls, type StaffTrade, TRADES_SHOWN } from '@skyport/contract/payments';
import { type ReactNode, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useCall } from '../api/index.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { NewestField } from '../list-page/newest-field.tsx';
import { FLAGGED_QUERY, moneyAddress, ORDER_QUERY } from '../list-page/order-address.ts';
import { useListExport } from '../list-page/use-list-export.ts';
import { useFind } from '../list-page/use-find.ts';
import { PAUSE_MS } from '../list-page/search-text.ts';
import { SearchField } from '../ui/search-field.tsx';
import { type TypedFilter, tradeFilter, tradeInput } from './rules.ts';
import StaffOrderWindow from './staff-order.tsx';
import { texts } from './texts.ts';
import { tradeColumns as columns } from './trade-columns.tsx';

/**
 * /admin_tradeList: the newest trades, found by e-mail or number (also by `?find=` in the address); `?flagged=` shows
 * those of flagged orders, and `?order=` opens the window of one order.
 */
export default function TradesPage(): ReactNode {
  const find = useFind();
  const [params] = useSearchParams();
  const order = params.get(ORDER_QUERY) ?? undefined;
  const flagged = params.has(FLAGGED_QUERY);
  return <Trades key={`${find} ${order} ${flagged}`} find={find} order={order} flagged={flagged} />;
}

interface TradesProps {
  readonly find: string;
  readonly order: string | undefined;
  readonly flagged: boolean;
}

const Trades = ({ find, order, flagged }: TradesProps): ReactNode => {
  const [typed, setTyped] = useState<TypedFilter>({ number: String(TRADES_SHOWN), text: find, flagged });
  const [debounced] = useDebouncedValue(typed, PAUSE_MS);
  const read = useCall(calls.tradeList, tradeInput(debounced, calls.tradeList));
  const exports = useListExport(calls.exportList, tradeFilter(debounced));
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

const flagChoices = [
  { value: '', label: texts.anyFlag },
  { value: FLAGGED_QUERY, label: texts.flagged },
];

interface FiltersProps {
  readonly typed: TypedFilter;
  readonly onType: (part: Partial<TypedFilter>) => void;
}

const Filters = ({ typed, onType }: FiltersProps): ReactNode => (
  <>
    <SearchField label={texts.filter} value={typed.text} onType={(text) => onType({ text })} />
    <NativeSelect
      size="sm"
      aria-label={texts.flags}
      data={flagChoices}
      value={typed.flagged ? FLAGGED_QUERY : ''}
      onChange={(event) => onType({ flagged: event.currentTarget.value !== '' })}
    />
    <NewestField
      texts={{ newest: texts.newest, unit: texts.trades, label: texts.number }}
      most={MOST_TRADES}
      value={typed.number}
      isWrong={!calls.tradeList.input.safeParse({ requestNumber: Number(typed.number) }).success}
      onType={(number) => onType({ number })}
    />
  </>
);
