import '../ui/input-styles.ts';
import { NativeSelect } from '@mantine/core';
import { type Charge, chargeCalls as calls } from '@skyport/contract/charges';
import { type WithdrawalState, withdrawalStates } from '@skyport/contract/withdrawal-states';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'react-router';
import { useCall } from '../api/index.ts';
import { useListExport } from '../list-page/use-list-export.ts';
import { ListPage } from '../list-page/list-page.tsx';
import { useServerSearch } from '../list-page/use-server-search.tsx';
import type { RowAction } from '../ui/data-table/row-actions.tsx';
import { chargeColumns as columns } from './charge-columns.tsx';
import { MessageWindow, ReturnWindow, SettleWindow } from './charge-windows.tsx';
import { StaffWalletWindow } from './staff-wallet.tsx';
import { chargeTexts as texts, walletTexts } from './texts.ts';

const choices = [
  { value: '', label: texts.anyState },
  ...withdrawalStates.map((value) => ({ value, label: walletTexts.states[value] })),
];

const stateOf = (value: string): WithdrawalState | undefined => withdrawalStates.find((state) => state === value);

/** What is done about one withdrawal, and with which window. */
type Doing = { readonly what: 'settle' | 'return' | 'message'; readonly charge: Charge };

/** /admin_charge: withdrawals, and what staff do about them; `?wallet=` opens the wallet of an account. */
export default function ChargesPage(): ReactNode {
  const [params] = useSearchParams();
  const [state, setState] = useState('');
  const [doing, setDoing] = useState<Doing>();
  const [wallet, setWallet] = useState(params.get('wallet') ?? undefined);
  const status = stateOf(state);
  const { filterStr, field } = useServerSearch(texts.filter);
  const filter = { filterStr, ...(status && { status }) };
  const read = useCall(calls.adminChargeList, filter);
  const exports = useListExport(calls.exportCharges, filter);
  const of = (what: Doing['what']): Charge | undefined => (doing?.what === what ? doing.charge : undefined);
  const close = (): void => setDoing(undefined);
  const actionsOf = (charge: Charge): readonly RowAction[] => {
    const message: RowAction = { label: texts.message, run: () => setDoing({ what: 'message', charge }) };
    if (charge.status !== 'request') return [message];
    return [
      { label: texts.settle, first: true, main: true, run: () => setDoing({ what: 'settle', charge }) },
      { label: texts.detail, run: () => setWallet(charge.uid) },
      message,
      { label: texts.give, danger: true, run: () => setDoing({ what: 'return', charge }) },
    ];
  };
  return (
    <ListPage
      texts={texts}
      read={read}
      columns={columns}
      exports={exports}
      rowName={(row) => row.email}
      filters={
        <>
          {field}
          <NativeSelect
            aria-label={texts.state}
            data={choices}
            value={state}
            onChange={(event) => setState(event.currentTarget.value)}
          />
        </>
      }
      rowActions={actionsOf}
    >
      <SettleWindow charge={of('settle')} onClose={close} />
      <ReturnWindow charge={of('return')} onClose={close} />
      <MessageWindow charge={of('message')} onClose={close} />
      <StaffWalletWindow uid={wallet} onClose={() => setWallet(undefined)} />
    </ListPage>
  );
}
