import { isIP, isIPv6 } from 'node:net';
import type { LineProtocol } from '@skyport/contract/fleet';

/** One line that goes through an entry, as it is stored. */
export interface RelayedLine {
  readonly id: string;
  readonly name: string;
  readonly protocol: LineProtocol;
  readonly ip: string;
  readonly host: string;
  readonly portOffset: number;
  readonly node: {
    readonly name: string;
    readonly ip: string;
    readonly host: string;
    readonly port: number | null;
    readonly publicPort: number | null;
    readonly zzPort: number | null;
  };
}

/** A port to forward. `addresses` are those of the target: itself, or what its name led to. */
export interface Forward {
  readonly lineId: string;
  readonly lineName: string;
  readonly nodeName: string;
  readonly listenPort: number;
  readonly target: string;
  readonly targetPort: number;
  readonly tcp: boolean;
  readonly udp: boolean;
  readonly addresses: readonly string[];
}

/** Hysteria2 is QUIC; Shadowsocks carries UDP beside TCP; all others are TCP alone. */
const carries = (protocol: LineProtocol): Pick<Forward, 'tcp' | 'udp'> => ({
  tcp: protocol !== 'h2',
  udp: protocol === 'h2' || protocol === 'ss' || protocol === 'compat',
});

/** Where a relay finds the line: an address before a name, which not every relay can follow when it moves. */
export const relayTarget = (line: Pick<RelayedLine, 'ip' | 'host' | 'node'>): string =>
  line.ip || (line.host === '' ? line.node.ip : '') || line.host || line.node.host;

/** Ports to forward, by listening port, and the sentences that say which lines cannot be forwarded. */
export interface RelayPlan {
  readonly forwards: readonly Forward[];
  readonly problems: readonly string[];
}

/** Whether two forwards want the same port of the entry. */
const clash = (a: Forward, b: Forward): boolean =>
  a.listenPort === b.listenPort && ((a.tcp && b.tcp) || (a.udp && b.udp));

/**
 * What an entry must forward for its lines. `resolved` knows the addresses of targets that are names. Two lines that
 * want the same port cannot both have it: the first one keeps it, the other is named as a problem.
 */
export const planRelay = (
  lines: readonly RelayedLine[],
  resolved: ReadonlyMap<string, readonly string[]>,
): RelayPlan => {
  const forwards: Forward[] = [];
  const problems: string[] = [];
  for (const line of lines) {
    const forward = forwardOf(line, resolved);
    const other = typeof forward === 'string' ? undefined : forwards.find((each) => clash(each, forward));
    if (typeof forward === 'string') problems.push(forward);
    else if (other)
      problems.push(
        `线路“${line.name}”和“${other.lineName}”都使用端口 ${forward.listenPort}：请修改其中一个节点的中转端口`,
      );
    else forwards.push(forward);
  }
  return { forwards: forwards.toSorted((a, b) => a.listenPort - b.listenPort), problems };
};

const forwardOf = (line: RelayedLine, resolved: ReadonlyMap<string, readonly string[]>): Forward | string => {
  const { node, portOffset } = line;
  const [listens, dialled] = [node.zzPort, node.publicPort ?? node.port ?? node.zzPort];
  if (listens === null || dialled === null) return `线路“${line.name}”的节点没有填写中转端口`;
  const target = relayTarget(line);
  return {
    lineId: line.id,
    lineName: line.name,
    nodeName: node.name,
    listenPort: listens + portOffset,
    target,
    targetPort: dialled + portOffset,
    ...carries(line.protocol),
    addresses: isIP(target) ? [target] : (resolved.get(target) ?? []),
  };
};

/** host:port, with brackets around an IPv6 address. */
export const hostPort = (host: string, port: number): string =>
  isIPv6(host) ? `[${host}]:${port}` : `${host}:${port}`;
