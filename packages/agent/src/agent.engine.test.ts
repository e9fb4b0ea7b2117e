import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { createServer as createTls } from 'node:https';
import { connect } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { fleetPaths } from '@skyport/contract/fleet';
import { expect, onTestFinished, test } from 'vitest';
import { until } from '../../../testkit/until.ts';
import { findEngines } from './engines/process.ts';
import { makeNodeKey } from './enrol.ts';
import { openStore } from './store.ts';
import { change, fullSet } from './testing/desired.ts';
import { billedBy, engineCounts, joinedNode, servingNode, stateOf, usersOn } from './testing/node.ts';
import { makePanel } from './testing/panel.ts';
import { beginDownload, download, isRefused, startClient } from './testing/rig.ts';
import { billsExactly, grows } from './testing/streams.ts';
import { testSurroundings } from './testing/surroundings.ts';

const MB = 1_000_000;
const surroundings = testSurroundings();

/** What the engine counted for users. */
const clientCounts = async (dataDir: string, epoch: string): Promise<Map<string, number>> => {
  const counts = await engineCounts(dataDir, epoch);
  counts.delete('0.2');
  return counts;
};

test('three lines serve at once, users come and go live, and every byte is billed to its own user and line', async () => {
  const { panel, put, port, dataDir, made } = await joinedNode(surroundings);
  const first = usersOn(made.lines, [1]);
  const applied = await put(fullSet(1, made.lines, first));
  expect(applied).toMatchObject({ status: 200, body: { applied_gen: 1 } });
  const { epoch, engine } = await stateOf(panel, port);
  const second = usersOn(made.lines, [2]);
  await put(change(2, made.lines, first, [...first, ...second]));

  const client = await startClient(surroundings.singBox, made, [...first, ...second]);
  onTestFinished(client.stop);
  for (const [, proxy] of client.ports)
    expect(await download(proxy, surroundings.website, `/bytes/${5 * MB}`)).toBe(5 * MB);

  await put(change(3, made.lines, [...first, ...second], second));
  for (const spec of made.lines) {
    expect(await isRefused(client.ports.get(`1.${spec.line}`) ?? 0, surroundings.website, '/bytes/10')).toBe(true);
    expect(await download(client.ports.get(`2.${spec.line}`) ?? 0, surroundings.website, `/bytes/${MB}`)).toBe(MB);
  }
  const billing = billedBy(panel, port);
  await billsExactly(billing, () => clientCounts(dataDir, epoch));
  for (const [key, bytes] of billing.sums) {
    const served = key.startsWith('2') ? 6 * MB : 5 * MB;
    expect(bytes, key).toBeGreaterThan(served);
    expect(bytes, key).toBeLessThan(served + 3000);
  }
  const after = await stateOf(panel, port);
  expect(after.engine).toMatchObject({ running: true, restarts: 0, version: engine.version, lastError: '' });
});

test('the agent may be killed at any moment of a download: it adopts the engine and the sum is exact', async () => {
  const { panel, put, port, dataDir, made, again, current, users } = await servingNode(surroundings, [1, 2]);
  const { epoch } = await stateOf(panel, port);
  const [before] = findEngines(epoch);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const billing = billedBy(panel, port);
  const downloads = [];
  for (const [, proxy] of client.ports) downloads.push(await beginDownload(proxy, surroundings.website, '/slow'));
  for (let kills = 0; kills < 4; kills++) {
    // Each time at another moment of the agent's second; the website sends 1 MB in one.
    await grows(downloads[0]!, (0.7 + 0.23 * kills) * MB);
    await billing.pull();
    await current().kill();
    await grows(downloads[0]!, 0.15 * MB);
    await again();
  }
  for (const running of downloads) {
    expect(running.bytes()).toBeGreaterThan(2 * MB);
    running.break();
  }
  // The agent that came back also changes users in the engine it adopted.
  const rest = users.filter(({ user }) => user === 2);
  await put(change(2, made.lines, users, rest));
  expect(await isRefused(client.ports.get('1.1') ?? 0, surroundings.website, '/bytes/10')).toBe(true);
  expect(await download(client.ports.get('2.1') ?? 0, surroundings.website, '/bytes/1000')).toBe(1000);
  await billsExactly(billing, () => clientCounts(dataDir, epoch));
  expect(findEngines(epoch)).toEqual([before]);
});

test('an engine that crashes comes back with its users, without a panel', async () => {
  const { panel, port, made, users } = await servingNode(surroundings, [1]);
  const { epoch } = await stateOf(panel, port);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const [engine] = findEngines(epoch);
  process.kill(engine?.pid ?? 0, 'SIGKILL');
  await expect.poll(() => stateOf(panel, port).then((s) => s.engine)).toMatchObject({ running: true, restarts: 1 });
  for (const [, proxy] of client.ports) expect(await download(proxy, surroundings.website, '/bytes/1000')).toBe(1000);
});

/** A download over TLS 1.3 inside the line, as a browser's: only such a one may be spliced past the counters. */
const beginTls = async (proxyPort: number, secure: { port: number }) => {
  const socket = connect(proxyPort, '127.0.0.1');
  socket.write(`CONNECT 127.0.0.1:${secure.port} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`);
  await once(socket, 'data');
  const inner = connectTls({ socket, servername: 'inner.test', rejectUnauthorized: false, minVersion: 'TLSv1.3' });
  await once(inner, 'secureConnect');
  inner.write('GET / HTTP/1.1\r\nHost: inner.test\r\n\r\n');
  let bytes = 0;
  inner.on('data', (part: Buffer) => (bytes += part.length)).on('error', () => undefined);
  return { bytes: () => bytes, break: () => inner.destroy() };
};

/** Pours 100 MB and keeps the connection open. */
const startSecure = async () => {
  const { key, certificate } = await makeNodeKey(Date.now());
  const server = createTls({ key, cert: certificate, minVersion: 'TLSv1.3' }, (_request, response) => {
    const part = randomBytes(MB);
    for (let sent = 0; sent < 100; sent++) response.write(part);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  return { port: typeof address === 'object' && address !== null ? address.port : 0 };
};

test('a REALITY download of 100 MB is counted whole while its connection is still open', async () => {
  const { panel, port, made, users } = await servingNode(surroundings, [1]);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const running = await beginTls(client.ports.get('1.3') ?? 0, await startSecure());
  await expect.poll(running.bytes).toBeGreaterThan(100 * MB);
  await expect.poll(() => stateOf(panel, port).then((s) => s.openBytes)).toBeGreaterThan(100 * MB);
  running.break();
});

test('a quota ends service by the agent alone, and a new one opens it again', async () => {
  const { put, made } = await joinedNode(surroundings);
  const users = usersOn(made.lines, [1]).map((u) => ({ ...u, quota_left: u.line === 1 ? 2 * MB : null }));
  await put(fullSet(1, made.lines, users));
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const [limited, free] = [client.ports.get('1.1') ?? 0, client.ports.get('1.2') ?? 0];
  // A slow machine is still at it when the quota is used up.
  await download(limited, surroundings.website, `/bytes/${3 * MB}`).catch(() => undefined);
  await until('the quota to end the service', () => isRefused(limited, surroundings.website, '/bytes/10'));
  expect(await download(free, surroundings.website, '/bytes/10')).toBe(10);
  const more = users.map((u) => (u.line === 1 ? { ...u, quota_left: 9 * MB } : u));
  await put(change(2, made.lines, users, more));
  expect(await download(limited, surroundings.website, '/bytes/10')).toBe(10);
});

test('nobody but the panel is heard: not a node of the same authority, not another authority', async () => {
  const { panel, port, dataDir } = await joinedNode(surroundings);
  const node = await panel.issue('node');
  expect((await panel.call(port, 'GET', fleetPaths.state, undefined, node)).status).toBe(403);
  const other = await makePanel();
  expect((await panel.call(port, 'GET', fleetPaths.state, undefined, other.own)).status).toBe(403);
  expect(
    (await panel.call(port, 'POST', fleetPaths.enrol, { nonce: 'x'.repeat(32), proof: '0'.repeat(64) })).status,
  ).toBe(404);
  expect(() => openStore(dataDir, () => 'x')).toThrow('Another agent is already running');
});

test('clients never reach the control port, and a stop leaves no engine and no uncounted byte', async () => {
  const { panel, port, made, dataDir, current, again, users } = await servingNode(surroundings, [1]);
  const { epoch } = await stateOf(panel, port);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const [engine] = findEngines(epoch);
  const api = { port: engine?.apiPort ?? 0, close: () => undefined };
  expect(await isRefused(client.ports.get('1.1') ?? 0, api, '/')).toBe(true);
  const running = await beginDownload(client.ports.get('1.2') ?? 0, surroundings.website, '/slow');
  await grows(running, MB);
  await current().stop();
  expect(findEngines(epoch)).toEqual([]);
  await running.ended.catch(() => undefined);
  await again();
  const billing = billedBy(panel, port);
  await billing.pull();
  expect(billing.sums.get('1.2')).toBeGreaterThanOrEqual(running.bytes());
  expect(dataDir).not.toBe('');
});
