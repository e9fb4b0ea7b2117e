import { createDb } from '@skyport/db';
import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Deps } from '../platform/deps.ts';
import { keptPurposes, type Secrets } from '../platform/secrets.ts';
import { prepareDatabase } from '../prepare-database.ts';
import { countKeyUse } from './index.ts';
import { macKeys, places } from './places.ts';
import {
  BOTH,
  NEW_KEY,
  REFUSED,
  ROTATED,
  addPayInstance,
  expectAllWorks,
  migratedOld,
  queued,
  run,
  start,
} from './testing.ts';

/** The job's dependencies, with a look at each value that is read. */
const watching = (deps: Deps, onValue: (count: number) => void): Deps => {
  let count = 0;
  const reencrypt: Secrets['reencrypt'] = (...value) => {
    onValue((count += 1));
    return deps.secrets.reencrypt(...value);
  };
  return { ...deps, secrets: { ...deps.secrets, reencrypt } };
};

describe('the job', () => {
  test('goes on after a stop and after a crash, and two at once do no harm', async () => {
    const database = await migratedOld();
    await start(database, {});
    const app = await start(database, BOTH);
    const all = (await countKeyUse(app.deps)).old;

    // The first pass only counts.
    const stopping = new AbortController();
    await run(
      watching(app.deps, (count) => count === all + 3 && stopping.abort()),
      stopping.signal,
    );
    const stopped = (await countKeyUse(app.deps)).old;
    expect(stopped).toBeLessThan(all);
    expect(stopped).toBeGreaterThan(keptPurposes.length);
    expect(await queued(app)).toBe(1);

    const dying = createDb(database.url);
    const crash = watching({ ...app.deps, db: dying.db }, (count) => count === all + 5 && void dying.close());
    await expect(run(crash)).rejects.toThrow();
    const crashed = (await countKeyUse(app.deps)).old;
    expect(crashed).toBeGreaterThan(1);
    await expect(prepareDatabase(database, { secretKey: NEW_KEY, oldKeys: [] })).rejects.toThrow(REFUSED);

    const other = await start(database, BOTH);
    await Promise.all([run(app.deps), run(other.deps)]);
    expect(await countKeyUse(app.deps)).toEqual({ old: 0, unreadable: 0 });
    await expectAllWorks(await start(database, ROTATED));
  });

  test('keeps what was stored since it read a value', async () => {
    const app = await start(await migratedOld(), {});
    const { db } = app.deps;
    await addPayInstance(app.deps);
    await app.changeSettings({ smtp_password: 'first' });
    for (const place of [...places, macKeys]) {
      const [value] = await place.list(db, { after: undefined, limit: 1 });
      expect(value, place.name).toBeDefined();
      const written = Buffer.from('written meanwhile');
      await place.replace(db, value!, written);
      await place.replace(db, value!, Buffer.from('late'));
      const [now] = (await place.list(db, { after: undefined, limit: 100 })).filter(
        ({ key }) => key.join() === value!.key.join(),
      );
      expect(now!.encrypted.toString(), place.name).toBe('written meanwhile');
    }
  });

  test('counts values that no key decrypts, and ends', async () => {
    const app = await start(await migratedOld(), BOTH);
    await app.deps.db
      .updateTable('install_keys')
      .set({ private_enc: Buffer.from('broken') })
      .execute();
    await run(app.deps);
    expect(await countKeyUse(app.deps)).toEqual({ old: 0, unreadable: 1 });
  });

  test('knows every column of encrypted values', async () => {
    const app = await start(await migratedOld(), {});
    const columns = await sql<{ name: string }>`
      select table_name || '.' || column_name as name from information_schema.columns
       where table_schema = 'public' and data_type = 'bytea' and column_name ~ '(_enc|^sealed)$'`.execute(app.deps.db);
    const inJson = ['settings.value', 'pay_instances.secrets'];
    expect([...columns.rows.map(({ name }) => name), ...inJson].toSorted()).toEqual(
      [...places, macKeys].map(({ name }) => name).toSorted(),
    );
  });
});
