import { expect, test } from 'vitest';
import { searchText } from './search-text.ts';

test('what is pasted is searched for as one line, without what nobody sees, and not longer than the server takes', () => {
  expect(searchText('  a@example.com\t\n12 ')).toBe('a@example.com 12');
  expect(searchText(' \u0000 ')).toBe('');
  expect(searchText('x'.repeat(300))).toHaveLength(254);
});
