import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { nodeForm } from '../testing.ts';
import type { TestApp, TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';

let app: TestApp;
let admin: TestSession;

beforeAll(async () => {
  app = await createTestApp();
  admin = await app.account({ type: 'admin' });
});
afterAll(() => app.close());

const save = async (path: string, payload: object): Promise<string> => {
  app.clock.advance(2000);
  return (await app.call(`/api/admin/${path}`, payload, admin)).data._id;
};

test("an entry's forwarding is written for its own lines", async () => {
  const node = await save('agents/update', nodeForm({ name: '节点', ip: '8.8.4.4', port: 8000, zz_port: 443 }));
  const [entry, other] = [
    await save('entrys/update', { name: '上海', ip: '9.9.9.9' }),
    await save('entrys/update', { name: '广州', ip: '9.9.9.8' }),
  ];
  const line = await save('agent_line/update', {
    name: '一',
    agentID: node,
    protocol: 'ss',
    bridge: 'report',
    entryID: entry,
  });
  await save('agent_line/update', { name: '直连', agentID: node, protocol: 'vmesh_tcp' });
  await save('agent_line/update', {
    name: '二',
    agentID: node,
    protocol: 'vmesh_ws',
    bridge: 'report',
    entryID: other,
  });
  const { code, data } = await app.call('/api/admin/entrys/relay', { id: entry }, admin);
  expect([code, data.problems]).toEqual([0, []]);
  const target = { target: '8.8.4.4', target_port: 8000, tcp: true, udp: true };
  expect(data.ports).toEqual([{ line_id: line, line_name: '一', node_name: '节点', listen_port: 443, ...target }]);
  expect(data.files.map(({ tool }: { tool: string }) => tool)).toEqual(['nftables', 'realm', 'gost', 'haproxy']);
  for (const { text } of data.files) expect(text).toContain('8.8.4.4:8000');
  const second = await app.call('/api/admin/entrys/relay', { id: other }, admin);
  expect(second.data.ports).toMatchObject([{ listen_port: 445, target_port: 8002, udp: false }]);
  expect((await app.call('/api/admin/entrys/relay', { id: node }, admin)).code).toBe(codes.notFound.code);
});
