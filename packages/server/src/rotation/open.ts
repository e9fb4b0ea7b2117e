import type { Db } from '@skyport/db';
import type { Clock } from '../platform/clock.ts';
import type { Random } from '../platform/ids.ts';
import { createSecrets, keptPurposes, macKeyOf, type Secrets } from '../platform/secrets.ts';
import { firstPlaces, macKeys } from './places.ts';
import { insertMacKeys, tableExists, type Place } from './store.ts';

/** SECRET_KEY and its earlier values. */
export interface Keys {
  readonly secretKey: string;
  readonly oldKeys: readonly string[];
}

interface OpenDeps {
  readonly db: Db;
  readonly clock: Clock;
  readonly random: Random;
}

/** More than there are purposes. */
const ALL = 1000;

const wrongKeys = (): Error =>
  new Error(
    'SECRET_KEY does not decrypt what this installation has stored, and neither does any key of SECRET_KEY_OLD. ' +
      'Set SECRET_KEY to the key it ran with, or add that key to SECRET_KEY_OLD. Nothing was changed.',
  );

/** The text of a stored value. Throws a sentence for operators when no key decrypts it. */
const open = (secrets: Secrets, encrypted: Buffer, context: string): string => {
  try {
    return secrets.decrypt(encrypted, context);
  } catch {
    throw wrongKeys();
  }
};

/** The stored HMAC keys by purpose. */
const readMacKeys = async (db: Db, secrets: Secrets): Promise<Map<string, Buffer>> => {
  const rows = await macKeys.list(db, { after: undefined, limit: ALL });
  return new Map(
    rows.map(({ key, encrypted }) => {
      const text = open(secrets, encrypted, macKeys.contextOf(key));
      return [key[0]!, Buffer.from(text, 'base64')];
    }),
  );
};

const decrypts = (secrets: Secrets, encrypted: Buffer, context: string): boolean => {
  try {
    secrets.decrypt(encrypted, context);
    return true;
  } catch {
    return false;
  }
};

/** The key under which an installation without stored HMAC keys wrote its values: SECRET_KEY when it has none. */
const findFirstKey = async ({ db, random }: OpenDeps, { secretKey, oldKeys }: Keys): Promise<string> => {
  for (const place of firstPlaces) {
    if (!(await hasTable(db, place))) continue;
    const [value] = await place.list(db, { after: undefined, limit: 1 });
    if (!value) continue;
    const context = place.contextOf(value.key);
    const found = [secretKey, ...oldKeys].find((key) => decrypts(createSecrets(key, random), value.encrypted, context));
    if (found === undefined) throw wrongKeys();
    return found;
  }
  return secretKey;
};

const hasTable = (db: Db, { name }: Place): Promise<boolean> => tableExists(db, name.split('.')[0]!);

/** Throws a sentence when the keys do not decrypt the stored values. Reads only, and works before the migrations. */
export const checkKeys = async (deps: OpenDeps, keys: Keys): Promise<void> => {
  if (await hasTable(deps.db, macKeys)) {
    const found = await readMacKeys(deps.db, createSecrets(keys.secretKey, deps.random, keys));
    if (found.size > 0) return;
  }
  await findFirstKey(deps, keys);
};

/**
 * Opens the installation's secrets with its stored HMAC keys. Purposes without a stored key get the derived key of
 * earlier versions. Throws a sentence when the keys do not decrypt the stored values.
 */
export const openSecrets = async (deps: OpenDeps, keys: Keys): Promise<Secrets> => {
  const { db, clock, random } = deps;
  const secrets = createSecrets(keys.secretKey, random, keys);
  const stored = await readMacKeys(db, secrets);
  const missing = keptPurposes.filter((purpose) => !stored.has(purpose));
  if (missing.length > 0) {
    const from = stored.size > 0 ? keys.secretKey : await findFirstKey(deps, keys);
    // Under the same key as the other values: HMAC keys are rewritten after them.
    const writer = createSecrets(from, random);
    const rows = missing.map((purpose) => {
      const text = macKeyOf(from, purpose).toString('base64');
      return { purpose, key_enc: writer.encrypt(text, macKeys.contextOf([purpose])) };
    });
    await insertMacKeys(db, rows, clock.now());
  }
  // Another process may have stored them first.
  return createSecrets(keys.secretKey, random, { ...keys, macKeys: await readMacKeys(db, secrets) });
};
