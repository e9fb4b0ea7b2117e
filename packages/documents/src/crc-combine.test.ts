import { crc32 } from 'node:zlib';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyOperator, applyTable, combineOperator, combineTable, rawCrc } from './crc-combine.ts';

const bytes = fc.uint8Array({ maxLength: 400 });

test('the checksums of two pieces give that of both', () => {
  fc.assert(
    fc.property(bytes, bytes, (one, other) => {
      const both = applyOperator(crc32(one), combineOperator(other.length)) ^ crc32(other);
      expect(both >>> 0).toBe(crc32(Buffer.concat([one, other])));
    }),
  );
});

test('bytes in the place of zeros add to the checksum whatever stands around them', () => {
  fc.assert(
    fc.property(bytes, bytes, bytes, (before, put, after) => {
      const blank = Buffer.concat([before, Buffer.alloc(put.length), after]);
      const whole = Buffer.concat([before, put, after]);
      const added = applyOperator(rawCrc(whole, before.length, put.length), combineOperator(after.length));
      expect((crc32(blank) ^ added) >>> 0).toBe(crc32(whole));
    }),
  );
});

test('large distances are no different', () => {
  const [one, zeros] = [Buffer.from('skyport'), Buffer.alloc(3_000_001)];
  const both = applyOperator(crc32(one), combineOperator(zeros.length)) ^ crc32(zeros);
  expect(both >>> 0).toBe(crc32(Buffer.concat([one, zeros])));
});

test('a table says what its operator says, for short and for long distances', () => {
  fc.assert(
    fc.property(fc.nat(5000), fc.integer({ min: 0, max: 0xffffffff }), (distance, crc) => {
      expect(applyTable(crc, combineTable(distance))).toBe(applyOperator(crc, combineOperator(distance)));
    }),
  );
});
