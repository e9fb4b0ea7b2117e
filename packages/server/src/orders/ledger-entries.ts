import type { LedgerEntry, SystemAccountKind } from '@skyport/db/ledger-rules';

/** A ledger entry of milli-yuan. */
export const accountEntry = (account: LedgerEntry['account'], amount: number): LedgerEntry => ({
  account,
  unit: 'CNY_MILLI',
  amount,
});

/** The same of one of the system's own accounts. */
export const systemEntry = (kind: SystemAccountKind, amount: number): LedgerEntry =>
  accountEntry({ owner: null, kind }, amount);
