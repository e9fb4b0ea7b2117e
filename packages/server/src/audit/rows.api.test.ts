import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allRows, calls } from '@skyport/contract';
import { auditKinds, type AuditKind } from '@skyport/contract/audit-kinds';
import { auditName, auditNoteName } from '@skyport/contract/audit-names';
import { auditOwnNames } from '@skyport/contract/audit-own-names';
import { access } from '@skyport/contract/call';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { auditReaders } from '../audit-readers.ts';
import { createApp } from '../gate/app.ts';
import { sceneOf, type Scene, type SceneNode } from '../fleet/testing/scene-of.ts';
import type { TestData, TestSession } from '../testing-app.ts';
import { createTestApp } from '../testing.ts';
import { couponForm as coupon } from './testing/commerce-cases.ts';
import { putKit } from './testing/install-cases.ts';
import { SECRETS } from './testing/staff-case.ts';
import { staffCases as cases } from './testing/staff-cases.ts';

/*
 * Every change by staff of the call table, made through the gate: what it leaves in the audit. A row without a case
 * here fails the first test.
 */

const PASSWORD = 'a'.repeat(64);

let dataDir: string;
let scene: Scene;
let node: SceneNode;
let admin: TestSession;
let yunying: TestSession;
/** What was made by the cases before, by name. */
const made: Record<string, string> = {};

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'panel-'));
  scene = await sceneOf(await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1', DATA_DIR: dataDir }));
  admin = await scene.app.account({ type: 'admin', password: PASSWORD });
  yunying = await scene.app.account({ type: 'yunying', password: PASSWORD });
  node = await scene.node(['vmesh_tcp']);
  putKit({ scene });
});
afterAll(async () => {
  await scene.close();
  rmSync(dataDir, { recursive: true });
});

const db = () => scene.app.deps.db;
const staffChanges = allRows().flatMap(({ feature, name, row }) =>
  row.kind === 'call' && row.audit !== undefined && row.audit !== 'none' ? [{ name: `${feature}.${name}`, row }] : [],
);
const rowOf = (name: string) => staffChanges.find((each) => each.name === name)!.row;
const entriesOf = (call: string) =>
  db()
    .selectFrom('audit_log')
    .selectAll()
    .where('call', '=', call)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .execute();
const run = async (path: string, payload: object, who: TestSession): Promise<TestData> => {
  scene.app.clock.advance(2000);
  // A step-up is given whether or not the row asks for one.
  const answer = await scene.app.call(path, { ...payload, confirm: PASSWORD }, who);
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return answer.data;
};

/** Names of fields, and of the parts of those that are made of others. */
const fieldsIn = (fields: unknown): string[] =>
  Object.entries((fields ?? {}) as object).flatMap(([name, value]) => {
    const parts = PARTED.includes(name) ? [value].flat().flatMap((part) => Object.keys((part ?? {}) as object)) : [];
    return [name, ...parts];
  });
/** Fields whose parts are fields again: those of the others are ids, or the rules' own. */
const PARTED = ['offer', 'face_value', 'payments', 'order', 'filter'];

test('every change by staff has a case here', () => {
  expect(Object.keys(cases).toSorted()).toEqual(staffChanges.map(({ name }) => name).toSorted());
});

test.each(Object.keys(cases))('%s stands in the audit with who, where, before and after', async (name) => {
  const row = rowOf(name);
  const who = row.access.role === 'yunying' ? yunying : admin;
  const { payload, object, before, after, detail = {}, makes } = await cases[name]!({ scene, node, made });
  const seen = (await entriesOf(name)).length;
  const answer = await run(row.path, payload, who);
  if (makes) made[makes] = answer._id;
  const entries = await entriesOf(name);
  expect(entries.length).toBe(seen + 1);
  expect(entries[0]).toMatchObject({
    actor: who.userId,
    address: '127.0.0.1',
    kind: row.audit,
    object: object ?? answer._id,
    before,
    after,
    detail,
  });
  if (detail && Object.keys(detail).length === 0) expect(entries[0]!.detail).toEqual({});
});

test('every field of every kind, and every note, has a name that staff can read', async () => {
  const entries = await db().selectFrom('audit_log').selectAll().execute();
  const namesOf = async (kind: AuditKind): Promise<ReadonlySet<string>> => {
    const some = entries.filter((each) => each.kind === kind);
    const now = await auditReaders[kind](
      db(),
      some.map(({ object }) => object),
    );
    return new Set([...now.values(), ...some.flatMap(({ before, after }) => [before, after])].flatMap(fieldsIn));
  };
  const [unnamed, empty, idle]: string[][] = [[], [], []];
  for (const kind of Object.keys(auditKinds) as AuditKind[]) {
    const names = await namesOf(kind);
    if (names.size === 0) empty!.push(kind);
    for (const name of names) if (!auditName(kind, name)) unnamed!.push(`${kind}: ${name}`);
    for (const name of Object.keys(auditOwnNames[kind] ?? {})) if (!names.has(name)) idle!.push(`${kind}: ${name}`);
  }
  const notes = entries.flatMap(({ detail }) => Object.keys(detail as object));
  expect({ unnamed, empty, idle }).toEqual({ unnamed: [], empty: [], idle: [] });
  expect(notes.filter((name) => !auditNoteName(name))).toEqual([]);
});

test('an edit holds the fields that changed and no others, and one that changes nothing leaves no entry', async () => {
  const { _id } = await run('/api/yunying/coupon/update_coupon', coupon({ code: 'OTHERCODE' }), yunying);
  await run('/api/yunying/coupon/update_coupon', coupon({ code: 'OTHERCODE', _id, name: '春节' }), admin);
  await run('/api/yunying/coupon/update_coupon', coupon({ code: 'OTHERCODE', _id, name: '春节' }), admin);
  await run('/api/yunying/coupon/update_coupon', coupon({ code: 'THIRDCODE', _id, name: '春节' }), admin);
  const entries = (await entriesOf('coupons.update')).filter(({ object }) => object === _id);
  expect(entries.map(({ actor, before, after }) => ({ actor, before, after })).slice(0, 2)).toEqual([
    { actor: admin.userId, before: { code: { secret: 'set' } }, after: { code: { secret: 'changed' } } },
    { actor: admin.userId, before: { name: '新年' }, after: { name: '春节' } },
  ]);
  expect(entries).toHaveLength(3);
});

test('what was refused leaves no entry', async () => {
  const seen = (await entriesOf('permissions.update')).length;
  await run('/api/admin/permissions/update', { name: '独一', desc: '' }, admin);
  expect((await scene.app.call('/api/admin/permissions/update', { name: '独一', desc: '' }, admin)).code).toBe(1109);
  expect(await entriesOf('permissions.update')).toHaveLength(seen + 1);
});

test('deleting many leaves an entry each', async () => {
  const ids: string[] = [];
  for (const code of ['MANY1', 'MANY2', 'MANY3'])
    ids.push((await run('/api/yunying/coupon/update_coupon', coupon({ code }), yunying))._id);
  await run('/api/yunying/coupon/delete_coupon', { id_list: ids }, yunying);
  const entries = (await entriesOf('coupons.delete')).filter(({ object }) => ids.includes(object));
  expect(entries.map(({ object }) => object).toSorted()).toEqual(ids.toSorted());
});

test('the list shows admins who did what, by kind, actor and object, and nobody else', async () => {
  const list = (payload: object, who = admin) => scene.app.call('/api/admin/audit/list', payload, who);
  const { entries, total } = (await list({ kind: 'coupon', limit: 2 })).data;
  expect([entries.length, total > 2]).toEqual([2, true]);
  expect(entries[0]).toMatchObject({
    actor: yunying.email,
    call: 'coupons.delete',
    kind: 'coupon',
    after: null,
    seq: null,
  });
  expect((await list({ kind: 'coupon', filterStr: admin.email })).data.total).toBe(2);
  expect((await list({ filterStr: made['coupon'] })).data.total).toBe(2);
  expect((await list({ filterStr: '%' })).data.total).toBe(0);
  const [deleted, all] = [await list({ kind: 'coupon', call: 'coupons.delete' }), await list({ kind: 'coupon' })];
  expect([deleted.data.total > 0, deleted.data.total < all.data.total]).toEqual([true, true]);
  expect((await list({ call: 'coupons' })).data.total).toBe(0);
  const at = Date.parse(entries[0].time);
  const during = async (fromTimestamp: number, toTimestamp: number) =>
    (await list({ filterStr: entries[0].object, fromTimestamp, toTimestamp })).data.total;
  expect(await during(at, at)).toBeGreaterThan(0);
  expect(await during(at + 1, at + 1000)).toBe(0);
  expect((await list({}, yunying)).code).toBe(1103);
});

test('no secret stands in the audit', async () => {
  const text = JSON.stringify(await db().selectFrom('audit_log').selectAll().execute());
  const lines = await db().selectFrom('lines').select('public_secrets').execute();
  const shared = lines.flatMap(({ public_secrets }) => Object.values(public_secrets as Record<string, string>));
  for (const secret of [
    ...Object.values(SECRETS),
    PASSWORD,
    'OTHERCODE',
    'THIRDCODE',
    ...shared.filter((each) => each.length > 8),
  ])
    expect(text).not.toContain(secret);
});

test('a row of staff without its audit does not start', async () => {
  const planted = {
    ...calls.coupons.update,
    path: '/api/yunying/coupon/planted',
    audit: undefined,
    access: access.yunying,
  };
  Object.assign(calls.coupons, { planted });
  try {
    await expect(createApp(scene.app.gate)).rejects.toThrow(
      'row coupons.planted: a change by staff names what it changes',
    );
  } finally {
    Reflect.deleteProperty(calls.coupons, 'planted');
  }
});

test('a handler that changes something without its audit is found by the first test that calls it', async () => {
  const row = rowOf('permissions.update');
  const gate = await createApp({
    ...scene.app.gate,
    handlers: {
      ...scene.app.gate.handlers,
      permissions: {
        ...scene.app.gate.handlers.permissions,
        update: async () => ({ _id: node.id, name: 'x', desc: '', useTimes: 0 }),
      },
    },
  });
  const answer = await gate.app.inject({
    method: 'POST',
    url: row.path,
    headers: { cookie: admin.cookie, host: 'console.test' },
    payload: { data: Buffer.from(JSON.stringify({ name: 'x', desc: '' })).toString('base64') },
  });
  expect(answer.statusCode).toBe(500);
  await gate.app.close();
});
