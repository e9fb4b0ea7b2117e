import { type PayInstance, payInstanceCalls as calls } from '@skyport/contract/pay-instances';
import { payKindNames, payKinds } from '@skyport/contract/pay-kinds';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, onTestFinished, test, vi } from 'vitest';
import { type FakeServer, fakeServer } from '../../testing/fake-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import { PayInstancesTab } from './index.ts';
import { texts as schemaFormTexts } from '../../ui/schema-form/texts.ts';
import { choicesFor, feeText, schemaOf } from './rules.ts';
import { payInstance } from './testing.ts';
import { payInstanceTexts as texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import '../../ui/window-frame.tsx';
import '../../ui/schema-form/form-frame.tsx';

const open = (rows: readonly PayInstance[] = [payInstance]): FakeServer => {
  const server = fakeServer()
    .answer(calls.instances, () => [...rows])
    .answer(calls.makeInstance, () => payInstance)
    .answer(calls.updateInstance, () => payInstance)
    .answer(calls.switchInstance, () => payInstance)
    .answer(calls.testInstance, () => ({ problem: '网关拒绝：签名错误' }));
  showPage(<PayInstancesTab />, '/admin_config');
  return server;
};
const press = async (name: string): Promise<void> => userEvent.click(await screen.findByRole('button', { name }));
const dialog = async () => within(await screen.findByRole('dialog'));

test('without one, the page says what to do', async () => {
  open([]);
  expect(await screen.findByText(texts.none)).toBeDefined();
});

test('scrolls to the result of a test', async () => {
  const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockReturnValue(Promise.resolve() as never);
  onTestFinished(() => scroll.mockRestore());
  open();
  await press(texts.test);
  const result = await screen.findByText('网关拒绝：签名错误');
  expect(scroll.mock.contexts).toContain(result.closest('[role="status"]'));
});

test('one menu offers every kind, and what is chosen opens its form', async () => {
  const server = open([]);
  await press(texts.add);
  const kinds = screen.getAllByRole('menuitem').map(({ textContent }) => textContent);
  expect(kinds).toEqual(payKindNames.map((kind) => payKinds[kind].label));
  await userEvent.click(screen.getByRole('menuitem', { name: payKinds.epay_v2.label }));
  const form = within(await screen.findByRole('dialog', { name: texts.addTitle(payKinds.epay_v2.label) }));
  expect(await form.findByRole('textbox', { name: /商户私钥/ })).toBeDefined();
  expect(screen.queryByRole('menu')).toBeNull();
  expect(server.inputsOf(calls.makeInstance)).toEqual([]);
});

test('one is shown with its fee, what it is used for, and the address for its gateway', async () => {
  open();
  const card = within(await screen.findByRole('region', { name: payInstance.label }));
  expect(card.getByText(/用于支付宝、手机支付宝/)).toBeDefined();
  expect(card.getByText('1.5% + 0.1 元')).toBeDefined();
  expect(card.getByText(`通知地址 ${payInstance.notify_url}`)).toBeDefined();
  expect(card.getByRole('button', { name: texts.remove })).toHaveProperty('disabled', true);
});

test('a test says in words what is wrong', async () => {
  open();
  await press(texts.test);
  expect(await screen.findByText('网关拒绝：签名错误')).toBeDefined();
});

test('switching off asks, and says that a way to pay goes with it', async () => {
  const server = open();
  await press(texts.switchOff);
  const window = await dialog();
  expect(window.getByText(new RegExp(texts.offChosen))).toBeDefined();
  expect(server.inputsOf(calls.switchInstance)).toEqual([]);
  await userEvent.click(window.getByRole('button', { name: texts.switchOff }));
  await waitFor(() => expect(server.inputsOf(calls.switchInstance)).toHaveLength(1));
  expect(server.inputsOf(calls.switchInstance)[0]).toMatchObject({ _id: payInstance._id, version: 3, on: false });
});

test('the form of a kind has its fields alone; a secret is written and never shown', async () => {
  const server = open();
  await press(texts.edit);
  const window = await dialog();
  expect(window.queryByLabelText('商户私钥')).toBeNull();
  expect(window.getByText(texts.secretKept)).toBeDefined();
  fireEvent.change(window.getByLabelText('商户号'), { target: { value: '2002' } });
  await userEvent.click(window.getByRole('button', { name: schemaFormTexts.confirm }));
  await waitFor(() => expect(server.inputsOf(calls.updateInstance)).toHaveLength(1));
  expect(server.inputsOf(calls.updateInstance)[0]).toMatchObject({ version: 3, pid: '2002', key: '' });
});

test('a form knows no fields of other kinds, and what is off is offered as that', () => {
  expect(Object.keys(schemaOf('epay_v2').shape)).toEqual(expect.arrayContaining(['privateKey', 'platformKey']));
  expect(Object.keys(schemaOf('epay_v2').shape)).not.toContain('key');
  expect(feeText({ fee_percent: 0, fee_fixed: 0 })).toBe(texts.free);
  expect(choicesFor([{ ...payInstance, on: false }], 'wxpay').map(({ label }) => label)).toEqual([
    texts.closed,
    texts.offChoice(payInstance.label),
  ]);
});
