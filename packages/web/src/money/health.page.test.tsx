import { type PayHealth, payHealthCalls as calls } from '@skyport/contract/pay-health';
import { payInstanceCalls } from '@skyport/contract/pay-instances';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { payInstance } from '../settings/pay-instances/testing.ts';
import { fakeServer as anyServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { rowOf } from '../testing/user-actions.ts';
import { healthTexts as texts } from './health-texts.ts';
import MoneyPage from './money.page.tsx';
import { texts as money } from './texts.ts';

const none = { unreachable: 0, timeout: 0, refused: 0, invalid: 0, other: 0 };
const row: PayHealth = {
  _id: '2026-11-21 epay',
  platform: '易支付',
  day: '2026-11-21',
  begun: 12,
  paid: 5,
  failed: { ...none, unreachable: 3, refused: 1 },
  unpaid: 1,
  open: 2,
  median_seconds: 95,
  failing: true,
};
const fresh: PayHealth = {
  ...row,
  _id: '2026-11-21 wx',
  platform: '微信支付',
  begun: 2,
  paid: 0,
  failed: none,
  unpaid: 0,
  median_seconds: null,
  failing: false,
};

/** A server that knows the operator's instances, which the page offers to choose from. */
const fakeServer = (): FakeServer => anyServer().answer(payInstanceCalls.instances, () => [payInstance]);
const show = (): void => showPage(<MoneyPage />, '/admin_money?tab=health');

test('how payments went stands there: share, time, failures by their reasons, and who keeps failing', async () => {
  fakeServer().answer(calls.payHealth, () => [row, fresh]);
  show();
  const text = (await rowOf('易支付')).textContent;
  for (const said of ['50%（5/10）', '1 分 35 秒', '4（无法连接 3、通道拒绝 1）', texts.failing])
    expect(text).toContain(said);
  const quiet = (await rowOf('微信支付')).textContent;
  expect(quiet).toContain(texts.works);
  expect(quiet).not.toContain('%');
});

test('they are asked for by instance and by days', async () => {
  const fake = fakeServer().answer(calls.payHealth, () => []);
  show();
  await waitFor(() => expect(fake.inputsOf(calls.payHealth).at(-1)).toEqual({ instance: '', days: 7 }));
  await screen.findByRole('option', { name: payInstance.label });
  await userEvent.selectOptions(screen.getByLabelText(money.instance), payInstance.label);
  await userEvent.selectOptions(screen.getByLabelText(texts.days), texts.lastDays(31));
  await waitFor(() => expect(fake.inputsOf(calls.payHealth).at(-1)).toEqual({ instance: payInstance.name, days: 31 }));
});

test('a list that cannot be had says so', async () => {
  fakeServer().answer(calls.payHealth, () => refusal('fault'));
  show();
  expect(await screen.findByRole('button', { name: '重试' })).toBeDefined();
});
