import { orderFlagCalls as calls, type OrderFlag, type TakeBackPreview } from '@skyport/contract/order-flags';
import { paymentsCalls } from '@skyport/contract/payments';
import { GIB } from '@skyport/contract/units';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { fakeServer, refusal, type FakeServer } from '../testing/fake-server.ts';
import { sampleOrder } from '../testing/samples.ts';
import { showPage } from '../testing/show-page.tsx';
import { flagTexts as texts } from './flag-texts.ts';
import type { StaffOrder } from './rules.ts';
import StaffOrderWindow from './staff-order.tsx';
// Loaded on first use by the window; a test does not wait for the disk.
import '../ui/window-frame.tsx';
import '../ui/schema-form/form-frame.tsx';

const ID = (n: number): string => `01970000-0000-7000-8062-00000000000${n}`;
const AT = '2026-11-21T06:00:00.000Z';
const open: OrderFlag = {
  _id: ID(1),
  reason: 'refund',
  state: 'open',
  opened_by: '',
  note: '',
  opened_at: AT,
  closed_by: '',
  closed_at: null,
  closed_why: '',
  events: [{ platform: '易支付', reason: 'refund', reference: 'R-1', amount: 30, currency: 'CNY', said_at: AT }],
  taken: null,
};
const order: StaffOrder = {
  ...sampleOrder,
  _id: ID(9),
  desc: '会员月卡',
  status: 'paied',
  user_id: ID(8),
  email: 'lin@example.com',
  is_agency_user: false,
  owes: 0,
  off_sale: false,
  flags: [open],
  asked_fees: [],
  can_flag: false,
};
const preview: TakeBackPreview = {
  traffic: { given: 100 * GIB, left: 60 * GIB },
  pending: GIB,
  vip_hours: { given: 48, left: 0 },
  permissions: [{ name: '流媒体', given: 720, left: 540.5 }],
  rebate: { given: 6, left: 6, email: 'wang@example.com' },
  credited: { given: 0, left: 0 },
  wallet_spend: 10,
};

const serve = (shown: Partial<StaffOrder> = {}): FakeServer =>
  fakeServer()
    .answer(paymentsCalls.getOrderForTrade, () => ({ ...order, ...shown }))
    .answer(calls.takeBackPreview, () => preview);
const show = (): void => showPage(<StaffOrderWindow orderId={ID(9)} onClose={() => undefined} />);

test('a flagged order says who told of what; a take-back shows what is taken and what stays, and asks why', async () => {
  const fake = serve().answer(calls.takeBack, () => refusal('conflict', null, '余额正在变动，请重试'));
  show();
  expect((await screen.findByText(texts.title('退款'))).closest('[role]')?.textContent).toContain('退款 30.00 元');
  await userEvent.click(screen.getByRole('button', { name: texts.takeBack }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.takeBackTitle('会员月卡') }));
  const parts = await dialog.findByLabelText(texts.parts.label);
  expect(parts.textContent).toContain('收回 60.00 G共 100.00 G，保留已用的 40.00 G');
  expect(parts.textContent).toContain(texts.parts.none);
  expect(parts.textContent).toContain('返利（wang@example.com）');
  expect(dialog.getByText(texts.parts.wallet('10.00'))).toBeDefined();
  expect(parts.textContent).toContain('收回 22.5 天共 30 天，保留已用的 7.5 天');
  expect(dialog.getByText(texts.parts.pending('1.00 G'))).toBeDefined();
  await userEvent.type(dialog.getByRole('textbox'), '已退款');
  await userEvent.click(dialog.getByRole('button', { name: texts.takeBack }));
  expect(await screen.findByText('收回失败:余额正在变动，请重试')).toBeDefined();
  expect(fake.inputsOf(calls.takeBack)).toEqual([{ flag_id: ID(1), reason: '已退款' }]);
});

test('a flag is dismissed with a reason', async () => {
  const fake = serve().answer(calls.dismissFlag, () => ({}));
  show();
  await userEvent.click(await screen.findByRole('button', { name: texts.dismiss }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.dismissTitle('会员月卡') }));
  await userEvent.type(dialog.getByRole('textbox'), '误报');
  await userEvent.click(dialog.getByRole('button', { name: /保存|确认/ }));
  expect(await screen.findByText('标记已解除')).toBeDefined();
  expect(fake.inputsOf(calls.dismissFlag)).toEqual([{ flag_id: ID(1), reason: '误报' }]);
});

test('an order that money came for is flagged by hand, and one that is ended says how', async () => {
  const taken = { traffic: 60 * GIB, vip_hours: 12, permissions: ['流媒体'], rebate: 6, credited: 0 };
  const ended = { state: 'taken_back', closed_by: 'admin@example.com', closed_at: AT, closed_why: '已退款' } as const;
  const fake = serve({ flags: [{ ...open, ...ended, taken }], can_flag: true }).answer(calls.flagOrder, () => ({
    _id: ID(2),
  }));
  show();
  const history = await screen.findByLabelText(texts.history);
  expect(history.textContent).toContain('已收回，admin@example.com');
  expect(history.textContent).toContain('收回不限时流量 60.00 G、会员时间 12 小时、权限“流媒体”、返利 6.00 元');
  await userEvent.click(screen.getByRole('button', { name: texts.open }));
  const dialog = within(await screen.findByRole('dialog', { name: texts.openTitle('会员月卡') }));
  await userEvent.selectOptions(dialog.getByLabelText(/类型/), 'dispute');
  await userEvent.type(dialog.getByRole('textbox'), '银行来函');
  await userEvent.click(dialog.getByRole('button', { name: /保存|确认/ }));
  expect(await screen.findByText('标记成功')).toBeDefined();
  expect(fake.inputsOf(calls.flagOrder)).toEqual([{ order_id: ID(9), reason: 'dispute', note: '银行来函' }]);
});
