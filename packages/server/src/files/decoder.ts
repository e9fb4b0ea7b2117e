import type { ImageExt } from '@skyport/contract/files';
import sharp from 'sharp';
import { EXITS } from './exits.ts';
import { isPolyglot, isTooLarge, MAX_PIXELS, MAX_SIDE, MAX_STORED_PNG } from './rules.ts';

/*
 * A program of its own: reads one picture from its input and writes it, encoded anew, to its output, its kind in front
 * in a line. Decoders of pictures are where hostile files do their harm, so this process knows no secrets, may write no
 * files and start no programs, and whoever started it ends it when it takes too long.
 */

sharp.cache(false);
sharp.concurrency(1);
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({ operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'] });

const FORMATS: Record<ImageExt, string> = { jpg: 'jpeg', png: 'png', webp: 'webp' };

/** A picture upright, at most 2048 pixels wide and high, in plain sRGB, without anything that was written into it. */
const encode = (bytes: Buffer, as: ImageExt): Promise<Buffer> => {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'warning', pages: 1 })
    .autoOrient()
    .resize({ width: MAX_SIDE, height: MAX_SIDE, fit: 'inside', withoutEnlargement: true });
  if (as === 'jpg') return picture.jpeg({ quality: 85 }).toBuffer();
  return as === 'png' ? picture.png().toBuffer() : picture.webp({ quality: 85 }).toBuffer();
};

const readInput = async (): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

const decode = async (ext: ImageExt): Promise<number> => {
  const bytes = await readInput();
  if (isPolyglot(bytes, ext)) return EXITS.broken;
  const head = await sharp(bytes, { limitInputPixels: false, pages: 1 }).metadata();
  if (head.format !== FORMATS[ext]) return EXITS.broken;
  const { width, height, channels, isProgressive: progressive } = head;
  const depth = head.depth === 'uchar' ? 1 : 2;
  if (isTooLarge({ width, height, channels, depth, progressive })) return EXITS.tooManyPixels;
  const same = await encode(bytes, ext);
  const asWebp = ext === 'png' && same.length > MAX_STORED_PNG;
  const [kind, stored] = asWebp ? ['webp', await encode(bytes, 'webp')] : [ext, same];
  process.stdout.write(Buffer.concat([Buffer.from(`${kind}\n`), stored as Buffer]));
  return 0;
};

try {
  process.exitCode = await decode(process.argv[2] as ImageExt);
} catch {
  process.exitCode = EXITS.broken;
}
