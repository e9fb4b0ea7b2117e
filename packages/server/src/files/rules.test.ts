import { imageExtOf } from '@skyport/contract/files';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPolyglot, isTooLarge, magicFits, MAX_BYTES_A_USER, partsOfName, storageRefusal } from './rules.ts';

const JPEG = Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 0]);
const PNG = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const WEBP = Buffer.from('RIFF\x04\0\0\0WEBP', 'latin1');
const IEND = Buffer.from('\0\0\0\0IEND\xaeB`\x82', 'latin1');

test.each([
  ['a.jpg', 'jpg'],
  ['A.JPEG', 'jpg'],
  ['a.b.webp', 'webp'],
  ['头像.png', 'png'],
  ['a.svg', undefined],
  ['a.png.exe', undefined],
  ['png', undefined],
  ['a.png ', undefined],
  ['a.toString', undefined],
])('the name %s claims %s', (name, ext) => expect(imageExtOf(name)).toBe(ext));

test('first bytes fit their own kind and no other', () => {
  const kinds = { jpg: JPEG, png: PNG, webp: WEBP } as const;
  for (const [of, bytes] of Object.entries(kinds)) {
    for (const ext of ['jpg', 'png', 'webp'] as const)
      expect(magicFits(bytes, ext), `${of} as ${ext}`).toBe(of === ext);
  }
});

test('bytes that are cut anywhere in their signature fit nothing', () => {
  for (const [bytes, ext] of [
    [JPEG.subarray(0, 2), 'jpg'],
    [PNG.subarray(0, 7), 'png'],
    [WEBP.subarray(0, 11), 'webp'],
  ] as const)
    expect(magicFits(bytes, ext)).toBe(false);
});

test.each(['<script>', '<ScRiPt src=', '<HTML lang=', '<!DOCTYPE html', '<svg onload=', '<?php', '<iframe '])(
  '%s anywhere makes a picture something else',
  (text) => {
    const hidden = Buffer.concat([JPEG, Buffer.alloc(3000, 0xaa), Buffer.from(text), Buffer.alloc(3000, 0xbb)]);
    expect(isPolyglot(hidden, 'jpg')).toBe(true);
  },
);

test('what cameras write is no page: profiles, places, films behind a picture', () => {
  const xmp = '<?xpacket begin=""?><x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF/></x:xmpmeta>';
  const film = Buffer.from('\0\0\0\x18ftypmp42', 'latin1');
  expect(isPolyglot(Buffer.concat([JPEG, Buffer.from(xmp), film]), 'jpg')).toBe(false);
});

test('the chunks of a PNG picture end where the file ends, or it is something else', () => {
  const whole = Buffer.concat([PNG, IEND]);
  expect(isPolyglot(whole, 'png')).toBe(false);
  expect(isPolyglot(Buffer.concat([whole, Buffer.from([0])]), 'png')).toBe(true);
  expect(isPolyglot(whole.subarray(0, -1), 'png')).toBe(true);
  expect(isPolyglot(WEBP, 'webp')).toBe(false);
  expect(isPolyglot(Buffer.concat([WEBP, Buffer.from([0])]), 'webp')).toBe(true);
});

test('no bytes whatever make the check throw or run for ever', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), fc.constantFrom('jpg', 'png', 'webp'), (bytes, ext) => {
      const start = { jpg: JPEG, png: PNG, webp: WEBP }[ext];
      expect(typeof isPolyglot(Buffer.concat([start, bytes]), ext)).toBe('boolean');
    }),
  );
});

test('24 million pixels are enough, and fewer where each takes more bytes', () => {
  const head = { width: 6000, height: 4000, channels: 3, depth: 1, progressive: false };
  expect(isTooLarge(head)).toBe(false);
  expect(isTooLarge({ ...head, width: 6001 })).toBe(true);
  expect(isTooLarge({ ...head, progressive: true })).toBe(false);
  expect(isTooLarge({ ...head, progressive: true, channels: 4 })).toBe(true);
  expect(isTooLarge({ ...head, channels: 4, depth: 2, width: 3000 })).toBe(false);
  expect(isTooLarge({ ...head, channels: 4, depth: 2, progressive: true })).toBe(true);
});

test('only names that were given here have parts', () => {
  const id = '0123456789abcdef0123456789abcdef';
  expect(partsOfName(`${id}.webp`)).toEqual({ id, ext: 'webp' });
  for (const name of [`${id}.gif`, `${id}`, `${id}.png\0`, `${id}.png\n`, `a${id}.png`, `../${id}.png`, ''])
    expect(partsOfName(name), JSON.stringify(name)).toBeUndefined();
});

describe('what an account may store', () => {
  test('thirty lately are enough, and a hundred MiB in all', () => {
    expect(storageRefusal({ lately: 29, bytes: 0 }, 1)).toBeUndefined();
    expect(storageRefusal({ lately: 30, bytes: 0 }, 1)).toBe('tooManyToday');
    expect(storageRefusal({ lately: 0, bytes: MAX_BYTES_A_USER - 1 }, 1)).toBeUndefined();
    expect(storageRefusal({ lately: 0, bytes: MAX_BYTES_A_USER - 1 }, 2)).toBe('full');
  });
});
