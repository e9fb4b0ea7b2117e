import { sha256 } from '@noble/hashes/sha2.js';
import { keccak_256 } from '@noble/hashes/sha3.js';
import { bytesToHex, hexToBytes, utf8ToBytes } from '@noble/hashes/utils.js';

/*
 * How chains write addresses: EVM chains as 20 bytes in hex whose upper and lower case is a check (EIP-55), TRON as
 * base58check of 0x41 and the same 20 bytes. Both are checked, because money sent to a mistyped address is gone.
 */

const ALPHABET = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
/** First byte of TRON's addresses, in hex. */
const TRON_PREFIX = '41';
/** Hex digits: of the prefix and the 20 bytes behind it, and of the check. */
const [BODY_DIGITS, CHECK_DIGITS] = [42, 8];

/** First four bytes of a double SHA-256, as base58check has them; all in hex. */
const checkOf = (hex: string): string => bytesToHex(sha256(sha256(hexToBytes(hex)))).slice(0, CHECK_DIGITS);

/** A TRON address of the 20 bytes that its contracts know, given in hex without `0x`. */
export const tronAddress = (hex: string): string => {
  const body = TRON_PREFIX + hex;
  let rest = BigInt(`0x${body}${checkOf(body)}`);
  let text = '';
  for (; rest > 0n; rest /= 58n) text = ALPHABET[Number(rest % 58n)]! + text;
  return text;
};

/** The 20 bytes of a TRON address in lower-case hex without `0x`; undefined when it is none. */
export const tronHex = (address: string): string | undefined => {
  if (!/^T[1-9A-HJ-NP-Za-km-z]{33}$/.test(address)) return undefined;
  let value = 0n;
  for (const letter of address) value = value * 58n + BigInt(ALPHABET.indexOf(letter));
  const hex = value.toString(16).padStart(BODY_DIGITS + CHECK_DIGITS, '0');
  const [body, check] = [hex.slice(0, BODY_DIGITS), hex.slice(BODY_DIGITS)];
  return body.startsWith(TRON_PREFIX) && checkOf(body) === check ? body.slice(TRON_PREFIX.length) : undefined;
};

/** An EVM address with the letters' case that EIP-55 gives it; the argument is 40 hex digits without `0x`. */
const withCase = (hex: string): string => {
  const lower = hex.toLowerCase();
  const hash = bytesToHex(keccak_256(utf8ToBytes(lower)));
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
