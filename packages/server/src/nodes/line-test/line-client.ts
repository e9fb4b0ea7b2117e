import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { request, type ClientRequest, type IncomingMessage } from 'node:http';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { connect as connectTls } from 'node:tls';
import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import type { NodeCpu } from '@skyport/contract/node-kit';
import { kitFile, kitFolder, readKit } from '../../platform/node-kit.ts';
import { dataDirOf } from '../../platform/data-dir.ts';
import type { Deps } from '../../platform/deps.ts';

type Env = Deps['env'];

const decompress = promisify(gunzip);
const HOW = '请在面板服务器上运行 npm run node-kit';

/** A client for tests of lines: where it lies, or why the panel has none. */
export type PanelClient = { readonly path: string } | { readonly missing: string };

/** Finds the engine of the node kit for this machine and makes it ready to run. Never throws. */
export const findPanelClient = async (env: Env): Promise<PanelClient> => {
  if (process.platform !== 'linux') return { missing: '面板不在 Linux 上运行，没有可用的客户端' };
  const folder = kitFolder(env);
  const file = kitFile(await readKit(folder), 'xray', process.arch as NodeCpu);
  if (!file) return { missing: `面板没有引擎 Xray（${process.arch}）：${HOW}` };
  const home = join(dataDirOf(env.DATA_DIR, process.cwd()), 'line-test');
  const path = join(home, `xray-${file.sha256.slice(0, 16)}`);
  try {
    if (!(await stat(path).catch(() => undefined))) {
      await mkdir(home, { recursive: true, mode: 0o700 });
      const sent = await readFile(join(folder, file.name));
      const draft = `${path}.${process.pid}`;
      await writeFile(draft, file.name.endsWith('.gz') ? await decompress(sent) : sent);
      await chmod(draft, 0o700);
      await rename(draft, path);
    }
    return { path };
  } catch (fault) {
    return { missing: `引擎 Xray 无法就绪：${messageOf(fault)}` };
  }
};

const messageOf = (fault: unknown): string => (fault instanceof Error ? fault.message : String(fault));

/** A client that runs, with one way through it for each outbound. */
export interface LineClient {
  /** Asks for an address through an outbound, by its place; gives what came. Throws with a sentence. */
  fetch(place: number, url: URL, limitMs: number): Promise<Fetched>;
  stop(): Promise<void>;
}

/** What a request through a line brought. */
export interface Fetched {
  readonly status: number;
  readonly body: string;
  readonly ms: number;
}

const START_MS = 8000;
const MOST_BODY = 8192;
const LAST_WORDS = 400;

/**
 * Starts the client with these outbounds. It listens on loopback only, with a password of its own, and its
 * configuration is never on disk. Throws with its message when it does not take them.
 */
export const startLineClient = async (
  path: string,
  outbounds: readonly object[],
  random: Deps['random'],
): Promise<LineClient> => {
  const password = random.bytes(18).toString('base64url');
  const ports = await Promise.all(outbounds.map(freePort));
  const child = spawn(path, ['run', '-c', 'stdin:'], { stdio: ['pipe', 'pipe', 'pipe'], env: {} });
  let said = '';
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (text: Buffer) => (said = (said + text.toString()).slice(-LAST_WORDS)));
  const failed = once(child, 'error').then(([fault]) => Promise.reject(fault as Error));
  failed.catch(() => undefined);
  child.stdin.on('error', () => undefined);
  child.stdin.end(JSON.stringify(configOf(outbounds, ports, password)));
  try {
    await Promise.race([untilListening(child, ports), failed]);
  } catch (cause) {
    await ended(child);
    throw new Error(`客户端没有启动：${messageOf(cause)} ${said.trim()}`.trim(), { cause });
  }
  const authorization = `Basic ${Buffer.from(`test:${password}`).toString('base64')}`;
  return {
    fetch: (place, url, limitMs) => fetchThrough({ port: ports[place] ?? 0, authorization }, url, limitMs),
    stop: () => ended(child),
  };
};

const configOf = (outbounds: readonly object[], ports: readonly number[], pass: string): object => ({
  log: { access: 'none', loglevel: 'warning' },
  inbounds: ports.map((port, place) => ({
    tag: `in${place}`,
    listen: '127.0.0.1',
    port,
    protocol: 'http',
    settings: { accounts: [{ user: 'test', pass }] },
  })),
  outbounds: outbounds.map((outbound, place) => ({ ...outbound, tag: `out${place}` })),
  routing: {
    rules: ports.map((_, place) => ({ type: 'field', inboundTag: [`in${place}`], outboundTag: `out${place}` })),
  },
});

const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
};

const untilListening = async (child: ChildProcess, ports: readonly number[]): Promise<void> => {
  for (const begun = performance.now(); ; await sleep(50)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error('客户端已退出');
    if ((await Promise.all(ports.map(isOpen))).every(Boolean)) return;
    if (performance.now() - begun > START_MS) throw new Error('客户端没有开始监听');
  }
};

const isOpen = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    const end = (open: boolean): void => {
      socket.destroy();
      resolve(open);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
  });

const ended = async (child: ChildProcess): Promise<void> => {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const over = once(child, 'exit');
  child.kill('SIGKILL');
  await over;
};

const fetchThrough = async (
  proxy: { readonly port: number; readonly authorization: string },
  url: URL,
  limitMs: number,
): Promise<Fetched> => {
  const begun = performance.now();
  const signal = AbortSignal.timeout(limitMs);
  try {
    const socket = await tunnel(proxy, url, signal);
    const secure = url.protocol === 'https:' ? await secured(socket, url.hostname, signal) : socket;
    const { status, body } = await get(secure, url, signal);
    return { status, body, ms: Math.round(performance.now() - begun) };
  } catch (cause) {
    throw signal.aborted ? new Error('经线路的请求超时', { cause }) : cause;
  }
};

const HTTPS_PORT = 443;
const HTTP_PORT = 80;

const tunnel = async (
  { port, authorization }: { readonly port: number; readonly authorization: string },
  url: URL,
  signal: AbortSignal,
): Promise<Socket> => {
  const target = `${url.hostname}:${url.port || (url.protocol === 'https:' ? HTTPS_PORT : HTTP_PORT)}`;
  const headers = { 'proxy-authorization': authorization };
  const asked = request({ host: '127.0.0.1', port, method: 'CONNECT', path: target, headers, agent: false, signal });
  asked.end();
  const [answer, socket] = (await firstOf(asked, 'connect')) as [IncomingMessage, Socket];
  if (answer.statusCode === 200) return socket;
  socket.destroy();
  throw new Error(`客户端回应 ${answer.statusCode}`);
};

const secured = async (socket: Socket, servername: string, signal: AbortSignal): Promise<Socket> => {
  const secure = connectTls({ socket, servername });
  try {
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (fault) {
    secure.destroy();
    throw fault;
  }
};

const get = async (socket: Socket, url: URL, signal: AbortSignal): Promise<{ status: number; body: string }> => {
  const asked = request({
    createConnection: () => socket,
    host: url.hostname,
    path: url.pathname + url.search,
    headers: { connection: 'close', 'user-agent': 'curl/8' },
    signal,
  });
  asked.end();
  try {
    const [answer] = (await firstOf(asked, 'response')) as [IncomingMessage];
    let body = '';
    for await (const part of answer as AsyncIterable<Buffer>) {
      body += part.toString('utf8');
      if (body.length > MOST_BODY) break;
    }
    return { status: answer.statusCode ?? 0, body: body.slice(0, MOST_BODY) };
  } finally {
    socket.destroy();
  }
};

/** The first event of this name; what goes wrong later is nobody's business any more. */
const firstOf = async (asked: ClientRequest, event: string): Promise<unknown[]> => {
  asked.on('error', () => undefined);
  return once(asked, event) as Promise<unknown[]>;
};
