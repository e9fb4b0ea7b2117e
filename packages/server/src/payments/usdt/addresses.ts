import { evmAddress, tronHex } from '@skyport/contract/chain-addresses';
import { networkNames, networks, type NetworkName } from './networks.ts';

/** An address of a chain in its one spelling; undefined when the chain has no such address. */
export const canonicalAddress = (network: NetworkName, text: string): string | undefined => {
  if (networks[network].kind === 'evm') return evmAddress(text);
  return tronHex(text) === undefined ? undefined : text;
};

/** Where USDT is received: at most one address a chain, in its one spelling. */
export type ReceivingAddresses = ReadonlyMap<NetworkName, string>;

/** What is wrong with one part of the setting, and which part. */
export interface BadAddress {
  readonly part: string;
  readonly why: 'not an address' | 'twice';
}

const isNetwork = (text: string): text is NetworkName => (networkNames as readonly string[]).includes(text);

/**
 * Reads the setting of receiving addresses: parts between commas, semicolons or blanks, each an address, or
 * `network:address`. An address that names no chain is that of every chain which writes addresses so and has none of
 * its own.
 */
export const readAddresses = (text: string): ReceivingAddresses | BadAddress => {
  const named = new Map<NetworkName, string>();
  const general = new Map<NetworkName, string>();
  for (const part of text.split(/[\s,;，；]+/).filter(Boolean)) {
    const [, prefix = '', address = ''] = /^(?:(\w+)[:=])?(.*)$/.exec(part)!;
    const wanted = isNetwork(prefix) ? [prefix] : prefix === '' ? networkNames : [];
    const fitting = wanted.flatMap((network) => {
      const canonical = canonicalAddress(network, address);
      return canonical === undefined ? [] : [{ network, canonical }];
    });
    if (fitting.length === 0) return { part, why: 'not an address' };
    const into = prefix === '' ? general : named;
    if (fitting.some(({ network }) => into.has(network))) return { part, why: 'twice' };
    for (const { network, canonical } of fitting) into.set(network, canonical);
  }
  return new Map([...general, ...named]);
};
