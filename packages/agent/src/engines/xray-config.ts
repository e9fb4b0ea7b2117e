import { createHash } from 'node:crypto';
import type { LineSpec, NodeSpec } from '@skyport/contract/fleet';
import { message, typed } from './xray-proto.ts';
import { PRIVATE_RANGES } from '../private-ranges.ts';
import type { WarpKeys } from '@skyport/contract/warp-keys';
import type { EngineUser } from './engine.ts';

/** JSON of one inbound in the engine's own form. */
export type XrayInbound = { tag: string; port: number; protocol: string; settings: object; streamSettings?: object };

/** Secrets that fill the place of "nobody" where an inbound cannot be without users; made anew at each start. */
export type Placeholder = { key16: string; password: string };

const EMAIL = /^u(\d+)\.l(\d+)$/;
const NOBODY = /^none(?:-[0-9a-f]+)?\.l(\d+)$/;

/** The engine's name of a user on a line: one pair of counters each. */
export const emailOf = (u: { line: number; user: number }): string => `u${u.user}.l${u.line}`;

/** A name for nobody on a line; `mark` (hex) keeps several of them apart. */
export const nobodyEmail = (line: number, mark: string): string => `none-${mark}.l${line}`;

/** Reads a name back; user 0 is the placeholder, undefined is a name that is not ours. */
export const parseEmail = (email: string): { line: number; user: number } | undefined => {
  const [, user, line] = EMAIL.exec(email) ?? [];
  if (user !== undefined) return { user: Number(user), line: Number(line) };
  const [, nobodys] = NOBODY.exec(email) ?? [];
  return nobodys === undefined ? undefined : { user: 0, line: Number(nobodys) };
};

/** Tag of a line's inbound: its port and a digest of its settings, so that an adopted engine shows what it serves. */
export const tagOf = (spec: LineSpec): string => {
  const settings = JSON.stringify(Object.entries(spec).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return `l${spec.line}-${spec.port}-${createHash('sha256').update(settings).digest('hex').slice(0, 12)}`;
};

/** Port of an inbound by its tag; undefined for a tag that is not ours. */
export const portOfTag = (tag: string): number | undefined => {
  const [, port] = /^l\d+-(\d+)-/.exec(tag) ?? [];
  return port === undefined ? undefined : Number(port);
};

/** One inbound with its users. */
export const inboundOf = (spec: LineSpec, users: readonly EngineUser[], nobody: Placeholder): XrayInbound => {
  const clients = users.map((u) => ({ email: emailOf(u), level: 0, ...clientFields[spec.protocol](u.credential) }));
  const none = { email: `none.l${spec.line}`, level: 0 };
  const base = { tag: tagOf(spec), port: spec.port };
  switch (spec.protocol) {
    case 'vmesh_tcp':
      return { ...base, protocol: 'vmess', settings: { clients } };
    case 'vmesh_ws': {
      // The engine would believe a client's own X-Forwarded-For and lose sight of the address that has to be cut. It
      // believes none once it is told to trust those that come with a header whose name nobody can know.
      const sockopt = { trustedXForwardedFor: [`X-${nobody.password}`] };
      const streamSettings = { network: 'ws', wsSettings: { path: spec.path }, sockopt };
      return { ...base, protocol: 'vmess', settings: { clients }, streamSettings };
    }
    case 'ss': {
      // Without any client the engine would open the server key itself to everybody who has a link of this line.
      const all = [{ ...none, password: nobody.key16 }, ...clients];
      const settings = { method: spec.method, password: spec.serverKey, network: 'tcp,udp', clients: all };
      return { ...base, protocol: 'shadowsocks', settings };
    }
    case 'compat': {
      const all = [{ ...none, ...clientFields.compat(nobody.password) }, ...clients];
      return { ...base, protocol: 'shadowsocks', settings: { network: 'tcp,udp', clients: all } };
    }
    case 'reality':
      return {
        ...base,
        protocol: 'vless',
        settings: { clients, decryption: 'none' },
        streamSettings: { network: 'raw', security: 'reality', realitySettings: realitySettings(spec) },
      };
    case 'h2':
      return {
        ...base,
        protocol: 'hysteria',
        settings: { version: 2, clients },
        streamSettings: hysteriaStream(spec),
      };
  }
};

/** How a credential is written into a client of each protocol. */
const clientFields: Record<LineSpec['protocol'], (credential: string) => object> = {
  vmesh_tcp: (id) => ({ id }),
  vmesh_ws: (id) => ({ id }),
  ss: (password) => ({ password }),
  compat: (password) => ({ password, method: 'aes-256-gcm' }),
  reality: (id) => ({ id, flow: 'xtls-rprx-vision' }),
  h2: (auth) => ({ auth }),
};

/** `aes-256-gcm` in the engine's numbering (proxy/shadowsocks/config.proto). */
const AES_256_GCM = 6;

/** The account message that adds a user to a running inbound. */
export const accountOf = (protocol: LineSpec['protocol'], credential: string): { type: string; value: Uint8Array } => {
  switch (protocol) {
    case 'vmesh_tcp':
    case 'vmesh_ws':
      return typed('VmessAccount', { id: credential });
    case 'ss':
      return typed('Shadowsocks2022Account', { key: credential });
    case 'compat':
      return typed('ShadowsocksAccount', { password: credential, cipher_type: AES_256_GCM });
    case 'reality':
      return typed('VlessAccount', { id: credential, flow: 'xtls-rprx-vision' });
    case 'h2':
      return typed('HysteriaAccount', { auth: credential });
  }
};

/** The credential inside an account that a running inbound holds; empty when there is none to be read. */
export const credentialOf = (protocol: LineSpec['protocol'], account: Uint8Array | undefined): string => {
  const [name, field] = accountFields[protocol];
  const value = account && (message(name).decode(account) as unknown as Record<string, unknown>)[field];
  return typeof value === 'string' ? value : '';
};

const accountFields: Record<LineSpec['protocol'], [name: string, field: string]> = {
  vmesh_tcp: ['VmessAccount', 'id'],
  vmesh_ws: ['VmessAccount', 'id'],
  ss: ['Shadowsocks2022Account', 'key'],
  compat: ['ShadowsocksAccount', 'password'],
  reality: ['VlessAccount', 'id'],
  h2: ['HysteriaAccount', 'auth'],
};

const realitySettings = (spec: Extract<LineSpec, { protocol: 'reality' }>): object => ({
  show: false,
  target: spec.target,
  xver: 0,
  serverNames: spec.serverNames,
  privateKey: spec.privateKey,
  shortIds: spec.shortIds,
});

const hysteriaStream = (spec: Extract<LineSpec, { protocol: 'h2' }>): object => ({
  network: 'hysteria',
  hysteriaSettings: { version: 2 },
  security: 'tls',
  tlsSettings: {
    alpn: ['h3'],
    serverName: spec.serverName,
    certificates: [{ certificate: spec.certificate.split('\n'), key: spec.privateKey.split('\n') }],
  },
});

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
    // By force: the fallback would be the system's own resolver, which knows nothing of addresses that are not wanted.
    settings: { domainStrategy: node.allowPrivate ? 'UseIP' : 'ForceIP' },
    ...(sockopt && { streamSettings: { sockopt } }),
  });
  const direct = (): object[] => {
    if (node.allowPrivate) return [freedom('direct')];
    // The kernel looks at every packet of sockets with this mark.
    if (guardMark !== undefined) return [freedom('direct', { mark: guardMark })];
    // Without the kernel, a datagram that follows a harmless first one could go anywhere. On the way to a second outbound
    // datagrams lose the addresses of their own, so that all of them go where the first one was allowed to go.
    return [freedom('direct', { dialerProxy: 'out' }), freedom('out')];
  };
  return [...(warp ? [warpOutbound(warp)] : []), ...direct(), { tag: 'blocked', protocol: 'blackhole' }];
};

/**
 * Names are looked up with the machine's own resolver. Private addresses are struck out of every answer: a name is asked
 * for once when the rules are applied and again when it is dialled, and may have changed in between.
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
 * check and use). Everything else that is private is kept away three times: by the rules, by the answers to names, and by
 * the kernel for each packet.
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
