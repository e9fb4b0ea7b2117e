import type { Socket } from 'node:net';
import type { Server } from 'node:https';
import type { TLSSocket } from 'node:tls';
import { clientPrefixes } from '@skyport/contract/client-prefixes';

/**
 * How much of the agent's port anybody can hold. A connection is new until its certificate was found good; a new one
 * lives no longer than `newMs`, whatever it sends. Caps are counted per client (an IPv4 address, or the /64 of an IPv6
 * one) and in all.
 */
export type Bounds = {
  newMs: number;
  newPerPrefix: number;
  newInAll: number;
  openPerPrefix: number;
  openInAll: number;
};

/** A panel holds two connections to an agent, and an installation a third. */
export const bounds: Bounds = { newMs: 5000, newPerPrefix: 8, newInAll: 128, openPerPrefix: 16, openInAll: 64 };

/** Prefixes that good certificates came from lately; those after the newest so many are forgotten. */
const KNOWN_PREFIXES = 8;

type Connection = { raw: Socket; prefix: string; open: boolean; deadline: NodeJS.Timeout };

/**
 * Bounds what a server's connections hold. Above a cap the oldest connection of the same kind ends, not the newest: who
 * fills the port with idle connections cannot keep anybody out by it. New connections from prefixes that a good
 * certificate came from lately do not count in the sum, so that strangers elsewhere never push them out.
 */
export const boundConnections = (
  server: Server,
  { isGood, limits = bounds }: { isGood: (socket: TLSSocket) => boolean; limits?: Bounds },
): void => {
  // In the order of their coming, so that the first one found is the oldest.
  const connections = new Map<string, Connection>();
  const known = new Set<string>();
  const trim = (cap: number, counts: (one: Connection) => boolean): void => {
    const counted = [...connections].filter(([, one]) => counts(one));
    for (const [key, { raw }] of counted.slice(0, Math.max(0, counted.length - cap))) {
      connections.delete(key);
      raw.destroy();
    }
  };
  const trimKind = (prefix: string, open: boolean): void => {
    const { newPerPrefix, newInAll, openPerPrefix, openInAll } = limits;
    trim(open ? openPerPrefix : newPerPrefix, (one) => one.open === open && one.prefix === prefix);
    if (open) trim(openInAll, (one) => one.open);
    else trim(newInAll, (one) => !one.open && !known.has(one.prefix));
  };
  server.on('connection', (raw: Socket) => {
    const key = endpointOf(raw);
    // A client that is gone already has no address any more.
    if (key === undefined) return void raw.destroy();
    const { prefix } = clientPrefixes(raw.remoteAddress ?? '');
    const deadline = setTimeout(() => raw.destroy(), limits.newMs);
    connections.set(key, { raw, prefix, open: false, deadline });
    raw.once('close', () => {
      clearTimeout(deadline);
      if (connections.get(key)?.raw === raw) connections.delete(key);
    });
    trimKind(prefix, false);
  });
  server.on('secureConnection', (socket: TLSSocket) => {
    const one = connections.get(endpointOf(socket) ?? '');
    if (!one || !isGood(socket)) return;
    clearTimeout(one.deadline);
    one.open = true;
    known.delete(one.prefix);
    known.add(one.prefix);
    for (const oldest of [...known].slice(0, Math.max(0, known.size - KNOWN_PREFIXES))) known.delete(oldest);
    trimKind(one.prefix, true);
  });
};

/** The client's end, which names a connection as long as it lives. */
const endpointOf = ({ remoteAddress, remotePort }: Socket): string | undefined =>
  remoteAddress === undefined ? undefined : `${remoteAddress} ${remotePort}`;
