import { expect, test } from 'vitest';
import { pushCalls } from './push.ts';
import { secondStepCalls } from './second-step.ts';
import { codeKey, Email, KnownEmail, TypedCode, TypedCouponCode } from './shapes.ts';

test('an e-mail address is trimmed and in small letters', () => {
  expect(Email.parse('  Lin.Wang+1@Mail.Example.COM ')).toBe('lin.wang+1@mail.example.com');
  expect(Email.parse('林@例子.中国')).toBe('林@例子.中国');
});

test('`á` in two forms is one address', () => {
  for (const text of ['li\u00E1@mail.example', 'lia\u0301@mail.example', 'LIA\u0301@mail.example'])
    expect(Email.parse(text)).toBe('li\u00E1@mail.example');
  expect(KnownEmail.parse(' LIA\u0301@mail.example ')).toBe('lia\u0301@mail.example');
});

// A Hangul filler, a grapheme joiner and a variation selector are no format characters, and show nothing either.
test.each(['\u202E', '\u200B', '\u00AD', '\u0001', '\u{E0041}', '\u2066', '\u3164', '\u034F', '\uFE0F', '\u{E0100}'])(
  'an e-mail address that looks like another one by %j is refused',
  (hidden) => {
    for (const text of [`li${hidden}n@mail.example`, `lin@ma${hidden}il.example`, `lin@mail.exa${hidden}mple`])
      expect(Email.safeParse(text).success).toBe(false);
  },
);

test.each(['spring26', 'ＳＰＲＩＮＧ２６', ' Spring\u200B26 ', '\u2066SPRING26\u2069', '\uFE0FSPRING26'])(
  'a typed coupon code means the same in every spelling: %j',
  (typed) => {
    expect(codeKey(TypedCouponCode.parse(typed))).toBe('spring26');
    expect(codeKey(TypedCode.parse(typed))).toBe('spring26');
  },
);

test('codes of transfers and of the second step mean the same in full width and with invisible characters', () => {
  expect(pushCalls.receive.input.parse({ code: 'ＡＢＣ２\u200B-def3' }).code).toBe('ABC2-def3');
  const { input } = secondStepCalls.loginSecondStep;
  for (const code of ['１２３ ４５６', '\u200B123456', '123\u2060456'])
    expect(input.parse({ ticket: 't', code })).toMatchObject({ code: '123456' });
});

test('what is no code of a coupon is refused in the customer’s order, and looked up as a trial coupon', () => {
  expect(TypedCouponCode.safeParse('a b').success).toBe(false);
  expect(TypedCode.parse('a b')).toBe('a b');
  expect(TypedCode.safeParse(' \u200B ').success).toBe(false);
});
