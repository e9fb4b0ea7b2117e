import { expect, test } from 'vitest';
import { containing } from './like-pattern.ts';

test('wildcards and the escape character are searched for, not obeyed', () => {
  expect(containing('a')).toBe('%a%');
  expect(containing('50%_\\')).toBe('%50\\%\\_\\\\%');
});
