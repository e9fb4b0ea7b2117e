import {
  credentialMaker,
  credentialWidths,
  type CredentialPlace,
  type CredentialRow,
  type LineSource,
} from '@skyport/documents';
import { LRUCache } from 'lru-cache';

/** Bytes of a key's HMAC, with which every user's row begins. */
const MAC_WIDTH = 32;
/** Bytes that a row is counted with beside its content. */
const OVERHEAD = 256;

/** The credentials of one line, and how to make them. */
export interface LineCredential extends CredentialPlace {
  /** Writes the credential of a key into its user's row, unless it is there. */
  ensure(row: CredentialRow, userkey: string): void;
}

/**
 * Credentials and HMACs of keys, for the users who asked last: making thirty credentials costs more than all the
 * rest of a document.
 */
export interface CredentialCache {
  /** Where each line's credential stands in every row, by the line's number. */
  readonly layout: ReadonlyMap<number, LineCredential>;
  /** The row of a key that was right once; undefined for every other. */
  get(userkey: string): CredentialRow | undefined;
  /** Adds a row for a key that is right; `mac` is its HMAC. */
  add(userkey: string, mac: Uint8Array): CredentialRow;
  /** The HMAC that a row was added with. */
  macOf(row: CredentialRow): Buffer;
}

const SAFE = /^[A-Za-z0-9+/=_-]+$/;

const lineCredential = ({ id, protocol, num }: LineSource['line'], offset: number): LineCredential => {
  const make = credentialMaker(protocol, id);
  const width = credentialWidths[protocol];
  return {
    offset,
    width,
    ensure: (row, userkey) => {
      if (row[offset] !== 0) return;
      const text = make(userkey);
      if (text.length !== width || !SAFE.test(text)) {
        throw new RangeError(`the credential of line ${num} has the wrong form`);
      }
      row.write(text, offset, 'latin1');
    },
  };
};

/** A cache for the credentials of these lines in at most `maxBytes`. */
export const createCredentialCache = (lines: readonly LineSource['line'][], maxBytes: number): CredentialCache => {
  const layout = new Map<number, LineCredential>();
  let width = MAC_WIDTH;
  for (const line of lines) {
    layout.set(line.num, lineCredential(line, width));
    width += credentialWidths[line.protocol];
  }
  const rows = new LRUCache<string, CredentialRow>({ max: Math.max(1, Math.floor(maxBytes / (width + OVERHEAD))) });
  return {
    layout,
    get: (userkey) => rows.get(userkey),
    add: (userkey, mac) => {
      const row = Buffer.alloc(width);
      row.set(mac);
      rows.set(userkey, row);
      return row;
    },
    macOf: (row) => row.subarray(0, MAC_WIDTH),
  };
};

/** A text that is equal for lines whose credentials stand at the same places. */
const signatureOf = (lines: readonly LineSource['line'][]): string =>
  lines.map(({ num, id, protocol }) => `${num} ${id} ${protocol}`).join('\n');

/** The cache for the lines of a catalogue: the same one as long as lines, their ids and protocols are the same. */
export const credentialCaches = (
  maxBytes: number,
): ((catalogue: { readonly all: readonly LineSource[] }) => CredentialCache) => {
  let current: { readonly signature: string; readonly cache: CredentialCache } | undefined;
  let newest: object | undefined;
  return (catalogue) => {
    if (current && newest === catalogue) return current.cache;
    const byNum = new Map(catalogue.all.map(({ line }) => [line.num, line]));
    const lines = [...byNum.values()].toSorted((a, b) => a.num - b.num);
    const signature = signatureOf(lines);
    if (current?.signature !== signature) current = { signature, cache: createCredentialCache(lines, maxBytes) };
    newest = catalogue;
    return current.cache;
  };
};
