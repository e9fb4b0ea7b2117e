import { codes } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { balanceOf } from '@skyport/db/ledger';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../testing.ts';
import { editTexts } from './texts.ts';

const app = await createTestApp();
const { deps } = app;
afterAll(() => app.close());
const admin = await app.account({ type: 'admin', steppedUp: true });
const user = await app.account();

const update = (form: object) => app.call('/api/admin/users/update_user', { _id: user.userId, ...form }, admin);
const give = (form: object, shown: object) => update({ ...form, shown, reason: '补偿' });
const ledger = (kind: 'wallet' | 'traffic') =>
  balanceOf(deps.db, { owner: user.num, kind, unit: kind === 'wallet' ? 'CNY_MILLI' : 'BYTE' });

test('an amount that was edited after a lost answer is not added to what the first one added', async () => {
  const change = deps.ids.next();
  const shown = { wallet_money: 0, traffic: 0 };
  expect((await give({ wallet_money: 10, change }, shown)).code).toBe(0);
  for (const edit of [{ wallet_money: 12 }, { wallet_money: 10, traffic: GIB }, { wallet_money: 10, reason: '活动' }])
    expect(await update({ reason: '补偿', ...edit, change, shown })).toMatchObject({
      code: codes.conflict.code,
      msg: editTexts.adjustedOtherwise,
    });
  expect([await ledger('wallet'), await ledger('traffic')]).toEqual([10_000, 0]);
  // A refused adjustment has added nothing: with another amount the same form is saved.
  const next = deps.ids.next();
  const tooLow = { code: codes.conflict.code, msg: editTexts.walletTooLow };
  expect(await give({ wallet_money: 5, change: next }, { wallet_money: 20 })).toMatchObject(tooLow);
  expect((await give({ wallet_money: 9, change: next }, { wallet_money: 10 })).code).toBe(0);
  expect(await ledger('wallet')).toBe(9000);
});
