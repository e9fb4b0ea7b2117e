/**
 * Addresses of a small world: documents name public resolvers by their true addresses, so the world has those instead
 * of a document being changed. None of them is reached outside of the namespaces of a test.
 */
export const MAINLAND = ['223.5.5.5', '119.29.29.29'] as const;
export const WORLDWIDE = ['1.1.1.1', '8.8.8.8'] as const;
/** Server of the house, which the system of the client has been told of. */
export const HOUSE = '192.168.77.53';
/** Server of the machine behind the line. */
export const EXIT = '192.0.2.53';
/** What listens behind every name: of the house, and anywhere else. */
export const HOUSE_SITE = '192.168.77.80';
export const SITE = '203.0.113.80';
/** Two lines: one that leads out, one that leads back to the mainland. */
export const LINES = { 'node.lines.example': '203.0.113.10', 'home.lines.example': '203.0.113.11' } as const;
export const LINE_PORT = 8388;
/** Where the first line is also served as one that carries UDP over TCP. */
export const OVER_TCP_PORT = 8389;
/** Listens at an address of the mainland. */
export const MAINLAND_SITE = '1.24.1.1';
/** A port of datagrams that is not that of QUIC. */
export const OTHER_UDP_PORT = 3478;

/** The wrong address that resolvers at home have for blocked names. Nothing listens there. */
export const WRONG = '203.0.113.66';

const UNLISTED = /(?:^|\.)unlisted\.example$/;
const BLOCKED = /(?:^|\.)blocked\.example$/;

/** What resolvers at an address are certified for, beside that address. */
export const CERTIFIED: Readonly<Record<string, readonly string[]>> = {
  '223.5.5.5': ['dns.alidns.com'],
  '119.29.29.29': ['doh.pub'],
  '1.1.1.1': [],
  '8.8.8.8': [],
};

/** Names whose address is that of a resolver. */
const RESOLVERS: Readonly<Record<string, string>> = { 'dns.alidns.com': '223.5.5.5', 'doh.pub': '119.29.29.29' };

/** The last is the page of a router, which answers for it itself. */
const HOUSE_NAME = /^[^.]+$|(?:^|\.)(?:lan|local|localhost|home\.arpa|tplogin\.cn)$/;

/** The address of a name as a resolver gives it; undefined for names of the house when another is asked. */
export const addressOfName = (name: string, resolver: string): string | undefined => {
  if (/^public-[^.]+$/.test(name)) return resolver === HOUSE ? SITE : undefined;
  if (HOUSE_NAME.test(name)) return resolver === HOUSE ? HOUSE_SITE : undefined;
  if (UNLISTED.test(name)) return MAINLAND_SITE;
  if (BLOCKED.test(name) && [HOUSE, ...MAINLAND].includes(resolver)) return WRONG;
  return RESOLVERS[name] ?? (LINES as Readonly<Record<string, string>>)[name] ?? SITE;
};

/** Every address that the world has. */
export const everyAddress: readonly string[] = [
  ...MAINLAND,
  ...WORLDWIDE,
  HOUSE,
  EXIT,
  HOUSE_SITE,
  SITE,
  WRONG,
  MAINLAND_SITE,
  ...Object.values(LINES),
];
