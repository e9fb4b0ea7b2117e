import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
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
  const [program = '', ...words] = host.exec;
  const pairs = ports.map(({ listen, to }) => `${listen}:${to}`);
  const child = spawn(program, [...words, process.execPath, fileURLToPath(import.meta.url), node, ...pairs], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  await new Promise<void>((done, fail) => {
    child.stdout.once('data', () => done());
    child.once('exit', (code) => fail(new Error(`the relay ended with code ${code}`)));
  });
  return {
    stop: () =>
      new Promise((done) => {
        if (child.exitCode !== null || child.signalCode !== null) return done();
        child.once('exit', () => done());
        child.kill('SIGKILL');
      }),
  };
};

const forward = (node: string, listen: number, to: number): Promise<void> =>
  new Promise((listening) => {
    createServer((near) => {
      const far = connect(to, node);
      for (const [from, into] of [
        [near, far],
        [far, near],
      ] as const) {
        from.pipe(into);
        from.on('error', () => into.destroy());
        from.on('close', () => into.destroy());
      }
    }).listen(listen, listening);
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
