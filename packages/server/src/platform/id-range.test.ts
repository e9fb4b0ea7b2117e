import { expect, test } from 'vitest';
import { idRangeOf } from './id-range.ts';

test('the beginning of an id means all ids that begin so, and no other text means any', () => {
  const id = '01990000-0000-7000-8000-00000000c0b0';
  expect(idRangeOf(id)).toEqual({ from: id, to: id });
  expect(idRangeOf(id.replaceAll('-', '').toUpperCase())).toEqual({ from: id, to: id });
  expect(idRangeOf(' 01990000-00')).toEqual({
    from: '01990000-0000-0000-0000-000000000000',
    to: '01990000-00ff-ffff-ffff-ffffffffffff',
  });
  for (const text of ['', '0199000', 'someone@example.com', `${id}0`, '0199000g', '--------'])
    expect(idRangeOf(text), text).toBeUndefined();
});
