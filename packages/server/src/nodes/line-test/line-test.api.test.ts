import { createSocket, type Socket as Datagrams } from 'node:dgram';
import { createServer, type AddressInfo, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { codes } from '@skyport/contract/codes';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp, TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';

let app: TestApp;
let admin: TestSession;
const servers: (Server | Datagrams)[] = [];

beforeAll(async () => {
  // No kit lies there: these tests are about the way to a line.
  app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1', DATA_DIR: join(tmpdir(), 'skyport-no-such-panel') });
  admin = await app.account({ type: 'admin' });
});
afterAll(async () => {
  for (const server of servers) server.close();
  await app.close();
});

const save = async (path: string, payload: object): Promise<string> => {
  app.clock.advance(2000);
  return (await app.call(`/api/admin/${path}`, payload, admin)).data._id;
};
const lineAt = async (port: number, protocol: string, type = 'v2ray', more: object = {}): Promise<string> => {
  const place = { name: '节点', country: { name: '', flag: '' }, serverType: 'ubuntu_x86' };
  const agentID = await save('agents/update', { ...place, type, ip: '127.0.0.1', port, zz_port: port });
  return save('agent_line/update', { name: '线', agentID, protocol, ...more });
};
const run = async (id: string) => (await app.call('/api/admin/agent_line/test', { id }, admin)).data;
const tcp = async (answer: (request: string) => string): Promise<number> => {
  const server = createServer((socket) => socket.on('data', (data) => socket.end(answer(data.toString()))));
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
};
const udp = async (answer: Buffer): Promise<number> => {
  const socket = createSocket('udp4', (_packet, from) => socket.send(answer, from.port, from.address));
  servers.push(socket);
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket.address().port;
};

test('a line that is reached says in how many ms, and keeps the log', async () => {
  const id = await lineAt(await tcp(() => ''), 'vmesh_tcp');
  const found = await run(id);
  expect(found).toMatchObject({ ok: true, kind: 'connect', ms: expect.any(Number), exit: null });
  expect(found.steps).toEqual([
    {
      at: expect.stringMatching(/^127\.0\.0\.1:\d+$/),
      step: 'tcp',
      ok: true,
      ms: expect.any(Number),
      text: 'TCP 已连接',
    },
  ]);
  expect(found.note).toMatch(/^面板没有引擎 Xray.*npm run node-kit。只检查了到线路的连接，没有经线路传输数据$/);
  expect(found.msg).toMatch(/（vmesh_tcp，直连）\n127\.0\.0\.1:\d+ TCP 连接：TCP 已连接，\d+ ms\n面板没有引擎/);
  const list = (await app.call('/api/admin/agent_line/list', {}, admin)).data;
  const listed = list.find(({ _id }: { _id: string }) => _id === id).msg;
  expect(listed).toBe(`不会出现在任何订阅中：节点已停用或尚未接入\n${found.msg}`);
});

test('a WebSocket must be upgraded on the path of the line', async () => {
  const asked: string[] = [];
  const port = await tcp((request) => {
    asked.push(request.split('\r\n')[0] ?? '');
    return 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
  });
  expect(await run(await lineAt(port, 'vmesh_ws'))).toMatchObject({
    ok: true,
    msg: expect.stringContaining('升级成功'),
  });
  expect(asked).toEqual([expect.stringMatching(/^GET \/[\w-]{8,} HTTP\/1\.1$/)]);
  const closed = await tcp(() => 'HTTP/1.1 404 Not Found\r\n\r\n');
  expect(await run(await lineAt(closed, 'vmesh_ws'))).toMatchObject({
    ok: false,
    ms: null,
    msg: expect.stringContaining('404'),
  });
});

test('Hysteria2 is asked over UDP, and must answer as QUIC does', async () => {
  const versions = Buffer.from([0x80, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  expect(await run(await lineAt(await udp(versions), 'h2', 'h2'))).toMatchObject({
    ok: true,
    msg: expect.stringContaining('QUIC 已回应'),
  });
  expect(await run(await lineAt(await udp(Buffer.from('no')), 'h2', 'h2'))).toMatchObject({
    ok: false,
    msg: expect.stringContaining('不是 QUIC'),
  });
});

test('through an entry every address is tried, and one that fails is named', async () => {
  const port = await tcp(() => '');
  const entryID = await save('entrys/update', { name: '入口', ip: '127.0.0.1', ipList: ['127.0.0.9'] });
  const id = await lineAt(port, 'ss', 'v2ray', { bridge: 'report', entryID });
  const found = await run(id);
  expect(found).toMatchObject({ ok: false, ms: null });
  expect(found.msg).toMatch(
    new RegExp(`127.0.0.1:${port} TCP 连接：TCP 已连接.*\n127.0.0.9:${port} TCP 连接失败：端口未开放`),
  );
});

test('a line that is gone cannot be tested', async () => {
  expect((await app.call('/api/admin/agent_line/test', { id: admin.userId }, admin)).code).toBe(codes.notFound.code);
});
