import { createHash } from 'node:crypto';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { networkNames, networks, type NetworkName } from './networks.ts';

/*
 * How chains write addresses: EVM chains as 20 bytes in hex whose upper and lower case is a check (EIP-55), TRON as
 * base58check of 0x41 and the same 20 bytes. Both are checked, because money sent to a mistyped address is gone.
 */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
const TRON_PREFIX = 0x41;
const TRON_BYTES = 21;
const CHECK_BYTES = 4;

const sha256 = (bytes: Uint8Array): Buffer => createHash('sha256').update(bytes).digest();
const checkOf = (bytes: Uint8Array): Buffer => sha256(sha256(bytes)).subarray(0, CHECK_BYTES);

/** A TRON address of the 20 bytes that its contracts know, given in hex without `0x`. */
export const tronAddress = (hex: string): string => {
  const body = Buffer.concat([Buffer.of(TRON_PREFIX), Buffer.from(hex, 'hex')]);
  let rest = BigInt(`0x${Buffer.concat([body, checkOf(body)]).toString('hex')}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)]! + text;
  return text;
};

/** The 20 bytes of a TRON address in lower-case hex without `0x`; undefined when it is none. */
export const tronHex = (address: string): string | undefined => {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return undefined;
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  const hex = value.toString(16).padStart((TRON_BYTES + CHECK_BYTES) * 2, '0');
  const bytes = Buffer.from(hex, 'hex');
  const body = bytes.subarray(0, TRON_BYTES);
  const isWhole = bytes.length === TRON_BYTES + CHECK_BYTES && body[0] === TRON_PREFIX;
  return isWhole && checkOf(body).equals(bytes.subarray(TRON_BYTES)) ? body.subarray(1).toString('hex') : undefined;
};

/** An EVM address with the letters' case that EIP-55 gives it; the argument is 40 hex digits without `0x`. */
const withCase = (hex: string): string => {
  const lower = hex.toLowerCase();
  const hash = Buffer.from(keccak_256(Buffer.from(lower, 'ascii'))).toString('hex');
  return `0x${lower.replaceAll(/[a-f]/g, (digit, place: number) => (hash[place]! >= '8' ? digit.toUpperCase() : digit))}`;
};

/**
 * An EVM address in its one spelling; undefined when it is none. Without any case (all upper or all lower) there is
 * nothing to check, which EIP-55 allows.
 */
export const evmAddress = (text: string): string | undefined => {
  const hex = /^0x([0-9a-fA-F]{40})$/.exec(text)?.[1];
  if (hex === undefined) return undefined;
  const checked = withCase(hex);
  const hasNoCase = hex === hex.toLowerCase() || hex === hex.toUpperCase();
  return hasNoCase || checked === text ? checked : undefined;
};

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
