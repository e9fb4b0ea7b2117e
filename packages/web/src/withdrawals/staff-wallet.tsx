import { Button } from '@mantine/core';
import { auditCalls } from '@skyport/contract/audit';
import { chargeCalls as calls, type StaffWallet } from '@skyport/contract/charges';
import { usersCalls } from '@skyport/contract/users';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { z } from 'zod';
import { useCall, useChange } from '../api/index.ts';
import { newChange } from '../device/random.ts';
import { userAddress } from '../list-page/user-address.ts';
import { type Fact, Facts } from '../ui/facts.tsx';
import { shopTime } from '../ui/shop-time.ts';
import { Loaded } from '../ui/loaded.tsx';
import { FormWindow } from '../ui/schema-form/form-window.tsx';
import { Window } from '../ui/window.tsx';
import { walletYuan } from '../ui/wallet-yuan.ts';
import { chargeTexts, walletTexts } from './texts.ts';

const texts = chargeTexts.wallet;
const schema = calls.markWithdrawable.input;

const factsOf = (wallet: StaffWallet): readonly Fact[] => [
  [texts.money, walletYuan(wallet.money)],
  [walletTexts.withdrawable, walletYuan(wallet.withdrawable)],
  [walletTexts.other, walletYuan(wallet.other)],
  [walletTexts.waiting, walletYuan(wallet.waiting)],
  wallet.flagged > 0 ? [walletTexts.flagged, walletYuan(wallet.flagged), 'warn'] : [walletTexts.flagged, walletYuan(0)],
  [walletTexts.withdrawing, walletYuan(wallet.withdrawing)],
  [texts.type, wallet.addressType || texts.none],
  [texts.address, wallet.address || texts.none],
  [texts.changed, shopTime(wallet.address_changed) || texts.none],
];

/** Makes other money of a wallet withdrawable. */
const MarkWindow = ({ wallet }: { readonly wallet: StaffWallet }): ReactNode => {
  const [form, setForm] = useState<z.input<typeof schema>>();
  const change = useChange(calls.markWithdrawable, {
    done: texts.marked,
    failed: { prefix: texts.markFailed },
    invalidates: [calls.adminWallet, usersCalls.balances, auditCalls.list],
    staleByConflict: true,
  });
  const open = (): void => setForm({ uid: wallet.uid, money: wallet.other, reason: '', change: newChange() });
  return (
    <>
      <Button variant="default" disabled={wallet.other === 0} onClick={open}>
        {texts.mark}
      </Button>
      <FormWindow
        title={texts.markTitle}
        schema={schema}
        fields={[{ name: 'money' }, { name: 'reason', wide: true }]}
        value={form}
        onSave={(values, onRefused) => change.run(values, onRefused)}
        onClose={() => setForm(undefined)}
      />
    </>
  );
};

const Found = ({ uid }: { readonly uid: string }): ReactNode => {
  const read = useCall(calls.adminWallet, { uid });
  return (
    <Loaded of={read} height={320}>
      {(wallet) => (
        <div className="sp-stack">
          <b>{wallet.email}</b>
          <Facts label={texts.facts} facts={factsOf(wallet)} />
          <div className="sp-row sp-foot">
            <MarkWindow wallet={wallet} />
            <Button component={Link} to={userAddress(wallet.uid)} variant="default">
              {chargeTexts.user}
            </Button>
          </div>
        </div>
      )}
    </Loaded>
  );
};

interface StaffWalletWindowProps {
  /** Of the account whose wallet is shown; undefined keeps the window closed. */
  readonly uid: string | undefined;
  readonly onClose: () => void;
}

/** The wallet of an account, as staff see it. */
export const StaffWalletWindow = ({ uid, onClose }: StaffWalletWindowProps): ReactNode => (
  <Window opened={uid !== undefined} onClose={onClose} title={texts.facts}>
    {uid !== undefined && <Found uid={uid} />}
  </Window>
);
