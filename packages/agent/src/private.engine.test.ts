import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createNet, netAvailable, type TestNet } from '../../../testkit/net.ts';
import { type Origin, startOrigin } from '../../../testkit/origin.ts';
import { quiet } from '../../../testkit/until.ts';
import { engineBinary } from '../../../tools/engines.ts';
import { openUdpSender, startUdpServer, type UdpServer } from './testing/datagrams.ts';
import { fullSet, testNode } from './testing/desired.ts';
import { fromAfar } from './testing/distance.ts';
import { type Answers, type Resolver, startResolver } from './testing/dns.ts';
import { joinedNode, stateOf, usersOn } from './testing/node.ts';
import {
  beginDownload,
  type Client,
  makeAllLines,
  startClient,
  startRealityTarget,
  tryDownload,
  type Website,
} from './testing/rig.ts';

/**
 * A node that is not to let clients in on itself or its neighbours, with a resolver that changes its mind. Whatever
 * gets through is counted at its goal, not guessed from a client's errors.
 */
const possible = netAvailable();

describe.skipIf(!possible.ok)(`private addresses${possible.ok ? '' : ` (skipped: ${possible.reason})`}`, () => {
  let [xray, singBox] = ['', ''];
  let net: TestNet;
  let origin: Origin;
  let target: Website;
  let secret: { port: number; reached: string[]; close(): void };
  let udpServers: UdpServer[];
  let resolver: Resolver;
  const folder = mkdtempSync(join(tmpdir(), 'resolver-'));

  beforeAll(async () => {
    [xray, singBox] = [await engineBinary('xray'), await engineBinary('sing-box')];
    net = createNet();
    [origin, target, secret] = [await startOrigin(net.origin), await startRealityTarget(), await startSecret()];
    const { port } = (udpServers = [await startUdpServer('127.0.0.1')])[0] ?? { port: 0 };
    udpServers.push(await startUdpServer('::1', port), await startUdpServer(net.node, port));
    resolver = await startResolver('127.0.0.153', answersOf(net));
    writeFileSync(join(folder, 'resolv.conf'), `nameserver ${resolver.address}\n`);
  });

  afterAll(async () => {
    resolver?.close();
    target?.close();
    secret?.close();
    for (const udpServer of udpServers ?? []) udpServer.close();
    await origin?.stop();
    net?.close();
    rmSync(folder, { recursive: true });
  });

  const scene = async (mounts: Record<string, string> = {}) => {
    const resolv = { '/etc/resolv.conf': join(folder, 'resolv.conf') };
    const node = await joinedNode({ xray, target }, { lines: makeAllLines, mounts: { ...resolv, ...mounts } });
    const users = usersOn(node.made.lines, [1]);
    await node.put(fullSet(1, node.made.lines, users, { ...testNode, allowPrivate: false }));
    const client = await startClient(singBox, node.made, users);
    onTestFinished(client.stop);
    return { ...node, client };
  };

  const lineNumbers = [1, 2, 3, 4, 5, 6];
  const proxy = (client: Client, line: number): number => client.ports.get(`1.${line}`) ?? 0;

  /** Asks for a page of `host` through a line; whether an answer came does not matter here. */
  const probe = async (client: Client, line: number, host: string, port: number): Promise<void> => {
    const download = await tryDownload(proxy(client, line), { host, port, close: () => undefined }, '/').catch(
      () => undefined,
    );
    download?.break();
  };

  const allowed = async (client: Client, host: string): Promise<void> => {
    for (const line of lineNumbers) {
      const download = await beginDownload(
        proxy(client, line),
        { host, port: 80, close: () => undefined },
        '/bytes?n=9',
      );
      expect(await download.ended, `line ${line}`).toBe(9);
    }
  };

  const expectNothingPrivate = async (client: Client): Promise<void> => {
    const hosts = [...written(net), ...names];
    for (const line of lineNumbers) {
      await Promise.all(hosts.map((host) => probe(client, line, host, secret.port)));
      for (const host of ['127.0.0.1', 'flip.test', 'both.test']) await probe(client, line, host, secret.port);
    }
    expect(secret.reached).toEqual([]);
  };

  /** One socket of the client speaks to a public goal first and to private ones after that. */
  const expectNoPrivateDatagram = async (client: Client, stillSpoken: boolean): Promise<void> => {
    const [ip = '', port = ''] = origin.echo.split(':');
    const [udpServer] = udpServers;
    for (const line of lineNumbers) {
      const sender = await openUdpSender(proxy(client, line));
      onTestFinished(sender.close);
      const hello = async (text: string): Promise<void> => {
        const ask = (): boolean => (sender.send(ip, Number(port), text), sender.said().includes(text));
        await expect.poll(ask, { interval: 200, message: `line ${line}` }).toBe(true);
      };
      await hello('first');
      for (const host of ['127.0.0.1', '127.8.8.8', net.node, ...names])
        sender.send(host, udpServer?.port ?? 0, 'inside?');
      await quiet();
      // Whoever speaks to a neighbour by mistake, as calls do, does not lose the peers that are allowed.
      if (stillSpoken) await hello('second');
    }
    await quiet();
    expect(udpServers.map((one) => one.heard())).toEqual([0, 0, 0]);
  };

  test('by TCP nothing private is reached, in any spelling and by no name, and public addresses are', async () => {
    const { client, panel, port } = await scene();
    expect((await stateOf(panel, port)).problems).toEqual([]);
    await allowed(client, net.origin.ip);
    await allowed(client, 'public.test');
    await expectNothingPrivate(client);
  });

  test('by UDP nothing private is reached, not even after a first harmless datagram', async () => {
    const { client } = await scene();
    await expectNoPrivateDatagram(client, true);
  });

  test('where the kernel cannot help, the node says so, and still nothing private is reached', async () => {
    const { client, panel, port } = await scene({ '/usr/sbin/nft': '/dev/null' });
    const { problems, agent } = await stateOf(panel, port);
    expect(problems.map(({ kind }) => kind)).toEqual(['cutUdp', 'guard']);
    expect(agent.canCutUdp).toBe(false);
    await allowed(client, net.origin.ip);
    await expectNothingPrivate(client);
    await expectNoPrivateDatagram(client, false);
  });
});

/** Names whose addresses the resolver changes between check and use, or mixes. */
const names = ['flip.test', 'flop.test', 'late.test', 'both.test', 'mapped.test', 'inner.test'];

const answersOf = (net: TestNet): Answers => {
  const { ip } = net.origin;
  const four: Record<string, (asked: number) => readonly string[]> = {
    'public.test': () => [ip],
    'flip.test': (asked) => [asked % 2 === 0 ? ip : '127.0.0.1'],
    'flop.test': () => [ip],
    'late.test': (asked) => [asked % 3 === 2 ? net.node : ip],
    'both.test': () => [ip, '127.0.0.1'],
    'mapped.test': () => [],
  };
  const six: Record<string, readonly string[]> = { 'flop.test': ['::1'], 'mapped.test': ['::ffff:7f00:1'] };
  return (name, kind, asked) => {
    if (kind === 'A') return four[name]?.(asked) ?? ['127.0.0.1'];
    return name in four ? (six[name] ?? []) : ['::1'];
  };
};

/** One and the same machine, in all spellings that some resolver or library takes for it. */
const written = (net: TestNet): string[] => [
  '127.0.0.1',
  '127.1',
  '127.9.9.9',
  '2130706433',
  '0x7f000001',
  '0177.0.0.1',
  '0.0.0.0',
  '0',
  'localhost',
  'a.localhost',
  net.node,
  '[::1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '169.254.169.254',
];

/** A page on every address of this machine that nobody may see; notes who saw it under which name. */
const startSecret = async () => {
  const reached: string[] = [];
  const server = createServer(
    fromAfar((request, response) => {
      reached.push(String(request.headers.host));
      response.end('secret');
    }),
  ).listen(0, '::');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { port, reached, close: () => server.close() };
};
