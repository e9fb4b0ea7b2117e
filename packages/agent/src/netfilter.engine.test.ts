import { execFileSync } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, createServer, type AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openNetfilter } from './netfilter.ts';
import { tablesOf } from './testing/packet-filter.ts';

/** The packet filter answers nothing to what it does not let in. */
const QUIET_CONNECT_MS = 1000;

const usable = ((): boolean => {
  try {
    execFileSync('nft', ['list', 'tables'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
})();

test.skipIf(!usable)(
  'the kernel lets in the named networks alone, at one port, until it is told otherwise',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'filter-'));
    const netfilter = await openNetfilter(randomUUID(), dataDir);
    expect(netfilter.problem()).toBe('');
    const servers = ['127.0.0.1', '127.0.0.1', '::1'].map((host) =>
      createServer((socket) => socket.end()).listen(0, host),
    );
    await Promise.all(servers.map((server) => once(server, 'listening')));
    const [port = 0, other = 0, six = 0] = servers.map((server) => (server.address() as AddressInfo).port);
    onTestFinished(async () => {
      for (const server of servers) server.close();
      await netfilter.remove();
      rmSync(dataDir, { recursive: true });
    });
    const reaches = async (from: string, to = port): Promise<boolean> => {
      const socket = connect({ port: to, host: from.includes(':') ? '::1' : '127.0.0.1', localAddress: from });
      const outcome = await Promise.race([
        once(socket, 'connect').then(
          () => true,
          () => false,
        ),
        new Promise<boolean>((resolve) => setTimeout(() => resolve(false), QUIET_CONNECT_MS)),
      ]);
      socket.destroy();
      return outcome;
    };
    expect([await reaches('127.0.0.2'), await reaches('127.0.0.9')]).toEqual([true, true]);
    await netfilter.onlyFrom(port, ['127.0.0.2', '127.1.0.0/16', '2001:db8::/32']);
    expect([await reaches('127.0.0.2'), await reaches('127.1.2.3'), await reaches('127.0.0.9')]).toEqual([
      true,
      true,
      false,
    ]);
    expect(await reaches('127.0.0.9', other)).toBe(true);
    // A table that somebody emptied comes back with the rule in it.
    const [name = ''] = /skyport_\w+/.exec(tablesOf(dataDir)[0] ?? '') ?? [];
    execFileSync('nft', ['delete', 'table', 'inet', name]);
    expect(await reaches('127.0.0.9')).toBe(true);
    await netfilter.keep([]);
    expect([await reaches('127.0.0.2'), await reaches('127.0.0.9')]).toEqual([true, false]);
    await netfilter.onlyFrom(six, ['127.0.0.2']);
    expect([await reaches('::1', six), await reaches('127.0.0.9')]).toEqual([false, true]);
    await netfilter.onlyFrom(six, ['::1']);
    expect(await reaches('::1', six)).toBe(true);
    await netfilter.onlyFrom(undefined, []);
    expect([await reaches('127.0.0.9'), await reaches('::1', six)]).toEqual([true, true]);
  },
);

test.skipIf(!usable)(
  'a machine that stands still at the wrong moment does not cost a node its packet filter',
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'filter-'));
    onTestFinished(() => rmSync(dataDir, { recursive: true }));
    const standStill = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
    const send = Socket.prototype.send;
    const slow = vi.spyOn(Socket.prototype, 'send').mockImplementation(function (this: Socket, ...args: unknown[]) {
      Reflect.apply(send, this, args);
      process.nextTick(standStill);
    });
    const netfilter = await openNetfilter(randomUUID(), dataDir);
    expect(slow).toHaveBeenCalled();
    slow.mockRestore();
    expect(netfilter.problem()).toBe('');
    expect(await netfilter.portBytes()).toBe(0);
    await netfilter.remove();
  },
);
