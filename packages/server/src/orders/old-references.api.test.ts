import { roleOf } from '@skyport/db';
import { testDatabase } from '@skyport/db/testing';
import { sql } from 'kysely';
import { Client } from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { createHmacProvider, serveBy } from '../payments/testing/hmac-provider.ts';
import { MINUTE_MS } from '../platform/clock.ts';
import { startTestApp } from '../testing-app.ts';
import { prepareJobs } from '../worker.ts';
import { settleNow, type Settled } from './settle.ts';
import { shopOf } from './testing/shop.ts';

/* Money that was posted when its name held no instance: the ledger keeps that name, and none of it counts again. */

const database = await testDatabase({ name: 'jobs', prepare: (owner, url) => prepareJobs(owner, roleOf(url)) });
const root = new Client({ connectionString: database.rootUrl });
await root.connect();
await root.query('set session_replication_role = replica');
const app = await startTestApp(database.url);
const { deps, clock } = app;
const [hmac, other] = [createHmacProvider('hmac'), createHmacProvider('other')];
serveBy(app, { alipay: hmac, wxpay: other });
afterAll(async () => {
  await root.end();
  await app.close();
});
afterEach(async () => {
  clock.advance(MINUTE_MS);
  expect((await sql`select * from ledger_health`.execute(deps.db)).rows).toEqual([]);
});
const admin = await app.account({ type: 'admin', steppedUp: true });
const { makeCombo, order, buy, one, wallet, receipt } = shopOf(app, admin);

const bought = async (pay_mode = 'alipay') => {
  const user = await app.account();
  const { _id } = await order(user, await makeCombo());
  const trade = (await buy(user, _id, { pay_mode })).data;
  return { user, id: _id as string, tradeId: trade._id as string };
};
const come = (reference: string, tradeId: string | null, instance = 'hmac'): Promise<Settled | 'joined'> =>
  settleNow(deps, {
    reference,
    source: 'provider',
    instance,
    tradeId,
    amount: 30_000,
    paidAt: clock.now(),
    actor: instance,
  });
/** Names everything of a reference as it was named before. */
const makeOld = async (reference: string): Promise<void> => {
  await root.query(
    `update ledger_tx x set idem_key = replace(x.idem_key, p.ledger_name, ':' || p.reference)
       from payments p where p.reference = $1 and x.idem_key in ('pay' || p.ledger_name, 'join' || p.ledger_name)`,
    [reference],
  );
  await root.query(`update payments set ledger_name = ':' || reference where reference = $1`, [reference]);
};
const namesOf = async (reference: string): Promise<string[]> => {
  const { rows } = await sql<{ idem_key: string }>`
    select idem_key from ledger_tx where right(idem_key, ${reference.length + 1}) in (${`:${reference}`}, ${`/${reference}`})
     order by id`.execute(deps.db);
  return rows.map(({ idem_key }) => idem_key);
};

test('old money that is told of again is known, and moves nothing; another instance’s number is other money', async () => {
  const [{ user, id, tradeId }, theirs] = [await bought(), await bought('wxpay')];
  expect(await come('old-paid', tradeId)).toBe('paid');
  await makeOld('old-paid');
  expect(await namesOf('old-paid')).toEqual(['pay:old-paid']);
  for (const written of ['old-paid', 'OLD paid']) expect(await come(written, tradeId)).toBe('known');
  expect(await namesOf('old-paid')).toEqual(['pay:old-paid']);
  expect([(await one(user, id)).status, await wallet(user)]).toEqual(['paied', 0]);
  expect((await receipt(id, 30, 'old-paid')).msg).toBe('该单号已入账，请勿重复登记');
  expect(await come('old-paid', theirs.tradeId, 'other')).toBe('paid');
  expect(await namesOf('old-paid')).toEqual(['pay:old-paid', 'pay/other/old-paid']);
});

test('old money that is nobody’s is taken once, under its old name', async () => {
  const { user, id } = await bought();
  expect(await come('old-lying', null)).toBe('unclaimed');
  await makeOld('old-lying');
  expect(await come('old-lying', null)).toBe('known');
  const answers = await Promise.all([1, 2].map(() => receipt(id, 30, 'old-lying')));
  expect(answers.filter(({ code }) => code === 0)).toHaveLength(1);
  expect(await namesOf('old-lying')).toEqual(['pay:old-lying', 'take:old-lying']);
  expect([(await one(user, id)).status, await wallet(user)]).toEqual(['paied', 0]);
});

test('an old receipt is joined once by the claim of its number', async () => {
  const { user, id, tradeId } = await bought();
  expect((await receipt(id, 30, 'old-noted')).data).toEqual({ outcome: 'paid' });
  await makeOld('old-noted');
  expect(await come('old-noted', tradeId)).toBe('joined');
  expect(await come('old-noted', tradeId)).toBe('known');
  expect(await namesOf('old-noted')).toEqual(['pay:old-noted', 'join:old-noted']);
  expect([(await one(user, id)).status, await wallet(user)]).toEqual(['paied', 0]);
});
