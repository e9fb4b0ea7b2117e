import type { LedgerLine, SystemAccountKind } from '@skyport/db/ledger-rules';

/** A ledger line of milli-yuan. */
export const accountLine = (account: LedgerLine['account'], amount: number): LedgerLine => ({
  account,
  unit: 'CNY_MILLI',
  amount,
});

/** The same of one of the system's own accounts. */
export const systemLine = (kind: SystemAccountKind, amount: number): LedgerLine =>
  accountLine({ owner: null, kind }, amount);
