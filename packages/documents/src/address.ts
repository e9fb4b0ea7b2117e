import type { LineSource, SourceEntry, Viewer } from './model.ts';

/** Where a client dials, and the name it asks for in TLS or the Host header (null: none). */
export interface Address {
  readonly server: string;
  readonly port: number;
  readonly host: string | null;
}

/** Port that an edge of a content network listens on when the address names none. */
const EDGE_PORT = 443;

/** 32-bit FNV-1a of a text: the same user always gets the same one of several addresses. */
const stableHash = (text: string): number => {
  let h = 0x811c9dc5;
  for (let i = 0; i < text.length; i++) h = Math.imul(h ^ text.charCodeAt(i), 0x01000193) >>> 0;
  return h;
};

/** Host and port of `host`, `host:port`, `[v6]`, `[v6]:port` or a bare IPv6 address. */
export const splitAddress = (text: string, fallbackPort: number): { server: string; port: number } => {
  const bracketed = /^\[([^\]]+)\](?::(\d+))?$/.exec(text);
  const plain = bracketed ?? /^([^:]+)(?::(\d+))?$/.exec(text);
  if (!plain) return { server: text, port: fallbackPort };
  return { server: plain[1] ?? '', port: plain[2] === undefined ? fallbackPort : Number(plain[2]) };
};

/** Every address of an entry, each once. */
const addressesOf = (entry: SourceEntry): string[] => [
  ...new Set([entry.ip, ...entry.ipList].map((a) => a.trim()).filter((a) => a !== '')),
];

/**
 * Gives each user a key that is equal for users who get the same addresses of these lines, so that they share a
 * prepared document.
 */
export const addressSpread = (sources: readonly LineSource[]): ((userId: string) => string) => {
  const spread = sources.flatMap(({ entry, line }) => (entry && line.copies <= 1 ? [addressesOf(entry).length] : []));
  const sizes = [...new Set(spread)].filter((size) => size > 1).toSorted((a, b) => a - b);
  return (userId) => (sizes.length === 0 ? '' : sizes.map((size) => stableHash(userId) % size).join('.'));
};

/**
 * The entry's address for one copy of a line: several copies take the addresses in turn, a single one is spread over
 * them by the user's id.
 */
const entryAddress = ({ entry, line }: LineSource, copy: number, viewer: Viewer): string => {
  const all = entry ? addressesOf(entry) : [];
  return all[(line.copies > 1 ? copy : stableHash(viewer.id)) % Math.max(1, all.length)] ?? '';
};

/**
 * The node's own address: what the line says before what the node says, a name before an IP address. The IP address
 * comes first where names are not resolved honestly (`inXinjiang`). The name that REALITY borrows is no address as long
 * as there is another one: it leads to somebody else's machine.
 */
const nodeAddress = ({ line, node }: LineSource, viewer: Viewer): string => {
  const borrowed = line.protocol === 'reality' ? line.publicSecrets.serverName : undefined;
  const candidates = [line, node]
    .flatMap(({ host, ip }) => (viewer.inXinjiang ? [ip, host] : [host, ip]))
    .filter((address) => !!address);
  return candidates.find((address) => address !== borrowed) ?? candidates[0] ?? '';
};

const shifted = (port: number | null, offset: number): number => (port ? port + offset : 0);

/** The node itself, as a client without any relay dials it. */
const direct = (source: LineSource, viewer: Viewer): { server: string; port: number } => {
  const { line, node } = source;
  return {
    server: nodeAddress(source, viewer),
    port: shifted(node.publicPort || node.port || node.zzPort, line.portOffset),
  };
};

/** The relay in front of the node; abroad the node itself, where it says on which port of its own it can be dialled. */
const relayed = (source: LineSource, copy: number, viewer: Viewer): { server: string; port: number } => {
  const { line, node } = source;
  const own = direct(source, viewer);
  if (viewer.inForeign && own.server !== '' && (node.publicPort || node.port)) return own;
  const server = entryAddress(source, copy, viewer);
  return { server, port: shifted(node.zzPort, line.portOffset) };
};

/**
 * Address and port of copy `copy` (from 0) of a line for a viewer. What is missing gives an empty server or port 0,
 * which the writers drop and report. Abroad (`inForeign`) entries are skipped where the node can be dialled itself.
 */
export const addressOf = (source: LineSource, copy: number, viewer: Viewer): Address => {
  const { line, node } = source;
  const host = line.host || node.host || null;
  switch (line.bridge) {
    case 'cf_cdn':
      return { ...splitAddress(line.bridgeAddr || host || '', EDGE_PORT), host };
    case 'report':
      return { ...relayed(source, copy, viewer), host };
    case 'none':
      return { ...direct(source, viewer), host };
  }
};
