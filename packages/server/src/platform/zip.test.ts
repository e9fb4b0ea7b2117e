import { deflateRawSync } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { zipOf } from '../../../../testkit/alipay/bill.ts';
import { filesInZip, ZipFault } from './zip.ts';

const MANY = 1024 * 1024;
const zip = zipOf([
  ['一.csv', Buffer.from('first\n'.repeat(50))],
  ['二.csv', Buffer.from('second')],
  ['empty', Buffer.alloc(0)],
]);

test('the files of a ZIP are read in its order, also behind a remark', () => {
  const files = filesInZip(zip, MANY).map(String);
  expect(files).toEqual(['first\n'.repeat(50), 'second', '']);
  const remark = Buffer.concat([zip, Buffer.from('hi')]);
  remark.writeUInt16LE(2, zip.length - 2);
  expect(filesInZip(remark, MANY).map(String)).toEqual(files);
});

test('one that is larger than is taken, or than it says, is not unpacked', () => {
  const bomb = zipOf([['bomb', Buffer.alloc(MANY)]]);
  expect(() => filesInZip(bomb, MANY - 1)).toThrow('it is too large');
  const list = bomb.readUInt32LE(bomb.length - 6);
  bomb.writeUInt32LE(10, list + 24);
  expect(() => filesInZip(bomb, MANY - 1)).toThrow('a file is broken');
});

test('what is cut, changed or no ZIP at all is refused as such, never half read', () => {
  const original = filesInZip(zip, MANY).map(String);
  for (const wrong of [Buffer.alloc(0), Buffer.from('<html>'), deflateRawSync('x'), Buffer.alloc(22)])
    expect(() => filesInZip(wrong, MANY)).toThrow(ZipFault);
  for (let length = 0; length < zip.length; length += 1)
    expect(() => filesInZip(zip.subarray(0, length), MANY)).toThrow(ZipFault);
  fc.assert(
    fc.property(fc.nat(zip.length - 1), fc.integer({ min: 1, max: 255 }), (at, by) => {
      const changed = Buffer.from(zip);
      changed[at]! ^= by;
      try {
        const files = filesInZip(changed, MANY).map(String);
        // What a file is called, when it was made and the like say nothing of what is in it.
        expect(original).toEqual(expect.arrayContaining(files));
      } catch (fault) {
        expect(fault).toBeInstanceOf(ZipFault);
      }
    }),
  );
});
