import { all, compile } from '@fastify/proxy-addr';
import { LRUCache } from 'lru-cache';
import type { IncomingMessage } from 'node:http';

/** The reverse proxies in front of the panel, whose X-Forwarded-* headers are believed. */
export interface Proxies {
  trusts(address: string): boolean;
  /** Address of the client: the nearest hop that is no trusted proxy. */
  clientAddressOf(request: IncomingMessage): string;
  /** Whether the client came by HTTPS, by the connection itself or by the header of a trusted proxy. */
  isSecure(request: IncomingMessage): boolean;
}

/** Peers whose verdict is cached: proxies are few, and parsing an address costs more than the rest of a document. */
const MAX_PEERS = 1000;

const lastOf = (list: string): string => list.slice(list.lastIndexOf(',') + 1).trim();

/** Which addresses TRUST_PROXY names. Throws when a part of it is no address, network or name of networks. */
const compileList = (list: string): ((address: string) => boolean) => {
  const names = list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  if (names.length === 0) return () => false;
  try {
    const trusts = compile(names);
    return (address) => trusts(address, 0);
  } catch (fault) {
    throw new Error(`TRUST_PROXY is no list of addresses and networks: ${String(fault)}`, { cause: fault });
  }
};

/** Proxies by the list of TRUST_PROXY: addresses, networks and the names `loopback`, `linklocal`, `uniquelocal`. */
export const createProxies = (list: string): Proxies => {
  const isListed = compileList(list);
  const verdicts = new LRUCache<string, boolean>({ max: MAX_PEERS, memoMethod: isListed });
  const trusts = (address: string): boolean => verdicts.memo(address);
  const peerOf = (request: IncomingMessage): string => request.socket.remoteAddress ?? '';
  return {
    trusts,
    clientAddressOf: (request) => {
      const peer = peerOf(request);
      if (!request.headers['x-forwarded-for'] || !trusts(peer)) return peer;
      return all(request, trusts).at(-1) ?? peer;
    },
    isSecure: (request) => {
      if ('encrypted' in request.socket && request.socket.encrypted === true) return true;
      const header = request.headers['x-forwarded-proto'];
      return typeof header === 'string' && lastOf(header) === 'https' && trusts(peerOf(request));
    },
  };
};
