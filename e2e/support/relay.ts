import { connect, createServer } from 'node:net';
import { ended, firstWord, joinEnds, runInHost } from './hosted.ts';
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
  await firstWord(script, 'relay');
  return { stop: () => ended(script) };
};

const forward = (node: string, listen: number, to: number): Promise<void> =>
  new Promise((listening) => {
    createServer((near) => joinEnds(near, connect(to, node))).listen(listen, listening);
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
