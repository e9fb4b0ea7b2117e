import { expect, test } from 'vitest';
import { storeAccountsSeen } from './accounts/index.ts';
import { storeSessionsSeen } from './gate/session-store.ts';
import { createTestApp } from './testing.ts';
import { MINUTE_MS } from './platform/clock.ts';
import { createLastSeen } from './platform/last-seen.ts';

/* Notes of who is there: gathered, stored together, and in nobody's way. */

const app = await createTestApp();
const { deps } = app;
const faults: unknown[] = [];
const gathering = (gatherMs = 60_000) =>
  createLastSeen({
    storeSessions: (seen) => storeSessionsSeen(deps.db, seen),
    storeAccounts: (seen) => storeAccountsSeen(deps.db, seen),
    log: { warn: (fault: unknown) => void faults.push(fault) },
    gatherMs,
  });
const later = (minutes: number): Date => new Date(app.clock.now().getTime() + minutes * MINUTE_MS);
const accountOf = (id: string) =>
  deps.db
    .selectFrom('users')
    .select(['last_active_at as at', 'last_url as url'])
    .where('id', '=', id)
    .executeTakeFirst();
const sessionsOf = (id: string) =>
  deps.db
    .selectFrom('sessions')
    .select(['token_hash', 'last_seen_at as at', 'network'])
    .where('user_id', '=', id)
    .execute();

test('the newest note of each is stored, together, and one without a page leaves the page', async () => {
  const [ann, bob] = [await app.account(), await app.account()];
  const tokenHash = (await sessionsOf(ann.userId))[0]!.token_hash;
  const notes = gathering();
  await notes.account({ id: ann.userId, at: later(1), url: 'https://a.test/#/shop' });
  await notes.account({ id: ann.userId, at: later(2), url: 'https://a.test/#/wallet' });
  await notes.account({ id: bob.userId, at: later(3), url: 'https://a.test/#/line' });
  await notes.session({ tokenHash, at: later(2), network: '203.0.113.0/24' });
  expect((await accountOf(ann.userId))?.url).toBe('');
  await notes.close();
  expect(await accountOf(ann.userId)).toEqual({ at: later(2), url: 'https://a.test/#/wallet' });
  expect(await accountOf(bob.userId)).toEqual({ at: later(3), url: 'https://a.test/#/line' });
  expect(await sessionsOf(ann.userId)).toEqual([{ token_hash: tokenHash, at: later(2), network: '203.0.113.0/24' }]);
  const next = gathering();
  await next.account({ id: bob.userId, at: later(1), url: '' });
  await next.close();
  expect(await accountOf(bob.userId)).toEqual({ at: later(3), url: 'https://a.test/#/line' });
});

test('gathered notes are stored by themselves', async () => {
  const ann = await app.account();
  const notes = gathering(20);
  await notes.account({ id: ann.userId, at: later(1), url: '' });
  await expect.poll(async () => (await accountOf(ann.userId))?.at).toEqual(later(1));
  await notes.close();
});

test('a row that somebody holds is left out and keeps nobody waiting, a session that has ended stays so', async () => {
  const [held, free] = [await app.account(), await app.account()];
  const tokenHash = (await sessionsOf(free.userId))[0]!.token_hash;
  await deps.db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
  await deps.db.transaction().execute(async (trx) => {
    await trx.selectFrom('users').select('id').where('id', '=', held.userId).forUpdate().execute();
    const notes = gathering();
    await notes.account({ id: held.userId, at: later(1), url: '' });
    await notes.account({ id: free.userId, at: later(1), url: '' });
    await notes.session({ tokenHash, at: later(1), network: '' });
    await notes.close();
  });
  expect((await accountOf(free.userId))?.at).toEqual(later(1));
  expect((await accountOf(held.userId))?.at).not.toEqual(later(1));
  expect(await sessionsOf(free.userId)).toEqual([]);
  expect(faults).toEqual([]);
});

test('notes that cannot be stored are told to the log, and later ones are stored', async () => {
  const ann = await app.account();
  const notes = gathering(0);
  await notes.account({ id: 'no id', at: later(1), url: '' });
  expect(faults.splice(0)).toHaveLength(1);
  await notes.account({ id: ann.userId, at: later(2), url: '' });
  expect((await accountOf(ann.userId))?.at).toEqual(later(2));
});
