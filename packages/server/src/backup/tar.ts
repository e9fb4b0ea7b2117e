import { open, type FileHandle } from 'node:fs/promises';
import { refuseBackup, refuseDamaged } from './refused.ts';

/*
 * The archive is a tar of the POSIX format "ustar" (pax, IEEE Std 1003.1): every system lists and unpacks it. Entries
 * are small, so that memory stays small and no size needs more than the header has.
 */

const BLOCK = 512;
/** Most bytes of one entry, for reading and writing. */
export const MOST_ENTRY_BYTES = 32 * 1024 * 1024;
/** Where the checksum of a header begins, and its length. */
const SUM = { at: 148, length: 8 } as const;

/** One file of an archive. */
export interface TarEntry {
  readonly name: string;
  readonly bytes: Buffer;
}

const sumOf = (header: Buffer): number => {
  let sum = 0;
  // The checksum counts its own bytes as spaces.
  for (let at = 0; at < BLOCK; at += 1) sum += at >= SUM.at && at < SUM.at + SUM.length ? 0x20 : header[at]!;
  return sum;
};

const octal = (value: number, digits: number): string => value.toString(8).padStart(digits, '0');

const headerOf = (name: string, size: number, at: Date): Buffer => {
  if (Buffer.byteLength(name) > 100) throw new Error(`the name ${name} is too long for an archive`);
  if (size > MOST_ENTRY_BYTES) throw new Error(`${name} is too large for an archive`);
  const header = Buffer.alloc(BLOCK);
  header.write(name, 0);
  header.write(`${octal(0o600, 7)}\0${octal(0, 7)}\0${octal(0, 7)}\0`, 100);
  header.write(`${octal(size, 11)}\0${octal(Math.floor(at.getTime() / 1000), 11)}\0`, 124);
  header.write('0', 156);
  header.write('ustar\u000000', 257);
  header.write(`${octal(sumOf(header), 6)}\0 `, SUM.at);
  return header;
};

const paddingOf = (size: number): number => (BLOCK - (size % BLOCK)) % BLOCK;

/** Writes an archive into a new file that only its owner reads. */
export interface TarWriter {
  add(name: string, bytes: Buffer): Promise<void>;
  /** Ends the archive; its bytes are on disk afterwards. */
  finish(): Promise<void>;
  close(): Promise<void>;
}

/** Begins an archive. Throws when the file exists. */
export const createTar = async (path: string, at: Date): Promise<TarWriter> => {
  const file = await open(path, 'wx', 0o600);
  return {
    add: async (name, bytes) => {
      await file.writeFile(
        Buffer.concat([headerOf(name, bytes.length, at), bytes, Buffer.alloc(paddingOf(bytes.length))]),
      );
    },
    finish: async () => {
      await file.writeFile(Buffer.alloc(2 * BLOCK));
      await file.sync();
    },
    close: () => file.close(),
  };
};

const isZero = (block: Buffer): boolean => block.every((byte) => byte === 0);

/** Reads exactly so many bytes; refuses an archive that ends before. */
const readExactly = async (file: FileHandle, length: number): Promise<Buffer> => {
  const bytes = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(bytes, filled, length - filled);
    if (bytesRead === 0) {
      refuseBackup(
        'The backup is cut off: its writing was interrupted, or the copy is incomplete. Nothing was changed.',
      );
    }
    filled += bytesRead;
  }
  return bytes;
};

const textOf = (header: Buffer, at: number, length: number): string => {
  const field = header.subarray(at, at + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? length : end);
};

/** Entries of an archive in their order. Refuses other files, cut archives and damaged headers. */
export const readTar = async function* (path: string): AsyncGenerator<TarEntry> {
  const file = await open(path, 'r');
  try {
    for (let isFirst = true; ; isFirst = false) {
      const header = await readExactly(file, BLOCK);
      if (!isFirst && isZero(header)) {
        if (!isZero(await readExactly(file, BLOCK))) refuseDamaged('its end is broken');
        const { bytesRead } = await file.read(Buffer.alloc(1), 0, 1);
        if (bytesRead > 0) refuseDamaged('something follows its end');
        return;
      }
      const isTar = textOf(header, 257, 6).startsWith('ustar');
      if (isFirst && !isTar) refuseBackup(`${path} is not a backup of Skyport.`);
      if (!isTar || Number.parseInt(textOf(header, SUM.at, 7), 8) !== sumOf(header))
        refuseDamaged('a header is broken');
      const size = Number.parseInt(textOf(header, 124, 11), 8);
      if (!(size <= MOST_ENTRY_BYTES)) refuseDamaged('an entry is too large');
      const bytes = await readExactly(file, size + paddingOf(size));
      yield { name: textOf(header, 0, 100), bytes: bytes.subarray(0, size) };
    }
  } finally {
    await file.close();
  }
};
