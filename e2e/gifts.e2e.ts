import { GIB } from '@skyport/contract/units';
import { texts as adminTexts } from '@skyport/web/prizes/admin-texts';
import { texts as prizeTexts } from '@skyport/web/prizes/texts';
import { texts as pushTexts } from '@skyport/web/push/texts';
import { payTexts } from '@skyport/web/shop/pay/pay-texts';
import { cardTexts } from '@skyport/web/shop/card-texts';
import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import { becomeAdmin, signUp, type TestAccount } from '../testkit/accounts.ts';
import { appScreens } from '../testkit/browser.ts';
import { setUpJourney } from '../testkit/journey.ts';
import { passStepUp } from '../testkit/log-in.ts';
import { actsAt, listedOn } from '../testkit/page-acts.ts';

/*
 * Traffic that a customer gives to another by a code, and a draw of the lottery whose coupon is used in the shop, on a
 * phone and at a desk.
 */

const journey = setUpJourney({ panel: { env: { TEST_PAYMENTS: '1' } } });
let boss: TestAccount;
let page: Page;

const DAY_MS = 86_400_000;

beforeAll(async () => {
  boss = await becomeAdmin(journey.panel);
  await boss.actor.shop.updateCombo({ name: '大流量', price: 30, traffic: 100 * GIB });
  await boss.actor.coupons.update({
    name: '体验',
    type: 'freeUse',
    code: 'GIFT50',
    traffic: 50 * GIB,
    useNumPerUser: 1,
    NumberOfAuthorizations: 100,
    expireTime: new Date(Date.now() + DAY_MS).toISOString(),
  });
});

const { press, fill, dialog, gone, said, heading, scrollsSideways } = actsAt(() => page);

/** A customer with 50 G. */
const customer = async (name: string): Promise<TestAccount> => {
  const made = await signUp(journey.panel, `${name}@example.com`);
  await made.actor.coupons.redeem({ code: 'GIFT50' });
  return made;
};

test.each(appScreens)(
  'traffic is given by a code, received by somebody else, and taken back (%s)',
  async (name, screen) => {
    const [giver, receiver] = [await customer(`giver-${name}`), await customer(`receiver-${name}`)];
    page = await journey.enter(screen, giver, '/push');
    await heading(pushTexts.title).or(page.getByText(pushTexts.nothing)).first().waitFor();
    await press(pushTexts.add);
    const form = dialog(pushTexts.add);
    await form
      .getByLabel(/转赠流量/)
      .first()
      .fill('30');
    await form.getByText('24.00 G').waitFor();
    expect(await scrollsSideways()).toBe(false);
    await press('确认', form);
    const made = dialog(pushTexts.made.title);
    await made.waitFor();
    const { code } = (await giver.actor.push.list({})).pushList[0]!;
    await made.getByText(code).waitFor();
    await press(pushTexts.made.close, made);
    await gone(pushTexts.made.title);
    await listedOn(page, screen, code).getByText(pushTexts.states.created).waitFor();

    page = await journey.enter(screen, receiver, '/push');
    await press(pushTexts.receive);
    await fill(pushTexts.take.label, code.toLowerCase(), dialog(pushTexts.take.title));
    await press(pushTexts.take.submit, dialog(pushTexts.take.title));
    await said(pushTexts.take.done('24.00 G'));
    expect((await receiver.actor.push.list({})).available).toBe(74 * GIB);
    expect((await giver.actor.push.list({})).pushList).toMatchObject([{ state: 'received' }]);

    // Somebody who has changed their mind.
    const own = await receiver.actor.push.create({ pushNumber: 20 });
    await page.reload();
    const row = listedOn(page, screen, own.code);
    await row.getByRole('button', { name: pushTexts.back.open }).click();
    await press(pushTexts.back.open, dialog(pushTexts.back.title('20 G')));
    await said(pushTexts.back.done.text);
    await listedOn(page, screen, own.code).getByText(pushTexts.states.returned).waitFor();
  },
);

test.each(appScreens)('a prize is made, drawn, and its coupon is used in the shop (%s)', async (name, screen) => {
  for (const { _id: id } of await boss.actor.prizes.adminList({})) await boss.actor.prizes.delete({ id });
  page = await journey.enter(screen, boss, '/admin_prize');
  await press(adminTexts.add);
  const form = dialog(adminTexts.addTitle);
  await form.getByLabel('名称').fill('八折券');
  await form.getByRole('switch', { name: '赠送折扣券' }).click();
  await form
    .getByLabel(/^折扣(?!券)/)
    .first()
    .fill('0.8');
  await press('确认', form);
  await passStepUp(page, boss.password);
  await said(adminTexts.saved.text);
  await listedOn(page, screen, '八折券').waitFor();
  expect(await scrollsSideways()).toBe(false);

  const winner = await customer(`winner-${name}`);
  page = await journey.enter(screen, winner, '/prize');
  await page.getByRole('img', { name: prizeTexts.wheel('八折券') }).waitFor();
  expect(await scrollsSideways()).toBe(false);
  await page.getByRole('button', { name: prizeTexts.drawFor('1.00 G') }).press('Enter');
  const result = dialog(prizeTexts.result.title);
  await result.getByText(prizeTexts.result.won('八折券')).waitFor();
  const [drawn] = await winner.actor.prizes.draws({});
  await result.getByText(drawn!.coupon!.code).waitFor();
  await press(prizeTexts.result.close, result);
  await listedOn(page, screen, drawn!.coupon!.code).first().waitFor();
  expect((await winner.actor.push.list({})).available).toBe(59 * GIB);

  await page.goto('/#/shop');
  await press(cardTexts.buy, page.getByRole('article', { name: cardTexts.traffic('100 G') }));
  const order = dialog(payTexts.title);
  await press(payTexts.couponEntry.open, order);
  await order.getByRole('group', { name: payTexts.couponEntry.own }).getByRole('button').click();
  await order.getByText('−6.00 元').waitFor();
});
