import { inTransaction } from '@skyport/db';
import { post } from '@skyport/db/ledger';
import type { TestApp, TestSession } from '../../testing-app.ts';

/** Addresses that are right: of the examples of EIP-55, and of TRON. */
export const EVM = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
export const TRON = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t';

/** Puts 1,000 yuan, or another sum in milli-yuan, into one of the accounts of a wallet. */
export const giveMoney = (
  { deps, clock }: Pick<TestApp, 'deps' | 'clock'>,
  user: TestSession,
  kind: 'wallet' | 'wallet_rebate',
  amount = 1_000_000,
): Promise<unknown> =>
  inTransaction(deps.db, (trx) =>
    post(trx, {
      key: `give:${deps.ids.next()}`,
      kind: 'adjust',
      ref: user.userId,
      actor: 'test',
      at: clock.now(),
      entries: [
        { account: { owner: null, kind: 'adjust' }, unit: 'CNY_MILLI', amount: -amount },
        { account: { owner: user.num, kind }, unit: 'CNY_MILLI', amount },
      ],
    }),
  );
