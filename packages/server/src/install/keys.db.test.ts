import ssh2 from 'ssh2';
import { afterAll, expect, test } from 'vitest';
import { createTestApp } from '../testing.ts';
import { insertInstallKey } from './key-store.ts';
import { loadInstallKey, makeSshKey, type SshKeyPair } from './keys.ts';

const { generateKeyPairSync, parseKey } = ssh2.utils;
const app = await createTestApp();
afterAll(() => app.close());

/** A key pair as ssh2 writes about one in 250. */
const unreadable = ((): SshKeyPair => {
  for (;;) {
    const made = generateKeyPairSync('ed25519');
    if (parseKey(made.private) instanceof Error) return made;
  }
})();

test('a key that no program can read is never used for installations', () => {
  const readable = makeSshKey();
  const pairs = [unreadable, unreadable, readable];
  expect(makeSshKey(() => pairs.shift()!)).toBe(readable);
});

test('replaces a stored key that no program can read, and keeps the new one', async () => {
  const { db, secrets, clock } = app.deps;
  await insertInstallKey(db, {
    name: 'ssh',
    private_enc: secrets.encrypt(unreadable.private, 'install_keys.private:ssh'),
    public_text: unreadable.public.trim(),
    created_at: clock.now(),
  });
  const loaded = await loadInstallKey(app.deps);
  expect(parseKey(loaded.privateKey)).not.toBeInstanceOf(Error);
  expect(loaded.publicLine).not.toBe(unreadable.public.trim());
  expect(await loadInstallKey(app.deps)).toEqual(loaded);
});
