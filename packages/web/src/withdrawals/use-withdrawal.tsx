import type { CallError } from '@skyport/contract/client';
import { codes } from '@skyport/contract/codes';
import { type AddressType, type Wallet, walletCalls as calls } from '@skyport/contract/withdrawals';
import type { ReactNode } from 'react';
import { useChange } from '../api/index.ts';
import { saysWhatToDo } from '../api/own-words.ts';
import { useConfirm } from '../ui/confirm.tsx';
import { Facts } from '../ui/facts.tsx';
import { showToast, toast } from '../ui/toasts.ts';
import { walletYuan } from '../ui/wallet-yuan.ts';
import { rateText, usdtText } from './format.ts';
import { walletTexts as texts } from './texts.ts';

const asks = texts.confirm;

/** Refusals that say themselves why: what cannot be withdrawn, and what is to be done. */
const saysWhy = (problem: CallError): boolean => problem.code === codes.withdrawalRefused.code || saysWhatToDo(problem);

const tooLittle = ({ min_charge_money }: Wallet): string =>
  `${texts.tooLittle} ${texts.amount(String(min_charge_money))}`;

/** What is wrong before anybody is asked; undefined when nothing is known to be. */
const problemOf = (wallet: Wallet): string | undefined => {
  if (wallet.address === '') return texts.noAddress;
  if (wallet.withdrawing > 0) return texts.isOpen;
  return wallet.withdrawable < wallet.min_charge_money ? tooLittle(wallet) : undefined;
};

/** What is paid out, and where: what a customer has to look at once more. */
const Confirmed = ({ wallet }: { readonly wallet: Wallet }): ReactNode => (
  <div className="sp-stack">
    <div>{asks.check}</div>
    <Facts
      label={asks.title}
      facts={[
        [asks.amount, walletYuan(wallet.withdrawable)],
        [asks.usdt, usdtText(wallet.usdt)],
        [asks.rate, rateText(wallet.exchange_rate)],
        [asks.network, wallet.addressType],
        [asks.address, <b key="address">{wallet.address}</b>],
      ]}
    />
  </div>
);

/** Asks for all that can be withdrawn, after a question that shows where it goes. */
export const useWithdrawal = (wallet: Wallet): { start: () => void; busy: boolean; windows: ReactNode } => {
  const { ask, dialog } = useConfirm();
  const change = useChange(calls.makeCharge, {
    done: texts.asked,
    failed: (problem) => toast(saysWhy(problem) ? problem.msg : tooLittle(wallet)),
    invalidates: [calls.myWallet, calls.chargeList],
  });
  const start = (): void => {
    const problem = problemOf(wallet);
    if (problem !== undefined) return showToast(toast(problem), 'error');
    const { withdrawable: money, usdt, address } = wallet;
    const shown = { money, usdt, address, addressType: wallet.addressType as AddressType };
    ask({
      title: asks.title,
      text: <Confirmed wallet={wallet} />,
      confirm: asks.run,
      harmless: true,
      run: () => change.run({ shown }),
    });
  };
  return { start, busy: change.busy, windows: dialog };
};
