import { expect, test } from 'vitest';
import { readSip008 } from './sip008.ts';

const server = {
  id: '27b8a625-4f4b-4428-9f0f-8a2317db7c79',
  remarks: 'Name of the server',
  server: 'example.com',
  server_port: 8388,
  password: 'example',
  method: 'aes-256-gcm',
};
const document = (changes: object = {}): string =>
  JSON.stringify({
    version: 1,
    servers: [server],
    bytes_used: 274_877_906_944,
    bytes_remaining: 824_633_720_832,
    ...changes,
  });

test('the example of SIP008 is read', () => {
  const found = readSip008(document());
  expect([found.used, found.remaining, found.ids]).toEqual([274_877_906_944, 824_633_720_832, [server.id]]);
  expect(found.lines).toEqual([
    {
      protocol: 'shadowsocks',
      name: 'Name of the server',
      server: 'example.com',
      port: 8388,
      method: 'aes-256-gcm',
      credential: 'example',
      tls: false,
    },
  ]);
});

test.each([
  ['another version', { version: 2 }, 'version'],
  ['no servers', { servers: [] }, 'servers'],
  ['a port as text', { servers: [{ ...server, server_port: '8388' }] }, 'no number'],
  ['an id that is no UUID', { servers: [{ ...server, id: '1' }] }, 'no UUID'],
  ['an id twice', { servers: [server, server] }, 'same id'],
  ['what is left without what is used', { bytes_used: undefined }, 'without bytes_used'],
  ['a key that the page does not name', { title: 'x' }, 'not documented'],
])('%s is refused', (_, changes, why) => {
  expect(() => readSip008(document(changes))).toThrow(why);
});
