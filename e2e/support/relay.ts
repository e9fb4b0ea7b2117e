import { spawn } from 'node:child_process';
import { connect, createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { TestHost } from './net.ts';

/** What an operator's entry does: hands every connection to a port on to the same port of the node. */
export interface Relay {
  stop(): Promise<void>;
}

/** Starts a relay in `host` for these ports and waits until it listens. */
export const startRelay = async (host: TestHost, node: string, ports: readonly number[]): Promise<Relay> => {
  const [program = '', ...words] = host.exec;
  const args = [...words, process.execPath, fileURLToPath(import.meta.url), node, ...ports.map(String)];
  const child = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  await new Promise<void>((done, fail) => {
    child.stdout.once('data', () => done());
    child.once('exit', (code) => fail(new Error(`the relay ended with code ${code}`)));
  });
  return {
    stop: () =>
      new Promise((done) => {
        child.once('exit', () => done());
        child.kill('SIGKILL');
      }),
  };
};

const forward = (node: string, port: number): Promise<void> =>
  new Promise((listening) => {
    createServer((near) => {
      const far = connect(port, node);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        from.pipe(to);
        from.on('error', () => to.destroy());
        from.on('close', () => to.destroy());
      }
    }).listen(port, listening);
  });

if (import.meta.main) {
  const [node = '', ...ports] = process.argv.slice(2);
  await Promise.all(ports.map((port) => forward(node, Number(port))));
  process.stdin.resume().on('end', () => process.exit(0));
  process.stdout.write('ready\n');
}
