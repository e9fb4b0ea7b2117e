import type { TestApp, TestData, TestSession } from '../../testing-app.ts';

/** People of the field matrix. A stranger has no session. */
export const people = ['admin', 'yunying', 'channel', 'normal', 'agency', 'agency customer', 'stranger'] as const;
export type Person = (typeof people)[number];

/** The product, and what makes things in it as an admin does. */
export interface SaveScene {
  readonly app: TestApp;
  /** Whoever is somebody, with a step-up that does not end. */
  readonly sessions: Readonly<Record<Exclude<Person, 'stranger'>, TestSession>>;
  /** A call by an admin that has to succeed. */
  ask(path: string, payload?: object): Promise<TestData>;
}

/** One field: another value than the thing has, and what of the database saving it changes (`differences`). */
export interface FieldCase {
  readonly value: unknown;
  readonly changes: readonly string[];
  /** What has to be sent along for that value to be possible. */
  readonly along?: object;
}

/** A thing that can be saved as a whole. */
export interface SavedThing {
  /** Names of its rows, by a part of their keys. */
  readonly names: ReadonlyMap<string, string>;
  /** The whole object as a page has it when its form is opened. */
  readonly read: () => Promise<object>;
  /** Every field that is saved, in an order in which each can be. */
  readonly fields: Readonly<Record<string, FieldCase>>;
}

/** A call that saves a whole object. */
export interface SaveCase {
  /** Makes a thing, or takes the account of whoever saves. */
  readonly make: (scene: SaveScene, who: Exclude<Person, 'stranger'>) => Promise<SavedThing>;
  /** Fields of the input that say which thing is saved and how, and are nothing of it. */
  readonly controls: readonly string[];
  /** What a save changes even when nothing of the thing does. */
  readonly always?: readonly string[];
  /** Its tables: no column of them is saved because somebody sends its name. */
  readonly tables: readonly string[];
  /** Fields that somebody who may make the call may not change (1103). */
  readonly withheld?: Partial<Record<Person, readonly string[]>>;
}

/** Cases by the name of their call. */
export type SaveCases = Readonly<Record<string, SaveCase>>;

/** What a staff change leaves besides the thing itself. */
export const AUDIT = ['audit_log+'] as const;

/** Fields of the thing `it`: another value of each, and the columns of one table that hold it. */
export const columnsOf = (
  table: string,
  fields: Readonly<Record<string, readonly [value: unknown, ...columns: string[]]>>,
  more: readonly string[] = AUDIT,
): Record<string, FieldCase> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, [value, ...columns]]) => [
      name,
      { value, changes: [...columns.map((column) => `${table}[it].${column}`), ...more] },
    ]),
  );

/** A thing of a list that staff read whole. */
export const listed = async (
  { ask }: SaveScene,
  { list, save, form }: { readonly list: string; readonly save: string; readonly form: object },
  fields: SavedThing['fields'],
): Promise<SavedThing> => {
  const { _id } = await ask(save, form);
  return {
    names: new Map([[_id, 'it']]),
    read: async () => (await ask(list)).find((each: TestData) => each._id === _id),
    fields,
  };
};
