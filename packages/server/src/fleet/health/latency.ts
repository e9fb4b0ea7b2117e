import { connect } from 'node:net';
import { guardedLookup, isPrivateAddress } from '../../platform/addresses.ts';
import { median } from './health.ts';

const TIMEOUT_MS = 3000;
const KEPT = 5;

/**
 * Milliseconds until a TCP port answers, by accepting or by refusing: both are one journey there and back. Undefined
 * when nothing comes back in time.
 */
export const tcpLatency = (host: string, port: number, allowPrivate: boolean): Promise<number | undefined> =>
  new Promise((resolve) => {
    if (!allowPrivate && isPrivateAddress(host)) return resolve(undefined);
    const started = performance.now();
    const socket = connect({ host, port, lookup: guardedLookup(allowPrivate), timeout: TIMEOUT_MS });
    const end = (answered: boolean): void => {
      socket.destroy();
      resolve(answered ? Math.round(performance.now() - started) : undefined);
    };
    socket.on('connect', () => end(true));
    socket.on('timeout', () => end(false));
    socket.on('error', (fault: NodeJS.ErrnoException) => end(fault.code === 'ECONNREFUSED'));
  });

/** Keeps the last few latencies of each node. */
export interface Latencies {
  /** Adds a measurement (undefined: no answer) and gives the median of the last ones, null when none came back. */
  add(nodeId: string, ms: number | undefined): number | null;
}

/** An empty memory of latencies. */
export const createLatencies = (): Latencies => {
  const last = new Map<string, (number | undefined)[]>();
  return {
    add: (nodeId, ms) => {
      const values = [...(last.get(nodeId) ?? []), ms].slice(-KEPT);
      last.set(nodeId, values);
      return median(values.filter((value) => value !== undefined));
    },
  };
};
