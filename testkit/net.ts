import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Hosts of a test on this very machine: network namespaces on one bridge, made and removed by the run itself. The
 * machine is the node, at 10.77.N.1; clients live at 10.77.N.2 and up, because the engine's list of online addresses
 * leaves out 127.0.0.1; downloads come from an address of TEST-NET-2 (RFC 5737), because the rules of clients send
 * private addresses past the lines. Packets that arrive on the bridge are never forwarded, so nothing leaves.
 */
export interface TestNet {
  /** Address of the node as clients see it. */
  readonly node: string;
  readonly origin: TestHost;
  /** First of 100 ports that no other run uses. */
  readonly ports: number;
  /** Makes the next host, for a client or a relay. Throws when more than 200 were asked for. */
  addHost(): TestHost;
  /** Lets a host and the origin reach each other without this machine between them. */
  join(host: TestHost): void;
  /** Ends what still runs in the hosts and removes everything. */
  close(): void;
}

/** One namespace: its address, and what stands before a command to run it there. */
export interface TestHost {
  readonly name: string;
  readonly ip: string;
  readonly exec: readonly string[];
}

/** Whether this machine and user can make test hosts; the reason is one sentence. */
export type NetAvailable = { readonly ok: true } | { readonly ok: false; readonly reason: string };

const CLAIMS = '/run/skyport-net';
/** Folder of a host's own files, which `ip netns exec` puts over those of `/etc`. */
const FILES = '/etc/netns';
const SLOTS = 60;
/** Below the ports that systems hand out by themselves. */
const FIRST_PORT = 20_000;

const ip = (...args: string[]): string =>
  execFileSync('ip', args, { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: withSbin() });

const withSbin = (): NodeJS.ProcessEnv => ({ ...process.env, PATH: `${process.env.PATH ?? ''}:/usr/sbin:/sbin` });

const quietly = (work: () => void): void => {
  try {
    work();
  } catch {
    // Removing what is already gone is no failure.
  }
};

const reasonOf = (fault: unknown): string => {
  const text = String((fault as { stderr?: string }).stderr ?? (fault instanceof Error ? fault.message : fault));
  return text.trim().split('\n')[0] ?? '';
};

/** Tries it out: makes and removes a bridge and a namespace. */
export const netAvailable = (): NetAvailable => {
  if (process.getuid?.() !== 0) return { ok: false, reason: 'network namespaces need root' };
  const name = `sptry${process.pid}`;
  try {
    ip('link', 'add', name, 'type', 'bridge');
    ip('netns', 'add', name);
    return { ok: true };
  } catch (fault) {
    return { ok: false, reason: `network namespaces cannot be made here: ${reasonOf(fault)}` };
  } finally {
    quietly(() => ip('link', 'del', name));
    quietly(() => ip('netns', 'del', name));
  }
};

/** Makes the bridge and the origin's host. Throws where `netAvailable` says no, or when all 60 slots are taken. */
export const createNet = (): TestNet => {
  sweep();
  const slot = claim();
  // Once only: after that the slot may be somebody else's.
  let open = true;
  const close = (): void => {
    if (open) remove(slot);
    open = false;
  };
  process.once('exit', close);
  const bridge = bridgeOf(slot);
  const node = `10.77.${slot}.1`;
  const [gateway, far] = originAddresses(slot);
  ip('link', 'add', bridge, 'type', 'bridge');
  ip('addr', 'add', `${node}/24`, 'dev', bridge);
  ip('addr', 'add', `${gateway}/30`, 'dev', bridge);
  ip('link', 'set', bridge, 'up');
  writeFileSync(`/proc/sys/net/ipv4/conf/${bridge}/forwarding`, '0');
  const origin = addHost(slot, 0, `${far}/30`, gateway);
  let hosts = 0;
  return {
    node,
    origin,
    ports: FIRST_PORT + slot * 100,
    addHost: () => {
      hosts += 1;
      if (hosts > 200) throw new Error('a test net holds 200 hosts');
      return addHost(slot, hosts, `10.77.${slot}.${hosts + 1}/24`, node);
    },
    join: (host) => {
      ip('-n', host.name, 'route', 'add', far, 'dev', 'eth0');
      ip('-n', origin.name, 'route', 'add', host.ip, 'dev', 'eth0');
    },
    close,
  };
};

const bridgeOf = (slot: number): string => `spbr${slot}`;
const hostPrefix = (slot: number): string => `spns${slot}-`;
const linkPrefix = (slot: number): string => `spv${slot}-`;

/** The two usable addresses of the slot's own /30: this machine's and the origin's. */
const originAddresses = (slot: number): [string, string] => [
  `198.51.100.${slot * 4 + 1}`,
  `198.51.100.${slot * 4 + 2}`,
];

const addHost = (slot: number, index: number, address: string, gateway: string): TestHost => {
  const name = `${hostPrefix(slot)}${index}`;
  const outer = `${linkPrefix(slot)}${index}`;
  ip('netns', 'add', name);
  ip('link', 'add', outer, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  ip('link', 'set', outer, 'master', bridgeOf(slot), 'up');
  ip('-n', name, 'link', 'set', 'lo', 'up');
  ip('-n', name, 'addr', 'add', address, 'dev', 'eth0');
  ip('-n', name, 'link', 'set', 'eth0', 'up');
  // Clients look for the interface of the default route and refuse to start without one.
  ip('-n', name, 'route', 'add', 'default', 'via', gateway);
  return { name, ip: address.split('/')[0] ?? '', exec: ['ip', 'netns', 'exec', name] };
};

/** Takes the first free slot: a file that holds its owner, put in place in one step. */
const claim = (): number => {
  mkdirSync(CLAIMS, { recursive: true });
  const draft = join(CLAIMS, `.draft-${process.pid}`);
  writeFileSync(draft, `${process.pid} ${startOf(process.pid) ?? ''}`);
  try {
    for (let slot = 1; slot <= SLOTS; slot += 1) {
      try {
        linkSync(draft, join(CLAIMS, String(slot)));
        return slot;
      } catch (fault) {
        if ((fault as NodeJS.ErrnoException).code !== 'EEXIST') throw fault;
      }
    }
  } finally {
    rmSync(draft, { force: true });
  }
  throw new Error(`all ${SLOTS} test nets of this machine are in use (${CLAIMS})`);
};

/** Removes what killed runs left behind: slots whose owner no longer lives. */
const sweep = (): void => {
  mkdirSync(CLAIMS, { recursive: true });
  for (const name of readdirSync(CLAIMS).filter((entry) => /^\d+$/.test(entry))) {
    const [pid = '', begun = ''] = readFileSync(join(CLAIMS, name), 'utf8').split(' ');
    if (startOf(Number(pid)) !== begun) remove(Number(name));
  }
};

/** When a process began, in ticks since boot; undefined when it does not live. A number used again differs in this. */
const startOf = (pid: number): string | undefined => {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19];
  } catch {
    return undefined;
  }
};

const remove = (slot: number): void => {
  const hosts = namesIn('/run/netns').filter((name) => name.startsWith(hostPrefix(slot)));
  for (const name of hosts) {
    quietly(() => {
      const pids = ip('netns', 'pids', name).split('\n').filter(Boolean).map(Number);
      for (const pid of pids) quietly(() => process.kill(pid, 'SIGKILL'));
    });
    quietly(() => ip('netns', 'del', name));
  }
  // What a test gave a host of its own instead of files of `/etc`; the next host of that name would have them.
  for (const name of namesIn(FILES).filter((entry) => entry.startsWith(hostPrefix(slot)))) {
    rmSync(join(FILES, name), { recursive: true, force: true });
  }
  // A host lives on without its name while a killed program's connections wait for answers, and its link with it.
  for (const link of namesIn('/sys/class/net').filter((name) => name.startsWith(linkPrefix(slot)))) {
    quietly(() => ip('link', 'del', link));
  }
  quietly(() => ip('link', 'del', bridgeOf(slot)));
  rmSync(join(CLAIMS, String(slot)), { force: true });
};

const namesIn = (folder: string): string[] => {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
};
