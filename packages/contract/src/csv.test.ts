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

test('numbers stay numbers, nothing is an empty field, and a mark is a word', () => {
  expect([csvField(-3.5), csvField(null), csvField(true), csvField(false)]).toEqual(['-3.5', '', '是', '否']);
});

test('a line ends as the standard says, and what would break it is quoted', () => {
  expect(csvLine(['香港,一', 7, 'a\r\nb', '"'])).toBe('"香港,一",7,"a\r\nb",""""\r\n');
});
