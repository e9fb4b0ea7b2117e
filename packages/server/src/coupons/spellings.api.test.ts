import { codes, type CodeName } from '@skyport/contract/codes';
import { GIB } from '@skyport/contract/units';
import { afterAll, expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import type { TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';

/*
 * Codes in other spellings than they were made in.
 */

const app = await createTestApp();
const { deps, clock } = app;
afterAll(() => app.close());

const staff = await app.account({ type: 'yunying' });
const refused = (name: CodeName) => ({ code: codes[name].code });

const form = (more: object = {}) => ({
  name: '新人礼',
  type: 'freeUse',
  code: `C${deps.ids.code(8)}`,
  traffic: GIB,
  NumberOfAuthorizations: 100,
  expireTime: new Date(clock.now().getTime() + DAY_MS).toISOString(),
  ...more,
});
const save = (body: object, by: TestSession) => app.call('/api/yunying/coupon/update_coupon', body, by);
const makeCoupon = async (more: object = {}): Promise<{ _id: string; code: string }> =>
  (await save(form(more), staff)).data;
const redeem = (code: string, user: TestSession) => app.call('/api/coupon/redeem_coupon', { code }, user);

/** A code in full-width characters. */
const wide = (code: string): string =>
  code.replaceAll(/[!-~]/g, (sign) => String.fromCodePoint(sign.codePointAt(0)! + 0xfee0));

test('five tries in small letters, full width or with invisible characters do not lock the right code out', async () => {
  const user = await app.account();
  const { code } = await makeCoupon({ useNumPerUser: 9 });
  const small = code.toLowerCase();
  const spellings = [
    small,
    wide(code),
    `\u200B${small}\u2060`,
    `${code.slice(0, 3)}\u200D${code.slice(3)}`,
    `\uFEFF${code}`,
  ];
  for (const spelling of spellings) expect(await redeem(spelling, user)).toMatchObject({ code: 0 });
  expect(await redeem(code, user)).toMatchObject({ code: 0 });
});

test('a code that another coupon has in another case is taken, for new coupons and for edits', async () => {
  const [one, two] = [await makeCoupon({ code: 'SPRING2026' }), await makeCoupon()];
  const taken = { ...refused('conflict'), msg: '优惠码已存在' };
  expect(await save(form({ code: 'Spring2026' }), staff)).toMatchObject(taken);
  expect(await save({ ...two, code: 'spring2026' }, staff)).toMatchObject(taken);
  // Its own coupon may be spelled otherwise, and is shown as it was made.
  expect(await save({ ...one, code: 'Spring2026' }, staff)).toMatchObject({ code: 0, data: { code: 'Spring2026' } });
});

test('old codes that differ in case alone work by their exact spelling, are told to staff, and take no third one', async () => {
  const made = [await makeCoupon(), await makeCoupon()];
  for (const [n, code] of ['OLDCODE9', 'oldcode9'].entries())
    await deps.db.updateTable('coupons').set({ code, code_exact: true }).where('id', '=', made[n]!._id).execute();
  const user = await app.account();
  // No spelling of a code that is there counts as a wrong code.
  for (let n = 0; n < 6; n++) expect(await redeem('OldCode9', user)).toMatchObject(refused('couponMissing'));
  for (const code of ['oldcode9', ' OLDCODE9 ']) expect(await redeem(code, user)).toMatchObject({ code: 0 });
  const list: { code: string; exactCode: boolean }[] = (await app.call('/api/yunying/coupon/coupon_list', {}, staff))
    .data;
  expect(
    list
      .filter(({ exactCode }) => exactCode)
      .map(({ code }) => code)
      .toSorted(),
  ).toEqual(['OLDCODE9', 'oldcode9']);
  expect(await save(form({ code: 'OldCODE9' }), staff)).toMatchObject(refused('conflict'));
  const renamed = await save({ ...made[0], code: 'OTHERCODE9' }, staff);
  expect(renamed.data).toMatchObject({ code: 'OTHERCODE9', exactCode: false });
});
