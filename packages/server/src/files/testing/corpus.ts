import { imageTexts } from '@skyport/contract/profile-texts';
import sharp from 'sharp';
import { flood, picture, withComment, zipOf } from './pictures.ts';

const half = (bytes: Buffer): Buffer => bytes.subarray(0, bytes.length >> 1);
const tail = (bytes: Buffer): Buffer => Buffer.concat([bytes, Buffer.from('and more')]);
const blank = (width: number, height: number): Promise<Buffer> =>
  sharp({ create: { width, height, channels: 3, background: '#000' } })
    .jpeg()
    .toBuffer();

const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>');
/** What somebody might try to have stored: what it is, its name, its bytes, and what is said to it. */
export const corpus: readonly (readonly [string, string, () => Promise<Buffer>, string])[] = [
  ['a drawing called png', 'a.png', async () => svg, imageTexts.broken],
  ['a drawing called by its name', 'a.svg', async () => svg, imageTexts.wrongType],
  ['a GIF picture', 'a.gif', async () => Buffer.from('GIF89a'), imageTexts.wrongType],
  ['a file without a kind', 'picture', () => picture('png'), imageTexts.wrongType],
  ['a page called jpg.html', 'a.jpg.html', () => picture('jpg'), imageTexts.wrongType],
  ['a PNG picture called jpg', 'a.jpg', () => picture('png'), imageTexts.broken],
  ['a JPEG picture called webp', 'a.webp', () => picture('jpg'), imageTexts.broken],
  [
    'a sound in a RIFF file called webp',
    'a.webp',
    async () => Buffer.from('RIFF\x10\0\0\0WAVEfmt '),
    imageTexts.broken,
  ],
  ['nothing', 'a.png', async () => Buffer.alloc(0), imageTexts.broken],
  ['a signature and nothing else', 'a.jpg', async () => Buffer.from([0xff, 0xd8, 0xff, 0xe0]), imageTexts.broken],
  ['half a JPEG picture', 'a.jpg', async () => half(await picture('jpg', [300, 200])), imageTexts.broken],
  ['half a PNG picture', 'a.png', async () => half(await picture('png', [300, 200])), imageTexts.broken],
  ['half a WebP picture', 'a.webp', async () => half(await picture('webp', [300, 200])), imageTexts.broken],
  [
    'a page in a comment of a JPEG picture',
    'a.jpg',
    async () => withComment(await picture('jpg'), '<html><script>alert(1)</script></html>'),
    imageTexts.broken,
  ],
  [
    'a program for servers in a comment',
    'a.jpg',
    async () => withComment(await picture('jpg'), '<?php system($_GET[0]); ?>'),
    imageTexts.broken,
  ],
  [
    'an archive behind a picture',
    'a.jpg',
    async () => Buffer.concat([await picture('jpg'), zipOf('a.html', 'hello')]),
    imageTexts.broken,
  ],
  [
    'a document in front of a picture',
    'a.jpg',
    async () => withComment(await picture('jpg'), '%PDF-1.7'),
    imageTexts.broken,
  ],
  ['something behind the end of a PNG picture', 'a.png', async () => tail(await picture('png')), imageTexts.broken],
  ['something behind the end of a WebP picture', 'a.webp', async () => tail(await picture('webp')), imageTexts.broken],
  ['a flood of pixels', 'a.png', flood, imageTexts.tooManyPixels],
  ['25 million pixels', 'a.jpg', () => blank(5000, 5000), imageTexts.tooManyPixels],
];
