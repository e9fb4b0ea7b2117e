import { expect, test } from 'vitest';
import { isPrivateAddress } from './addresses.ts';

test.each([
  ['127.0.0.1'],
  ['10.1.2.3'],
  ['172.16.0.1'],
  ['172.31.255.255'],
  ['192.168.1.1'],
  ['169.254.169.254'],
  ['100.64.0.1'],
  ['0.0.0.0'],
  ['224.0.0.1'],
  ['255.255.255.255'],
  ['::1'],
  ['::'],
  ['fe80::1'],
  ['fe80::1%eth0'],
  ['fd00:ec2::254'],
  ['ff02::1'],
  ['::ffff:127.0.0.1'],
  ['::ffff:a00:1'],
  ['64:ff9b::7f00:1'],
  ['2002:7f00:1::1'],
  ['localhost'],
  ['LOCALHOST.'],
  ['panel.local'],
  ['metadata.google.internal'],
  ['127.1'],
  ['2130706433'],
  ['0x7f000001'],
  ['127.0.0.1:443'],
  ['[::1]:443'],
])('%s is private', (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test.each([
  ['8.8.8.8'],
  ['172.32.0.1'],
  ['172.15.0.1'],
  ['100.128.0.1'],
  ['203.0.114.9'],
  ['2001:4860:4860::8888'],
  ['::ffff:8.8.8.8'],
  ['2002:808:808::1'],
  ['example.com'],
  ['cdn.example.com:8443'],
  ['local.example.com'],
  ['1and1.example'],
  [''],
])('%s is not private', (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});
