import type { LineProtocol } from '@skyport/contract/fleet';
import type { BuiltKind } from './model.ts';
import { atLeast } from './user-agent.ts';
import type { Client } from './user-agent.ts';

/** Which configuration language a Clash kind is written in. */
export type ClashDialect = 'legacy' | 'mihomo';

/**
 * The link for the old Clash is pasted into its successors all the time: those get the whole language, every other
 * client of that link the old one. The two other kinds always mean mihomo.
 */
export const clashDialect = (kind: 'clash' | 'mjclash' | 'flclash', client: Client): ClashDialect =>
  kind !== 'clash' || client.family === 'mihomo' || client.family === 'stash' ? 'mihomo' : 'legacy';

/** Protocols that the core of the old Clash can parse; any other makes it refuse the document. */
const LEGACY_CLASH: readonly LineProtocol[] = ['vmesh_tcp', 'vmesh_ws', 'compat'];

/** First builds or versions that read Hysteria2 links; clients that are silent about theirs get them. */
const HYSTERIA2_SINCE: Partial<Record<Client['family'], readonly number[]>> = {
  shadowrocket: [1993],
  v2rayng: [1, 9, 5],
  v2rayn: [6, 31],
};
const REALITY_SINCE: Partial<Record<Client['family'], readonly number[]>> = { v2rayng: [1, 8] };

const listSpeaks = (protocol: LineProtocol, client: Client): boolean => {
  if (client.family === 'shadowsocks') return protocol === 'ss' || protocol === 'compat';
  const since = protocol === 'h2' ? HYSTERIA2_SINCE : protocol === 'reality' ? REALITY_SINCE : {};
  const wanted = since[client.family];
  return wanted === undefined || atLeast(client.version, wanted, true);
};

/** Whether the client behind a link can use a protocol. Lines are never hidden for anything else. */
export const speaks = (kind: BuiltKind, protocol: LineProtocol, client: Client): boolean => {
  switch (kind) {
    case 'ss':
      return listSpeaks(protocol, client);
    case 'clash':
      return clashDialect(kind, client) === 'mihomo' || LEGACY_CLASH.includes(protocol);
    case 'mjclash':
    case 'flclash':
    case 'singbox':
      return true;
  }
};
