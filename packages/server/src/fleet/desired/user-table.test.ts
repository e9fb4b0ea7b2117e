import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FleetUser } from './fleet-user.ts';
import { UserTable } from './user-table.ts';

const nothing: ReadonlyMap<string, number> = new Map();
const anyUser = (num: number): fc.Arbitrary<FleetUser> =>
  fc.record({
    num: fc.constant(num),
    userkey: fc.constantFrom('k'.repeat(32), 'short', '钥'.repeat(32), 'Z0'.repeat(16)),
    entitled: fc.boolean(),
    isAgencyUser: fc.boolean(),
    normalPermission: fc.boolean(),
    permissions: fc.constantFrom(nothing, new Map([['p', 7]])),
    notAfter: fc.constantFrom(null, 0, 1_800_000_000_000),
    bytesLeft: fc.constantFrom(0, Number.MAX_SAFE_INTEGER),
    factor: fc.constantFrom(0, 1, 0.5),
    nextChange: fc.constantFrom(5, 1_800_000_000_000, Infinity),
    regains: fc.boolean(),
  });
const num = fc.constantFrom(1, 2, 4095, 4096, 4097, 1_000_000, 2_147_483_647);

test('the table gives back every user that it was given, and knows who is due', () => {
  const steps = fc.array(
    num.chain((of) => fc.tuple(fc.constant(of), fc.option(anyUser(of), { nil: undefined }))),
    { maxLength: 40 },
  );
  fc.assert(
    fc.property(steps, fc.boolean(), (all, newDay) => {
      const [table, plain] = [new UserTable(), new Map<number, FleetUser>()];
      for (const [of, user] of all) {
        if (user) table.set(of, user);
        else table.delete(of);
        if (user) plain.set(of, user);
        else plain.delete(of);
      }
      expect(table.size).toBe(plain.size);
      for (const [of, user] of plain) expect(table.get(of)).toEqual(user);
      expect([...table.values()].map((user) => user.num).toSorted((a, b) => a - b)).toEqual(
        [...plain.keys()].toSorted((a, b) => a - b),
      );
      const due = [...plain.values()].filter((user) => user.nextChange <= 5 || (newDay && user.regains));
      const later = [...plain.values()].filter((user) => !due.includes(user)).map((user) => user.nextChange);
      const found = table.due(5, newDay);
      expect(new Set(found.nums)).toEqual(new Set(due.map((user) => user.num)));
      expect(found.soonest).toBe(Math.min(Infinity, ...later));
    }),
  );
});
