import { imageTypes, type ImageExt } from '@skyport/contract/files';
import type { Viewer } from '../platform/file-route.ts';

/** Largest picture that is decoded, in pixels: 24 million take about 100 MB. */
export const MAX_PIXELS = 24_000_000;
/** Bytes that a decoder may have to hold of one picture: 24 million pixels of three colours, written in passes. */
export const MAX_DECODED = 144_000_000;

/** What the head of a picture says of its size. */
export interface Head {
  readonly width: number;
  readonly height: number;
  readonly channels: number;
  /** Bytes of one colour of one pixel. */
  readonly depth: number;
  /** Written in passes: decoders hold all of it at once. */
  readonly progressive: boolean;
}

/** Whether a picture is larger than what is decoded here, by its pixels or by the bytes that they take. */
export const isTooLarge = ({ width, height, channels, depth, progressive }: Head): boolean => {
  const pixels = width * height;
  return pixels > MAX_PIXELS || pixels * channels * depth * (progressive ? 2 : 1) > MAX_DECODED;
};

/** Longest side of what is stored, in pixels. */
export const MAX_SIDE = 2048;
/** Largest picture that is stored as PNG, in bytes; what is larger becomes WebP. */
export const MAX_STORED_PNG = 4 * 1024 * 1024;

/** Images that one account may upload within 24 hours. */
export const MAX_A_DAY = 30;
/** Bytes that all images of one account may take. */
export const MAX_BYTES_A_USER = 100 * 1024 * 1024;

/** Whether an image that only some accounts may see is shown to somebody; nobody is undefined. */
export const maySee = (viewers: readonly string[], viewer: Viewer | undefined): boolean =>
  viewer !== undefined && (viewer.isAdmin || viewers.includes(viewer.id));

const NAME = /^([0-9a-f]{32})\.(jpg|png|webp)$/;

/** Id and kind of a stored image by its name; undefined for every other text. */
export const partsOfName = (filename: string): { id: string; ext: ImageExt } | undefined => {
  const [, id, ext] = NAME.exec(filename) ?? [];
  return id !== undefined && ext !== undefined && ext in imageTypes ? { id, ext: ext as ImageExt } : undefined;
};

const startsWith = (bytes: Buffer, signature: readonly number[], at = 0): boolean =>
  bytes.length >= at + signature.length && signature.every((byte, place) => bytes[at + place] === byte);

const RIFF = [0x52, 0x49, 0x46, 0x46];
const WEBP = [0x57, 0x45, 0x42, 0x50];

/** Whether the first bytes are those of the kind that the file's name claims. */
export const magicFits = (bytes: Buffer, ext: ImageExt): boolean => {
  if (ext === 'jpg') return startsWith(bytes, [0xff, 0xd8, 0xff]);
  if (ext === 'png') return startsWith(bytes, [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return startsWith(bytes, RIFF) && startsWith(bytes, WEBP, 8);
};

/**
 * Texts that stand in documents which a browser or a server runs, and that no camera writes. Each is at least five
 * characters long: four turn up by chance in one of a hundred and thirty pictures of 4 MB.
 */
const FOREIGN_WORDS = /<script|<html|<!doctype|<svg[\s>/]|<\?php|<iframe/i;

/** As far from its end as the end record of a ZIP archive may stand, comment included. */
const ZIP_TAIL = 65_557;

/**
 * Whether the bytes are another kind of file at the same time: a page or script inside, an archive or a document that
 * programs find by its own marks, or something behind the end of a PNG or WebP picture. What is stored is encoded anew
 * and would hold none of it; but nobody sends such a file by accident. (Phones do put films behind JPEG pictures.)
 */
export const isPolyglot = (bytes: Buffer, ext: ImageExt): boolean =>
  FOREIGN_WORDS.test(bytes.toString('latin1')) ||
  bytes.subarray(0, 1024).includes('%PDF-') ||
  bytes.subarray(-ZIP_TAIL).includes('PK\x05\x06', 0, 'latin1') ||
  hasTail(bytes, ext);

const hasTail = (bytes: Buffer, ext: ImageExt): boolean => {
  if (ext === 'png') return endOfPng(bytes) !== bytes.length;
  return ext === 'webp' && bytes.length >= 12 && bytes.readUInt32LE(4) + 8 < bytes.length;
};

/** Where the chunk IEND ends (PNG specification, section 5); -1 when the chunks lead nowhere. */
const endOfPng = (bytes: Buffer): number => {
  for (let at = 8; at + 12 <= bytes.length;) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return end;
    at = end;
  }
  return -1;
};

/** How many bytes an account has, and how many images it uploaded lately. */
export interface Usage {
  readonly lately: number;
  readonly bytes: number;
}

/** Why an account may not store another image of that many bytes; undefined when it may. */
export const storageRefusal = ({ lately, bytes }: Usage, more: number): 'tooManyToday' | 'full' | undefined => {
  if (lately >= MAX_A_DAY) return 'tooManyToday';
  return bytes + more > MAX_BYTES_A_USER ? 'full' : undefined;
};
