import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type { Allocate, Block, Compiled, CredentialRow, Loose, OwnTexts, Piece, Splice } from './compiled.ts';
import { addedBy, advanceBy, advanced, type Advance } from './crc.ts';

/*
 * Compressed documents without compressing one for each user. What is the same for everybody is compressed once, in
 * pieces that end at whole bytes; a user's own bytes stand between them as stored blocks of deflate (RFC 1951, section
 * 3.2.4), and the checksum is put together from those of the parts. Nothing secret is ever compressed, so that its length
 * tells nothing.
 */

/** A compressed document that is still open for one user's credentials. */
export interface Packed {
  /**
   * The document as one member of gzip (RFC 1952), in a buffer that `allocate` gives for its length. Throws a RangeError
   * when one of the person's texts would need quoting.
   */
  fill(row: CredentialRow, own: OwnTexts, allocate: Allocate): Buffer;
}

const deflated = promisify<Buffer, object, Buffer>(deflateRaw);

/** No name, no time, compressed as well as it goes, on whatever system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** An empty stored block that says that it is the last one. */
const LAST = Buffer.from([1, 0, 0, 255, 255]);
/** Checksum and length. */
const TRAILER = 8;
/** What stands before the bytes of a stored block: three bits of kind in a byte of their own, and the length twice. */
const STORED_HEADER = 5;
const MOST_STORED = 0xffff;
/** How far back deflate looks. */
const WINDOW = 32 * 1024;
/** Share of the plain length from which on compressing is not worth it. */
const WORTH = 0.8;

const headOfStored = (out: Uint8Array, at: number, length: number): void => {
  out[at] = 0;
  out[at + 1] = length & 255;
  out[at + 2] = length >>> 8;
  out[at + 3] = ~length & 255;
  out[at + 4] = (~length >>> 8) & 255;
};

/** A user's bytes in a compressed block. */
interface PackedSplice extends Splice {
  /** How what follows in the block changes what they add to the checksum. */
  readonly rest: Advance;
}

interface PackedBlock {
  /** The compressed pieces and the headers of the stored blocks between them. */
  readonly image: Buffer;
  readonly splices: readonly PackedSplice[];
  /** Bytes that it stands for. */
  readonly plainLength: number;
  /** Of the plain bytes, with zeros in the place of the user's. */
  readonly crc: number;
  /** How the whole block changes the checksum of what is before it. */
  readonly whole: Advance;
}

type PackedPiece = PackedBlock | Loose;

/** The constant bytes of a block with zeros, which texts do not have, in the place of a user's. */
const blanked = ({ image, splices }: Block): Buffer => {
  const blank = Buffer.from(image);
  for (const { at, length } of splices) blank.fill(0, at, at + length);
  return blank;
};

const packBlock = async (block: Block): Promise<PackedBlock> => {
  const blank = blanked(block);
  const out: Buffer[] = [];
  const splices: PackedSplice[] = [];
  let [from, to] = [0, 0];
  const push = (bytes: Buffer): void => {
    out.push(bytes);
    to += bytes.length;
  };
  const compress = async (until: number): Promise<void> => {
    if (until === from) return;
    const dictionary = blank.subarray(Math.max(0, from - WINDOW), from);
    // Its end is that of a whole byte, and it may refer to everything that the reader has by then.
    const options = { level: constants.Z_BEST_COMPRESSION, finishFlush: constants.Z_SYNC_FLUSH };
    push(await deflated(blank.subarray(from, until), { ...options, ...(from > 0 && { dictionary }) }));
  };
  for (const { at, length, put } of block.splices) {
    await compress(at);
    const stored = Buffer.alloc(STORED_HEADER + length);
    headOfStored(stored, 0, length);
    push(stored);
    from = at + length;
    splices.push({ at: to - length, length, put, rest: advanceBy(blank.length - from) });
  }
  await compress(blank.length);
  const { length: plainLength } = blank;
  return { image: Buffer.concat(out), splices, plainLength, crc: crc32(blank), whole: advanceBy(plainLength) };
};

/** Whether every block can be packed: a zero in a text could be taken for a user's bytes, and splices are short. */
const isPackable = (piece: Piece): boolean =>
  typeof piece === 'function' ||
  (piece.splices.every(({ length }) => length <= MOST_STORED) &&
    blanked(piece).reduce((zeros, byte) => (byte === 0 ? zeros + 1 : zeros), 0) ===
      piece.splices.reduce((bytes, { length }) => bytes + length, 0));

/**
 * Compresses what a compiled template has for all users, in another thread. Gives undefined when that saves too little:
 * lists in base64 are one text of each user.
 */
export const pack = async ({ pieces }: Compiled): Promise<Packed | undefined> => {
  if (!pieces.every(isPackable)) return undefined;
  const packed: PackedPiece[] = [];
  for (const piece of pieces) packed.push(typeof piece === 'function' ? piece : await packBlock(piece));
  const blocks = packed.filter((piece) => typeof piece !== 'function');
  const bytes = (of: (block: PackedBlock) => number): number => blocks.reduce((sum, block) => sum + of(block), 0);
  if (bytes(({ image }) => image.length) >= WORTH * bytes(({ plainLength }) => plainLength)) return undefined;
  return { fill: (row, own, allocate) => write(packed, { row, own, allocate }) };
};

/** Bytes of stored blocks that hold so many. */
const storedLength = (length: number): number => length + Math.ceil(length / MOST_STORED) * STORED_HEADER;

/** A text, one byte a character, as stored blocks. */
const store = (text: string, out: Buffer, at: number): number => {
  let to = at;
  for (let from = 0; from < text.length; from += MOST_STORED) {
    const part = text.slice(from, from + MOST_STORED);
    headOfStored(out, to, part.length);
    to += STORED_HEADER + out.write(part, to + STORED_HEADER, 'latin1');
  }
  return to;
};

const splice = ({ crc, splices }: PackedBlock, out: Uint8Array, at: number, row: CredentialRow): number => {
  let sum = crc;
  for (const each of splices) {
    const to = at + each.at;
    each.put(out, to, row);
    sum ^= advanced(addedBy(out, to, each.length), each.rest);
  }
  return sum;
};

const write = (
  pieces: readonly PackedPiece[],
  { row, own, allocate }: { row: CredentialRow; own: OwnTexts; allocate: Allocate },
): Buffer => {
  const ready = pieces.map((piece) => (typeof piece === 'function' ? piece(row, own) : piece));
  let length = HEADER.length + LAST.length + TRAILER;
  for (const piece of ready) length += typeof piece === 'string' ? storedLength(piece.length) : piece.image.length;
  const out = allocate(length);
  out.set(HEADER);
  let [at, plainLength, crc] = [HEADER.length, 0, 0];
  for (const piece of ready) {
    if (typeof piece === 'string') {
      crc = crc32(Buffer.from(piece, 'latin1'), crc);
      at = store(piece, out, at);
      plainLength += piece.length;
    } else {
      out.set(piece.image, at);
      crc = (advanced(crc, piece.whole) ^ splice(piece, out, at, row)) >>> 0;
      at += piece.image.length;
      plainLength += piece.plainLength;
    }
  }
  out.set(LAST, at);
  at = out.writeUInt32LE(crc, at + LAST.length);
  out.writeUInt32LE(plainLength, at);
  return out;
};
