import { execFileSync, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { createNet, netAvailable, type TestHost } from '../../../testkit/net.ts';
import { startOrigin } from '../../../testkit/origin.ts';
import { quiet } from '../../../testkit/until.ts';
import { findEngines } from './engines/process.ts';
import { change, fullSet, testNode } from './testing/desired.ts';
import { openUdpSender } from './testing/datagrams.ts';
import { startResolver } from './testing/dns.ts';
import { engineSettles } from './testing/engine-settles.ts';
import { billedBy, engineCounts, joinedNode, stateOf, usersOn } from './testing/node.ts';
import { beginDownload, download, isRefused, makeAllLines, startClient } from './testing/rig.ts';
import { billsExactly, grows } from './testing/streams.ts';
import { testSurroundings } from './testing/surroundings.ts';

const MB = 1_000_000;
/** In this time an engine writes into its log what it writes. */
const QUIET_LOG_MS = 1300;
const surroundings = testSurroundings();

/** Where in a data directory, or in what a process says, a text is to be found. */
const mentions = (dataDir: string, output: readonly string[], text: string): string[] => [
  ...readdirSync(dataDir).filter((name) => {
    const path = join(dataDir, name);
    return statSync(path).isFile() && readFileSync(path).includes(text);
  }),
  ...output.filter((line) => line.includes(text)),
];

test('with the log closed no destination is written anywhere; opened and closed again it follows without a new engine', async () => {
  const resolver = await startResolver('127.0.0.154', (_name, kind) => (kind === 'A' ? ['127.0.0.1'] : []));
  onTestFinished(resolver.close);
  const shown = join('/tmp', `resolv-${process.pid}.conf`);
  writeFileSync(shown, `nameserver ${resolver.address}\n`);
  const mounts = { '/etc/resolv.conf': shown };
  const node = await joinedNode(surroundings, { lines: makeAllLines, mounts });
  const { panel, put, port, made, dataDir, current } = node;
  const users = usersOn(made.lines, [1]);
  await put(fullSet(1, made.lines, users));
  const { epoch } = await stateOf(panel, port);
  const before = findEngines(epoch);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const visit = async (name: string): Promise<void> => {
    for (const proxy of client.ports.values()) {
      expect(await download(proxy, { ...surroundings.website, host: `${name}.test` }, '/bytes/10')).toBe(10);
      // What cannot be reached makes an engine complain.
      const closed = { host: `${name}.test`, port: 1, close: () => undefined };
      expect(await isRefused(proxy, closed, '/')).toBe(true);
    }
  };
  await visit('secret-one');
  await quiet(QUIET_LOG_MS);
  expect(mentions(dataDir, current().lines, 'secret-one')).toEqual([]);

  const open = { ...testNode, openLog: true };
  await put(change(2, made.lines, users, users, open));
  await visit('seen-two');
  await expect.poll(() => mentions(dataDir, current().lines, 'seen-two')).toEqual(['access.log']);
  const written = (): string[] => readFileSync(join(dataDir, 'access.log'), 'utf8').split('\n');
  for (const spec of made.lines)
    await expect.poll(() => written().some((line) => line.endsWith(`email: u1.l${spec.line}`))).toBe(true);

  await put(change(3, made.lines, users, users, testNode));
  await visit('secret-three');
  await quiet(QUIET_LOG_MS);
  expect(mentions(dataDir, current().lines, 'secret-three')).toEqual([]);
  expect(findEngines(epoch)).toEqual(before);
});

test('without keys of WARP the node says so, sends directly, and stays in service', async () => {
  const { panel, put, port, made, dataDir } = await joinedNode(surroundings);
  const users = usersOn(made.lines, [1]);
  await put(fullSet(1, made.lines, users, { ...testNode, warp: true }));
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  expect(await download(client.ports.get('1.1') ?? 0, surroundings.website, '/bytes/1000')).toBe(1000);
  expect((await stateOf(panel, port)).problems).toEqual([{ kind: 'warp', detail: 'warp: missing keys' }]);
  writeFileSync(join(dataDir, 'warp.json'), '{"privateKey": "no key"}');
  expect((await stateOf(panel, port)).problems[0]?.detail).toContain('cannot be read');
  // Keys that come later are taken up by themselves.
  const { epoch } = await stateOf(panel, port);
  const before = findEngines(epoch);
  const peer = { publicKey: wireGuardKeys().publicKey, endpoint: '192.0.2.9:2408' };
  const keys = { privateKey: wireGuardKeys().privateKey, address: ['172.16.0.2/32'], peer };
  writeFileSync(join(dataDir, 'warp.json'), JSON.stringify(keys));
  await expect.poll(() => findEngines(epoch).map(({ pid }) => pid)).not.toEqual([before[0]?.pid]);
  expect((await stateOf(panel, port)).problems).toEqual([]);
});

/** A WireGuard key pair, base64. */
const wireGuardKeys = (): { privateKey: string; publicKey: string } => {
  const { privateKey } = generateKeyPairSync('x25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const base64 = (text: string): string => Buffer.from(text, 'base64url').toString('base64');
  return { privateKey: base64(d), publicKey: base64(x) };
};

const PEER_PORT = 51_820;

/** Another engine in a host of its own, which takes WireGuard in and lets it out to its own network. */
const startPeer = async (host: TestHost, secretKey: string, clientKey: string): Promise<() => Promise<void>> => {
  const settings = { secretKey, mtu: 1280, peers: [{ publicKey: clientKey, allowedIPs: ['10.9.0.2/32'] }] };
  const config = {
    log: { loglevel: 'none' },
    inbounds: [{ protocol: 'wireguard', listen: host.ip, port: PEER_PORT, settings }],
    outbounds: [{ protocol: 'freedom' }],
  };
  const [program = '', ...args] = host.exec;
  const child = spawn(program, [...args, surroundings.xray, 'run', '-c', 'stdin:'], {
    stdio: ['pipe', 'ignore', 'ignore'],
  });
  child.stdin.end(JSON.stringify(config));
  const closed = once(child, 'close');
  await engineSettles('opens its WireGuard port');
  return async () => {
    child.kill('SIGKILL');
    await closed;
  };
};

const possible = netAvailable();

test.skipIf(!possible.ok)(
  'with keys everything leaves through the WireGuard peer, TCP and UDP, and is still counted to the byte',
  async () => {
    const net = createNet();
    onTestFinished(net.close);
    const origin = await startOrigin(net.origin);
    onTestFinished(origin.stop);
    const peer = net.addHost();
    // The peer reaches the origin by the bridge; the node itself is cut off from it, so nothing can go past the tunnel.
    execFileSync('ip', ['-n', peer.name, 'addr', 'add', `${net.origin.ip.replace(/\d+$/, '250')}/24`, 'dev', 'eth0']);
    execFileSync('ip', ['-n', net.origin.name, 'addr', 'add', `${net.origin.ip}/24`, 'dev', 'eth0']);
    execFileSync('ip', ['route', 'add', 'blackhole', `${net.origin.ip}/32`]);
    onTestFinished(() => void execFileSync('ip', ['route', 'del', 'blackhole', `${net.origin.ip}/32`]));
    const [own, theirs] = [wireGuardKeys(), wireGuardKeys()];
    onTestFinished(await startPeer(peer, theirs.privateKey, own.publicKey));

    const node = await joinedNode(surroundings, { lines: makeAllLines });
    const { panel, put, port, made, dataDir } = node;
    const users = usersOn(made.lines, [1, 2]);
    await put(fullSet(1, made.lines, users));
    const client = await startClient(surroundings.singBox, made, users);
    onTestFinished(client.stop);
    const far = { host: net.origin.ip, port: 80, close: () => undefined };
    const lines = [...client.ports.values()];
    expect(await isRefused(lines[0] ?? 0, far, '/bytes?n=9')).toBe(true);

    const billing = billedBy(panel, port);
    const running = await beginDownload(client.ports.get('2.1') ?? 0, surroundings.website, '/slow');
    await grows(running, MB / 2);
    const keys = { privateKey: own.privateKey, address: ['10.9.0.2/32'], reserved: [0, 0, 0] };
    const there = { publicKey: theirs.publicKey, endpoint: `${peer.ip}:${PEER_PORT}` };
    writeFileSync(join(dataDir, 'warp.json'), JSON.stringify({ ...keys, peer: there }), { mode: 0o600 });
    await put(change(2, made.lines, users, users, { ...testNode, warp: true }));
    expect((await stateOf(panel, port)).problems).toEqual([]);
    await running.ended.catch(() => undefined);
    // The engine was replaced by one with the tunnel; what the old one counted to its end was read before.
    await billing.pull();
    expect(billing.sums.get('2.1')).toBeGreaterThanOrEqual(running.bytes());
    billing.sums.clear();

    for (const [key, proxy] of client.ports) {
      const got = await beginDownload(proxy, far, `/bytes?n=${MB}`);
      expect(await got.ended, key).toBe(MB);
    }
    const sender = await openUdpSender(client.ports.get('1.6') ?? 0);
    onTestFinished(sender.close);
    const [echo = '', echoPort = ''] = origin.echo.split(':');
    sender.send(echo, Number(echoPort), 'through the tunnel');
    await expect.poll(() => sender.said()).toEqual(['through the tunnel']);
    const { epoch } = await stateOf(panel, port);
    const counted = async (): Promise<Map<string, number>> =>
      new Map([...(await engineCounts(dataDir, epoch))].filter(([key, bytes]) => !key.startsWith('0.') && bytes > 0));
    await billsExactly(billing, counted);
    for (const [key, bytes] of billing.sums) expect(bytes, key).toBeGreaterThan(MB);
  },
);
