import type { LineSpec } from '@skyport/contract/fleet';
import type { EngineUser } from './engine.ts';
import { engineNameOf, placeholderName, tagOf } from './xray-names.ts';
import { message, typedMessage } from './xray-proto.ts';

/** JSON of one inbound in the engine's own form. */
export type XrayInbound = { tag: string; port: number; protocol: string; settings: object; streamSettings?: object };

/** Secrets of a placeholder, where an inbound cannot be without users; made anew at each start. */
export type Placeholder = { key16: string; password: string };

/** One inbound with its users. What Xray calls `email` is a user's name in the engine, no mail address. */
export const inboundOf = (spec: LineSpec, users: readonly EngineUser[], placeholder: Placeholder): XrayInbound => {
  const clients = users.map((u) => ({
    email: engineNameOf(u),
    level: 0,
    ...clientFields[spec.protocol](u.credential),
  }));
  const none = { email: placeholderName(spec.line), level: 0 };
  const base = { tag: tagOf(spec), port: spec.port };
  switch (spec.protocol) {
    case 'vmesh_tcp':
      return { ...base, protocol: 'vmess', settings: { clients } };
    case 'vmesh_ws': {
      // Xray trusts X-Forwarded-For by default, and would lose the address that has to be cut; a random trusted header
      // name disables that.
      const sockopt = { trustedXForwardedFor: [`X-${placeholder.password}`] };
      const streamSettings = { network: 'ws', wsSettings: { path: spec.path }, sockopt };
      return { ...base, protocol: 'vmess', settings: { clients }, streamSettings };
    }
    case 'ss': {
      // Without any client the engine would open the server key itself to everybody who has a link of this line.
      const all = [{ ...none, password: placeholder.key16 }, ...clients];
      const settings = { method: spec.method, password: spec.serverKey, network: 'tcp,udp', clients: all };
      return { ...base, protocol: 'shadowsocks', settings };
    }
    case 'compat': {
      const all = [{ ...none, ...clientFields.compat(placeholder.password) }, ...clients];
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
      return typedMessage('VmessAccount', { id: credential });
    case 'ss':
      return typedMessage('Shadowsocks2022Account', { key: credential });
    case 'compat':
      return typedMessage('ShadowsocksAccount', { password: credential, cipher_type: AES_256_GCM });
    case 'reality':
      return typedMessage('VlessAccount', { id: credential, flow: 'xtls-rprx-vision' });
    case 'h2':
      return typedMessage('HysteriaAccount', { auth: credential });
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

/**
 * Admits every client version. Xray from 26.7.11 on reads a missing one as 26.3.27. mihomo writes 1.8.2, sing-box
 * 1.8.1 (ADR 70).
 */
const ANY_CLIENT = '0.0.0';

const realitySettings = (spec: Extract<LineSpec, { protocol: 'reality' }>): object => ({
  show: false,
  target: spec.target,
  xver: 0,
  serverNames: spec.serverNames,
  privateKey: spec.privateKey,
  shortIds: spec.shortIds,
  minClientVer: ANY_CLIENT,
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
