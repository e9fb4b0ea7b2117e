import { once } from 'node:events';
import { connect, createServer } from 'node:net';
import type { AddressInfo } from 'node:net';
import { test } from 'vitest';
import { quietPort } from '../../agent/src/testing/quiet-port.ts';
import { until } from '../../../testkit/until.ts';
import type { ResolvedLine } from './model.ts';
import { renderTemplate } from './render.ts';
import { startEngine } from './testing/resolvers/running.ts';
import { context, filled, lineId } from './testing/samples.ts';

const lineAt = (server: string, port: number): ResolvedLine => ({
  id: lineId(1),
  num: 1,
  name: 'Line 1',
  server,
  port,
  countryCode: 'HK',
  protocol: 'compat',
  method: 'aes-256-gcm',
});

/** Asks the client for a site that goes through the line, and says nothing more. */
const askThrough = (proxyPort: number): void => {
  const socket = connect(proxyPort, '127.0.0.1', () => {
    socket.end('CONNECT www.google.com:443 HTTP/1.1\r\nHost: www.google.com:443\r\n\r\n');
  });
  socket.on('error', () => socket.destroy()).resume();
};

test.for([
  ['mihomo', 'flclash', 'mihomo/1.19.20'],
  ['clash-1.18', 'clash', 'ClashforWindows/0.20.39'],
] as const)('%s dials a line at an IPv6 address', async ([engine, kind, userAgent]) => {
  let dialled = 0;
  const line = createServer((socket) => {
    dialled += 1;
    socket.destroy();
  }).listen(0, '::1');
  await once(line, 'listening');
  const proxyPort = await quietPort();
  const { port } = line.address() as AddressInfo;
  const document = filled(renderTemplate(kind, [lineAt('::1', port)], context({ userAgent })));
  const config = document.replace('mixed-port: 7890', `mixed-port: ${proxyPort}`);
  const running = await startEngine({ engine, config }, { host: { exec: ['env'] }, env: {} });
  try {
    const isDialled = (): boolean => {
      askThrough(proxyPort);
      return dialled > 0;
    };
    await until('the line to be dialled', isDialled, { everyMs: 250 });
  } finally {
    await running.stop();
    line.close();
  }
});
