import { expect, test } from 'vitest';
import { Email } from './shapes.ts';

test('an e-mail address is trimmed and in small letters', () => {
  expect(Email.parse('  Lin.Wang+1@Mail.Example.COM ')).toBe('lin.wang+1@mail.example.com');
  expect(Email.parse('林@例子.中国')).toBe('林@例子.中国');
});

test.each(['\u202E', '\u200B', '\u00AD', '\u0001', '\u{E0041}', '\u2066'])(
  'an e-mail address that looks like another one by %j is refused',
  (hidden) => {
    for (const text of [`li${hidden}n@mail.example`, `lin@ma${hidden}il.example`, `lin@mail.exa${hidden}mple`])
      expect(Email.safeParse(text).success).toBe(false);
  },
);
