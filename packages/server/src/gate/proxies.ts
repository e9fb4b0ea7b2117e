import type { IncomingMessage } from 'node:http';
import { BlockList, isIP } from 'node:net';

/** Names for networks that TRUST_PROXY may use beside addresses. */
const NAMED: Readonly<Record<string, readonly string[]>> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

const add = (networks: BlockList, text: string): void => {
  const [address = '', prefix] = text.split('/', 2);
  const version = isIP(address);
  if (version === 0) throw new Error(`TRUST_PROXY names ${JSON.stringify(text)}, which is no address or network`);
  const family = version === 4 ? 'ipv4' : 'ipv6';
  if (prefix === undefined) networks.addAddress(address, family);
  else networks.addSubnet(address, Number(prefix), family);
};

/** Whose word about a request's origin is believed. */
export interface Proxies {
  trusts(address: string): boolean;
  /** Address of the client: that of the last hop which no trusted proxy vouches beyond. */
  clientOf(request: IncomingMessage): string;
  /** Whether the client came by HTTPS, by the connection or by the word of a trusted proxy. */
  isSecure(request: IncomingMessage): boolean;
}

/** Peers that are remembered as trusted or not: proxies are few, and everyone else comes once. */
const MAX_PEERS = 1000;

const lastOf = (list: string): string => list.slice(list.lastIndexOf(',') + 1).trim();

/** Proxies by the list of TRUST_PROXY: addresses, networks and names, comma-separated. Throws when one is neither. */
export const createProxies = (list: string): Proxies => {
  const networks = new BlockList();
  const texts = list.split(',').map((text) => text.trim());
  for (const text of texts.filter(Boolean).flatMap((name) => NAMED[name] ?? [name])) add(networks, text);
  const known = new Map<string, boolean>();
  const look = (address: string): boolean => {
    const version = isIP(address);
    return version !== 0 && networks.check(address, version === 4 ? 'ipv4' : 'ipv6');
  };
  const trusts = (address: string): boolean => {
    const found = known.get(address);
    if (found !== undefined) return found;
    const trusted = look(address);
    if (known.size >= MAX_PEERS) known.clear();
    known.set(address, trusted);
    return trusted;
  };
  const peerOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? '';
  return {
    trusts,
    clientOf: (request) => {
      const peer = peerOf(request);
      const header = request.headers['x-forwarded-for'];
      if (typeof header !== 'string' || !trusts(peer)) return peer;
      let nearest = peer;
      for (let rest = header; ; rest = rest.slice(0, rest.lastIndexOf(','))) {
        nearest = lastOf(rest) || nearest;
        if (!rest.includes(',') || !look(nearest)) return nearest;
      }
    },
    isSecure: (request) => {
      if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
      const header = request.headers['x-forwarded-proto'];
      return typeof header === 'string' && lastOf(header) === 'https' && trusts(peerOf(request));
    },
  };
};
