import { execFileSync, spawn } from 'node:child_process';
import { createHmac, hkdfSync } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { all, compile } from '@fastify/proxy-addr';
import { clientPrefixes } from '@skyport/contract/client-prefixes';
import { systemRandom } from '@skyport/server/platform/ids';
import { createMetrics } from '@skyport/server/platform/metrics';
import { clientPrefix, networkOf, widePrefix } from '@skyport/server/platform/networks';
import { createSecrets } from '@skyport/server/platform/secrets';
import { createProxies } from '@skyport/server/gate/proxies';
import { pino } from 'pino';
import { Histogram, Registry } from 'prom-client';
import type { DocumentPart } from './alternate.ts';
import { keyAt } from './sample.ts';

const SECRET_KEY = 'bench-only-secret-key-of-enough-length-0123456789';
/** Clients who ask in turn: more than any cache of addresses holds. */
const CLIENTS = 20_000;
const FROM_PROXY = 'loopback, 10.0.0.0/8';

/** A request that a trusted proxy passes on for a client. */
const passedOn = (index: number): IncomingMessage => {
  const client = `11.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
  return {
    socket: { remoteAddress: '10.1.2.3' },
    headers: { 'x-forwarded-for': client },
  } as unknown as IncomingMessage;
};
const requests = Array.from({ length: CLIENTS }, (_, index) => passedOn(index));
const sixes = Array.from({ length: CLIENTS }, (_, index) => `2001:db8:${(index >> 8).toString(16)}:${index & 255}::7`);

const proxyPart = (): DocumentPart => {
  const proxies = createProxies(FROM_PROXY);
  const trusts = compile(FROM_PROXY.split(',').map((name) => name.trim()));
  return {
    name: 'verdicts about proxies are cached (behind a proxy, each client once)',
    product: (index) => proxies.clientAddressOf(requests[index % CLIENTS]!),
    plain: (index) => all(requests[index % CLIENTS]!, (address) => trusts(address, 0)).at(-1),
  };
};

const prefixPart: DocumentPart = {
  name: 'prefixes of IPv6 clients are cached (each client once, asked for three times)',
  product: (index) => {
    const address = sixes[index % CLIENTS]!;
    return [clientPrefix(address), widePrefix(address), networkOf(address)];
  },
  plain: (index) => {
    const address = sixes[index % CLIENTS]!;
    return [clientPrefixes(address).prefix, clientPrefixes(address).wide, clientPrefixes(address).wide];
  },
};

const metricsPart = (): DocumentPart => {
  const metrics = createMetrics([]);
  const registers = [new Registry()];
  const buckets = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10];
  const plain = new Histogram({
    name: 'plain_seconds',
    help: 'plain',
    labelNames: ['call', 'code'],
    buckets,
    registers,
  });
  return {
    name: "a series of the request's metric is looked up once",
    product: () => metrics.request('subscription.document', 0, 0.001),
    plain: () => plain.labels('subscription.document', '0').observe(0.001),
  };
};

/** Lines gathered as `createGatheredLog` does, beside one system call a line; a program reads both from a pipe. */
const logPart = (dir: string): DocumentPart => {
  const into = (name: string, minLength: number) => {
    const pipe = join(dir, name);
    execFileSync('mkfifo', [pipe]);
    spawn('cat', [pipe], { stdio: 'ignore' }).unref();
    return pino({}, pino.destination({ dest: pipe, sync: true, minLength }));
  };
  const [gathered, single] = [into('gathered', 1024), into('single', 0)];
  const line = { requestId: '0198a1b2-c3d4-7e5f', call: 'subscription.document', status: 200, answer: 0, ms: 1 };
  return {
    name: 'lines of the request log are gathered',
    product: () => gathered.info(line, 'request'),
    plain: () => single.info(line, 'request'),
  };
};

const hmacPart = (): DocumentPart => {
  const secrets = createSecrets(SECRET_KEY, systemRandom);
  const key = Buffer.from(hkdfSync('sha256', SECRET_KEY, 'skyport', 'mac:userkey', 32));
  return {
    name: 'HMACs are made from prepared pads (when they are not cached)',
    product: (index) => secrets.mac('userkey', keyAt(index)),
    plain: (index) => createHmac('sha256', key).update(keyAt(index)).digest(),
  };
};

/** Parts that belong to every request and not to the document alone. `close` removes what they wrote. */
export const aroundParts = (): { readonly parts: readonly DocumentPart[]; close: () => void } => {
  const dir = mkdtempSync(join(tmpdir(), 'skyport-bench-log-'));
  return {
    parts: [proxyPart(), prefixPart, metricsPart(), logPart(dir), hmacPart()],
    close: () => rmSync(dir, { recursive: true }),
  };
};
