import type { LedgerEntry } from '@skyport/db/ledger-rules';

/** Money of a wallet by where it came from, in milli-yuan: rebates alone can be withdrawn. */
export interface WalletSplit {
  readonly other: number;
  readonly rebate: number;
}

/** What a wallet has in all. */
export const sumOf = ({ other, rebate }: WalletSplit): number => other + rebate;

/** How an amount is taken from a wallet: rebates last. The wallet has that much. */
export const takenFrom = ({ other }: WalletSplit, amount: number): WalletSplit => {
  const fromOther = Math.min(other, amount);
  return { other: fromOther, rebate: amount - fromOther };
};

/** Ledger entries that put money into a wallet, each part where it belongs. */
export const intoWallet = (owner: number, { other, rebate }: WalletSplit): LedgerEntry[] => [
  { account: { owner, kind: 'wallet' }, unit: 'CNY_MILLI', amount: other },
  { account: { owner, kind: 'wallet_rebate' }, unit: 'CNY_MILLI', amount: rebate },
];

/** Ledger entries that take it out. */
export const outOfWallet = (owner: number, { other, rebate }: WalletSplit): LedgerEntry[] =>
  intoWallet(owner, { other: -other, rebate: -rebate });
