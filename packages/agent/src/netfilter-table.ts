import { isIPv6 } from 'node:net';
import { PRIVATE_RANGES } from './private-ranges.ts';

/** A client's end of a connection. */
export type Peer = { ip: string; port: number };

/** Peers (or, without a port, whole addresses) whose datagrams at one of our ports are stopped for so many seconds. */
export type Stop = { port: number; peers: readonly (Peer | { ip: string })[]; seconds: number };

const family = (wanted: 4 | 6): string[] => PRIVATE_RANGES.filter((range) => range.includes(':') === (wanted === 6));

/** What differs from agent to agent; `wire` is where the count of bytes goes on from. */
type TableParts = { name: string; mark: number; dataDir: string; wire: number };

/**
 * The whole table, in one step. Rules are made anew while counter and sets stay: an engine that lives on is counted
 * without a gap, also on a slow machine. A guarded TCP connection is refused. A guarded datagram must vanish without an
 * error, because an error would end the engine's socket, which one client uses for many peers: it is turned to loopback
 * and dropped there.
 */
export const tableOf = ({ name, mark, dataDir, wire }: TableParts): string => `table inet ${name}
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
${filled(name, 'home', [`1 comment "${homeIn(dataDir)}"`])}${filled(name, 'private4', family(4))}${filled(name, 'private6', family(6))}${panelSets(name, undefined, [])}`;

/** Script that makes a set hold exactly these values, whatever an earlier agent left in it. */
export const filled = (name: string, set: string, values: readonly string[]): string =>
  `flush set inet ${name} ${set}\n${elements(name, set, values)}`;

/** The directory as nft takes it in a comment; empty when it does not. */
const homeIn = (dataDir: string): string => (/^[\w/.,:+@-]{1,120}$/.test(dataDir) ? dataDir : '');

const elements = (name: string, set: string, values: readonly string[]): string =>
  values.length === 0 ? '' : `add element inet ${name} ${set} { ${values.join(', ')} }\n`;

/** Fills the sets of the panel's addresses anew, in one step with everything before them. */
export const panelSets = (name: string, port: number | undefined, networks: readonly string[]): string => {
  const flush = ['panel_ports', 'panel4', 'panel6'].map((set) => `flush set inet ${name} ${set}\n`).join('');
  const of = (six: boolean): string[] => networks.filter((network) => network.includes(':') === six);
  const ports = port === undefined ? [] : [String(port)];
  return `${flush}${elements(name, 'panel4', of(false))}${elements(name, 'panel6', of(true))}${elements(name, 'panel_ports', ports)}`;
};

/** An element that is there already would keep its old end, so it is put in, taken out and put in again. */
export const stopping = (name: string, { port, peers, seconds }: Stop): string =>
  peers
    .map((peer) => {
      const kind = 'port' in peer ? 'flow' : 'from';
      const set = `${kind}${isIPv6(peer.ip) ? 6 : 4}`;
      const key = ['port' in peer ? `${peer.ip} . ${peer.port}` : peer.ip, port].join(' . ');
      const add = elements(name, set, [`${key} timeout ${seconds}s`]);
      return `${add}delete element inet ${name} ${set} { ${key} }\n${add}`;
    })
    .join('');
