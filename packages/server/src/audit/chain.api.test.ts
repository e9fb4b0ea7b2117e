import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { inTransaction, roleOf } from '@skyport/db';
import { testDatabase } from '@skyport/db/testing';
import { Client } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { deliverMails } from '../mail/index.ts';
import { startMailServer, type MailServer } from '../mail/testing.ts';
import { audit } from '../platform/audit.ts';
import { DAY_MS, SECOND_MS } from '../platform/clock.ts';
import { runJob } from '../platform/jobs.ts';
import { startTestApp, type TestApp, type TestSession } from '../testing-app.ts';
import { prepareJobs } from '../worker.ts';
import { acceptChain } from './accept.ts';
import { dropOldMonths, mailEnd } from './anchors.ts';
import { chainEntries } from './chain.ts';
import { auditJobs } from './jobs.ts';
import { verifyChain } from './verify.ts';

/*
 * Whoever has the database, but neither the key nor the data folder, changes the audit as its superuser: verification
 * finds it.
 */

const dataDir = mkdtempSync(join(tmpdir(), 'panel-'));
const endFile = join(dataDir, 'audit-end.json');
const database = await testDatabase({ name: 'jobs', prepare: (owner, url) => prepareJobs(owner, roleOf(url)) });
const root = new Client({ connectionString: database.rootUrl });
let app: TestApp;
let admin: TestSession;
let server: MailServer;

beforeAll(async () => {
  await root.connect();
  await root.query('set session_replication_role = replica');
  app = await startTestApp(database.url, { DATA_DIR: dataDir });
  admin = await app.account({ type: 'admin' });
  server = await startMailServer();
});
afterAll(async () => {
  await server.stop();
  await root.end();
  await app.close();
  rmSync(dataDir, { recursive: true });
});
beforeEach(async () => {
  for (const table of ['audit_log', 'audit_anchors', 'mail_outbox', 'notifications', 'settings'])
    await root.query(`delete from ${table}`);
  rmSync(endFile, { force: true });
  app.clock.set(new Date('2026-11-21T04:00:00Z'));
  await change({});
});

const change: TestApp['changeSettings'] = (changes) => app.changeSettings(changes);
const withMail = () => change({ ...server.settings, admin_id: admin.userId });

/** Writes entries as handlers do, a second apart. */
const write = async (count: number): Promise<void> => {
  for (let made = 0; made < count; made += 1) {
    app.clock.advance(SECOND_MS);
    const draft = { actor: admin.userId, address: '203.0.113.7', call: 'coupons.update', kind: 'coupon', detail: {} };
    const fields = { before: { name: `name ${made}`, total: made }, after: { total: 1.5, name: '名称' } };
    await inTransaction(app.deps.db, (trx) =>
      audit(trx, app.deps, [{ ...draft, ...fields, object: crypto.randomUUID() }]),
    );
  }
};
const chain = () => chainEntries(app.deps);
const problems = async () => (await verifyChain(app.deps)).problems;
const places = async (): Promise<number[]> => {
  const rows = await app.deps.db.selectFrom('audit_log').select('seq').orderBy('at').orderBy('id').execute();
  return rows.flatMap(({ seq }) => seq ?? []);
};
const keptSeq = (): number => (JSON.parse(readFileSync(endFile, 'utf8')) as { seq: number }).seq;

test('entries are chained in the order in which they were made, and the end is kept outside the database', async () => {
  await write(3);
  expect(await verifyChain(app.deps)).toEqual({ from: 1, to: 0, problems: [] });
  await chain();
  expect([await places(), keptSeq()]).toEqual([[1, 2, 3], 3]);
  await write(2);
  await Promise.all([chain(), chain(), chain()]);
  expect([await places(), keptSeq()]).toEqual([[1, 2, 3, 4, 5], 5]);
  expect(await verifyChain(app.deps)).toEqual({ from: 1, to: 5, problems: [] });
});

test.each([
  ['an edited field', `update audit_log set after = '{"name": "other"}' where seq = 4`, [{ kind: 'edited', seq: 4 }]],
  ['another actor', `update audit_log set actor = id where seq = 1`, [{ kind: 'edited', seq: 1 }]],
  ['another time', `update audit_log set at = at + interval '1 ms' where seq = 7`, [{ kind: 'edited', seq: 7 }]],
  [
    'an entry without its code',
    `update audit_log set mac = null, call = 'users.list' where seq = 2`,
    [{ kind: 'edited', seq: 2 }],
  ],
  ['a removed entry', 'delete from audit_log where seq = 3', [{ kind: 'missing', seq: 3, last: 3 }]],
  ['a removed beginning', 'delete from audit_log where seq <= 2', [{ kind: 'missing', seq: 1, last: 2 }]],
  [
    'a removed entry, with the others moved up',
    'delete from audit_log where seq = 6; update audit_log set seq = seq - 1 where seq > 6',
    [
      { kind: 'edited', seq: 6 },
      { kind: 'edited', seq: 7 },
      { kind: 'cut', seq: 8, last: 8 },
    ],
  ],
  ['a cut end', 'delete from audit_log where seq > 6', [{ kind: 'cut', seq: 7, last: 8 }]],
  ['an empty table', 'delete from audit_log', [{ kind: 'cut', seq: 1, last: 8 }]],
  [
    'two entries that changed places',
    `update audit_log set seq = -seq where seq in (2, 3); update audit_log set seq = 5 + seq where seq < 0`,
    [
      { kind: 'edited', seq: 2 },
      { kind: 'edited', seq: 3 },
      { kind: 'edited', seq: 4 },
    ],
  ],
  [
    'a beginning that was removed behind an anchor of its own',
    `insert into audit_anchors (seq, chain, made_at, mailed_at, proof) select seq, chain, at, at, mac from audit_log where seq = 4;
     delete from audit_log where seq <= 4`,
    [{ kind: 'anchor', seq: 4 }],
  ],
])('%s is found', async (_what, statement, expected) => {
  await write(8);
  await chain();
  await root.query('alter table audit_log drop constraint if exists audit_log_seq_check');
  await root.query(statement);
  expect(await problems()).toEqual(expected);
});

test('a row of another origin is never chained, and is found', async () => {
  await write(2);
  await chain();
  const forge = (mac: string, at = 'at') =>
    root.query(`insert into audit_log (id, at, actor, call, mac) select gen_random_uuid(), ${at}, actor, call, ${mac}
                  from audit_log where seq = 1`);
  await forge('null');
  await forge('mac', `at - interval '1 day'`);
  await write(1);
  await chain();
  expect((await places()).length).toBe(3);
  expect(await problems()).toEqual([
    { kind: 'foreign', id: expect.any(String) },
    { kind: 'foreign', id: expect.any(String) },
  ]);
});

test('an end that was cut off and written anew is found, and what was kept of it is not overwritten', async () => {
  await write(4);
  await chain();
  await root.query('delete from audit_log where seq > 2');
  await write(1);
  await chain();
  expect([await problems(), keptSeq()]).toEqual([[{ kind: 'cut', seq: 4, last: 4 }], 4]);
  await write(3);
  await chain();
  expect([await problems(), keptSeq()]).toEqual([[{ kind: 'replaced', seq: 4 }], 4]);
});

test('a database that was put back is accepted by an admin on the server, and an entry says so', async () => {
  await write(4);
  await chain();
  await root.query('delete from audit_log where seq > 2');
  expect((await acceptChain(app.deps)).problems).toEqual([{ kind: 'cut', seq: 3, last: 4 }]);
  await write(2);
  await chain();
  expect(await verifyChain(app.deps)).toEqual({ from: 4, to: 5, problems: [] });
  const said = await app.deps.db.selectFrom('audit_log').selectAll().where('seq', '=', 3).executeTakeFirstOrThrow();
  expect(said).toMatchObject({ actor: null, call: 'command.acceptAudit', detail: { problems: [{ kind: 'cut' }] } });
});

test('entries from before there were codes begin the chain, and none is taken later', async () => {
  await write(2);
  await root.query('update audit_log set mac = null');
  await chain();
  expect([await places(), await problems()]).toEqual([[1, 2], []]);
  await write(1);
  await root.query('update audit_log set mac = null where seq is null');
  await chain();
  expect([await places(), await problems()]).toMatchObject([[1, 2], [{ kind: 'foreign' }]]);
  await root.query(`update audit_log set call = 'x' where seq = 1`);
  expect(await problems()).toContainEqual({ kind: 'edited', seq: 1 });
});

test('a first run that dies behind its first page of old entries is continued, and then none is taken later', async () => {
  await write(1);
  await root.query(`
    insert into audit_log (id, at, actor, address, call, kind, object, before, after, detail)
    select gen_random_uuid(), at - n * interval '1 s', actor, address, call, kind, object, before, after, detail
      from audit_log, generate_series(1, 510) as n`);
  let made = 0;
  const mac: typeof app.deps.secrets.mac = (...asked) => {
    if ((made += 1) > 505) throw new Error('killed');
    return app.deps.secrets.mac(...asked);
  };
  await expect(chainEntries({ ...app.deps, secrets: { ...app.deps.secrets, mac } })).rejects.toThrow('killed');
  expect(await places()).toHaveLength(500);
  await chain();
  expect(await verifyChain(app.deps)).toEqual({ from: 1, to: 511, problems: [] });
  await write(1);
  await root.query('update audit_log set mac = null where seq is null');
  await chain();
  expect(await problems()).toMatchObject([{ kind: 'foreign' }]);
});

test('a damaged file of the end stops the job instead of being replaced', async () => {
  await write(1);
  writeFileSync(endFile, '{"seq": 1');
  await expect(chain()).rejects.toThrow();
  await expect(verifyChain(app.deps)).rejects.toThrow();
});

test('the product itself can neither edit nor remove entries, nor move them in the chain', async () => {
  await write(2);
  await chain();
  await write(1);
  const own = new Client({ connectionString: database.url });
  await own.connect();
  for (const [statement, why] of [
    [`update audit_log set call = 'x'`, 'permission denied'],
    ['delete from audit_log', 'permission denied'],
    ['truncate audit_log', 'permission denied'],
    ['delete from audit_anchors', 'permission denied'],
    ['update audit_log set seq = 9 where seq = 2', 'append-only'],
    ['select audit_drop(2)', 'no mailed anchor'],
  ] as const)
    await expect(own.query(statement)).rejects.toThrow(why);
  await own.query(`insert into audit_anchors (seq, chain, made_at, mailed_at, proof)
                   select seq, chain, at, at, mac from audit_log where seq = 2`);
  await expect(own.query('select audit_drop(2)')).rejects.toThrow('younger than two years');
  await own.end();
});

test('the nightly check notifies the operator of what is wrong, and ends as a fault', async () => {
  const verify = auditJobs.find(({ name }) => name === 'audit.verify')!;
  await change({ admin_id: admin.userId });
  await write(3);
  await chain();
  const figure = async () => /^skyport_audit_problems (\S+)$/m.exec((await app.gate.app.inject('/metrics')).body)?.[1];
  await runJob(verify, app.deps, {});
  const told = async () => (await app.call('/api/admin/audit/check', {}, admin)).data;
  expect(await told()).toEqual({ time: app.clock.now().toISOString(), problems: 0 });
  expect(await figure()).toBe('0');
  await root.query('delete from audit_log where seq = 2');
  await expect(runJob(verify, app.deps, {})).rejects.toThrow('"missing"');
  expect((await told()).problems).toBeGreaterThan(0);
  expect(await figure()).toBe('1');
  const bell = (await app.call('/api/user_notive/list', {}, admin)).data;
  expect(bell).toMatchObject([{ href: '#/admin_audit', desc: '操作记录校验未通过，共 1 处：第 2 至 2 条记录缺失' }]);
});

test('the end is mailed once a day to the operator, when there is a new one', async () => {
  await write(2);
  await chain();
  await mailEnd(app.deps);
  expect(await app.deps.db.selectFrom('mail_outbox').select('id').execute()).toEqual([]);
  await withMail();
  for (let again = 0; again < 2; again += 1) await mailEnd(app.deps);
  expect(await deliverMails(app.deps)).toMatchObject({ sent: 1 });
  const { chain: code } = JSON.parse(readFileSync(endFile, 'utf8')) as { chain: string };
  expect(server.mailTo(admin.email).parsed.text).toContain(`第 2 条记录，其校验码为：\n${code}`);
});

/** Three entries in January, three in February and one in March of 2024, by the operator's calendar. */
const old = async (): Promise<void> => {
  for (const [start, count] of [
    ['2024-01-10T00:00:00Z', 2],
    ['2024-01-31T15:59:50Z', 1],
    ['2024-01-31T16:00:00Z', 3],
    ['2024-03-05T00:00:00Z', 1],
  ] as const) {
    app.clock.set(new Date(start));
    await write(count);
    await chain();
  }
};

test('months older than two years are removed whole, behind an anchor whose mail was taken; the rest verifies', async () => {
  await old();
  app.clock.set(new Date('2026-02-27T00:00:00Z'));
  await dropOldMonths(app.deps);
  expect(await places()).toHaveLength(7);
  await withMail();
  for (let again = 0; again < 2; again += 1) await dropOldMonths(app.deps);
  expect(await places()).toHaveLength(7);
  expect(await deliverMails(app.deps)).toMatchObject({ sent: 1 });
  await dropOldMonths(app.deps);
  expect(await places()).toEqual([4, 5, 6, 7]);
  expect(await verifyChain(app.deps)).toEqual({ from: 4, to: 7, problems: [] });
  expect(server.mailTo(admin.email).parsed.text).toContain('第 3 条记录');
  await root.query('delete from audit_log where seq = 4');
  expect(await problems()).toEqual([{ kind: 'missing', seq: 4, last: 4 }]);
});

test('nothing is removed while the chain does not verify, nor before a mail that was given up is sent anew', async () => {
  await old();
  app.clock.set(new Date('2026-02-27T00:00:00Z'));
  await withMail();
  await dropOldMonths(app.deps);
  app.clock.advance(5 * DAY_MS);
  expect(await deliverMails(app.deps)).toMatchObject({ sent: 0 });
  app.clock.set(new Date('2026-02-28T00:00:00Z'));
  await dropOldMonths(app.deps);
  expect(await places()).toHaveLength(7);
  await root.query(`update audit_log set call = 'x' where seq = 6`);
  expect(await deliverMails(app.deps)).toMatchObject({ sent: 1 });
  await dropOldMonths(app.deps);
  expect(await places()).toHaveLength(7);
});

test('a chain whose entries were all removed goes on behind its anchor', async () => {
  await old();
  app.clock.set(new Date('2026-05-02T00:00:00Z'));
  await withMail();
  await dropOldMonths(app.deps);
  await deliverMails(app.deps);
  await dropOldMonths(app.deps);
  expect(await places()).toEqual([]);
  await write(2);
  await chain();
  expect([await verifyChain(app.deps), keptSeq()]).toEqual([{ from: 8, to: 9, problems: [] }, 9]);
});
