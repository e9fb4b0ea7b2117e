import { expect, test } from 'vitest';
import { csvOf } from './csv.ts';

test('a file begins with its mark and the titles, and takes the values that are meant for it', () => {
  const columns = [
    { id: 'name', title: '名称', value: (row: { name: string }) => row.name },
    { id: 'length', title: '长度', value: (row: { name: string }) => row.name.length, csv: () => 7 },
  ];
  expect(csvOf(columns, [{ name: '香港,一' }, { name: '=1+1' }])).toBe(
    '\uFEFF名称,长度\r\n"香港,一",7\r\n\'=1+1,7\r\n',
  );
});
