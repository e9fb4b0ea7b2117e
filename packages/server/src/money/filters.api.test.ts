import { codes } from '@skyport/contract/codes';
import { inTransaction } from '@skyport/db';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { settleStored } from '../orders/inbox.ts';
import { listClaims, storeNotified } from '../orders/index.ts';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

/* Money of two instances and two currencies, as staff look through it. */

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin' });

beforeAll(async () => {
  serveBy(app, { alipay: createHmacProvider('first'), wxpay: createHmacProvider('second') });
  for (const [instance, currency] of [
    ['first', 'CNY'],
    ['second', 'CNY'],
    ['second', 'USDT'],
  ] as const) {
    const money = { merchant: 'm', tradeNumber: '', amount: 7000, currency, reference: `${instance} ${currency}` };
    const stored = await inTransaction(deps.db, (trx) =>
      storeNotified(trx, deps, { instance, claim: money, mustAsk: false }),
    );
    if ('id' in stored) await settleStored(deps, stored.id);
  }
});

const references = async (path: string, payload: object, who: TestSession = admin): Promise<string[]> => {
  const { data } = await app.call(`/api/admin/money/${path}`, payload, who);
  return data.map(({ reference }: TestData) => reference).toSorted();
};

test.each(['claim_list', 'unclaimed_list'])(
  '%s shows the money of one instance, of one currency, or both',
  async (path) => {
    expect(await references(path, {})).toEqual(['first CNY', 'second CNY', 'second USDT']);
    expect(await references(path, { instance: 'second' })).toEqual(['second CNY', 'second USDT']);
    expect(await references(path, { currency: 'CNY' })).toEqual(['first CNY', 'second CNY']);
    expect(await references(path, { instance: 'second', currency: 'USDT' })).toEqual(['second USDT']);
    expect(await references(path, { instance: 'nobody' })).toEqual([]);
    const wrong = await app.call(`/api/admin/money/${path}`, { currency: 'EUR' }, admin);
    expect(wrong.code).toBe(codes.invalidPayload.code);
  },
);

test.each(['claim_list', 'unclaimed_list'])(
  '%s is searched by a part of a number, however that is written',
  async (path) => {
    expect(await references(path, { filterStr: 'SECOND' })).toEqual(['second CNY', 'second USDT']);
    expect(await references(path, { filterStr: 'd-usd' })).toEqual(['second USDT']);
    expect(await references(path, { filterStr: '%' })).toEqual([]);
  },
);

test('a claim that waits for staff is listed, however many were settled since', async () => {
  const claim = { merchant: 'm', tradeNumber: '', amount: 7000, currency: 'CNY', reference: 'long ago' } as const;
  await inTransaction(deps.db, (trx) => storeNotified(trx, deps, { instance: 'first', claim, mustAsk: true }));
  await deps.db
    .updateTable('claims')
    .set({ received_at: new Date(0) })
    .where('reference', '=', claim.reference)
    .execute();
  const listed = await listClaims(deps.db, { instance: '', filterStr: '' }, 2);
  expect(listed).toHaveLength(2);
  expect(listed.map(({ reference }) => reference)[1]).toBe(claim.reference);
  expect(await references('claim_list', { state: 'settled' })).not.toContain(claim.reference);
});
