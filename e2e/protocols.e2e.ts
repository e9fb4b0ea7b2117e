import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectTls, type TLSSocket } from 'node:tls';
import { MIB } from '@skyport/contract/units';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { startCdnEdge, EDGE_PORT, type CdnEdge } from '../testkit/cdn-edge.ts';
import { oldSingBoxes, type Client, type ClientProgram } from '../testkit/clients.ts';
import { fetchDocument, setUpByCalls, startSite, startWith, type Site } from '../testkit/site.ts';
import { netAvailable, type TestHost } from '../testkit/net.ts';
import { hashOfSeeded } from '../testkit/origin.ts';
import { becomeAdmin, linkOf, signUp, type TestAccount } from '../testkit/accounts.ts';
import { everyProtocolPlan, portBehindEdge, type PlannedLine } from '../testkit/site-plan.ts';
import { selfSigned } from '../testkit/self-signed.ts';
import { until } from '../testkit/until.ts';
import { compareUsage, engineTotals } from '../testkit/usage-totals.ts';

/**
 * Every protocol and every way to a node: real documents in the real clients, with real traffic, billed to the byte.
 */
const possible = netAvailable();
if (!possible.ok) process.stderr.write(`Traffic through every protocol is not tested: ${possible.reason}\n`);

const EDGE_NAME = 'cdn.example.com';
const DOWNLOAD = 3 * MIB;
/** What a protocol may add to a download; measured are 0.1 %, and measurements of the automatic group. */
const MOST_COUNTED = DOWNLOAD * 1.02;
const QUIET_LINE_MS = 1500;

interface Loaded {
  readonly program: ClientProgram;
  readonly kind: string;
  readonly userAgent: string;
}
const mihomo: Loaded = { program: 'mihomo', kind: 'flclash', userAgent: 'FlClash/v0.8.59' };
const singBox: Loaded = { program: 'sing-box', kind: 'singbox', userAgent: 'SFA/1.14.1 (sing-box 1.14.1)' };
const xray: Loaded = { program: 'xray', kind: 'ss', userAgent: 'v2rayN/7.24.8' };
const wholeDocuments: readonly Loaded[] = [
  { program: 'mihomo', kind: 'clash', userAgent: 'mihomo/1.19.20' },
  { program: 'mihomo', kind: 'mjclash', userAgent: 'ClashMetaForAndroid/2.11.9.Meta' },
  mihomo,
  singBox,
  xray,
  { program: 'xray', kind: 'v2box', userAgent: 'V2Box 9.9.7;IOS 18.5' },
];
/** Each generation of sing-box with the document that it gets. */
const oldCores: readonly Loaded[] = oldSingBoxes.map((program) => {
  const version = program.replace('sing-box-', '');
  return { program, kind: 'singbox', userAgent: `SFA/${version}.0 (sing-box ${version}.0)` };
});
/** What the old Clash can speak. */
const LEGACY = ['vmesh_tcp', 'vmesh_ws', 'compat'];

describe.skipIf(!possible.ok)(`every protocol${possible.ok ? '' : ` (skipped: ${possible.reason})`}`, () => {
  let site: Site;
  let edge: CdnEdge;
  let customer: TestAccount;
  let traveller: TestAccount;
  let lines: readonly string[];
  let numbers: ReadonlyMap<string, string>;
  const running: Client[] = [];

  let broken = false;
  beforeEach(({ skip }) => skip(broken, 'a step before it failed'));
  afterEach(async ({ task }) => {
    broken ||= task.result?.state === 'fail';
    for (const client of running.splice(0)) await client.stop();
  });
  beforeAll(async () => {
    let edgeHost: TestHost | undefined;
    site = await startSite({}, (place, net) => {
      edgeHost = net.addHost();
      return everyProtocolPlan(place, { ip: edgeHost.ip, name: EDGE_NAME });
    });
    if (!edgeHost) throw new Error('the plan was not made');
    const { node, ports } = site.net;
    edge = await startCdnEdge(edgeHost, { name: EDGE_NAME, node, port: portBehindEdge(ports) });
    await setUpByCalls(site, (await becomeAdmin(site.panel)).actor);
    [customer, traveller] = [await newCustomer('xiaoming'), await newCustomer('xiaohong')];
    lines = site.plan.lines.map(({ form }) => form.name);
    const rows = await site.panel.query<{ name: string; num: number }>('select name, num from lines');
    numbers = new Map(rows.map(({ name, num }) => [name, String(num)]));
  });
  afterAll(async () => {
    await edge?.stop();
    await site?.stop();
  });

  const newCustomer = async (name: string): Promise<TestAccount> => {
    const person = await signUp(site.panel, `${name}@example.com`);
    await person.actor.coupons.redeem({ code: site.plan.coupon.code });
    return person;
  };

  const documentFor = async (person: TestAccount, { kind, userAgent }: Loaded): Promise<string> =>
    fetchDocument(await linkOf(person, site.panel, kind), userAgent);

  const start = async (program: ClientProgram, document: string, trust = edge.trust): Promise<Client> => {
    const client = await startWith(site, program, document, trust === '' ? {} : { SSL_CERT_FILE: trust });
    running.push(client);
    return client;
  };

  const nameWhere = (which: (line: PlannedLine) => boolean): string => site.plan.lines.find(which)?.form.name ?? '';

  /** Whether anything at all comes through a line; a client that gets no answer may wait for long. */
  const passes = async (client: Client, line: string): Promise<boolean> => {
    await client.choose(line);
    const fetching = client.begin(`${site.origin.url}/bytes?n=1`);
    const late = setTimeout(() => fetching.cancel(), QUIET_LINE_MS);
    const { bytes } = await fetching.done;
    clearTimeout(late);
    return bytes > 0;
  };

  const untilOpen = (client: Client, line: string): Promise<unknown> =>
    until(`a first answer through ${line}`, () => passes(client, line), { everyMs: 200 });

  /** A download and a datagram through each of the lines, each of them whole. */
  const expectTraffic = async (client: Client, names: readonly string[]): Promise<void> => {
    for (const name of names) {
      await untilOpen(client, name);
      const seed = encodeURIComponent(`${name} ${randomUUID()}`);
      const got = await client.download(`${site.origin.url}/bytes?n=${DOWNLOAD}&seed=${seed}`);
      expect(got, `${name}, ${client.logTail()}`).toMatchObject({ bytes: DOWNLOAD, end: 'complete', reason: '' });
      expect(got.sha256, name).toBe(hashOfSeeded(decodeURIComponent(seed), DOWNLOAD));
      expect(await client.ask(site.origin.echo, seed), `a datagram through ${name}`).toBe(seed);
    }
  };

  /** Downloaded bytes by line as the engines count them, of all users. */
  const counted = async (): Promise<ReadonlyMap<string, number>> => {
    const totals = [...(await engineTotals(site.panel))];
    const down = (name: string): number =>
      totals.reduce((sum, [key, use]) => sum + (key.split('.')[1] === numbers.get(name) ? use.down : 0), 0);
    return new Map(lines.map((name) => [name, down(name)]));
  };

  for (const loaded of wholeDocuments) {
    const { program, kind, userAgent } = loaded;
    test(`${program} loads ${kind} as ${userAgent} does, and every line carries its own traffic`, async () => {
      const client = await start(program, await documentFor(customer, loaded));
      expect(await client.choices()).toEqual(expect.arrayContaining([...lines]));
      const before = await counted();
      const { forwarded } = edge.counts();
      await expectTraffic(client, lines);
      for (const [name, bytes] of await counted()) {
        const own = bytes - (before.get(name) ?? 0);
        expect(own, name).toBeGreaterThan(DOWNLOAD);
        expect(own, name).toBeLessThan(MOST_COUNTED);
      }
      expect(edge.counts().forwarded).toBeGreaterThan(forwarded);
    });
  }

  for (const loaded of oldCores) {
    test(`${loaded.program} loads the document of its generation, and every line carries traffic`, async () => {
      await expectTraffic(await start(loaded.program, await documentFor(customer, loaded)), lines);
    });
  }

  test('xray runs each of the whole configurations that its kind has, and the line of each carries traffic', async () => {
    const loaded: Loaded = { program: 'xray', kind: 'xray', userAgent: 'Happ/3.18.3' };
    const configurations = JSON.parse(await documentFor(customer, loaded)) as readonly { readonly remarks: string }[];
    expect(configurations.map(({ remarks }) => remarks)).toEqual(lines);
    for (const one of configurations) await expectTraffic(await start('xray', JSON.stringify(one)), [one.remarks]);
  });

  test('mihomo loads what ClashX gets: the old language, with the lines that the old Clash can speak', async () => {
    const loaded: Loaded = { program: 'mihomo', kind: 'clash', userAgent: 'ClashX/1.118.0 (com.west2online.ClashX)' };
    const document = await documentFor(customer, loaded);
    const spoken = site.plan.lines.filter(({ form }) => LEGACY.includes(form.protocol)).map(({ form }) => form.name);
    for (const name of lines) expect(document.includes(`"${name}"`), name).toBe(spoken.includes(name));
    await expectTraffic(await start('mihomo', document), spoken);
  });

  test('the edge of the content network serves one name only, as SNI and as Host', async () => {
    const answer = (sni: string, host: string): Promise<string> => askEdge(edge, sni, host);
    expect(await answer('other.example.com', EDGE_NAME)).toBe('no TLS');
    expect(await answer(EDGE_NAME, 'other.example.com')).toContain(' 421 ');
    expect(await answer(EDGE_NAME, EDGE_NAME)).toContain(' 404 ');
  });

  for (const loaded of [mihomo, singBox, xray]) {
    test(`${loaded.program} checks the edge: without its authority nothing passes the content network`, async () => {
      const client = await start(loaded.program, await documentFor(customer, loaded), '');
      await untilOpen(client, lines[0] ?? '');
      expect(
        await passes(
          client,
          nameWhere(({ form }) => form.bridge === 'cf_cdn'),
        ),
      ).toBe(false);
    });
  }

  for (const loaded of [mihomo, xray, singBox]) {
    test(`${loaded.program} checks the pin of Hysteria2: with another one nothing passes`, async () => {
      const client = await start(loaded.program, await withOtherPin(loaded, await documentFor(customer, loaded)));
      await untilOpen(client, lines[0] ?? '');
      expect(
        await passes(
          client,
          nameWhere(({ form }) => form.protocol === 'h2'),
        ),
      ).toBe(false);
    });
  }

  test('abroad the entry is passed by: with the relay off its line still carries traffic', async () => {
    await site.relay.stop();
    await site.panel.query('update users set in_foreign = true where email = $1', [traveller.email]);
    const entry = nameWhere(({ viaEntry }) => viaEntry);
    for (const loaded of [mihomo, singBox, xray]) {
      const atHome = await start(loaded.program, await documentFor(customer, loaded));
      await untilOpen(atHome, lines[0] ?? '');
      expect(await passes(atHome, entry), `${loaded.program} at home`).toBe(false);
      const abroad = await start(loaded.program, await documentFor(traveller, loaded));
      await expectTraffic(abroad, loaded === mihomo ? lines : [entry]);
    }
  });

  test('after a reset the old documents carry nothing on any line, the new one all, and nobody else notices', async () => {
    // The relay is off by now.
    const reachable = site.plan.lines.filter(({ viaEntry }) => !viaEntry).map(({ form }) => form.name);
    const old: Client[] = [];
    const documents = await Promise.all([mihomo, singBox, xray].map((loaded) => documentFor(customer, loaded)));
    await customer.actor.subscription.resetUserkey({});

    const fresh = await start('mihomo', await documentFor(customer, mihomo));
    for (const name of reachable) await untilOpen(fresh, name);
    for (const [index, { program }] of [mihomo, singBox, xray].entries()) {
      old.push(await start(program, documents[index] ?? ''));
    }
    const datagrams = ['vmesh_tcp', 'ss', 'h2'].map((protocol) => nameWhere(({ form }) => form.protocol === protocol));
    const silent = old.map(async (client) => {
      const carried: string[] = [];
      for (const name of reachable) {
        if (await passes(client, name)) carried.push(name);
        if (!datagrams.includes(name)) continue;
        if ((await client.ask(site.origin.echo, name, QUIET_LINE_MS)) !== null) carried.push(`${name} (UDP)`);
      }
      return carried;
    });
    expect(await Promise.all(silent)).toEqual([[], [], []]);
    const other = await start('sing-box', await documentFor(traveller, singBox));
    for (const name of lines) await untilOpen(other, name);
  });

  test('what is billed is what the engines counted, to the byte', async () => {
    expect((await compareUsage(site.panel)).problems).toEqual([]);
    for (const [name, bytes] of await counted()) {
      expect(bytes, name).toBeGreaterThan(wholeDocuments.length * DOWNLOAD);
    }
  });
});

/** Hex SHA-256 as documents write it: plain or with colons, in either case. */
const PIN = /\b(?:[0-9a-f]{64}|(?:[0-9a-f]{2}:){31}[0-9a-f]{2})\b/i;

const withOtherCertificate = async (document: string): Promise<string> => {
  const parsed = JSON.parse(document) as { outbounds: { type: string; tls?: { certificate?: string[] } }[] };
  const tls = parsed.outbounds.find(({ type }) => type === 'hysteria2')?.tls;
  if (!tls?.certificate) throw new Error('the document pins no certificate');
  tls.certificate = (await selfSigned(EDGE_NAME)).cert.trim().split('\n');
  return JSON.stringify(parsed);
};

/** A document whose Hysteria2 line expects another certificate than the node has. Throws when it has no pin at all. */
const withOtherPin = async ({ program }: Loaded, document: string): Promise<string> => {
  if (program === 'sing-box') return withOtherCertificate(document);
  const change = (text: string): string => {
    if (!PIN.test(text)) throw new Error('the document pins no certificate');
    return text.replace(PIN, (pin) => pin.replace(/[0-9a-f]/gi, 'f'));
  };
  if (program !== 'xray') return change(document);
  return Buffer.from(change(Buffer.from(document, 'base64').toString())).toString('base64');
};

/** Asks an edge for a WebSocket on a path that nobody serves; gives the first line of the answer. */
const askEdge = async (edge: CdnEdge, sni: string, host: string): Promise<string> => {
  const socket: TLSSocket = connectTls({ host: edge.ip, port: EDGE_PORT, servername: sni, rejectUnauthorized: false });
  try {
    await once(socket, 'secureConnect');
  } catch {
    return 'no TLS';
  }
  const requestLines = ['GET / HTTP/1.1', `Host: ${host}`, 'Connection: Upgrade', 'Upgrade: websocket'];
  socket.write(`${requestLines.join('\r\n')}\r\n\r\n`);
  const [answer] = (await once(socket, 'data')) as [Buffer];
  socket.destroy();
  return answer.toString().split('\r\n')[0] ?? '';
};
