import { promisify } from 'node:util';
import { constants, crc32, deflateRaw } from 'node:zlib';
import type {
  Allocate,
  Block,
  Compiled,
  CredentialRow,
  VariablePiece,
  PersonalTexts,
  Piece,
  Splice,
} from './compiled.ts';
import { applyOperator, applyTable, combineOperator, combineTable, rawCrc } from './crc-combine.ts';
import type { CombineOperator, CombineTable } from './crc-combine.ts';

/*
 * Compressed documents without compressing one for each user. What is the same for everybody is compressed once, in
 * pieces that end at whole bytes; a user's bytes stand between them as stored blocks of deflate (RFC 1951, section
 * 3.2.4), and the CRC is combined from those of the parts. Secrets are never compressed, so that the length of an
 * answer tells nothing about them (CRIME and BREACH).
 */

/** A compressed document with placeholders for one user's credentials. */
export interface Precompressed {
  /**
   * The document as one member of gzip (RFC 1952), in a buffer that `allocate` gives for its length. Throws a
   * RangeError when one of the person's texts would need quoting.
   */
  fill(row: CredentialRow, personal: PersonalTexts, allocate: Allocate): Buffer;
}

const deflated = promisify<Buffer, object, Buffer>(deflateRaw);

/** RFC 1952, section 2.3: no name, no time, best compression, unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 2, 255]);
/** An empty stored block that is marked as the last one. */
const LAST = Buffer.from([1, 0, 0, 255, 255]);
/** CRC and length of the plain document, in bytes. */
const TRAILER = 8;
/** Bytes before those of a stored block: one for the three bits of its type, and the length twice. */
const STORED_HEADER = 5;
const MOST_STORED = 0xffff;
/** How far back deflate can refer, in bytes. */
const WINDOW = 32 * 1024;
/** A compressed form that is not below this share of the plain length is not worth it. */
const WORTH = 0.8;

const writeStoredHeader = (out: Uint8Array, at: number, length: number): void => {
  out[at] = 0;
  out[at + 1] = length & 255;
  out[at + 2] = length >>> 8;
  out[at + 3] = ~length & 255;
  out[at + 4] = (~length >>> 8) & 255;
};

/** A user's bytes in a compressed block. */
interface CompressedSplice extends Splice {
  /** For the bytes from the end of the one before up to its own end. */
  readonly since: CombineTable;
}

interface CompressedBlock {
  /** The compressed pieces and the headers of the stored blocks between them. */
  readonly image: Buffer;
  readonly splices: readonly CompressedSplice[];
  /** Bytes that it stands for. */
  readonly plainLength: number;
  /** CRC of the plain bytes, with zeros in the place of the user's. */
  readonly crc: number;
  /** For the bytes behind the last of the user's. */
  readonly rest: CombineOperator;
  /** For all bytes of the block. */
  readonly whole: CombineOperator;
}

type CompressedPiece = CompressedBlock | VariablePiece;

/** The constant bytes of a block with zeros, which texts do not have, in the place of a user's. */
const blanked = ({ image, splices }: Block): Buffer => {
  const blank = Buffer.from(image);
  for (const { at, length } of splices) blank.fill(0, at, at + length);
  return blank;
};

const compressBlock = async (block: Block): Promise<CompressedBlock> => {
  const blank = blanked(block);
  const out: Buffer[] = [];
  const splices: CompressedSplice[] = [];
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
    writeStoredHeader(stored, 0, length);
    push(stored);
    splices.push({ at: to - length, length, put, since: combineTable(at + length - from) });
    from = at + length;
  }
  const rest = combineOperator(blank.length - from);
  await compress(blank.length);
  const { length: plainLength } = blank;
  const whole = combineOperator(plainLength);
  return { image: Buffer.concat(out), splices, plainLength, crc: crc32(blank), rest, whole };
};

/** Whether a piece can be compressed: a zero in a text could be taken for a user's bytes, and splices must be short. */
const isCompressible = (piece: Piece): boolean =>
  typeof piece === 'function' ||
  (piece.splices.every(({ length }) => length <= MOST_STORED) &&
    blanked(piece).reduce((zeros, byte) => (byte === 0 ? zeros + 1 : zeros), 0) ===
      piece.splices.reduce((bytes, { length }) => bytes + length, 0));

/**
 * Compresses what a compiled template has for all users, in another thread. Gives undefined when that saves too little:
 * lists in base64 are one text of each user.
 */
export const precompress = async ({ pieces }: Compiled): Promise<Precompressed | undefined> => {
  if (!pieces.every(isCompressible)) return undefined;
  const compressed: CompressedPiece[] = [];
  for (const piece of pieces) compressed.push(typeof piece === 'function' ? piece : await compressBlock(piece));
  const blocks = compressed.filter((piece) => typeof piece !== 'function');
  const bytes = (of: (block: CompressedBlock) => number): number => blocks.reduce((sum, block) => sum + of(block), 0);
  if (bytes(({ image }) => image.length) >= WORTH * bytes(({ plainLength }) => plainLength)) return undefined;
  return { fill: (row, personal, allocate) => write(compressed, { row, personal, allocate }) };
};

/** Length of the stored blocks that hold so many bytes. */
const storedLength = (length: number): number => length + Math.ceil(length / MOST_STORED) * STORED_HEADER;

/** A text, one byte a character, as stored blocks. */
const store = (text: string, out: Buffer, at: number): number => {
  let to = at;
  for (let from = 0; from < text.length; from += MOST_STORED) {
    const part = text.slice(from, from + MOST_STORED);
    writeStoredHeader(out, to, part.length);
    to += STORED_HEADER + out.write(part, to + STORED_HEADER, 'latin1');
  }
  return to;
};

/** Writes a user's bytes into a block that begins at `start`; gives the CRC of the block's plain bytes. */
const splice = (
  { crc, rest, splices }: CompressedBlock,
  { out, start }: { readonly out: Buffer; readonly start: number },
  row: CredentialRow,
): number => {
  let own = 0;
  for (const each of splices) {
    const to = start + each.at;
    each.put(out, to, row);
    own = applyTable(own, each.since) ^ rawCrc(out, to, each.length);
  }
  return crc ^ applyOperator(own >>> 0, rest);
};

const write = (
  pieces: readonly CompressedPiece[],
  { row, personal, allocate }: { row: CredentialRow; personal: PersonalTexts; allocate: Allocate },
): Buffer => {
  const ready = pieces.map((piece) => (typeof piece === 'function' ? piece(row, personal) : piece));
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
      crc = (applyOperator(crc, piece.whole) ^ splice(piece, { out, start: at }, row)) >>> 0;
      at += piece.image.length;
      plainLength += piece.plainLength;
    }
  }
  out.set(LAST, at);
  at = out.writeUInt32LE(crc, at + LAST.length);
  out.writeUInt32LE(plainLength, at);
  return out;
};
