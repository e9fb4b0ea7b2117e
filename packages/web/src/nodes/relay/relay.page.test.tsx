import { entriesCalls } from '@skyport/contract/nodes-entries';
import { relayCalls as calls, relayTools } from '@skyport/contract/relay';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { fakeServer, refusal } from '../../testing/fake-server.ts';
import { showPage } from '../../testing/show-page.tsx';
import EntriesPage from '../entries.page.tsx';
import { idOf, sampleEntry } from '../testing.ts';
import { relayTexts as texts } from './texts.ts';
// Loaded on first use by the page; a test does not wait for the disk.
import './relay-body.tsx';

const port = {
  line_id: idOf(21),
  line_name: '香港家宽',
  node_name: '香港 HGC 01',
  listen_port: 443,
  target: '203.0.113.10',
  target_port: 20_000,
  tcp: true,
  udp: true,
};
const files = relayTools.map((tool) => ({
  tool,
  path: `/etc/${tool}.conf`,
  text: `# ${tool}\n443 -> 203.0.113.10:20000\n`,
  apply: [`systemctl restart ${tool}`, `systemctl enable ${tool}`],
  problems: tool === 'haproxy' ? ['HAProxy 不转发 UDP'] : [],
}));

const open = async () => {
  const rows = await screen.findAllByRole('row');
  const row = rows.find(({ textContent }) => textContent.includes('广州入口'));
  await userEvent.click(within(row!).getByRole('button', { name: texts.open }));
};
const server = () => fakeServer().answer(entriesCalls.entryList, () => [sampleEntry]);

test('each program has its configuration, its commands and what it cannot do, ready to be copied', async () => {
  const fake = server().answer(calls.entryRelay, () => ({ ports: [port], problems: [], files }));
  vi.stubGlobal('isSecureContext', true);
  const writeText = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  showPage(<EntriesPage />);
  await open();
  expect((await screen.findByLabelText(texts.ports)).textContent).toContain('443 → 203.0.113.10:20000 TCP + UDP');
  expect(fake.inputsOf(calls.entryRelay)).toEqual([{ id: sampleEntry._id }]);
  expect(screen.getByLabelText(texts.text).textContent).toContain('# nftables');
  await userEvent.click(screen.getByRole('radio', { name: 'HAProxy' }));
  expect(await screen.findByText('HAProxy 不转发 UDP')).toBeDefined();
  expect(screen.getByText(texts.path('/etc/haproxy.conf'))).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: texts.copy }));
  await waitFor(() => expect(writeText).toHaveBeenLastCalledWith(files[3]!.text));
  await userEvent.click(screen.getByRole('button', { name: texts.copyApply }));
  await waitFor(() =>
    expect(writeText).toHaveBeenLastCalledWith('systemctl restart haproxy\nsystemctl enable haproxy'),
  );
});

test('an entry that no line uses says what to do', async () => {
  server().answer(calls.entryRelay, () => ({ ports: [], problems: [], files: [] }));
  showPage(<EntriesPage />);
  await open();
  expect(await screen.findByText(texts.noPorts)).toBeDefined();
});

test('a configuration that cannot be had offers to try again', async () => {
  const fake = server().answer(calls.entryRelay, () => refusal('fault'));
  showPage(<EntriesPage />);
  await open();
  await userEvent.click(await screen.findByRole('button', { name: '重试' }));
  await waitFor(() => expect(fake.inputsOf(calls.entryRelay)).toHaveLength(2));
});
