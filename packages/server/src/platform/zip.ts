import { crc32, inflateRawSync } from 'node:zlib';

/** Signatures of a ZIP's parts, and the sizes of those without their names. */
const END = { mark: 0x06054b50, size: 22 } as const;
const ENTRY = { mark: 0x02014b50, size: 46 } as const;
const LOCAL = { mark: 0x04034b50, size: 30 } as const;
const [STORED, DEFLATED, ENCRYPTED] = [0, 8, 1];
/** Characters of a remark behind the end. */
const MOST_REMARK = 0xffff;
/** Files of one archive that are read. */
const MOST_FILES = 16;

/** An archive that is none, that is cut, changed or too large, or that is made in a way that nobody reads here. */
export class ZipFault extends Error {}

const fail = (why: string): never => {
  throw new ZipFault(`a ZIP cannot be read: ${why}`);
};

/** Where the end of an archive stands, searched from behind. */
const endOf = (zip: Buffer): number => {
  const first = Math.max(0, zip.length - END.size - MOST_REMARK);
  for (let at = zip.length - END.size; at >= first; at -= 1) if (zip.readUInt32LE(at) === END.mark) return at;
  return fail('it has no end');
};

/** One file as the list of an archive has it. */
interface Entry {
  readonly flags: number;
  readonly method: number;
  readonly sum: number;
  readonly compressed: number;
  readonly size: number;
  readonly at: number;
}

const entriesOf = (zip: Buffer): readonly Entry[] => {
  const end = endOf(zip);
  const count = zip.readUInt16LE(end + 10);
  if (count > MOST_FILES) fail('it has too many files');
  const entries: Entry[] = [];
  let at = zip.readUInt32LE(end + 16);
  for (let n = 0; n < count; n += 1) {
    if (at + ENTRY.size > end || zip.readUInt32LE(at) !== ENTRY.mark) fail('its list is broken');
    const [flags, method, sum] = [zip.readUInt16LE(at + 8), zip.readUInt16LE(at + 10), zip.readUInt32LE(at + 16)];
    const [compressed, size] = [zip.readUInt32LE(at + 20), zip.readUInt32LE(at + 24)];
    entries.push({ flags, method, sum, compressed, size, at: zip.readUInt32LE(at + 42) });
    at += ENTRY.size + [28, 30, 32].reduce((length, offset) => length + zip.readUInt16LE(at + offset), 0);
  }
  return entries;
};

const inflated = (compressed: Buffer, size: number): Buffer => {
  try {
    // What says that it is smaller than it is ends here.
    return inflateRawSync(compressed, { maxOutputLength: Math.max(1, size) });
  } catch {
    return fail('a file is broken');
  }
};

const fileOf = (zip: Buffer, { flags, method, sum, compressed, size, at }: Entry): Buffer => {
  if ((flags & ENCRYPTED) !== 0 || (method !== STORED && method !== DEFLATED))
    fail('a file is compressed in another way');
  if (at + LOCAL.size > zip.length || zip.readUInt32LE(at) !== LOCAL.mark) fail('a file is not where it should be');
  const begin = at + LOCAL.size + zip.readUInt16LE(at + 26) + zip.readUInt16LE(at + 28);
  if (begin + compressed > zip.length) fail('a file is cut');
  const content = zip.subarray(begin, begin + compressed);
  const file = method === STORED ? content : inflated(content, size);
  if (file.length !== size || crc32(file) !== sum) fail('a file is not what its sum says');
  return file;
};

/**
 * The files of a ZIP, in its order: stored or deflated ones of a plain archive, as daily bills come. All together have
 * so many bytes at most. Throws ZipFault, before anything is unpacked that says it is larger.
 */
export const filesInZip = (zip: Buffer, mostBytes: number): readonly Buffer[] => {
  const entries = entriesOf(zip);
  if (entries.reduce((sum, { size }) => sum + size, 0) > mostBytes) fail('it is too large');
  return entries.map((entry) => fileOf(zip, entry));
};
