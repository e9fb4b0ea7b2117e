import type { FoundLine } from './found.ts';
import { ensure, passwordOf, portOf, serverOf, uuidOf } from './found.ts';

/** A SIP008 document: the servers, and the bytes that the client shows. */
export interface Sip008 {
  readonly lines: readonly FoundLine[];
  readonly ids: readonly string[];
  readonly used?: number | undefined;
  readonly remaining?: number | undefined;
}

type Json = Readonly<Record<string, unknown>>;

const SERVER_KEYS = 'id remarks server server_port password method plugin plugin_opts'.split(' ');

const lineOf = (server: Json, where: string): FoundLine => {
  for (const key of Object.keys(server)) ensure(SERVER_KEYS.includes(key), where, `key ${key} is not documented`);
  const text = (key: string): string => {
    const value = server[key];
    return typeof value === 'string' ? value : '';
  };
  ensure(typeof server['server_port'] === 'number', where, 'server_port is no number');
  uuidOf(text('id'), where);
  return {
    protocol: 'shadowsocks',
    name: text('remarks'),
    server: serverOf(text('server'), where),
    port: portOf(String(server['server_port']), where),
    method: text('method'),
    credential: passwordOf(text('method'), text('password'), where),
    tls: false,
  };
};

const bytesOf = (value: unknown, where: string): number | undefined => {
  ensure(value === undefined || (Number.isSafeInteger(value) && Number(value) >= 0), where, 'no whole number');
  return value === undefined ? undefined : Number(value);
};

/**
 * Reads the JSON of SIP008, version 1: ids are different UUIDs, `bytes_remaining` stands only beside `bytes_used`.
 * Throws for everything that the page does not name.
 */
export const readSip008 = (text: string): Sip008 => {
  const document = JSON.parse(text) as Json;
  const known = ['version', 'servers', 'bytes_used', 'bytes_remaining'];
  for (const key of Object.keys(document)) ensure(known.includes(key), 'document', `key ${key} is not documented`);
  ensure(document['version'] === 1, 'version', 'not 1');
  ensure(Array.isArray(document['servers']) && document['servers'].length > 0, 'servers', 'none');
  const servers = document['servers'] as readonly Json[];
  const ids = servers.map((server) => String(server['id']));
  ensure(new Set(ids).size === ids.length, 'servers', 'two with the same id');
  const used = bytesOf(document['bytes_used'], 'bytes_used');
  const remaining = bytesOf(document['bytes_remaining'], 'bytes_remaining');
  ensure(remaining === undefined || used !== undefined, 'bytes_remaining', 'stands without bytes_used');
  return { lines: servers.map((server, i) => lineOf(server, `server ${i + 1}`)), ids, used, remaining };
};
