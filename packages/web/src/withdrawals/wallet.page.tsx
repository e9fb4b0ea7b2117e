import { walletCalls as calls } from '@skyport/contract/withdrawals';
import type { ReactNode } from 'react';
import { useCall } from '../api/index.ts';
import { Loaded } from '../ui/loaded.tsx';
import { BalanceSection } from './balance-section.tsx';
import { Charges, Rewards, Spends } from './ledger.tsx';
import { PayoutSection } from './payout-section.tsx';
import { walletTexts as texts } from './texts.ts';

/** /wallet: what the account has, where it is paid out, and what became of its money. */
export default function WalletPage(): ReactNode {
  const read = useCall(calls.myWallet, {});
  return (
    <div className="sp-stack">
      <h1 className="sp-h1">{texts.title}</h1>
      <Loaded of={read} height={260} alone>
        {(wallet) => (
          <>
            <BalanceSection wallet={wallet} />
            <PayoutSection wallet={wallet} />
          </>
        )}
      </Loaded>
      <Charges />
      <Rewards />
      <Spends />
    </div>
  );
}
