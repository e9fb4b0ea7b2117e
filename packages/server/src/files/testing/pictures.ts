import { deflateRawSync } from 'node:zlib';
import sharp from 'sharp';

type Kind = 'jpg' | 'png' | 'webp';

/** Bytes of a picture of one colour with a gradient, so that it does not shrink to nothing. */
export const picture = async (kind: Kind, [width, height]: readonly [number, number] = [64, 48]): Promise<Buffer> => {
  const pixels = Buffer.alloc(width * height * 3);
  for (let at = 0; at < pixels.length; at++) pixels[at] = (at * 31) & 0xff;
  const made = sharp(pixels, { raw: { width, height, channels: 3 } });
  if (kind === 'jpg') return made.jpeg().toBuffer();
  return kind === 'png' ? made.png().toBuffer() : made.webp().toBuffer();
};

/** A photograph with everything that cameras write into it: place, orientation, a profile and a comment. */
export const photograph = (): Promise<Buffer> =>
  sharp({ create: { width: 80, height: 40, channels: 3, background: '#3366cc' } })
    .withExif({ IFD0: { Copyright: 'a secret name' }, IFD3: { GPSLatitude: '31/1 14/1 0/1' } })
    .withMetadata({ orientation: 6 })
    .withXmp('<x:xmpmeta xmlns:x="adobe:ns:meta/">a secret place</x:xmpmeta>')
    .jpeg()
    .toBuffer();

/** A segment `COM` right behind the start of a JPEG picture. */
export const withComment = (jpeg: Buffer, text: string): Buffer => {
  const comment = Buffer.from(text);
  const head = Buffer.from([0xff, 0xfe, 0, 0]);
  head.writeUInt16BE(comment.length + 2, 2);
  return Buffer.concat([jpeg.subarray(0, 2), head, comment, jpeg.subarray(2)]);
};

/** An archive of one file, to be glued behind a picture. */
export const zipOf = (name: string, text: string): Buffer => {
  const compressed = deflateRawSync(Buffer.from(text));
  const local = Buffer.alloc(30);
  local.write('PK\x03\x04', 0, 'latin1');
  local.writeUInt16LE(8, 8);
  local.writeUInt32LE(compressed.length, 18);
  local.writeUInt32LE(text.length, 22);
  local.writeUInt16LE(name.length, 26);
  const central = Buffer.alloc(46);
  central.write('PK\x01\x02', 0, 'latin1');
  central.writeUInt16LE(name.length, 28);
  const end = Buffer.alloc(22);
  end.write('PK\x05\x06', 0, 'latin1');
  end.writeUInt16LE(1, 8);
  end.writeUInt16LE(1, 10);
  return Buffer.concat([local, Buffer.from(name), compressed, central, Buffer.from(name), end]);
};

/** A PNG picture of 14 000 by 14 000 pixels in a few hundred kB: some 600 MB once it is decoded. */
export const flood = (): Promise<Buffer> =>
  sharp({ create: { width: 14_000, height: 14_000, channels: 3, background: '#ffffff' } })
    .png({ compressionLevel: 9 })
    .toBuffer();

/** A WebP film of three pictures, 32 by 24 pixels each. */
export const film = async (): Promise<Buffer> => {
  const pictures = ['#ff0000', '#00ff00', '#0000ff'].map((background) =>
    sharp({ create: { width: 32, height: 24, channels: 3, background } })
      .png()
      .toBuffer(),
  );
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .webp({ loop: 0, delay: [100, 100, 100] })
    .toBuffer();
};

/** A form with one file, as a browser posts it. */
export const formOf = (
  filename: string,
  bytes: Buffer,
  field = 'file',
): { headers: Record<string, string>; payload: Buffer } => {
  const boundary = 'skyport-form-boundary';
  const head = `--${boundary}\r\nContent-Disposition: form-data; name="${field}"; filename="${filename}"\r\nContent-Type: application/octet-stream\r\n\r\n`;
  const payload = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]);
  return {
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': String(payload.length),
    },
    payload,
  };
};
