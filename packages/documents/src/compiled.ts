import type { Encoded, PersonalText, Part, Template } from './template.ts';
import { personalBytes } from './template.ts';

/** Where the credential of a line stands in a `CredentialRow`: bytes from its start. */
export interface CredentialPlace {
  readonly offset: number;
  readonly width: number;
}

/** The credentials of one user, one byte a character, at the places of a layout that all users share. */
export type CredentialRow = Buffer;

/** The texts of one person, by their names. */
export type PersonalTexts = (which: PersonalText) => string;
/** Gives a buffer of so many bytes, whatever is in it. */
export type Allocate = (length: number) => Buffer;

/** A template whose constant bytes are laid out for one layout of credentials. */
export interface Compiled {
  /** For whoever writes the same document in another form (`precompress`). */
  readonly pieces: readonly Piece[];
  /**
   * The finished document in UTF-8, in a buffer that `allocate` gives for its length. Throws a RangeError when one of
   * the person's texts would need quoting.
   */
  fill(row: CredentialRow, personal: PersonalTexts, allocate: Allocate): Buffer;
}

/** A user's bytes at a fixed place of their block. */
export interface Splice {
  /** Bytes from the start of the block. */
  readonly at: number;
  readonly length: number;
  /** Writes them at `to`. */
  readonly put: (out: Buffer, to: number, row: CredentialRow) => void;
}

/** Bytes of known length: the constant ones in `image`, over which the user's are written. */
export interface Block {
  readonly image: Buffer;
  readonly splices: readonly Splice[];
}

/** A text, one byte a character, whose length depends on the user. */
export type VariablePiece = (row: CredentialRow, personal: PersonalTexts) => string;

export type Piece = Block | VariablePiece;
type Layout = ReadonlyMap<number, CredentialPlace>;

const placeOf = (layout: Layout, lineNum: number): CredentialPlace => {
  const place = layout.get(lineNum);
  if (!place) throw new RangeError(`no credential of line ${lineNum} in the layout`);
  return place;
};

const rawSplice = ({ offset, width }: CredentialPlace): Splice => ({
  at: 0,
  length: width,
  put: (out, to, row) => void row.copy(out, to, offset, offset + width),
});

const encode = (bytes: Buffer, url: boolean): string => bytes.toString(url ? 'base64url' : 'base64');

/** Base64 of three bytes has four characters. */
const lengthInBase64 = (bytes: number): number => (bytes / 3) * 4;

/**
 * Base64 around one credential whose neighbours are long enough to complete its groups of three: the length is fixed,
 * and only the groups that contain it are encoded for each user. Undefined for everything else.
 */
const encodedBlock = ({ base64, url }: Encoded, layout: Layout): Block | undefined => {
  const [before, secret, after, ...more] = typeof base64[0] === 'string' ? base64 : ['', ...base64];
  if (typeof before !== 'string' || secret === undefined || typeof secret === 'string') return undefined;
  if (!('slot' in secret) || secret.as !== 'raw' || more.length > 0) return undefined;
  if (after !== undefined && typeof after !== 'string') return undefined;
  const { offset, width } = placeOf(layout, secret.slot);
  const plain = Buffer.from(before + '\0'.repeat(width) + (after ?? ''), 'latin1');
  const first = before.length - (before.length % 3);
  const end = Math.ceil((before.length + width) / 3) * 3;
  if (end > plain.length) return undefined;
  const groups = Buffer.from(plain.subarray(first, end));
  const put: Splice['put'] = (out, to, row) => {
    row.copy(groups, before.length - first, offset, offset + width);
    out.write(encode(groups, url), to, 'latin1');
  };
  const splice = { at: lengthInBase64(first), length: lengthInBase64(groups.length), put };
  return { image: Buffer.from(encode(plain, url), 'latin1'), splices: [splice] };
};

const PERCENT: Readonly<Record<string, string>> = { '+': '%2B', '/': '%2F', '=': '%3D' };

const percentEncoded =
  ({ offset, width }: CredentialPlace): VariablePiece =>
  (row) =>
    row.toString('latin1', offset, offset + width).replace(/[+/=]/g, (c) => PERCENT[c]!);

/** A scratch buffer for each depth of nesting: what is in it is needed only until its base64 is made. */
const scratches: Buffer[] = [];
const scratchAt =
  (depth: number): Allocate =>
  (length) => {
    let scratch = scratches[depth];
    if (!scratch || scratch.length < length) scratches[depth] = scratch = Buffer.allocUnsafeSlow(length * 2);
    return scratch.subarray(0, length);
  };

const encodedVariable = ({ base64, url }: Encoded, layout: Layout, depth: number): VariablePiece => {
  const inner = joined(base64, layout, depth + 1);
  const allocate = scratchAt(depth);
  return (row, personal) => encode(write(inner, { row, personal, allocate }), url);
};

const pieceOf = (part: Part, layout: Layout, depth: number): Piece => {
  if (typeof part === 'string') return { image: Buffer.from(part, 'latin1'), splices: [] };
  if ('personal' in part) return (_row, personal) => personalBytes(part.personal, personal);
  if ('slot' in part) {
    const place = placeOf(layout, part.slot);
    if (part.as === 'uri') return percentEncoded(place);
    return { image: Buffer.alloc(place.width), splices: [rawSplice(place)] };
  }
  return encodedBlock(part, layout) ?? encodedVariable(part, layout, depth);
};

/** Neighbouring blocks as one. */
const oneBlock = (blocks: readonly Block[]): Block => {
  let at = 0;
  const splices = blocks.flatMap((block) => {
    const by = at;
    at += block.image.length;
    return block.splices.map(({ at: within, length, put }): Splice => ({ at: by + within, length, put }));
  });
  return { image: Buffer.concat(blocks.map(({ image }) => image)), splices };
};

const joined = (parts: readonly Part[], layout: Layout, depth: number): Piece[] => {
  const out: Piece[] = [];
  let run: Block[] = [];
  const close = (): void => {
    if (run.length > 0) out.push(oneBlock(run));
    run = [];
  };
  for (const piece of parts.map((part) => pieceOf(part, layout, depth))) {
    if (typeof piece === 'function') {
      close();
      out.push(piece);
    } else run.push(piece);
  }
  close();
  return out;
};

/** What a document is filled with, and where. */
interface Filling {
  readonly row: CredentialRow;
  readonly personal: PersonalTexts;
  readonly allocate: Allocate;
}

const write = (pieces: readonly Piece[], { row, personal, allocate }: Filling): Buffer => {
  const ready = pieces.map((piece) => (typeof piece === 'function' ? piece(row, personal) : piece));
  let length = 0;
  for (const piece of ready) length += typeof piece === 'string' ? piece.length : piece.image.length;
  const out = allocate(length);
  let at = 0;
  for (const piece of ready) {
    if (typeof piece === 'string') {
      out.write(piece, at, 'latin1');
      at += piece.length;
    } else {
      out.set(piece.image, at);
      for (const splice of piece.splices) splice.put(out, at + splice.at, row);
      at += piece.image.length;
    }
  }
  return out;
};

/**
 * Makes a template ready to be filled from rows of credentials: everything that is the same for all users is laid out
 * once as bytes, and filling is one copy with the credentials written over their places. Throws a RangeError for a
 * credential that the layout does not have.
 */
export const compile = ({ parts }: Template, layout: Layout): Compiled => {
  const pieces = joined(parts, layout, 0);
  return { pieces, fill: (row, personal, allocate) => write(pieces, { row, personal, allocate }) };
};
