import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { connect, createServer, isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Peer } from './netfilter-table.ts';

const execFileAsync = promisify(execFile);
const options = () => ({
  timeout: 5000,
  maxBuffer: 64 * 1024 * 1024,
  env: { ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` },
});

/**
 * Closes the kernel's TCP connections between client addresses and one of our listening ports (`ss -K`, which needs
 * INET_DIAG_DESTROY in the kernel and the right to use it). The kernel knows addresses, not users: the caller sees to
 * it that nobody else uses these addresses on this port.
 */
export const cutConnections = async (port: number, addresses: readonly string[]): Promise<void> => {
  for (const address of addresses) {
    await execFileAsync('ss', ['-K', '-H', '-t', '-n', 'dst', address, 'sport', '=', `:${port}`], options());
  }
};

/** At most so many peers are named in one command. */
const PEERS_AT_ONCE = 64;

/** Closes exactly the TCP connections between these peers and one of our ports. */
export const cutPeers = async (port: number, peers: readonly Peer[]): Promise<void> => {
  for (let at = 0; at < peers.length; at += PEERS_AT_ONCE) {
    const named = peers.slice(at, at + PEERS_AT_ONCE).map(({ ip, port: theirs }) => `dst ${endOf(ip, theirs)}`);
    await execFileAsync('ss', ['-K', '-H', '-t', '-n', `sport = :${port} and ( ${named.join(' or ')} )`], options());
  }
};

/** Ends of all TCP connections through one of our ports, each as `address port`. */
export const connectedPeers = async (port: number): Promise<Set<string>> => {
  const { stdout } = await execFileAsync(
    'ss',
    ['-H', '-t', '-n', 'state', 'established', `sport = :${port}`],
    options(),
  );
  const ends = stdout.split('\n').map((line) => line.trim().split(/\s+/)[3] ?? '');
  return new Set(ends.map((end) => end.replace(/^\[?(?:::ffff:)?([^\]]+)\]?:(\d+)$/, '$1 $2')));
};

/** How `ss` wants an end to be written. */
const endOf = (ip: string, port: number): string => (isIPv6(ip) ? `[${ip}]:${port}` : `${ip}:${port}`);

/** Closes every TCP connection through one of our ports; for a line that is gone. */
export const cutPort = async (port: number): Promise<void> => {
  await execFileAsync('ss', ['-K', '-H', '-t', '-n', 'sport', '=', `:${port}`], options());
};

/** Tests with a loopback connection of its own whether connections can be cut on this machine. */
export const canCutConnections = async (): Promise<boolean> => {
  const server = createServer((socket) => socket.on('error', () => socket.destroy())).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const client = connect({ port, host: '127.0.0.1' });
  let closed = false;
  client.on('error', () => undefined).on('close', () => (closed = true));
  try {
    await once(client, 'connect');
    await cutConnections(port, ['127.0.0.1']);
    for (let waited = 0; waited < 1000 && !closed; waited += 20) await sleep(20);
    return closed;
  } catch {
    return false;
  } finally {
    client.destroy();
    server.close();
  }
};

/**
 * What can be done about one removed user's live connections: `cut` are addresses that only this user has on the line,
 * `shared` are those where somebody else is online too. On shared ones the kernel cannot tell the users' connections
 * apart, so they are left alone until the other user has gone; meanwhile the user's new requests are blocked.
 */
export const planCut = (mine: readonly string[], others: ReadonlySet<string>): { cut: string[]; shared: string[] } => ({
  cut: mine.filter((address) => !others.has(address)),
  shared: mine.filter((address) => others.has(address)),
});
