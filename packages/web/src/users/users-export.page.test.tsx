import { encodeEnvelope } from '@skyport/contract/envelope';
import { codes } from '@skyport/contract/codes';
import { exportPath } from '@skyport/contract/list-export';
import { usersCalls as calls } from '@skyport/contract/users';
import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { dayTexts } from '../list-page/day-texts.ts';
import { exportTexts } from '../list-page/export-texts.ts';
import { fakeServer, refusal } from '../testing/fake-server.ts';
import { showPage } from '../testing/show-page.tsx';
import { commonTexts } from '../ui/common-texts.ts';
import { texts as tableTexts } from '../ui/data-table/texts.ts';
import * as files from '../ui/save-file.ts';
import { sampleAccount as user } from './testing.ts';
import { texts } from './texts.ts';
import UsersPage from './users.page.tsx';

const ticket = { _id: user._id, ticket: 'TICKET', rows: 250, file: '用户-2026-11-21.csv' };
const saved = vi.spyOn(files, 'saveFile').mockReturnValue();
beforeEach(() => saved.mockClear());

/** A file in two parts; the second one comes, or breaks off, when that is said. */
const fileOf = () => {
  let control: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({ start: (given) => void (control = given) });
  const send = (text: string) => control.enqueue(new TextEncoder().encode(text));
  return {
    response: new Response(body, { headers: { 'content-type': 'text/csv; charset=utf-8' } }),
    send,
    end: () => control.close(),
    breakOff: () => control.error(new TypeError('terminated')),
  };
};

const open = async () => {
  const file = fileOf();
  const fake = fakeServer()
    .answer(calls.userlist, () => ({ users: [user], total: 250 }))
    .answer(calls.exportList, () => ticket)
    .answerPlain(exportPath(ticket.ticket), () => file.response);
  showPage(<UsersPage />);
  return { file, fake, button: await screen.findByRole('button', { name: tableTexts.exportRows(250) }) };
};

test('the button says how many rows; all that match are saved, with the columns that are shown', async () => {
  const { file, fake, button } = await open();
  await userEvent.type(screen.getByLabelText(texts.search), 'lin');
  fireEvent.change(screen.getByLabelText(dayTexts.from(texts.registered)), { target: { value: '2026-11-01' } });
  await waitFor(() => expect(fake.inputsOf(calls.userlist).at(-1)).toMatchObject({ filterStr: 'lin' }));
  await userEvent.click(button);
  file.send('\uFEFF邮箱\r\na@example.com\r\n');
  expect(await screen.findByText(tableTexts.exporting(1, 250))).toBeDefined();
  // One at a time: a second click begins nothing.
  expect([button.hasAttribute('disabled'), button.dataset['loading']]).toEqual([true, 'true']);
  fireEvent.click(button);
  expect(saved).not.toHaveBeenCalled();
  file.send('b@example.com\r\n');
  file.end();
  await waitFor(() => expect(saved).toHaveBeenCalledOnce());
  const [name, parts] = saved.mock.calls[0]!;
  expect([name, await new Blob([...(parts as BlobPart[])]).text()]).toEqual([
    ticket.file,
    '\uFEFF邮箱\r\na@example.com\r\nb@example.com\r\n',
  ]);
  expect(await screen.findByText(exportTexts.done(ticket.file))).toBeDefined();
  expect(button.hasAttribute('disabled')).toBe(false);
  const from = Date.parse('2026-11-01T00:00:00+08:00');
  expect(fake.inputsOf(calls.exportList)).toMatchObject([{ filterStr: 'lin', fromTimestamp: from }]);
  const { columns } = fake.inputsOf(calls.exportList)[0]!;
  expect(columns.slice(0, 3)).toEqual(['email', 'state', 'left']);
  expect(columns).not.toContain('firstUrl');
});

test('many accounts are said to be about so many, and the button says no number', async () => {
  fakeServer().answer(calls.userlist, () => ({ users: [user], total: 1_003_276, estimated: true }));
  showPage(<UsersPage />);
  expect(await screen.findByText('约 100 万条')).toBeDefined();
  expect(screen.getByText('1 / 约 10033')).toBeDefined();
  expect(screen.getByRole('button', { name: tableTexts.exportAll })).toBeDefined();
});

test('a file that breaks off is not saved: the page says so, and tries again', async () => {
  const { file, fake, button } = await open();
  await userEvent.click(button);
  file.send('\uFEFF邮箱\r\na@example.com\r\n');
  await screen.findByText(tableTexts.exporting(1, 250));
  file.breakOff();
  const alert = await screen.findByRole('alert');
  expect(alert.textContent).toContain(tableTexts.exportFailed(exportTexts.broken));
  expect(saved).not.toHaveBeenCalled();
  await userEvent.click(screen.getByRole('button', { name: commonTexts.retry }));
  await waitFor(() => expect(fake.inputsOf(calls.exportList)).toHaveLength(2));
});

test('a refusal says why, from the call and from the file', async () => {
  const busy = '您的另一个导出还没有结束，请等它完成后再试';
  const { fake, button } = await open();
  fake.answer(calls.exportList, () => refusal('conflict', null, busy));
  await userEvent.click(button);
  expect((await screen.findByRole('alert')).textContent).toContain(busy);
  fake.answer(calls.exportList, () => ticket);
  fake.answerPlain(exportPath(ticket.ticket), () => ({ data: encodeEnvelope({ ...codes.notFound, data: null }) }));
  await userEvent.click(button);
  await waitFor(() => expect(screen.getByRole('alert').textContent).toContain(codes.notFound.msg));
  expect(saved).not.toHaveBeenCalled();
});

test('an export that is stopped saves nothing and says nothing more', async () => {
  const { file, button } = await open();
  await userEvent.click(button);
  file.send('\uFEFF邮箱\r\n');
  await screen.findByRole('status');
  await userEvent.click(screen.getByRole('button', { name: commonTexts.cancel }));
  file.end();
  await waitFor(() => expect(screen.queryByRole('status')).toBeNull());
  expect(screen.queryByRole('alert')).toBeNull();
  expect(saved).not.toHaveBeenCalled();
});
