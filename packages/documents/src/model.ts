import type { LineProtocol } from '@skyport/contract/fleet';

/**
 * What every line has in every document. `num` is the line's small integer on the fleet's wire and names its
 * credential; copies of one line share `id` and `num` but never `name`.
 */
export interface LineBase {
  readonly id: string;
  readonly num: number;
  readonly name: string;
  /** Host name or bare IP address (IPv6 without brackets) that the client dials. */
  readonly server: string;
  readonly port: number;
  /** ISO 3166 alpha-2, upper case, of the place where traffic leaves. */
  readonly countryCode: string;
}

/** VMess over plain TCP. */
export interface VmessTcp {
  readonly protocol: 'vmesh_tcp';
}

/** VMess over WebSocket; `host` is the Host header and, with `tls`, the SNI. */
export interface VmessWs {
  readonly protocol: 'vmesh_ws';
  readonly path: string;
  readonly host: string | null;
  readonly tls: boolean;
}

/** Shadowsocks 2022; `serverKey` is base64 of 16 bytes. */
export interface Shadowsocks2022 {
  readonly protocol: 'ss';
  readonly method: '2022-blake3-aes-128-gcm';
  readonly serverKey: string;
}

/** Shadowsocks AEAD without plugin, which every client can speak. */
export interface ShadowsocksAead {
  readonly protocol: 'compat';
  readonly method: 'aes-256-gcm' | 'aes-128-gcm';
}

/**
 * Hysteria2; `pin` is the hex SHA-256 of a self-signed certificate, null when a public authority signed it, and
 * `certificate` that certificate itself in PEM, where it is known, for clients that can check it no other way.
 */
export interface Hysteria2 {
  readonly protocol: 'h2';
  readonly serverName: string;
  readonly pin: string | null;
  readonly certificate: string | null;
}

/** VLESS + REALITY + Vision; `publicKey` is base64url of 32 bytes, `shortId` hex, `serverName` the borrowed name. */
export interface Reality {
  readonly protocol: 'reality';
  readonly publicKey: string;
  readonly shortId: string;
  readonly serverName: string;
}

/** The part of a line that differs by protocol. */
export type LineSecrets = VmessTcp | VmessWs | Shadowsocks2022 | ShadowsocksAead | Hysteria2 | Reality;

/** A line as one user gets it, final in name, address and port: what every writer reads. No credential is in it. */
export type ResolvedLine = LineBase & LineSecrets;

/** Public part of a line's secrets as it is stored; which fields are set depends on the protocol. */
export interface PublicSecrets {
  readonly publicKey?: string | undefined;
  readonly shortId?: string | undefined;
  readonly serverName?: string | undefined;
  readonly method?: string | undefined;
  readonly serverKey?: string | undefined;
  readonly path?: string | undefined;
  readonly pin?: string | null | undefined;
  readonly certificate?: string | null | undefined;
}

/** What resolving needs of a line's row. Empty texts count as absent. */
export interface SourceLine {
  readonly id: string;
  readonly num: number;
  readonly name: string;
  readonly protocol: LineProtocol;
  readonly bridge: 'none' | 'cf_cdn' | 'report';
  /** Traffic multiplier in parts per million: 1 000 000 = ×1. */
  readonly scalePpm: number;
  /** How many times the line is shown (the wire's `num`), at least 1. */
  readonly copies: number;
  readonly fixName: boolean;
  readonly disableForAgency: boolean;
  /** Id of the permission that is required, null when none is. */
  readonly permissionRequire: string | null;
  readonly bridgeAddr: string | null;
  readonly ip: string | null;
  readonly host: string | null;
  readonly index: number;
  /** Added to the node's port, given at the line's first save. */
  readonly portOffset: number;
  readonly publicSecrets: PublicSecrets;
}

/** What resolving needs of a node's row. `enabled` is true when the node takes part (enrolled, not switched off). */
export interface SourceNode {
  readonly ip: string | null;
  readonly host: string | null;
  readonly port: number | null;
  readonly publicPort: number | null;
  readonly zzPort: number | null;
  readonly index: number;
  /** `flag` is an emoji, `code` ISO 3166 alpha-2. */
  readonly country: { readonly name: string; readonly en: string; readonly code: string; readonly flag: string };
  readonly enabled: boolean;
}

/** What resolving needs of an entry's row. */
export interface SourceEntry {
  readonly ip: string;
  readonly ipList: readonly string[];
  readonly visible: boolean;
}

/** One line with the node it runs on and the entry in front of it, if any. */
export interface LineSource {
  readonly line: SourceLine;
  readonly node: SourceNode;
  readonly entry: SourceEntry | null;
}

/** The user a document is made for, as far as it changes the lines. `permissions` holds those in force now. */
export interface Viewer {
  readonly id: string;
  readonly permissions: ReadonlySet<string>;
  readonly normalPermission: boolean;
  readonly isAgencyUser: boolean;
  readonly useEnglishNode: boolean;
  readonly inForeign: boolean;
  readonly inXinjiang: boolean;
}
