import { expect, test } from 'vitest';
import { csvField, csvLine } from './csv.ts';

test('text that a spreadsheet would run is made harmless, also behind quotes and in full width', () => {
  for (const text of [
    '=1+1',
    '+86',
    '-2',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    '＝1',
    '＋1',
    '－1',
    '＠A',
    '  =1',
    '\u00A0@A',
    '\u200B+1',
  ])
    expect(csvField(text).replace(/^"/, '')).toMatch(/^'/);
  expect(csvField('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
});

test.each([
  '007',
  '0123456',
  '123456789012',
  '1,234,567,890,123',
  '1E10',
  '1e-5',
  '2.5E+3',
  ' 0199 ',
  '００７',
  '019e123',
  '\u200B007',
  '1\u2060E10',
])('text that a spreadsheet would show as another number is kept: %s', (text) =>
  expect(csvField(text).replace(/^"/, '')).toMatch(/^'/),
);

test.each(['0', '0.5', '7', '13800138000', '1.2.3', 'e10', '2E', '1E10x', '2026-01-02', '香港 01', ''])(
  'other text stays as it is: %s',
  (text) => expect(csvField(text)).toBe(text),
);

test('numbers stay numbers, nothing is an empty field, and a mark is a word', () => {
  expect([csvField(1e21), csvField(123456789012), csvField(-3.5)]).toEqual(['1e+21', '123456789012', '-3.5']);
  expect([csvField(null), csvField(true), csvField(false)]).toEqual(['', '是', '否']);
});

test('a line ends as the standard says, and what would break it is quoted', () => {
  expect(csvLine(['香港,一', 7, 'a\r\nb', '"'])).toBe('"香港,一",7,"a\r\nb",""""\r\n');
});
