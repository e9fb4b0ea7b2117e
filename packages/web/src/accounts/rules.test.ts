import { expect, test } from 'vitest';
import { loginProblem, signUpProblem } from './rules.ts';
import { texts } from './texts.ts';

test.each([
  ['', '', texts.emailEmpty],
  ['a@b.co', '', texts.passwordEmpty],
])('logging in with %j and %j says what is missing', (email, password, message) => {
  expect(loginProblem({ email, password })?.message).toBe(message);
});

test('a filled log-in form may be sent', () => {
  expect(loginProblem({ email: 'a@b.co', password: 'x' })).toBeUndefined();
});

test.each([
  ['bad', 'short', 'other', texts.passwordsDiffer],
  ['bad', 'short', 'short', texts.passwordShort],
  ['bad', 'longenough', 'longenough', texts.emailWrong],
  ['a b@c.de', 'longenough', 'longenough', texts.emailWrong],
])('signing up with %j, %j, %j complains in the order of the specification', (email, password, confirm, message) => {
  expect(signUpProblem({ email, password, confirm })?.message).toBe(message);
});

test('a proper sign-up form may be sent', () => {
  expect(signUpProblem({ email: 'a@b.co', password: '12345678', confirm: '12345678' })).toBeUndefined();
});
