import { expect, test } from 'vitest';
import { compareValues, searchRows } from './column.ts';
import { csvField, csvOf } from './csv.ts';

test('text that a spreadsheet would run is made harmless', () => {
  for (const text of ['=1+1', '+86', '-2', '@SUM(A1)', '\tx']) expect(csvField(text).replace(/^"/, '')).toMatch(/^'/);
  expect(csvField('=HYPERLINK("http://x","y")')).toBe(`"'=HYPERLINK(""http://x"",""y"")"`);
});

test('numbers stay numbers, even negative ones', () => {
  expect([csvField(-3.5), csvField(null), csvField(true)]).toEqual(['-3.5', '', '是']);
});

test('a file begins with the mark of UTF-8 and has one line a row', () => {
  const columns = [
    { id: 'name', title: '名称', value: (row: { name: string }) => row.name },
    { id: 'length', title: '长度', value: (row: { name: string }) => row.name.length, csv: () => 7 },
  ];
  expect(csvOf(columns, [{ name: '香港,一' }])).toBe('\uFEFF名称,长度\r\n"香港,一",7\r\n');
});

test('numbers inside names count by their size', () => {
  expect(['香港 10', '香港 9', '香港 1'].toSorted(compareValues)).toEqual(['香港 1', '香港 9', '香港 10']);
});

test('every word of a search must occur, in whatever column', () => {
  const columns = [
    { id: 'name', title: '名称', value: (row: { name: string; ip: string }) => row.name },
    { id: 'ip', title: 'IP', value: (row: { name: string; ip: string }) => row.ip },
  ];
  const rows = [
    { name: '香港 HGC', ip: '203.0.113.1' },
    { name: '香港 IIJ', ip: '198.51.100.7' },
  ];
  expect(searchRows(rows, columns, ' hgc  203. ')).toEqual([rows[0]]);
  expect(searchRows(rows, columns, '  ')).toBe(rows);
});
