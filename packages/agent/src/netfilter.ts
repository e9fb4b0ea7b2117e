import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { promisify } from 'node:util';
import { filled, panelSets, type Stop, stopping, tableOf } from './netfilter-table.ts';

const execFileAsync = promisify(execFile);

/**
 * The agent's own table in the kernel's packet filter; nothing outside of it is ever touched. It stops datagrams of
 * removed users, keeps clients from private addresses, counts what passes the lines' ports, and lets the panel alone in
 * at the agent's own port when it is told to.
 */
export type Netfilter = {
  /** Why the table cannot be used on this machine, in one sentence; empty while it can. */
  problem(): string;
  /** Mark of sockets that may not reach private addresses, or undefined when nothing would hold them back. */
  guardMark(): number | undefined;
  /** Puts the table back when somebody emptied the packet filter, and tells it the ports of all lines. */
  keep(ports: readonly number[]): Promise<void>;
  /**
   * Stops datagrams both ways. The engine's own attempt to send fails at once, which ends a QUIC session there; nobody
   * else's packets are touched unless they come from a whole address that was named.
   */
  stop(stops: readonly Stop[]): Promise<void>;
  /** Lets in only these networks at a TCP port; without a port: everybody everywhere. Throws with what nft said. */
  onlyFrom(port: number | undefined, networks: readonly string[]): Promise<void>;
  /** Bytes on the wire through the lines' ports since some moment that stays the same; undefined when unknown. */
  portBytes(): Promise<number | undefined>;
  /** Removes the table. */
  remove(): Promise<void>;
};

/**
 * High bits that no widespread program uses (Tailscale, Kubernetes and wg-quick mark others), low ones of this agent.
 */
const MARK_BASE = 0x5350_0000;
const MARK_MASK = 0x3fff;
const PATIENCE_MS = 5000;

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` });

/**
 * Prepares the table of the agent whose store in `dataDir` has the id `storeId`, and tests it with two sockets on
 * loopback. Tables of data directories that no longer exist are removed.
 */
export const openNetfilter = async (storeId: string, dataDir: string): Promise<Netfilter> => {
  const digest = createHash('sha256').update(storeId).digest();
  const name = `skyport_${digest.toString('hex').slice(0, 10)}`;
  const mark = MARK_BASE + (digest.readUInt16BE(8) & MARK_MASK);
  let ports: readonly number[] = [];
  let panelOnlyScript = '';
  // An earlier agent may have left its table: its count goes on, so that what was lost meanwhile can be found.
  let wire = (await counted(name)) ?? 0;
  const table = (): string => tableOf({ name, mark, dataDir, wire });
  let problem = await selfTest(name, table());
  if (problem === '') await removeOrphanedTables();
  return {
    problem: () => problem,
    guardMark: () => (problem === '' ? mark : undefined),
    keep: async (wanted) => {
      if (problem !== '') return;
      const there = await execFileAsync('nft', ['list', 'set', 'inet', name, 'ports'], options()).then(
        () => true,
        () => false,
      );
      if (there && sameNumbers(wanted, ports)) return;
      if (!there) await nft(`${table()}${panelOnlyScript}`);
      await nft(filled(name, 'ports', wanted.map(String)));
      ports = wanted;
    },
    stop: async (stops) => {
      const script = stops.map((one) => stopping(name, one)).join('');
      if (problem === '' && script !== '') await nft(script);
    },
    onlyFrom: async (port, networks) => {
      panelOnlyScript = panelSets(name, port, networks);
      await nft(panelOnlyScript);
    },
    portBytes: async () => {
      const bytes = problem === '' ? await counted(name) : undefined;
      wire = bytes ?? wire;
      return bytes;
    },
    remove: async () => {
      if (problem === '') await nft(`delete table inet ${name}\n`);
      problem = 'the table was removed';
    },
  };
};

const options = () => ({ timeout: PATIENCE_MS, env: environment() });

/** Runs a script as one transaction. Throws with what nft said. */
const nft = async (script: string): Promise<void> => {
  const child = spawn('nft', ['-f', '-'], { stdio: ['pipe', 'ignore', 'pipe'], ...options() });
  let said = '';
  child.stderr.on('data', (text: Buffer) => (said += text.toString()));
  child.stdin.on('error', () => undefined);
  child.stdin.end(script);
  const [code] = (await once(child, 'close')) as [number | null];
  if (code !== 0) throw new Error(`nft: ${said.trim().split('\n')[0] ?? ''}`.slice(0, 300));
};

type Listed = {
  nftables: {
    table?: { name: string };
    set?: { elem?: { elem?: { comment?: string } }[] };
    counter?: { bytes: number };
  }[];
};

const listed = async (...args: string[]): Promise<Listed['nftables']> =>
  (JSON.parse((await execFileAsync('nft', ['-j', 'list', ...args], options())).stdout) as Listed).nftables;

/** Every table is evaluated for each packet, so those that agents left behind are removed with their data directory. */
const removeOrphanedTables = async (): Promise<void> => {
  for (const { table } of await listed('tables', 'inet').catch(() => [])) {
    if (!table?.name.startsWith('skyport_')) continue;
    const sets = await listed('set', 'inet', table.name, 'home').catch(() => []);
    const home = sets.flatMap(({ set }) => set?.elem ?? []).find(({ elem }) => elem?.comment)?.elem?.comment;
    if (home !== undefined && !existsSync(home)) await nft(`delete table inet ${table.name}\n`).catch(() => undefined);
  }
};

const counted = async (name: string): Promise<number | undefined> => {
  const found = await listed('counter', 'inet', name, 'wire').catch(() => []);
  return found.find(({ counter }) => counter)?.counter?.bytes;
};

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);

/** A table of another release, with other chains or sets, cannot be changed into this one: it is made anew. */
const loadTable = (name: string, table: string): Promise<void> =>
  nft(table).catch(() => nft(`table inet ${name}\ndelete table inet ${name}\n${table}`));

/** Makes the table and tests that it really stops a datagram on loopback. Gives the reason when it does not. */
const selfTest = async (name: string, table: string): Promise<string> => {
  const sockets = [createSocket('udp4'), createSocket('udp4'), createSocket('udp4')] as const;
  try {
    await loadTable(name, table);
    for (const socket of sockets) {
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
    }
    const [ours, client, other] = sockets;
    if ((await firstHeard(ours, [client])) === undefined) return NOTHING_ARRIVES;
    const peers = [{ ip: '127.0.0.1', port: client.address().port }];
    await nft(stopping(name, { port: ours.address().port, peers, seconds: 5 }));
    const heard = await firstHeard(ours, [client, other]);
    if (heard === undefined) return NOTHING_ARRIVES;
    return heard === client.address().port ? 'the kernel does not stop datagrams though nft says so' : '';
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    return text.includes('ENOENT') ? 'the program nft is not installed (package nftables)' : text;
  } finally {
    for (const socket of sockets) socket.close();
  }
};

const NOTHING_ARRIVES = 'datagrams on loopback do not arrive, so stopping them cannot be tried';

/**
 * Lets each of `from` send a datagram, one after the other, and gives the port of the first that arrives: loopback
 * keeps their order, so one that was stopped is known by the next one, however slow the machine is. Undefined when
 * nothing arrives.
 */
const firstHeard = async (to: Socket, from: readonly Socket[]): Promise<number | undefined> => {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const heard = once(to, 'message', { signal }).then(
    ([, sender]) => (sender as RemoteInfo).port,
    () => undefined,
  );
  for (const socket of from)
    await new Promise<void>((resolve) => socket.send('?', to.address().port, '127.0.0.1', () => resolve()));
  return heard;
};
