import type { DesiredUser, LineSpec } from '@skyport/contract/fleet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  desiredSet,
  type DesiredSet,
  diffUsers,
  digestOf,
  mayBeServed,
  planDesired,
  applyChange,
  userKey,
} from './desired.ts';
import { change, digestOfUsers, fullSet, member, testNode } from './testing/desired.ts';

const lines: LineSpec[] = [1, 2, 3].map((line) => ({ line, port: 1000 + line, protocol: 'vmesh_tcp' }));
const nothing = (): DesiredSet => desiredSet({ gen: 0, node: testNode, lines: [], users: [] });

/** Applies a message the way the agent does; gives the kind of the plan. */
const tell = (set: DesiredSet, message: Parameters<typeof planDesired>[1]): string => {
  const plan = planDesired(set, message);
  if (plan.kind === 'change') applyChange(set, plan.change, plan.digest);
  return plan.kind;
};

const anyUsers = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), fc.integer({ min: 1, max: 3 })), {
    selector: String,
    maxLength: 12,
  })
  .chain((pairs) =>
    fc.tuple(...pairs.map(([user, line]) => fc.constantFrom('a', 'b').map((c) => member(user, line, c)))),
  );
const anyLines = fc.subarray(lines, { minLength: 1 });

test('any row of deltas ends at the set and digest that one full message gives', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(anyLines, anyUsers), { minLength: 1, maxLength: 6 }), (steps) => {
      const set = nothing();
      let before: DesiredUser[] = [];
      for (const [at, [open, users]] of steps.entries()) {
        const after = users.filter((u) => open.some(({ line }) => line === u.line));
        expect(tell(set, change(at + 1, open, before, after))).toBe('change');
        expect(digestOf(set)).toBe(digestOfUsers(testNode, open, after));
        before = after;
      }
      const whole = nothing();
      tell(whole, fullSet(steps.length, set.lines, before));
      expect([...set.users.keys()].toSorted()).toEqual([...whole.users.keys()].toSorted());
      expect(digestOf(set)).toBe(digestOf(whole));
    }),
  );
});

test('a message sent twice is known, and one on another base is a conflict that changes nothing', () => {
  const set = nothing();
  const first = fullSet(1, lines, [member(1, 1, 'a')]);
  expect([tell(set, first), tell(set, first)]).toEqual(['change', 'known']);
  const digest = digestOf(set);
  expect(tell(set, change(5, lines, [], [member(2, 1, 'b')]))).toBe('conflict');
  expect(tell(set, { ...change(2, lines, [], [member(2, 1, 'b')]) })).toBe('conflict');
  expect(tell(set, { ...fullSet(9, lines, []), digest: '0'.repeat(64) })).toBe('conflict');
  expect(tell(set, fullSet(2, lines, [member(1, 77, 'a')]))).toBe('conflict');
  expect([set.gen, digestOf(set)]).toEqual([1, digest]);
});

test('a line that goes takes its users along', () => {
  const set = nothing();
  const users = [member(1, 1, 'a'), member(1, 2, 'b')];
  tell(set, fullSet(1, lines.slice(0, 2), users));
  const message = { ...change(2, lines.slice(0, 1), users, users.slice(0, 1)), removes: [] };
  expect(tell(set, message)).toBe('change');
  expect([...set.users.keys()]).toEqual(['1.1']);
});

test('the difference given to the engine turns what it has into what is wanted', () => {
  fc.assert(
    fc.property(anyUsers, anyUsers, (held, wanted) => {
      const actual = new Map(held.map((u) => [userKey(u), u]));
      const { remove, add } = diffUsers(actual, wanted);
      for (const u of remove) actual.delete(userKey(u));
      for (const u of add) {
        expect(actual.has(userKey(u))).toBe(false);
        actual.set(userKey(u), { ...u, not_after: null, quota_left: null });
      }
      const text = (users: Iterable<DesiredUser>) => [...users].map((u) => userKey(u) + u.credential).toSorted();
      expect(text(actual.values())).toEqual(text(wanted));
    }),
  );
});

test('a user is served until the second of not_after and until the quota is used up', () => {
  const held = { ...member(1, 1, 'a'), used: 10 };
  expect(mayBeServed(held, 5000)).toBe(true);
  expect(mayBeServed({ ...held, not_after: 6 }, 5999)).toBe(true);
  expect(mayBeServed({ ...held, not_after: 6 }, 6000)).toBe(false);
  expect(mayBeServed({ ...held, quota_left: 11 }, 0)).toBe(true);
  expect(mayBeServed({ ...held, quota_left: 10 }, 0)).toBe(false);
  expect(mayBeServed({ ...held, quota_left: 0, used: 0 }, 0)).toBe(false);
});
