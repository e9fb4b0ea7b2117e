import { create } from 'qrcode';
import { expect, test } from 'vitest';
import { qrCode } from './qr-code.ts';

/** Dark modules as the path draws them, by `x y`. */
const drawn = (svg: string): Set<string> => {
  const [, path = ''] = /<path d="([^"]*)"/.exec(svg) ?? [];
  return new Set(
    [...path.matchAll(/M(\d+) (\d+)h(\d+)v1h-(\d+)z/g)].flatMap(([, x, y, width]) =>
      Array.from({ length: Number(width) }, (_, at) => `${Number(x) + at - 2} ${Number(y) - 2}`),
    ),
  );
};

test('every dark module of the code is drawn, and no other', () => {
  const text = 'https://sub.example.com/api/subscript/auto/0190c0de-0000-7000-8000-000000000001/KEY?f=auto';
  const { size, data } = create(text, { errorCorrectionLevel: 'M' }).modules;
  const dark = new Set([...data].flatMap((module, at) => (module ? [`${at % size} ${Math.floor(at / size)}`] : [])));
  expect(dark.size).toBeGreaterThan(100);
  expect(drawn(qrCode(text, 'QR'))).toEqual(dark);
});
