import { inTransaction, type Db } from '@skyport/db';
import type { Deps } from '../platform/deps.ts';
import { job, NoInput, type Job } from '../platform/jobs.ts';
import type { Secrets } from '../platform/secrets.ts';
import { macKeys, places } from './places.ts';
import type { Place, StoredValue } from './store.ts';

/** Values read at once. */
const SLICE = 500;

/** What a pass over encrypted values found. */
export interface KeyUse {
  /** Values that only an old key decrypts. */
  readonly old: number;
  /** Values that no key decrypts; an old key is of no use to them. */
  readonly unreadable: number;
}

interface Pass {
  readonly db: Db;
  readonly secrets: Secrets;
  /** Called for each value that needs an old key, with the new form. */
  onOld?(place: Place, value: StoredValue, encrypted: Buffer): Promise<void>;
  readonly stop?: AbortSignal | undefined;
}

/** The new form of a value that needs an old key. */
const newForm = (secrets: Secrets, encrypted: Buffer, context: string): Buffer | 'current' | 'unreadable' => {
  try {
    return secrets.reencrypt(encrypted, context) ?? 'current';
  } catch {
    return 'unreadable';
  }
};

const passPlace = async (place: Place, { db, secrets, onOld, stop }: Pass): Promise<KeyUse> => {
  const found = { old: 0, unreadable: 0 };
  let after: readonly string[] | undefined;
  while (!stop?.aborted) {
    const values = await place.list(db, { after, limit: SLICE });
    if (values.length === 0) break;
    for (const value of values) {
      const form = newForm(secrets, value.encrypted, place.contextOf(value.key));
      if (form === 'unreadable') found.unreadable += 1;
      if (typeof form === 'string') continue;
      found.old += 1;
      await onOld?.(place, value, form);
    }
    after = values.at(-1)!.key;
  }
  return found;
};

const passAll = async (all: readonly Place[], pass: Pass): Promise<KeyUse> => {
  const sum = { old: 0, unreadable: 0 };
  for (const place of all) {
    const { old, unreadable } = await passPlace(place, pass);
    sum.old += old;
    sum.unreadable += unreadable;
  }
  return sum;
};

/** How many stored values need an old key now, and how many no key decrypts. */
export const countKeyUse = (deps: Pick<Deps, 'db' | 'secrets'>, stop?: AbortSignal): Promise<KeyUse> =>
  passAll([...places, macKeys], { ...deps, stop });

/**
 * Encrypts every value under SECRET_KEY. Passes go on until one finds no value that needs an old key; the HMAC keys
 * follow after it. Each value is replaced alone, so that no pass holds two locks.
 */
const rotate = async (deps: Deps, stop: AbortSignal | undefined): Promise<void> => {
  const { db, secrets, log } = deps;
  const { old: total } = await countKeyUse(deps, stop);
  if (total > 0 && !stop?.aborted) log.info({ values: total }, 'stored values need a key of SECRET_KEY_OLD');
  const pass: Pass = {
    db,
    secrets,
    stop,
    onOld: (place, value, encrypted) => place.replace(db, value, encrypted),
  };
  for (const part of [places, [macKeys]]) {
    while (!stop?.aborted && (await passAll(part, pass)).old > 0);
  }
  if (stop?.aborted) return inTransaction(db, (trx) => deps.jobs.add(trx, rotateSecrets, {}));
  const { unreadable } = await countKeyUse(deps);
  log.warn({ unreadable }, 'no stored value needs SECRET_KEY_OLD: take it out of the environment');
  return undefined;
};

/** Runs at a start with SECRET_KEY_OLD. */
const rotateSecrets: Job<object> = job({
  name: 'rotation.rotate',
  input: NoInput,
  maxAttempts: 10,
  places: 'slow',
  key: () => '',
  run: (deps, _input, stop) => rotate(deps, stop),
});

/** Adds the job when there are old keys. */
export const beginRotation = async ({ db, jobs, env }: Deps): Promise<void> => {
  if (env.SECRET_KEY_OLD.length > 0) await inTransaction(db, (trx) => jobs.add(trx, rotateSecrets, {}));
};

/** Jobs of this feature. */
export const rotationJobs = [rotateSecrets];
