import { expect, test } from 'vitest';
import { systemRandom } from '../../platform/ids.ts';
import { createSecrets } from '../../platform/secrets.ts';
import { checkPassword, hashPassword } from './password.ts';

const deps = { secrets: createSecrets('k'.repeat(32), systemRandom), random: systemRandom };
const right = 'a'.repeat(64);

test('a password is stored as argon2id of the promised cost and is found again', async () => {
  const stored = await hashPassword(right, deps);
  expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
  expect(await checkPassword(stored, right, deps)).toBe(true);
  expect(await checkPassword(stored, 'b'.repeat(64), deps)).toBe(false);
});

test('the same password is stored differently each time', async () => {
  expect(await hashPassword(right, deps)).not.toBe(await hashPassword(right, deps));
});

test('without the pepper of this installation the stored password is worthless', async () => {
  const stored = await hashPassword(right, deps);
  const other = { ...deps, secrets: createSecrets('z'.repeat(32), systemRandom) };
  expect(await checkPassword(stored, right, other)).toBe(false);
});

test('nobody has a password', async () => {
  expect(await checkPassword(undefined, right, deps)).toBe(false);
});
