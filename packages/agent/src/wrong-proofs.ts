import { clientPrefixes } from '@skyport/contract/client-prefixes';
import type { Clock } from './clock.ts';

/** Wrong proofs of one client within a minute; the /48 around an IPv6 client has eight times as many. */
export const MOST_WRONG = 5;
const WIDE_TIMES = 8;
const WINDOW_MS = 60_000;

/** Clients that are remembered at most; those whose minute began first are forgotten first. */
const MAX_CLIENTS = 4096;

type Window = { since: number; count: number };

/** Counts wrong proofs by whoever sends them. */
export type WrongProofs = {
  /** Whether proofs of an address are not looked at now. */
  isBlocked(address: string): boolean;
  /** Notes a wrong proof; true for the first one of its client's minute. */
  note(address: string): boolean;
};

/**
 * Holds back whoever sends wrong proofs, and nobody else: a minute begins with a client's first one, and after five no
 * proof of that client is looked at until it is over. The code itself does not end by any number of them. It has 100
 * random bits, and in its half hour a client makes 150 guesses at most; what ended it would only let everybody end it
 * who reaches the port.
 */
export const createWrongProofs = (clock: Clock): WrongProofs => {
  const windows = new Map<string, Window>();
  const find = (key: string): Window | undefined => {
    const found = windows.get(key);
    return found && Math.abs(clock.now() - found.since) < WINDOW_MS ? found : undefined;
  };
  const add = (key: string): number => {
    const open = find(key);
    if (open) return ++open.count;
    // Behind the others, so that the first one is the oldest.
    windows.delete(key);
    windows.set(key, { since: clock.now(), count: 1 });
    const [oldest] = windows.keys();
    if (windows.size > MAX_CLIENTS && oldest !== undefined) windows.delete(oldest);
    return 1;
  };
  return {
    isBlocked: (address) => {
      const { prefix, wide } = clientPrefixes(address);
      const most = (key: string | undefined, count: number): boolean =>
        key !== undefined && (find(key)?.count ?? 0) >= count;
      return most(prefix, MOST_WRONG) || most(wide, MOST_WRONG * WIDE_TIMES);
    },
    note: (address) => {
      const { prefix, wide } = clientPrefixes(address);
      if (wide !== undefined) add(wide);
      return add(prefix) === 1;
    },
  };
};
