import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { mainlandNetworks } from '../packages/documents/src/rules/mainland-networks.ts';
import { countryRows, mainlandNetworksOf } from './gen-networks.ts';

test('the networks in the rules are those of the pinned database, nine tenths of the mainland', () => {
  const { networks, share } = mainlandNetworksOf(countryRows());
  expect(mainlandNetworks).toEqual(networks);
  expect(share).toBeGreaterThan(0.9);
});

test('a network with foreign addresses is split, and one with unused addresses is not', () => {
  const at = (a: number, b: number): number => (a * 256 + b) * 65_536;
  const rows = `${at(1, 0)},${at(1, 128) - 1},CN\n${at(2, 0)},${at(2, 4) - 1},CN\n${at(2, 4)},${at(3, 0) - 1},JP\n`;
  expect(mainlandNetworksOf(rows)).toEqual({ networks: ['1.0.0.0/8', '2.0.0.0/14'], share: 1 });
});

test('networks of clouds that were missing are among them', () => {
  const text = readFileSync(new URL('../packages/documents/src/rules/mainland-networks.ts', import.meta.url), 'utf8');
  for (const network of ['1.12.0.0/14', '81.68.0.0/14', '129.204.0.0/16', '150.158.0.0/16'])
    expect(text).toContain(network);
});
