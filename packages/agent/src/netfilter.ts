import { execFile, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { PRIVATE_RANGES } from './private-ranges.ts';

const run = promisify(execFile);

/** A client's end of a connection. */
export type Peer = { ip: string; port: number };

/** Peers (or, without a port, whole addresses) whose datagrams at one of our ports are stopped for so many seconds. */
export type Stop = { port: number; peers: readonly (Peer | { ip: string })[]; seconds: number };

/**
 * The agent's own table in the kernel's packet filter; nothing outside of it is ever touched. It stops datagrams of
 * removed users, keeps clients from private addresses, counts what passes the lines' ports, and lets the panel alone in at
 * the agent's own port when it is told to.
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
  wireBytes(): Promise<number | undefined>;
  /** Takes the table away. */
  remove(): Promise<void>;
};

/** High bits that no widespread program uses (Tailscale, Kubernetes and wg-quick mark others), low ones of this agent. */
const MARK_BASE = 0x5350_0000;
const MARK_MASK = 0x3fff;
const PATIENCE_MS = 5000;

const environment = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: `${process.env['PATH'] ?? ''}:/usr/sbin:/sbin` });

/**
 * Prepares the table of the agent whose store in `dataDir` is called `owner`, and tries it out with two sockets on
 * loopback. Tables of data directories that are gone are taken away.
 */
export const openNetfilter = async (owner: string, dataDir: string): Promise<Netfilter> => {
  const digest = createHash('sha256').update(owner).digest();
  const name = `skyport_${digest.toString('hex').slice(0, 10)}`;
  const mark = MARK_BASE + (digest.readUInt16BE(8) & MARK_MASK);
  let ports: readonly number[] = [];
  let guard = '';
  // An agent before this one may have left its table: the count goes on, so that what was lost meanwhile can be told.
  let wire = (await counted(name)) ?? 0;
  const table = (): string => tableOf({ name, mark, dataDir, wire });
  let problem = await tryOut(name, table());
  if (problem === '') await sweep();
  return {
    problem: () => problem,
    guardMark: () => (problem === '' ? mark : undefined),
    keep: async (wanted) => {
      if (problem !== '') return;
      const there = await run('nft', ['list', 'set', 'inet', name, 'ports'], options()).then(
        () => true,
        () => false,
      );
      if (there && sameNumbers(wanted, ports)) return;
      if (!there) await nft(`${table()}${guard}`);
      await nft(filled(name, 'ports', wanted.map(String)));
      ports = wanted;
    },
    stop: async (stops) => {
      const script = stops.map((one) => stopping(name, one)).join('');
      if (problem === '' && script !== '') await nft(script);
    },
    onlyFrom: async (port, networks) => {
      guard = guarding(name, port, networks);
      await nft(guard);
    },
    wireBytes: async () => {
      const bytes = problem === '' ? await counted(name) : undefined;
      wire = bytes ?? wire;
      return bytes;
    },
    remove: async () => {
      if (problem === '') await nft(`delete table inet ${name}\n`);
      problem = 'the table was taken away';
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

const family = (wanted: 4 | 6): string[] => PRIVATE_RANGES.filter((range) => range.includes(':') === (wanted === 6));

/** What differs from agent to agent; `wire` is where the count of bytes goes on from. */
type TableParts = { name: string; mark: number; dataDir: string; wire: number };

/**
 * The whole table, in one step. Rules are made anew while counter and sets stay: an engine that lives on is counted
 * without a gap, also on a slow machine. A guarded TCP connection is refused. A guarded datagram must vanish without an
 * error, because an error would end the engine's socket, which one client uses for many peers: it is turned to loopback
 * and dropped there.
 */
const tableOf = ({ name, mark, dataDir, wire }: TableParts): string => `table inet ${name}
flush table inet ${name}
table inet ${name} {
  counter wire { packets 0 bytes ${wire} }
  set home { type inet_service; }
  set ports { type inet_service; }
  set panel_ports { type inet_service; }
  set panel4 { type ipv4_addr; flags interval; auto-merge; }
  set panel6 { type ipv6_addr; flags interval; auto-merge; }
  set flow4 { type ipv4_addr . inet_service . inet_service; flags timeout; }
  set flow6 { type ipv6_addr . inet_service . inet_service; flags timeout; }
  set from4 { type ipv4_addr . inet_service; flags timeout; }
  set from6 { type ipv6_addr . inet_service; flags timeout; }
  set private4 { type ipv4_addr; flags interval; auto-merge; }
  set private6 { type ipv6_addr; flags interval; auto-merge; }
  chain input {
    type filter hook input priority -200; policy accept;
    iif lo meta mark ${mark} drop
    tcp dport @panel_ports jump panel
    meta l4proto { tcp, udp } th dport @ports counter name wire
    ip saddr . udp sport . udp dport @flow4 drop
    ip6 saddr . udp sport . udp dport @flow6 drop
    ip saddr . udp dport @from4 drop
    ip6 saddr . udp dport @from6 drop
  }
  chain panel {
    ip saddr @panel4 return
    ip6 saddr @panel6 return
    drop
  }
  chain turn {
    type route hook output priority -160; policy accept;
    meta mark != ${mark} return
    meta l4proto != udp return
    ip daddr @private4 ip daddr set 127.0.0.1
    ip6 daddr @private6 ip6 daddr set ::1
  }
  chain output {
    type filter hook output priority -140; policy accept;
    meta mark ${mark} goto guarded
    meta l4proto { tcp, udp } th sport @ports counter name wire
    ip daddr . udp dport . udp sport @flow4 drop
    ip6 daddr . udp dport . udp sport @flow6 drop
    ip daddr . udp sport @from4 drop
    ip6 daddr . udp sport @from6 drop
  }
  chain guarded {
    meta l4proto udp accept
    fib daddr type { local, broadcast, anycast, multicast } jump refuse
    ip daddr @private4 jump refuse
    ip6 daddr @private6 jump refuse
  }
  chain refuse {
    meta l4proto tcp reject with tcp reset
    drop
  }
}
${filled(name, 'home', [`1 comment "${homeIn(dataDir)}"`])}${filled(name, 'private4', family(4))}${filled(name, 'private6', family(6))}${guarding(name, undefined, [])}`;

/** A set that holds exactly these, whatever an agent before this one left in it. */
const filled = (name: string, set: string, values: readonly string[]): string =>
  `flush set inet ${name} ${set}\n${elements(name, set, values)}`;

/** The directory as it can stand in a comment; empty when it cannot. */
const homeIn = (dataDir: string): string => (/^[\w/.,:+@-]{1,120}$/.test(dataDir) ? dataDir : '');

type Listed = {
  nftables: {
    table?: { name: string };
    set?: { elem?: { elem?: { comment?: string } }[] };
    counter?: { bytes: number };
  }[];
};

const listed = async (...words: string[]): Promise<Listed['nftables']> =>
  (JSON.parse((await run('nft', ['-j', 'list', ...words], options())).stdout) as Listed).nftables;

/** Each table costs every packet a look, so those that agents left behind go with their data directory. */
const sweep = async (): Promise<void> => {
  for (const { table } of await listed('tables', 'inet').catch(() => [])) {
    if (!table?.name.startsWith('skyport_')) continue;
    const sets = await listed('set', 'inet', table.name, 'home').catch(() => []);
    const home = sets.flatMap(({ set }) => set?.elem ?? []).find(({ elem }) => elem?.comment)?.elem?.comment;
    if (home !== undefined && !existsSync(home)) await nft(`delete table inet ${table.name}\n`).catch(() => undefined);
  }
};

const elements = (name: string, set: string, values: readonly string[]): string =>
  values.length === 0 ? '' : `add element inet ${name} ${set} { ${values.join(', ')} }\n`;

/** Fills the sets of the panel's addresses anew, in one step with everything before them. */
const guarding = (name: string, port: number | undefined, networks: readonly string[]): string => {
  const flush = ['panel_ports', 'panel4', 'panel6'].map((set) => `flush set inet ${name} ${set}\n`).join('');
  const of = (six: boolean): string[] => networks.filter((network) => network.includes(':') === six);
  const ports = port === undefined ? [] : [String(port)];
  return `${flush}${elements(name, 'panel4', of(false))}${elements(name, 'panel6', of(true))}${elements(name, 'panel_ports', ports)}`;
};

/** An element that is there already would keep its old end, so it is put in, taken out and put in again. */
const stopping = (name: string, { port, peers, seconds }: Stop): string =>
  peers
    .map((peer) => {
      const kind = 'port' in peer ? 'flow' : 'from';
      const set = `${kind}${isIPv6(peer.ip) ? 6 : 4}`;
      const key = ['port' in peer ? `${peer.ip} . ${peer.port}` : peer.ip, port].join(' . ');
      const add = elements(name, set, [`${key} timeout ${seconds}s`]);
      return `${add}delete element inet ${name} ${set} { ${key} }\n${add}`;
    })
    .join('');

const counted = async (name: string): Promise<number | undefined> => {
  const found = await listed('counter', 'inet', name, 'wire').catch(() => []);
  return found.find(({ counter }) => counter)?.counter?.bytes;
};

const sameNumbers = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((value, at) => value === b[at]);

/** A table of another release, with other chains or sets, cannot be changed into this one: it is made from nothing. */
const putIn = (name: string, table: string): Promise<void> =>
  nft(table).catch(() => nft(`table inet ${name}\ndelete table inet ${name}\n${table}`));

/** Makes the table and sees whether a datagram on loopback is really stopped. Gives the reason when it is not. */
const tryOut = async (name: string, table: string): Promise<string> => {
  const sockets = [createSocket('udp4'), createSocket('udp4')] as const;
  try {
    await putIn(name, table);
    for (const socket of sockets) {
      socket.bind(0, '127.0.0.1');
      await once(socket, 'listening');
    }
    const [ours, client] = sockets;
    if (!(await arrives(client, ours))) return 'datagrams on loopback do not arrive, so stopping them cannot be tried';
    const peers = [{ ip: '127.0.0.1', port: client.address().port }];
    await nft(stopping(name, { port: ours.address().port, peers, seconds: 5 }));
    return (await arrives(client, ours)) ? 'the kernel does not stop datagrams though nft says so' : '';
  } catch (cause) {
    const text = cause instanceof Error ? cause.message : String(cause);
    return text.includes('ENOENT') ? 'the program nft is not installed (package nftables)' : text;
  } finally {
    for (const socket of sockets) socket.close();
  }
};

const arrives = async (from: Socket, to: Socket): Promise<boolean> => {
  const heard = once(to, 'message').then(() => true);
  from.send('?', to.address().port, '127.0.0.1');
  return Promise.race([heard, sleep(150).then(() => false)]);
};
