import type { Db } from '@skyport/db';
import { balanceOf } from '@skyport/db/ledger';
import type { WalletSplit } from './split.ts';

/** What the wallet of a user has now. Nothing is locked: a posting that takes more than there is is refused. */
export const readWallet = async (db: Db, userNum: number): Promise<WalletSplit> => ({
  other: await balanceOf(db, { owner: userNum, kind: 'wallet', unit: 'CNY_MILLI' }),
  rebate: await balanceOf(db, { owner: userNum, kind: 'wallet_rebate', unit: 'CNY_MILLI' }),
});
