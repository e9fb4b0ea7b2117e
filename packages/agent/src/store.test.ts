import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { expect, onTestFinished, test } from 'vitest';
import { sqliteJournal } from './journal.ts';
import { openStore } from './store.ts';
import { readDesired, writeDesired } from './desired-store.ts';
import { testNode } from './testing/desired.ts';

const EPOCH = '11111111-2222-4333-8444-555555555555';

const folder = (): string => {
  const made = mkdtempSync(join(tmpdir(), 'store-'));
  onTestFinished(() => rmSync(made, { recursive: true }));
  return made;
};

test('a store of an earlier agent is taken over with what it has read and what its users have used', () => {
  const at = folder();
  const old = new DatabaseSync(join(at, 'agent.db'));
  old.exec(`create table last_read (instance text not null, name text not null, value integer not null,
      primary key (instance, name)) strict, without rowid;
    create table desired_user (line integer not null, user integer not null, credential text not null,
      not_after integer, quota_left integer, used integer not null, primary key (line, user)) strict, without rowid;
    insert into last_read values ('boot:1:2', 'user>>>u1.l1>>>traffic>>>uplink', 77), ('boot:1:2', 'other', 5);
    insert into desired_user values (1, 1, 'secret', null, 100, 40), (1, 2, 'secret', null, null, 0);`);
  old.close();
  for (let opened = 0; opened < 2; opened++) {
    const store = openStore(at, () => EPOCH);
    const { instance, values } = sqliteJournal(store).lastRead();
    expect([instance, values.get('user>>>u1.l1>>>traffic>>>uplink'), values.get('other')]).toEqual(['boot:1:2', 77, 5]);
    expect(readDesired(store.db).users.map(({ user, used }) => [user, used])).toEqual([
      [1, 40],
      [2, 0],
    ]);
    store.db.close();
  }
});

test('a quota is metered from the moment that it was set, and only where there is one', () => {
  const store = openStore(folder(), () => EPOCH);
  onTestFinished(() => store.db.close());
  const journal = sqliteJournal(store);
  const user = { user: 1, line: 1, credential: 'secret', not_after: null };
  const set = { gen: 1, node: testNode, lines: [], full: false, removes: [], upserts: [{ ...user, quota_left: 100 }] };
  const used = (): number[] => readDesired(store.db).users.map((held) => held.used);
  writeDesired(store.db, { ...set, upserts: [...set.upserts, { ...user, user: 2, quota_left: null }] });
  journal.transaction(() =>
    journal.meter([
      [1, 1, 3, 4],
      [1, 2, 3, 4],
      [1, 9, 3, 4],
    ]),
  );
  journal.transaction(() => journal.meter([[1, 1, 1, 1]]));
  expect(used()).toEqual([9, 0]);
  writeDesired(store.db, set);
  expect(used()).toEqual([0, 0]);
});

test('a tick that was undone leaves nothing behind, also of counters that were new', () => {
  const store = openStore(folder(), () => EPOCH);
  onTestFinished(() => store.db.close());
  const journal = sqliteJournal(store);
  const note = (value: number) =>
    journal.noteRead('boot:1:2', [
      ['a', value],
      ['b', value],
    ]);
  expect(() =>
    journal.transaction(() => {
      note(1);
      throw new Error('disk full');
    }),
  ).toThrow('disk full');
  expect(journal.lastRead()).toEqual({ instance: '', values: new Map() });
  journal.transaction(() => note(2));
  journal.transaction(() => journal.noteRead('boot:1:2', [['b', 3]]));
  expect(journal.lastRead()).toEqual({
    instance: 'boot:1:2',
    values: new Map([
      ['a', 2],
      ['b', 3],
    ]),
  });
  journal.transaction(() => journal.noteRead('boot:9:9', [['b', 1]]));
  expect(journal.lastRead()).toEqual({ instance: 'boot:9:9', values: new Map([['b', 1]]) });
});
