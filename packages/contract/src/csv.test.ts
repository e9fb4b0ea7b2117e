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

test.each([
  '10-12',
  '1/2',
  '1 1/2',
  '3-4-2026',
  '2026/3/4',
  '3.4.2026',
  '2026.3.4',
  '1.2.3',
  '2026-11',
  '3/4 10:30',
  '10:30',
  '10:30:15',
  '10:30 PM',
  '125:00',
  '1e5',
  'MAY20',
  'SEPT2',
  '1-Jan',
  '3 march 2026',
  'Dec-26',
  '3月4日',
  '2026年3月',
  '下午3:04',
  ' 10-12 ',
  '１０－１２',
  '10\u200B-12',
])('text that a spreadsheet would show as a date or a time is kept: %s', (text) =>
  expect(csvField(text).replace(/^"/, '')).toMatch(/^'/),
);

test.each(['2026-01-02', '2026-01-02 03:04:05', '2026-01-02T03:04:05.000Z'])(
  'a date of our own columns stays one: %s',
  (text) => expect(csvField(text)).toBe(text),
);

test.each([
  '0',
  '0.5',
  '7',
  '13800138000',
  '10.0.0.1',
  'v1.2.3',
  'e10',
  '2E',
  '1E10x',
  'MAY',
  'MARS1',
  '10-12x',
  'a 1/2',
  '10:30-11:30',
  '50%',
  '香港 01',
  '',
])('other text stays as it is: %s', (text) => expect(csvField(text)).toBe(text));

test('numbers stay numbers, nothing is an empty field, and a mark is a word', () => {
  expect([csvField(1e21), csvField(123456789012), csvField(-3.5)]).toEqual(['1e+21', '123456789012', '-3.5']);
  expect([csvField(null), csvField(true), csvField(false)]).toEqual(['', '是', '否']);
});

test('a line ends as the standard says, and what would break it is quoted', () => {
  expect(csvLine(['香港,一', 7, 'a\r\nb', '"'])).toBe('"香港,一",7,"a\r\nb",""""\r\n');
});
