import { connect, createServer } from 'node:net';
import { killAndWait, firstOutput, pipeBothWays, runInHost } from './host-script.ts';
import type { TestHost } from './net.ts';

/** What an operator's entry does: hands every connection to a port on to a port of the node. */
export interface Relay {
  stop(): Promise<void>;
}

/** A port of the relay and the port of the node behind it. */
export interface RelayedPort {
  readonly listen: number;
  readonly to: number;
}

/** Starts a relay in `host` for these ports and waits until it listens. */
export const startRelay = async (host: TestHost, node: string, ports: readonly RelayedPort[]): Promise<Relay> => {
  const pairs = ports.map(({ listen, to }) => `${listen}:${to}`);
  const script = runInHost(host, import.meta.url, node, ...pairs);
  await firstOutput(script, 'relay');
  return { stop: () => killAndWait(script) };
};

const forward = (node: string, listen: number, to: number): Promise<void> =>
  new Promise((resolve) => {
    createServer((near) => pipeBothWays(near, connect(to, node))).listen(listen, resolve);
  });

if (import.meta.main) {
  const [node = '', ...pairs] = process.argv.slice(2);
  await Promise.all(
    pairs.map((pair) => {
      const [listen = 0, to = 0] = pair.split(':').map(Number);
      return forward(node, listen, to);
    }),
  );
  process.stdin.resume().on('end', () => process.exit(0));
  process.stdout.write('ready\n');
}
