import type { LineProtocol } from '@skyport/contract/fleet';
import { atLeast } from './user-agent.ts';
import type { Client } from './user-agent.ts';

/** Whether a client can use a protocol; a line is never hidden for anything else. */
export type Speaks = (protocol: LineProtocol, client: Client) => boolean;

type Since = Partial<Record<Client['family'], readonly number[]>>;

/** First version of each family that speaks the protocol in share links; clients without a version are assumed to. */
const LINKS_SINCE: Partial<Record<LineProtocol, Since>> = {
  h2: { shadowrocket: [1993], v2rayng: [1, 9, 5], v2rayn: [6, 31] },
  reality: { v2rayng: [1, 8] },
  // Shadowsocks for Windows ended at 4.4, before the keys of 2022.
  ss: { shadowsocks: [5] },
};

/** What readers of share links can use. */
export const speaksLinks: Speaks = (protocol, client) => {
  if (client.family === 'shadowsocks' && protocol !== 'ss' && protocol !== 'compat') return false;
  const since = LINKS_SINCE[protocol] ?? {};
  const wanted = since[client.family];
  return wanted === undefined || atLeast(client.version, wanted, true);
};

/** Speaks everything that a line can be. */
export const speaksAll: Speaks = () => true;

/** Speaks these protocols only. */
export const speaksOnly =
  (...protocols: readonly LineProtocol[]): Speaks =>
  (protocol) =>
    protocols.includes(protocol);

/** Speaks what a family of clients does by its version; other clients, and silent ones, are not held back. */
export const speaksSince =
  (family: Client['family'], since: Partial<Record<LineProtocol, readonly number[]>>): Speaks =>
  (protocol, client) => {
    const wanted = since[protocol];
    return wanted === undefined || client.family !== family || atLeast(client.version, wanted, true);
  };

const surgeSince = speaksSince('surge', { h2: [2398] });

/** What Surge can use, by its build. Its manual has VLESS from iOS 6.0 on, but builds do not tell which those are. */
export const speaksSurge: Speaks = (protocol, client) => protocol !== 'reality' && surgeSince(protocol, client);
