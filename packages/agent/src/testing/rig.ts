import 'reflect-metadata';
import { spawn } from 'node:child_process';
import { generateKeyPairSync, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, get, type IncomingMessage, type RequestListener } from 'node:http';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createServer as createTlsServer } from 'node:tls';
import type { DesiredUser, LineSpec } from '@skyport/contract/fleet';
import { quietPort } from './quiet-port.ts';
import { makeNodeKey } from '../enrol.ts';
import { ATTEMPT_MS } from '../../../../testkit/patience.ts';
import { until } from '../../../../testkit/until.ts';
import { fromAfar } from './distance.ts';

/** A website on loopback: `/bytes/N` sends N bytes at once, `/slow` 1 MB a second until the reader leaves. */
export type Website = { port: number; host?: string; close(): void };

const CHUNK = randomBytes(65_536);

/** Starts the website. */
export const startWebsite = async (): Promise<Website> => {
  const answer: RequestListener = (request, response) => {
    const [, kind, size = '0'] = (request.url ?? '').split('/');
    if (kind === 'slow') {
      const timer = setInterval(() => response.write(CHUNK), 65);
      response.on('close', () => clearInterval(timer));
      return;
    }
    response.writeHead(200, { 'content-length': size });
    let left = Number(size);
    const pour = (): void => {
      while (left > 0) {
        const part = CHUNK.subarray(0, Math.min(left, CHUNK.length));
        left -= part.length;
        if (!response.write(part)) return void response.once('drain', pour);
      }
      response.end();
    };
    pour();
  };
  const server = createServer(fromAfar(answer)).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const close = (): void => {
    server.close();
    server.closeAllConnections();
  };
  return { port: portOf(server.address()), close };
};

/** A TLS 1.3 server on loopback for REALITY to borrow its handshake from. */
export const startRealityTarget = async (): Promise<Website> => {
  const { key, certificate } = await makeNodeKey(Date.now());
  const server = createTlsServer({ key, cert: certificate, minVersion: 'TLSv1.3' }, (socket) => {
    socket.on('error', () => socket.destroy());
  });
  server.on('tlsClientError', () => undefined).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { port: portOf(server.address()), close: () => server.close() };
};

const portOf = (address: unknown): number =>
  typeof address === 'object' && address !== null && 'port' in address ? Number(address.port) : 0;

/** The three usual lines (VMess, Shadowsocks 2022, REALITY), with what a client must know of them. */
export type TestLines = { lines: LineSpec[]; publicKey: string; shortId: string };

/** Makes lines 1 (VMess), 2 (Shadowsocks 2022) and 3 (REALITY) on free ports. */
export const makeLines = async (realityTarget: number): Promise<TestLines> => {
  const { privateKey } = generateKeyPairSync('x25519');
  const { d = '', x = '' } = privateKey.export({ format: 'jwk' });
  const shortId = randomBytes(4).toString('hex');
  const serverKey = randomBytes(16).toString('base64');
  const lines: LineSpec[] = [
    { line: 1, port: await quietPort(), protocol: 'vmesh_tcp' },
    { line: 2, port: await quietPort(), protocol: 'ss', method: '2022-blake3-aes-128-gcm', serverKey },
    {
      line: 3,
      port: await quietPort(),
      protocol: 'reality',
      privateKey: d,
      shortIds: [shortId],
      serverNames: ['target.test'],
      target: `127.0.0.1:${realityTarget}`,
    },
  ];
  return { lines, publicKey: x, shortId };
};

/** Makes lines 1 to 6, one of each protocol: those of `makeLines`, then VMess over WebSocket, AEAD and Hysteria2. */
export const makeAllLines = async (realityTarget: number): Promise<TestLines> => {
  const made = await makeLines(realityTarget);
  const { key, certificate } = await makeNodeKey(Date.now());
  const more: LineSpec[] = [
    { line: 4, port: await quietPort(), protocol: 'vmesh_ws', path: '/stream' },
    { line: 5, port: await quietPort(), protocol: 'compat', method: 'aes-256-gcm' },
    { line: 6, port: await quietPort(), protocol: 'h2', certificate, privateKey: key, serverName: 'h2.test' },
  ];
  return { ...made, lines: [...made.lines, ...more] };
};

/** A credential as a line of this kind wants it. */
export const makeCredential = (spec: LineSpec): string =>
  spec.protocol === 'ss' ? randomBytes(16).toString('base64') : randomUUID();

/** A real client: an HTTP proxy port for every (user, line), keys `user.line`. */
export type Client = { ports: Map<string, number>; stop(): Promise<void> };

/**
 * Starts sing-box for these users. User n dials from 127.0.0.(n + 1), since the engine's list of addresses online
 * leaves out 127.0.0.1; `address` sets another rule.
 */
export const startClient = async (
  singBox: string,
  made: TestLines,
  users: readonly DesiredUser[],
  address: (u: DesiredUser) => string = (u) => `127.0.0.${u.user + 1}`,
): Promise<Client> => {
  // A port that was free may be another's by the time that the client opens it.
  for (let tries = 0; ; tries++) {
    try {
      return await startOnce(singBox, made, users, address);
    } catch (cause) {
      if (tries === 3) throw cause;
    }
  }
};

const startOnce = async (
  singBox: string,
  { lines, publicKey, shortId }: TestLines,
  users: readonly DesiredUser[],
  address: (u: DesiredUser) => string,
): Promise<Client> => {
  const ports = new Map<string, number>();
  const config = {
    log: { level: 'error' },
    inbounds: [] as object[],
    outbounds: [] as object[],
    route: { rules: [] as object[] },
  };
  for (const u of users) {
    const spec = lines.find(({ line }) => line === u.line);
    if (!spec) throw new Error(`no line ${u.line}`);
    const tag = `${u.user}.${u.line}`;
    const port = await quietPort();
    ports.set(tag, port);
    config.inbounds.push({ type: 'mixed', tag: `in-${tag}`, listen: '127.0.0.1', listen_port: port });
    const dial = { tag, server: '127.0.0.1', server_port: spec.port, inet4_bind_address: address(u) };
    config.outbounds.push({ ...dial, ...outboundOf(spec, u.credential, publicKey, shortId) });
    config.route.rules.push({ inbound: [`in-${tag}`], action: 'route', outbound: tag });
  }
  const folder = mkdtempSync(join(tmpdir(), 'client-'));
  writeFileSync(join(folder, 'config.json'), JSON.stringify(config));
  const child = spawn(singBox, ['run', '-c', join(folder, 'config.json')], { stdio: ['ignore', 'ignore', 'inherit'] });
  const closed = once(child, 'close');
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await closed;
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    for (const port of ports.values()) await untilOpen(port, () => child.exitCode === null);
  } catch (cause) {
    await stop();
    throw cause;
  }
  return { ports, stop };
};

const outboundOf = (spec: LineSpec, credential: string, publicKey: string, shortId: string): object => {
  switch (spec.protocol) {
    case 'vmesh_tcp':
      return { type: 'vmess', uuid: credential, security: 'auto' };
    case 'vmesh_ws': {
      // What a client says of its own address must not hide it.
      const headers = { 'X-Forwarded-For': '127.0.0.1' };
      return { type: 'vmess', uuid: credential, security: 'auto', transport: { type: 'ws', path: spec.path, headers } };
    }
    case 'compat':
      return { type: 'shadowsocks', method: spec.method, password: credential };
    case 'h2':
      return {
        type: 'hysteria2',
        password: credential,
        tls: { enabled: true, server_name: spec.serverName, insecure: true, alpn: ['h3'] },
      };
    case 'ss':
      return { type: 'shadowsocks', method: spec.method, password: `${spec.serverKey}:${credential}` };
    case 'reality':
      return {
        type: 'vless',
        uuid: credential,
        flow: 'xtls-rprx-vision',
        tls: {
          enabled: true,
          server_name: spec.serverNames[0],
          utls: { enabled: true, fingerprint: 'chrome' },
          reality: { enabled: true, public_key: publicKey, short_id: shortId },
        },
      };
  }
};

const untilOpen = async (port: number, lives: () => boolean): Promise<void> => {
  const isOpen = async (): Promise<boolean> => {
    const socket = connect(port, '127.0.0.1');
    return once(socket, 'connect')
      .then(
        () => true,
        () => false,
      )
      .finally(() => socket.destroy());
  };
  await until(`port ${port} to be open`, async () => !lives() || isOpen(), { everyMs: 50 });
  if (!lives()) throw new Error(`nobody listens on ${port}`);
};

/** Bytes that arrived of `path` through a proxy port; throws when the connection breaks before its end. */
export const download = async (proxyPort: number, website: Website, path: string): Promise<number> => {
  const download = await beginDownload(proxyPort, website, path);
  return download.ended;
};

/** Whether nothing comes of `path` through a proxy port; silence is one way to refuse. */
export const isRefused = async (proxyPort: number, website: Website, path: string): Promise<boolean> =>
  tryDownload(proxyPort, website, path, REFUSAL_MS)
    .then(({ ended }) => ended)
    .then(
      () => false,
      () => true,
    );

/** A download under way: `bytes()` so far, `ended` when it is over, `break()` hangs up. */
export type Download = { bytes(): number; ended: Promise<number>; break(): void };

/** After so long a silence nothing is served. */
const REFUSAL_MS = 3000;

/** Begins a download, again while the client's proxy says that it had no time to dial. */
export const beginDownload = (proxyPort: number, website: Website, path: string): Promise<Download> =>
  until(`a download through ${proxyPort}`, () => tryDownload(proxyPort, website, path));

/** Tries once; resolves with the first byte of the answer's head. A silence of `silenceMs` breaks it. */
export const tryDownload = async (
  proxyPort: number,
  website: Website,
  path: string,
  silenceMs = ATTEMPT_MS,
): Promise<Download> => {
  const url = `http://${website.host ?? '127.0.0.1'}:${website.port}${path}`;
  const asked = get({ host: '127.0.0.1', port: proxyPort, path: url, agent: false, timeout: silenceMs });
  // An engine answers a stranger with silence rather than with a refusal.
  asked.on('timeout', () => asked.destroy(new Error('nothing comes'))).on('error', () => undefined);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  if (response.statusCode !== 200) throw new Error(`the proxy says ${response.statusCode}`);
  let bytes = 0;
  const ended = (async () => {
    for await (const part of response) bytes += (part as Buffer).length;
    return bytes;
  })();
  ended.catch(() => undefined);
  return { bytes: () => bytes, ended, break: () => asked.destroy() };
};
