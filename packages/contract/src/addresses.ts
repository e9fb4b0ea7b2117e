import { z } from 'zod';
import { Trimmed } from './units.ts';

/** Longest host name of DNS (RFC 1035, section 2.3.4). */
const MAX_NAME = 253;
const MAX_PORT = 65_535;

/** One label of a host name; services of some content networks have underscores in theirs. */
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/i;

const ipv4 = z.ipv4();
const ipv6 = z.ipv6();
const isIpv4 = (text: string): boolean => ipv4.safeParse(text).success;
const isIpv6 = (text: string): boolean => ipv6.safeParse(text).success;

/**
 * Whether a text is a host name that clients can look up: at least two labels, the last of which is no number (that is
 * a mistyped address, WHATWG URL "ends in a number"); `localhost` for trials on one machine.
 */
const isHostName = (text: string): boolean => {
  if (text.length > MAX_NAME) return false;
  const labels = text.split('.');
  const last = labels.at(-1) ?? '';
  if (labels.length < 2) return text.toLowerCase() === 'localhost';
  return labels.every((label) => LABEL.test(label)) && !/^(?:\d+|0x[0-9a-f]*)$/i.test(last);
};

/** A host as it is typed, and the port behind it; null where none is given. */
export interface TypedAddress {
  /** A name or an address, IPv6 without brackets. */
  readonly host: string;
  readonly port: number | null;
}

const portOf = (digits: string | undefined): number | null => {
  if (digits === undefined) return null;
  const port = Number(digits);
  return /^[1-9]\d{0,4}$/.test(digits) && port <= MAX_PORT ? port : Number.NaN;
};

/**
 * Reads `name`, `name:port`, `1.2.3.4`, `1.2.3.4:port`, `2001:db8::1`, `[2001:db8::1]` or `[2001:db8::1]:port`;
 * undefined for everything else, ports outside of 1 to 65535 included.
 */
export const readAddress = (text: string): TypedAddress | undefined => {
  if (isIpv6(text)) return { host: text, port: null };
  const [, inside, digits6] = /^\[([^\]]+)\](?::(.*))?$/.exec(text) ?? [];
  const [, name, digits] = /^([^:[\]]+)(?::(.*))?$/.exec(text) ?? [];
  const host = inside ?? name ?? '';
  const isHost = inside === undefined ? isIpv4(host) || isHostName(host) : isIpv6(inside);
  const port = portOf(inside === undefined ? digits : digits6);
  return isHost && !Number.isNaN(port) ? { host, port } : undefined;
};

const isBareHost = (text: string): boolean => isIpv4(text) || isIpv6(text) || isHostName(text);

/** A text of a form, which may be empty. What is wrong is a matter of its format, so messages name its field. */
const addressText = (most: number, isGood: (text: string) => boolean, message: string) =>
  Trimmed(most).check(({ value, issues }) => {
    if (value !== '' && !isGood(value))
      issues.push({ code: 'invalid_format', format: 'address', input: value, message });
  });

/** A host name or address that a client or the panel can dial, IPv6 without brackets; may be empty. */
export const HostOrIp = addressText(MAX_NAME, isBareHost, '应为域名或 IP，不带端口');

/** A host name or address with or without a port; may be empty. */
export const HostMaybePort = addressText(
  260,
  (text) => readAddress(text) !== undefined,
  '应为 域名、域名:端口 或 [IPv6]:端口，端口 1–65535',
);

/** A host name or address with its port; may be empty. */
export const HostAndPort = addressText(
  260,
  (text) => (readAddress(text)?.port ?? null) !== null,
  '应为 域名:端口 或 [IPv6]:端口，端口 1–65535',
);
