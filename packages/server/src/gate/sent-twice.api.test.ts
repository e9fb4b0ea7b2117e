import { allRows } from '@skyport/contract';
import type { BuiltCall } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { createTestApp } from '../testing.ts';
import type { SaveScene } from './testing/save-case.ts';
import { callAs, createSaveScene } from './testing/save-scene.ts';
import { wholeSaves } from './testing/whole-saves.ts';

/*
 * Every form that makes a record where it has no `_id`, sent twice after a lost answer: there is one record, and both
 * answers are of it. Where a name or code is unique, the database refuses the second one.
 */

let scene: SaveScene;
beforeAll(async () => {
  scene = await createSaveScene(await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' }));
});
afterAll(() => scene.app.close());

const rows = new Map(allRows().map(({ feature, name, row }) => [`${feature}.${name}`, row]));
const rowOf = (name: string): BuiltCall => rows.get(name) as BuiltCall;
const fieldsOf = (name: string): Readonly<Record<string, z.ZodType>> => (rowOf(name).input as z.ZodObject).shape;
const making = Object.entries(wholeSaves).filter(([name]) => fieldsOf(name)['_id'] instanceof z.ZodOptional);

/** What nobody else may have, by the call that refuses it. */
const unique: Readonly<Record<string, object>> = {
  'coupons.update': { code: 'TWICE2026' },
  'permissions.update': { name: '两次' },
  'tickets.cannedUpdate': { name: '两次' },
};

test('every form that makes a record names its wish, or has what is unique', () => {
  const named = making.filter(([name]) => 'change' in fieldsOf(name)).map(([name]) => name);
  expect([...named, ...Object.keys(unique)].toSorted()).toEqual(making.map(([name]) => name).toSorted());
});

const count = async (table: string): Promise<number> => {
  const query = sql<{ count: string }>`select count(*) from ${sql.table(table)}`;
  const { rows: found } = await query.execute(scene.app.deps.db);
  return Number(found[0]!.count);
};

/** A new record like one that is there. */
const copyOf = async (name: string): Promise<object> => {
  const { read } = await wholeSaves[name]!.make(scene, 'admin');
  const { _id, shown: _shown, ...copy } = (await read()) as Record<string, unknown>;
  return { ...copy, ...unique[name] };
};
const send = (name: string, payload: object) => callAs(scene, 'admin', { path: rowOf(name).path, payload });

test.each(making.map(([name]) => name))('%s that is sent twice makes one record', async (name) => {
  const change = scene.app.deps.ids.next();
  const payload = { ...(await copyOf(name)), ...(!(name in unique) && { change }) };
  const [table] = wholeSaves[name]!.tables as readonly [string];
  const before = await count(table);
  const [first, again] = [await send(name, payload), await send(name, payload)];
  expect(first, first.msg).toMatchObject({ code: 0 });
  expect(await count(table)).toBe(before + 1);
  if (name in unique) return expect(again.code).toBe(codes.conflict.code);
  expect(again).toEqual(first);
  const next = await send(name, { ...payload, change: scene.app.deps.ids.next() });
  expect(next, next.msg).toMatchObject({ code: 0 });
  expect(next.data._id).not.toBe(first.data._id);
});

test.each(Object.keys(wholeSaves).filter((name) => 'change' in fieldsOf(name) && name !== 'users.updateUser'))(
  '%s of a record that is gone makes no second one',
  async (name) => {
    const payload = { ...(await copyOf(name)), change: scene.app.deps.ids.next() };
    const { data } = await send(name, payload);
    const [table] = wholeSaves[name]!.tables as readonly [string];
    await sql`update ${sql.table(table)} set deleted_at = ${scene.app.clock.now()} where id = ${data._id}`.execute(
      scene.app.deps.db,
    );
    const before = await count(table);
    expect((await send(name, payload)).code).toBe(codes.notFound.code);
    expect(await count(table)).toBe(before);
  },
);
