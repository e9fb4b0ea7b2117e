import { createServer, type AddressInfo, type Server as TcpServer } from 'node:net';
import ssh2, { type Connection, type ServerChannel } from 'ssh2';
import { afterEach, expect, test } from 'vitest';
import { makeSshKey } from './keys.ts';
import { SshFault } from './ssh-fault.ts';
import { hostKeyOf, openSsh, seeHostKey, type SshPlace } from './ssh.ts';

const { Server, utils } = ssh2;
const PASSWORD = 'a password nobody may read';
const hostKeys = { one: makeSshKey(), two: makeSshKey() };
const fingerprintOf = (key: { public: string }): string => {
  const parsed = utils.parseKey(key.public);
  if (parsed instanceof Error) throw parsed;
  return hostKeyOf(parsed.getPublicSSH()).fingerprint;
};

interface Fake {
  readonly place: SshPlace;
  /** What was offered to prove who somebody is. */
  readonly offered: string[];
}

const open: (() => void)[] = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

const listening = async (server: Pick<TcpServer, 'listen' | 'address' | 'close'>): Promise<SshPlace> => {
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  open.push(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { host: '127.0.0.1', port, username: 'root', allowPrivate: true, patienceMs: 1500 };
};

/** A server that lets the right password in and does `onExec` with every command. */
const fake = async (
  onExec: (channel: ServerChannel, connection: Connection, command: string) => void = (channel) => channel.close(),
): Promise<Fake> => {
  const offered: string[] = [];
  const server = new Server({ hostKeys: [hostKeys.one.private] }, (connection) => {
    connection.on('error', () => undefined);
    connection.on('authentication', (ask) => {
      if (ask.method !== 'none') offered.push(ask.method);
      if (ask.method === 'password' && ask.password === PASSWORD) ask.accept();
      else ask.reject(['password', 'publickey', 'keyboard-interactive']);
    });
    connection.on('session', (accept) => {
      accept().on('exec', (take, _refuse, { command }) => onExec(take(), connection, command));
    });
  });
  return { place: await listening(server as unknown as TcpServer), offered };
};

const right = { pinned: { fingerprint: fingerprintOf(hostKeys.one), kind: 'ssh-ed25519' } };
const password = { kind: 'password', password: PASSWORD } as const;
const faultOf = async (work: Promise<unknown>): Promise<SshFault> => {
  const fault = await work.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expect(fault).toBeInstanceOf(SshFault);
  expect(JSON.stringify(fault) + (fault as SshFault).message + (fault as SshFault).stack).not.toContain(PASSWORD);
  return fault as SshFault;
};

test('the kind of a host key holds nothing that cannot be stored', () => {
  expect(hostKeyOf(Buffer.from('\0\0\0\u0004a\0b\u0007')).kind).toBe('ab');
});

test('the first contact shows the fingerprint and sends no credentials', async () => {
  const { place, offered } = await fake();
  expect(await seeHostKey(place)).toEqual(right.pinned);
  expect(offered).toEqual([]);
});

test('a server with another key hears no password', async () => {
  const { place, offered } = await fake();
  const pinned = { fingerprint: fingerprintOf(hostKeys.two), kind: 'ssh-ed25519' };
  const fault = await faultOf(openSsh(place, { pinned, secret: password }));
  expect(fault).toMatchObject({ kind: 'host-key', shown: right.pinned });
  expect(offered).toEqual([]);
});

test('a server that no longer has a key of the approved kind hears no password', async () => {
  const { place, offered } = await fake();
  const pinned = { fingerprint: right.pinned.fingerprint, kind: 'ssh-rsa' };
  expect(await faultOf(openSsh(place, { pinned, secret: password }))).toMatchObject({ kind: 'host-key' });
  expect(offered).toEqual([]);
});

test('a wrong password is refused without being repeated anywhere', async () => {
  const { place, offered } = await fake();
  const secret = { kind: 'password', password: `${PASSWORD}!` } as const;
  expect(await faultOf(openSsh(place, { ...right, secret }))).toMatchObject({ kind: 'auth' });
  expect(offered).toContain('password');
});

test('a key that cannot be read is a refusal of its own', async () => {
  const { place } = await fake();
  const secret = { kind: 'key', privateKey: '-----BEGIN OPENSSH PRIVATE KEY-----\nnone\n-----END' } as const;
  expect(await faultOf(openSsh(place, { ...right, secret }))).toMatchObject({ kind: 'auth' });
});

test('a server that accepts and says nothing is given up', async () => {
  const place = await listening(createServer(() => undefined));
  expect(await faultOf(openSsh(place, { ...right, secret: password }))).toMatchObject({ kind: 'timeout' });
});

test('a server that nobody runs is unreachable, and a private address is not even tried', async () => {
  const place = await listening(createServer());
  open.splice(0).forEach((close) => close());
  expect(await faultOf(seeHostKey(place))).toMatchObject({ kind: 'unreachable' });
  expect(await faultOf(seeHostKey({ ...place, allowPrivate: false }))).toMatchObject({ kind: 'address' });
  const name = { ...place, host: 'localhost', allowPrivate: false };
  expect(await faultOf(seeHostKey(name))).toMatchObject({ kind: 'address' });
});

test('a connection that breaks in the middle of a command ends it at once', async () => {
  const { place } = await fake((channel, connection) => {
    channel.write('half a li', () => void connection.end());
  });
  const session = await openSsh(place, { ...right, secret: password });
  expect(await faultOf(session.run('anything', { timeoutMs: 5000 }))).toMatchObject({ kind: 'lost' });
});

test('a command that never ends is given up, and so is everything when the run is aborted', async () => {
  const { place } = await fake(() => undefined);
  const session = await openSsh(place, { ...right, secret: password });
  expect(await faultOf(session.run('sleep', { timeoutMs: 100 }))).toMatchObject({ kind: 'timeout' });
  session.close();
  const stop = new AbortController();
  const silent = await fake(() => stop.abort());
  const other = await openSsh(silent.place, { ...right, secret: password, signal: stop.signal });
  expect(await faultOf(other.run('sleep'))).toMatchObject({ kind: 'aborted' });
});

test('however much a server says, only the end of it is kept', async () => {
  const { place } = await fake((channel) => {
    for (let n = 0; n < 400; n++) channel.write(`${'x'.repeat(8000)}\n`);
    channel.write('the end');
    channel.exit(3);
    channel.end();
  });
  const session = await openSsh(place, { ...right, secret: password });
  const lines: number[] = [];
  const ran = await session.run('talk', { onLine: (line) => lines.push(line.length) });
  expect(ran.code).toBe(3);
  expect(ran.output.length).toBeLessThanOrEqual(64 * 1024);
  expect(ran.output.endsWith('the end')).toBe(true);
  expect(Math.max(...lines)).toBeLessThanOrEqual(1000);
  session.close();
});
