import { expect, test } from 'vitest';
import { readWarpText } from './warp-keys.ts';

const [secret, peer] = [`${'A'.repeat(43)}=`, `${'b'.repeat(43)}=`];
const keys = {
  privateKey: secret,
  address: ['172.16.0.2/32', '2606:4700:110:8a36::2/128'],
  peer: { publicKey: peer, endpoint: 'engage.cloudflareclient.com:2408' },
  reserved: [0, 0, 0],
  mtu: 1280,
};
const configuration = `# made by a generator
[Interface]
PrivateKey = ${secret}
Address = 172.16.0.2/32, 2606:4700:110:8a36::2/128
DNS = 1.1.1.1
MTU = 1280
[Peer]
PublicKey = ${peer}
AllowedIPs = 0.0.0.0/0, ::/0
Endpoint = engage.cloudflareclient.com:2408 ; nearest
`;

test('keys are read from a WireGuard configuration and from the file that a node keeps', () => {
  expect(readWarpText(configuration)).toEqual(keys);
  expect(readWarpText(configuration.replaceAll('\n', '\r\n'))).toEqual(keys);
  const two = configuration.replace(', 2606:4700', '\nAddress = 2606:4700').replace('MTU = 1280\n', '');
  expect(readWarpText(two)).toEqual(keys);
  expect(readWarpText(`${configuration}Reserved = 1,2, 3\n`)).toEqual({ ...keys, reserved: [1, 2, 3] });
  expect(readWarpText(JSON.stringify(keys))).toEqual(keys);
});

test.each([
  ['nothing', ''],
  ['a password', 'hunter2'],
  ['half of it', configuration.slice(0, 150)],
  ['a key that is none', configuration.replace(secret, 'short')],
  ['an address that is none', configuration.replace('172.16.0.2/32', 'home')],
  ['another JSON', '{"privateKey": 1}'],
  ['broken JSON', '{'],
])('%s gives no keys', (_what, text) => {
  expect(readWarpText(text)).toBeUndefined();
});
