import type { LineSpec } from '@skyport/contract/fleet';
import { expect, test } from 'vitest';
import { xrayConfig } from './xray-config.ts';
import { accountOf, credentialOf, inboundOf } from './xray-inbound.ts';
import { engineNameOf, placeholderName, parseEngineName, tagOf } from './xray-names.ts';

const lines: LineSpec[] = [
  { line: 1, port: 2001, protocol: 'vmesh_tcp' },
  { line: 2, port: 2002, protocol: 'vmesh_ws', path: '/stream' },
  { line: 3, port: 2003, protocol: 'ss', method: '2022-blake3-aes-128-gcm', serverKey: 'c2VydmVya2V5c2VydmVyaw==' },
  { line: 4, port: 2004, protocol: 'compat', method: 'aes-256-gcm' },
  {
    line: 5,
    port: 2005,
    protocol: 'reality',
    privateKey: 'private-key',
    shortIds: ['0a1b'],
    serverNames: ['www.example.com'],
    target: 'www.example.com:443',
  },
  {
    line: 6,
    port: 2006,
    protocol: 'h2',
    certificate: 'CERT\nEND',
    privateKey: 'KEY\nEND',
    serverName: 'h2.example.com',
  },
];
const nobody = { key16: 'bm9ib2R5bm9ib2R5bm9ibw==', password: 'nobody' };

const text = (config: object): string => `${JSON.stringify(config, undefined, 2)}
`;

test('all six protocols are written as the engine wants them', async () => {
  const inbounds = lines.map((spec) => inboundOf(spec, [{ line: spec.line, user: 7, credential: 'secret' }], nobody));
  const node = { timezone: 'UTC', openLog: false, warp: false, allowPrivate: false };
  const config = xrayConfig({
    node,
    inbounds,
    apiPort: 10_085,
    accessPipe: '/data/access.pipe',
    guardMark: 0x5350_0001,
    warp: undefined,
  });
  await expect(text(config)).toMatchFileSnapshot('golden/six-lines.json');
});

test('with keys of WARP all traffic leaves through it, and the control port is blocked whatever the node allows', async () => {
  const node = { timezone: 'UTC', openLog: true, warp: true, allowPrivate: true };
  const warp = {
    privateKey: 'private',
    address: ['172.16.0.2/32'],
    reserved: [1, 2, 3],
    mtu: 1280,
    peer: { publicKey: 'public', endpoint: 'engage.example.com:2408' },
  };
  const parts = { node, inbounds: [], apiPort: 10_085, accessPipe: undefined, guardMark: 0x5350_0001, warp };
  const config = xrayConfig(parts);
  await expect(text(config)).toMatchFileSnapshot('golden/open-node.json');
});

test('names of users and of placeholders are read back, others are left alone', () => {
  expect(parseEngineName(engineNameOf({ user: 12, line: 3 }))).toEqual({ user: 12, line: 3 });
  expect(parseEngineName(placeholderName(3, 'ff00'))).toEqual({ user: 0, line: 3 });
  expect(parseEngineName('none.l3')).toEqual({ user: 0, line: 3 });
  expect(parseEngineName('someone@example.com')).toBeUndefined();
});

test('an account of every protocol gives its credential back', () => {
  for (const { protocol } of lines) expect(credentialOf(protocol, accountOf(protocol, 'secret').value)).toBe('secret');
  expect(credentialOf('ss', undefined)).toBe('');
});

test('the tag of an inbound changes with its settings and with nothing else', () => {
  const [first] = lines;
  if (!first) throw new Error('no line');
  const turned = Object.fromEntries(Object.entries(first).toReversed()) as LineSpec;
  expect(tagOf(turned)).toBe(tagOf(first));
  expect(tagOf({ ...first, port: 9 })).not.toBe(tagOf(first));
});
