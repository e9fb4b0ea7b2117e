import {
  credentialMaker,
  credentialWidths,
  type CredentialPlace,
  type CredentialRow,
  type LineSource,
} from '@skyport/documents';

/** Bytes of a key's HMAC, with which every user's row begins. */
const MAC_WIDTH = 32;
/** Rows are slices of buffers of about a megabyte, so that the garbage collector has few objects to visit. */
const SLAB_BYTES = 1024 * 1024;

/** The credentials of one line, and how to make them. */
export interface LineCredential extends CredentialPlace {
  /** Writes the credential of a key into its user's row, unless it is there. */
  ensure(row: CredentialRow, userkey: string): void;
}

/**
 * Credentials and HMACs of keys, for the users who asked last: making thirty credentials costs more than all the rest of a
 * document. Eviction is by the clock algorithm (second chance): who asked since the hand last passed stays.
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
    ensure: ({ bytes, start }, userkey) => {
      const at = start + offset;
      if (bytes[at] !== 0) return;
      const text = make(userkey);
      if (text.length !== width || !SAFE.test(text))
        throw new RangeError(`the credential of line ${num} has the wrong form`);
      for (let i = 0; i < width; i++) bytes[at + i] = text.charCodeAt(i);
    },
  };
};

/** A cache for the credentials of these lines in at most `maxBytes`. */
export const createCredentialCache = (lines: readonly LineSource['line'][], maxBytes: number): CredentialCache => {
  const layout = new Map<number, LineCredential>();
  let stride = MAC_WIDTH;
  for (const line of lines) {
    layout.set(line.num, lineCredential(line, stride));
    stride += credentialWidths[line.protocol];
  }
  const inSlab = Math.max(1, Math.floor(SLAB_BYTES / stride));
  const maxRows = Math.max(1, Math.floor(maxBytes / stride));
  const slabs: Buffer[] = [];
  const numbers = new Map<string, number>();
  const keys: string[] = [];
  const used = new Uint8Array(maxRows);
  let hand = 0;

  const rowAt = (number: number): CredentialRow => {
    const slab = Math.floor(number / inSlab);
    const bytes = (slabs[slab] ??= Buffer.alloc(Math.min(inSlab, maxRows - slab * inSlab) * stride));
    return { bytes, start: (number % inSlab) * stride };
  };
  /** The number of a free row, else of the first that nobody used since the hand last passed it. */
  const freeNumber = (): number => {
    if (keys.length < maxRows) return keys.length;
    while (used[hand] === 1) {
      used[hand] = 0;
      hand = (hand + 1) % maxRows;
    }
    const number = hand;
    hand = (hand + 1) % maxRows;
    numbers.delete(keys[number]!);
    return number;
  };
  return {
    layout,
    get: (userkey) => {
      const number = numbers.get(userkey);
      if (number === undefined) return undefined;
      used[number] = 1;
      return rowAt(number);
    },
    add: (userkey, mac) => {
      const number = freeNumber();
      keys[number] = userkey;
      numbers.set(userkey, number);
      const row = rowAt(number);
      row.bytes.fill(0, row.start, row.start + stride);
      row.bytes.set(mac, row.start);
      return row;
    },
    macOf: ({ bytes, start }) => Buffer.from(bytes.buffer, bytes.byteOffset + start, MAC_WIDTH),
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
