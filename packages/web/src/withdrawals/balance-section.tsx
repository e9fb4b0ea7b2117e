import type { Wallet } from '@skyport/contract/withdrawals';
import type { ReactNode } from 'react';
import { BusyButton } from '../ui/busy-button.tsx';
import { type Fact, Facts } from '../ui/facts.tsx';
import { dateTime } from '../ui/format.ts';
import { Section } from '../ui/section.tsx';
import { walletYuan } from '../ui/wallet-yuan.ts';
import { walletTexts as texts } from './texts.ts';
import { useWithdrawal } from './use-withdrawal.tsx';

/** A part of the balance, and why it cannot be withdrawn. */
const Part = ({ amount, why }: { readonly amount: number; readonly why: ReactNode }): ReactNode => (
  <>
    <div>{walletYuan(amount)}</div>
    <div className="sp-dim sp-small">{why}</div>
  </>
);

/** When it can be withdrawn; the time is read in one piece. */
const Waiting = ({ until, days }: { readonly until: string; readonly days: number }): ReactNode => (
  <>
    {texts.waits(days)} <span className="sp-unbroken">{until}</span>
  </>
);

const part = (label: string, amount: number, why: ReactNode): readonly Fact[] =>
  amount === 0 ? [] : [[label, <Part key={label} amount={amount} why={why} />]];

const factsOf = (wallet: Wallet): readonly Fact[] => {
  const { withdrawable, other, waiting, waiting_until, hold_days, flagged, withdrawing } = wallet;
  return [
    [texts.withdrawable, walletYuan(withdrawable)],
    ...part(texts.other, other, texts.otherHint),
    ...part(texts.waiting, waiting, <Waiting until={dateTime(waiting_until)} days={hold_days} />),
    ...part(texts.flagged, flagged, texts.flaggedHint),
    ...part(texts.withdrawing, withdrawing, texts.workingDay),
  ];
};

/** What the wallet has, what of it can be withdrawn, and the button that asks for it. */
export const BalanceSection = ({ wallet }: { readonly wallet: Wallet }): ReactNode => {
  const { start, busy, windows } = useWithdrawal(wallet);
  const isReady = wallet.address !== '' && wallet.address_rests_until === null;
  return (
    <Section title={texts.balance} hint={texts.least(String(wallet.min_charge_money))}>
      <div className="sp-row sp-between">
        <span className="sp-big">{walletYuan(wallet.money)}</span>
        <BusyButton {...(!isReady && { variant: 'default' })} onClick={start} busy={busy}>
          {texts.withdraw}
        </BusyButton>
      </div>
      <Facts label={texts.parts} facts={factsOf(wallet)} />
      {windows}
    </Section>
  );
};
