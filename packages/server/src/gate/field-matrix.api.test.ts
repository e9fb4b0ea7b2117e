import { allRows } from '@skyport/contract';
import type { BuiltCall, Role } from '@skyport/contract/call';
import { codes } from '@skyport/contract/codes';
import { settingsTable, type SettingName, type SettingRow } from '@skyport/contract/settings-table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { z } from 'zod';
import { createTestApp } from '../testing.ts';
import { badValuesOf } from './testing/bad-values.ts';
import { createStateReader, differences, type DatabaseState } from './testing/database-state.ts';
import { people, type Person, type SaveCase, type SavedThing, type SaveScene } from './testing/save-case.ts';
import { callAs, createSaveScene } from './testing/save-scene.ts';
import { acts, wholeSaves } from './testing/whole-saves.ts';

/*
 * Every call that saves a whole object × every field of its input × everybody who might try it. What a save changed is
 * seen in the whole database: rows of every table before and after it. A field without a case fails, and so does a call
 * that is neither a save nor an act.
 */

let scene: SaveScene;
let state: () => Promise<DatabaseState>;

beforeAll(async () => {
  const app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
  state = await createStateReader(app.deps.db);
  scene = await createSaveScene(app);
});
afterAll(() => scene.app.close());

const changing = allRows().flatMap(({ feature, name, row }) =>
  row.kind === 'call' && row.rate !== 'read' ? [{ name: `${feature}.${name}`, row }] : [],
);
const rowOf = (name: string): BuiltCall => changing.find((each) => each.name === name)!.row;
const shapeOf = (schema: z.ZodType): readonly string[] =>
  Object.keys('shape' in schema ? (schema.shape as object) : {});

test('every call that changes something saves a whole object or is an act', () => {
  expect([...Object.keys(wholeSaves), ...acts].toSorted()).toEqual(changing.map(({ name }) => name).toSorted());
});

const saves = Object.entries(wholeSaves);

test.each(saves)('%s: every field of the contract has a case', async (name, { make, controls }) => {
  const { fields } = await make(scene, 'normal');
  expect([...Object.keys(fields), ...controls].toSorted()).toEqual([...shapeOf(rowOf(name).input)].toSorted());
});

/** Another value of the same kind. */
const other = (value: unknown): unknown => {
  if (typeof value === 'boolean') return !value;
  if (typeof value === 'number') return value + 1;
  return typeof value === 'string' ? `${value}x` : 'x';
};

/** Names that are no fields: those that a page is shown, and the columns of the thing's own tables. */
const strangeFields = (row: BuiltCall, { tables }: SaveCase, now: DatabaseState): Record<string, unknown> => {
  const columns = [...now].flatMap(([key, values]) =>
    tables.includes(key.split(' ')[0]!) ? Object.entries(values) : [],
  );
  const shown = shapeOf(row.output).map((name) => [name, undefined] as const);
  const known = new Set(shapeOf(row.input));
  return Object.fromEntries([...shown, ...columns].filter(([name]) => !known.has(name)));
};

test.each(saves)('%s saves nothing that is no field of it, by whatever name it is sent', async (name, save) => {
  const row = rowOf(name);
  const { read } = await save.make(scene, 'admin');
  const [form, before] = [await read(), await state()];
  const strange = Object.entries({ ...strangeFields(row, save, before), ...form }).filter(
    ([key]) => !shapeOf(row.input).includes(key),
  );
  const forged = Object.fromEntries(strange.map(([key, value]) => [key, other(value)]));
  const answer = await callAs(scene, 'admin', { path: row.path, payload: { ...form, ...forged } });
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  const always: readonly string[] = save.always ?? [];
  expect(differences(before, await state()).filter((each) => !always.includes(each))).toEqual([]);
});

const members: Record<Role, readonly Person[]> = {
  anyone: people,
  account: people.filter((who) => who !== 'stranger'),
  customer: people.filter((who) => !['stranger', 'agency customer'].includes(who)),
  yunying: ['admin', 'yunying'],
  admin: ['admin'],
};

/** Saves every field, one after the other, and says what each changed. */
const saveAll = async (name: string, who: Exclude<Person, 'stranger'>, thing: SavedThing) => {
  const found: Record<string, readonly string[]> = {};
  const answered: Record<string, number> = {};
  let before = await state();
  for (const [field, { value, along }] of Object.entries(thing.fields)) {
    const form = await thing.read();
    const payload = { ...form, ...along, [field]: value };
    const answer = await callAs(scene, who, { path: rowOf(name).path, payload });
    const after = await state();
    answered[field] = answer.code;
    found[field] = differences(before, after, thing.names);
    before = after;
  }
  return { found, answered };
};

const expectedOf = ({ fields }: SavedThing, { always = [], withheld = {} }: SaveCase, who: Person) => {
  const isWithheld = (field: string): boolean => withheld[who]?.includes(field) ?? false;
  const entries = Object.entries(fields);
  return {
    found: Object.fromEntries(
      entries.map(([field, { changes }]) => [field, isWithheld(field) ? [] : [...changes, ...always].toSorted()]),
    ),
    answered: Object.fromEntries(entries.map(([field]) => [field, isWithheld(field) ? codes.roleForbidden.code : 0])),
  };
};

/** Settings whose fractions have no last decimal. */
const isFraction = (name: string, field: string): boolean => {
  const row: SettingRow | undefined = name === 'settings.setConfig' ? settingsTable[field as SettingName] : undefined;
  return row?.kind === 'number' && !row.whole;
};

test.each(saves)('%s refuses what no field takes, and saves nothing with it', async (name, save) => {
  const row = rowOf(name);
  const { read, fields } = await save.make(scene, 'admin');
  const [form, before] = [await read(), await state()];
  const shape = (row.input as z.ZodObject).shape as Readonly<Record<string, z.ZodType>>;
  for (const field of Object.keys(fields))
    for (const bad of badValuesOf(shape[field]!).filter((each) => each !== 0.123456789 || !isFraction(name, field))) {
      const answer = await callAs(scene, 'admin', { path: row.path, payload: { ...form, [field]: bad } });
      const said = { field, bad: JSON.stringify(bad).slice(0, 20), code: answer.code };
      expect([codes.invalidPayload.code, codes.notFound.code], JSON.stringify(said)).toContain(answer.code);
      expect(answer.msg).toMatch(/[\u4e00-\u9fff]/);
    }
  expect(differences(before, await state())).toEqual([]);
});

const mayNot = saves.flatMap(([name, save]) =>
  people.filter((who) => !members[rowOf(name).access.role].includes(who)).map((who) => ({ name, save, who })),
);
const may = saves.flatMap(([name, save]) =>
  people.flatMap((who) =>
    who !== 'stranger' && members[rowOf(name).access.role].includes(who) ? [{ name, save, who }] : [],
  ),
);

test.each(mayNot)('$name by $who changes nothing, whatever the field', async ({ name, save, who }) => {
  const { read, fields } = await save.make(scene, 'admin');
  const [form, before] = [await read(), await state()];
  const expected = who === 'stranger' ? codes.sessionExpired.code : codes.roleForbidden.code;
  for (const [field, { value, along }] of Object.entries(fields)) {
    const payload = { ...form, ...along, [field]: value };
    const { code } = await callAs(scene, who, { path: rowOf(name).path, payload });
    expect({ field, code }).toEqual({ field, code: expected });
  }
  expect(differences(before, await state())).toEqual([]);
});

test.each(may)('$name by $who changes what each field says, and nothing else', async ({ name, save, who }) => {
  const thing = await save.make(scene, who);
  expect(await saveAll(name, who, thing)).toEqual(expectedOf(thing, save, who));
});
