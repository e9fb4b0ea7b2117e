import { inTransaction } from '@skyport/db';
import { defaultSettings, type Settings } from '@skyport/contract/settings-table';
import { bytes } from '@skyport/contract/units';
import type { TestApp } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { billInto } from '../billing.ts';
import { grantTraffic, inBillingTurn, type BillingOutcome, type ReportedUse, type UseBatch } from '../index.ts';

/** The business day of a scene. */
export const DAY = '2026-11-21';
const NODE = '0199a000-0000-7000-8000-000000000001';

/** An own line, one that costs half as much again, and a public one. */
const lines = new Map([
  [1, { scalePpm: 1_000_000, isPublic: false }],
  [2, { scalePpm: 1_500_000, isPublic: false }],
  [3, { scalePpm: 1_000_000, isPublic: true }],
]);

/** A product with customers whose use is billed. */
export interface BillingScene {
  readonly app: TestApp;
  /** Makes a customer with this much permanent traffic, in bytes, and an account changed so; gives their number. */
  readonly user: (granted?: number, account?: object) => Promise<number>;
  readonly grant: (userNum: number, amount: number) => Promise<boolean>;
  /** A report of the one node, on lines 1 to 3; see `lines`. */
  readonly batchOf: (rows: readonly ReportedUse[], settings?: Partial<Settings>, day?: string) => UseBatch;
  /** Bills such a report. */
  readonly bill: (rows: readonly ReportedUse[], settings?: Partial<Settings>, day?: string) => Promise<BillingOutcome>;
  /** Records of use by day, as they are written down or, together with begun ones, as they are listed. */
  recordsOf(table: 'traffic_records' | 'traffic_record_list', userNum: number): Promise<object[]>;
}

/** Starts the product on a database of its own. */
export const createBillingScene = async (): Promise<BillingScene> => {
  const app = await createTestApp();
  const { db, ids } = app.deps;
  const grant: BillingScene['grant'] = (userNum, amount) =>
    inTransaction(db, (trx) =>
      grantTraffic(trx, {
        userNum,
        amount: bytes(amount),
        recordType: 'coupon',
        key: `grant:${ids.next()}`,
        ref: 'test',
        actor: 'test',
        at: app.clock.now(),
        day: DAY,
        description: '',
      }),
    );
  const batchOf: BillingScene['batchOf'] = (rows, settings = {}, day = DAY) => ({
    nodeId: NODE,
    rows,
    lines,
    day,
    at: app.clock.now(),
    now: app.clock.now(),
    today: DAY,
    settings: { ...defaultSettings, ...settings },
  });
  return {
    app,
    grant,
    batchOf,
    user: async (granted = 0, account = {}) => {
      const { num } = await app.account();
      if (granted > 0) await grant(num, granted);
      if (Object.keys(account).length > 0)
        await db.updateTable('traffic_account').set(account).where('user_num', '=', num).execute();
      return num;
    },
    bill: (...report) => inBillingTurn(app.deps, ({ repository }) => billInto(repository, batchOf(...report))),
    recordsOf: (table, num) =>
      db
        .selectFrom(table)
        .select(['day', 'type', 'change', 'exempt'])
        .where('user_num', '=', num)
        .where('type', 'in', ['spend', 'agency_spend'])
        .orderBy('day')
        .orderBy('type')
        .execute(),
  };
};
