import type { NodeSpec } from '@skyport/contract/fleet';
import { PRIVATE_RANGES } from '../private-ranges.ts';
import type { WarpKeys } from '@skyport/contract/warp-keys';
import type { XrayInbound } from './xray-inbound.ts';

/** Keys by which the node reaches the WARP network; see warp.ts. */
type Warp = Pick<WarpKeys, 'privateKey' | 'address' | 'reserved' | 'mtu' | 'peer'>;

/** WireGuard within the engine itself, which leaves the machine's own routes alone. */
const warpOutbound = ({ privateKey, address, reserved, mtu, peer }: Warp): object => ({
  tag: 'warp',
  protocol: 'wireguard',
  settings: {
    secretKey: privateKey,
    address,
    reserved,
    mtu,
    peers: [{ publicKey: peer.publicKey, endpoint: peer.endpoint, keepAlive: 25 }],
    noKernelTun: true,
  },
});

/** Ways out for traffic that no rule knows; the first one is taken. */
const outboundsOf = ({ node, guardMark, warp }: Pick<XrayParts, 'node' | 'guardMark' | 'warp'>): object[] => {
  const freedom = (tag: string, sockopt?: object): object => ({
    tag,
    protocol: 'freedom',
    // ForceIP: the fallback would use the system's resolver, unfiltered.
    settings: { domainStrategy: node.allowPrivate ? 'UseIP' : 'ForceIP' },
    ...(sockopt && { streamSettings: { sockopt } }),
  });
  const direct = (): object[] => {
    if (node.allowPrivate) return [freedom('direct')];
    // The kernel looks at every packet of sockets with this mark.
    if (guardMark !== undefined) return [freedom('direct', { mark: guardMark })];
    // Without nftables, later datagrams of a session could change destination; a second outbound pins it.
    return [freedom('direct', { dialerProxy: 'out' }), freedom('out')];
  };
  return [...(warp ? [warpOutbound(warp)] : []), ...direct(), { tag: 'blocked', protocol: 'blackhole' }];
};

/**
 * Names are looked up with the machine's own resolver. Private addresses are struck out of every answer: a name is
 * asked for once when the rules are applied and again when it is dialled, and may have changed in between.
 */
const dnsOf = (node: NodeSpec): object => ({
  queryStrategy: 'UseSystem',
  servers: [{ address: 'localhost', ...(!node.allowPrivate && { unexpectedIPs: PRIVATE_RANGES }) }],
});

/** What a configuration is made of, beside the node's own settings. */
export type XrayParts = {
  node: NodeSpec;
  inbounds: readonly XrayInbound[];
  /** Loopback port of the control API. */
  apiPort: number;
  /** Pipe to the agent that takes the access log; undefined where there is none. It never leads to a disk by itself. */
  accessPipe: string | undefined;
  /** Mark for sockets that the kernel keeps from private addresses; undefined where it does not. */
  guardMark: number | undefined;
  warp: Warp | undefined;
};

/**
 * The whole configuration of an engine process. Clients never reach the control API, whatever the node allows, because
 * no client traffic goes to that port number at all, at any address (a name could be made to point at loopback between
 * check and use). Everything else that is private is kept away three times: by the rules, by the answers to names, and
 * by the kernel for each packet.
 */
export const xrayConfig = (parts: XrayParts): object => {
  const { node, inbounds, apiPort, accessPipe } = parts;
  const block = { type: 'field', outboundTag: 'blocked' };
  const rules: object[] = [{ ...block, ruleTag: 'own-api', port: String(apiPort) }];
  if (!node.allowPrivate) {
    rules.push({ ...block, ruleTag: 'private', ip: PRIVATE_RANGES });
    rules.push({ ...block, ruleTag: 'own-names', domain: ['full:localhost', 'domain:localhost', 'domain:internal'] });
  }
  return {
    // Errors would name destinations on disk, and that cannot be changed while the engine runs.
    log: { access: accessPipe ?? 'none', error: 'none', loglevel: 'error' },
    api: {
      tag: 'api',
      listen: `127.0.0.1:${apiPort}`,
      services: ['HandlerService', 'StatsService', 'RoutingService'],
    },
    stats: {},
    policy: { levels: { 0: { statsUserUplink: true, statsUserDownlink: true, statsUserOnline: true } } },
    inbounds,
    dns: dnsOf(node),
    outbounds: outboundsOf(parts),
    routing: { domainStrategy: node.allowPrivate ? 'AsIs' : 'IPOnDemand', rules },
  };
};
