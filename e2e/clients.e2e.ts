import { spawn, type ChildProcess } from 'node:child_process';
import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { xrayApi, type XrayApi } from '@skyport/agent/engines/xray-api';
import { xrayConfig } from '@skyport/agent/engines/xray-config';
import { inboundOf } from '@skyport/agent/engines/xray-inbound';
import type { LineSpec } from '@skyport/contract/fleet';
import { clientAppOf, credentialsOf, defaultRules, fill, renderTemplate, type ResolvedLine } from '@skyport/documents';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { engineBinary } from '../tools/engines.ts';
import { startClient, type Client, type ClientProgram } from '../testkit/clients.ts';
import { createNet, netAvailable, type TestNet } from '../testkit/net.ts';
import { startOrigin, type Origin } from '../testkit/origin.ts';
import { quiet, until } from '../testkit/until.ts';

/**
 * The measuring instruments themselves, tried on a bare engine: what they say must be right before
 * anything rests on it.
 */
const possible = netAvailable();
const MiB = 1024 * 1024;
const GROUP = '节点选择';
/** Several of the steps in which the origin's stream gives its bytes. */
const QUIET_COUNTER_MS = 300;
const names = ['🇭🇰香港01', '🇭🇰香港02', '🇯🇵日本01'];
const userkey = 'k'.repeat(32);

const reality = (() => {
  const { publicKey, privateKey } = generateKeyPairSync('x25519');
  const part = (key: object, name: 'x' | 'd'): string => (key as Record<string, string>)[name] ?? '';
  return {
    publicKey: part(publicKey.export({ format: 'jwk' }), 'x'),
    privateKey: part(privateKey.export({ format: 'jwk' }), 'd'),
    shortId: '0a1b',
  };
})();
const serverKey = randomBytes(16).toString('base64');

const specs = (first: number, target: string): LineSpec[] => [
  { line: 1, port: first + 1, protocol: 'vmesh_tcp' },
  { line: 2, port: first + 2, protocol: 'ss', method: '2022-blake3-aes-128-gcm', serverKey },
  {
    line: 3,
    port: first + 3,
    protocol: 'reality',
    privateKey: reality.privateKey,
    shortIds: [reality.shortId],
    serverNames: ['origin.test'],
    target,
  },
];

const idOf = (line: number): string => `00000000-0000-7000-8000-00000000000${line}`;

const resolved = (server: string, first: number): ResolvedLine[] => {
  const base = (line: number) => ({
    id: idOf(line),
    num: line,
    name: names[line - 1] ?? '',
    server,
    port: first + line,
    countryCode: 'HK',
  });
  return [
    { ...base(1), protocol: 'vmesh_tcp' },
    { ...base(2), protocol: 'ss', method: '2022-blake3-aes-128-gcm', serverKey },
    {
      ...base(3),
      protocol: 'reality',
      publicKey: reality.publicKey,
      shortId: reality.shortId,
      serverName: 'origin.test',
    },
  ];
};

const documentFor = (program: ClientProgram, server: string, first: number): string => {
  const rendered = renderTemplate(program === 'mihomo' ? 'flclash' : 'singbox', resolved(server, first), {
    title: 'Skyport',
    selfHost: '',
    webPage: '',
    client: clientAppOf(program === 'mihomo' ? 'mihomo/1.19.20' : 'sing-box 1.14.1'),
    switches: { inXinjiang: false, inForeign: false, useEnglish: false },
    rules: defaultRules,
  });
  return fill(rendered.template, { credential: credentialsOf(rendered.slots)(userkey), personal: () => '' });
};

describe.skipIf(!possible.ok)(`clients in namespaces${possible.ok ? '' : ` (skipped: ${possible.reason})`}`, () => {
  let net: TestNet;
  let origin: Origin;
  let engine: ChildProcess;
  let api: XrayApi;

  beforeAll(async () => {
    net = createNet();
    origin = await startOrigin(net.origin);
    const nobody = { key16: randomBytes(16).toString('base64'), password: 'nobody' };
    const credentials = credentialsOf(
      specs(net.ports, '').map(({ line, protocol }) => ({ num: line, id: idOf(line), protocol })),
    );
    const inbounds = specs(net.ports, origin.tlsTarget).map((spec) =>
      inboundOf(spec, [{ line: spec.line, user: 1, credential: credentials(userkey)(spec.line) }], nobody),
    );
    const node = { timezone: 'Asia/Shanghai', openLog: false, warp: false, allowPrivate: true };
    const nothing = { accessPipe: undefined, guardMark: undefined, warp: undefined };
    const config = xrayConfig({ node, inbounds, apiPort: net.ports, ...nothing });
    engine = spawn(await engineBinary('xray'), ['run', '-c', 'stdin:'], {
      stdio: ['pipe', 'ignore', 'inherit'],
      env: { ...process.env, XRAY_BUF_SPLICE: 'disable' },
    });
    engine.stdin?.end(JSON.stringify(config));
    api = xrayApi(net.ports);
    await until('the engine to answer', () => api.counters());
  });

  afterAll(async () => {
    api?.close();
    if (engine) {
      engine.kill('SIGKILL');
      await once(engine, 'exit');
    }
    await origin?.stop();
    net?.close();
  });

  const downCounter = async (line: number): Promise<number> =>
    (await api.counters()).find((c) => c.line === line && c.direction === 'down')?.value ?? 0;

  /** The counter once it stands still: what an ended client had begun is counted a moment longer. */
  const restingCounter = async (line: number): Promise<number> => {
    for (let last = await downCounter(line); ;) {
      await quiet(QUIET_COUNTER_MS);
      const now = await downCounter(line);
      if (now === last) return now;
      last = now;
    }
  };

  for (const program of ['sing-box', 'mihomo'] as const) {
    test(`${program} downloads through each line, and only that line's counter moves`, async () => {
      const client = await startIn(program);
      expect(await client.choices()).toEqual(expect.arrayContaining(names));
      for (const [index, name] of names.entries()) {
        await client.choose(name);
        const before = await restingCounter(index + 1);
        const got = await client.download(`${origin.url}/bytes?n=${20 * MiB}`);
        expect(got).toMatchObject({ bytes: 20 * MiB, end: 'complete' });
        const counted = (await restingCounter(index + 1)) - before;
        expect(counted).toBeGreaterThan(20 * MiB);
        expect(counted).toBeLessThan(20.1 * MiB);
      }
      await client.stop();
    });

    test(`a stream through ${program} is seen to run, to stand still and to go on`, async () => {
      const client = await startIn(program);
      await client.choose(names[0] ?? '');
      const stream = client.begin(`${origin.url}/stream?rate=${MiB}`);
      await expect.poll(() => stream.bytes()).toBeGreaterThan(MiB);
      await expect.poll(() => stream.silentMs()).toBeLessThan(1000);
      engine.kill('SIGSTOP');
      await expect.poll(() => stream.silentMs()).toBeGreaterThan(1000);
      engine.kill('SIGCONT');
      await expect.poll(() => stream.silentMs()).toBeLessThan(500);
      await client.stop();
      expect(await stream.done).toMatchObject({ reason: 'cancelled' });
    });
  }

  const startIn = (program: ClientProgram): Promise<Client> => {
    const host = net.addHost();
    const document = documentFor(program, net.node, net.ports);
    return startClient({ program, host, document, group: GROUP, probeUrl: `${origin.url}/generate_204` });
  };
});
