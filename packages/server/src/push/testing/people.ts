import { bytes, GIB } from '@skyport/contract/units';
import { inTransaction } from '@skyport/db';
import { grantTraffic } from '../../traffic/index.ts';
import type { AccountTraits, TestApp, TestSession } from '../../testing-app.ts';

/** Gives an account permanent traffic in G, as a purchase would. */
export const giveTraffic = ({ deps }: Pick<TestApp, 'deps'>, user: TestSession, gigabytes: number): Promise<boolean> =>
  inTransaction(deps.db, (trx) =>
    grantTraffic(trx, {
      userNum: user.num,
      amount: bytes(gigabytes * GIB),
      recordType: 'buy',
      key: `test-gift:${deps.ids.next()}`,
      ref: user.userId,
      actor: 'test',
      at: deps.clock.now(),
      day: '2026-11-21',
      description: '测试',
    }),
  );

/** An account that has so many G of permanent traffic. */
export const holder = async (app: TestApp, gigabytes: number, traits: AccountTraits = {}): Promise<TestSession> => {
  const user = await app.account(traits);
  await giveTraffic(app, user, gigabytes);
  return user;
};
