import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FleetLine } from '../../nodes/index.ts';
import { modelNode, modelSpec } from '../testing/model-node.ts';
import { explainRight } from './explain.ts';
import { fleetUser, type UserFacts } from './fleet-user.ts';
import { nodeModel, servedOn } from './model.ts';

const now = new Date('2026-11-21T04:00:00Z');
const today = '2026-11-21';
const HOUR = 3_600_000;

const facts: fc.Arbitrary<UserFacts> = fc.record({
  num: fc.constant(1),
  userkey: fc.constant('k'.repeat(32)),
  isAgencyUser: fc.boolean(),
  normalPermission: fc.boolean(),
  permissions: fc.constantFrom([], [['p', now.getTime() + 1] as const], [['p', now.getTime()] as const]),
  factor: fc.constant(1),
  pausedUntil: fc.constantFrom(null, new Date(now.getTime() - 1), new Date(now.getTime() + HOUR)),
  traffic: fc.record({
    granted: fc.constantFrom(0, 10),
    spent: fc.constantFrom(0, 10),
    vipUntil: fc.constantFrom(null, new Date(now.getTime() - HOUR), new Date(now.getTime() + HOUR)),
    dailyQuota: fc.constant(100),
    day: fc.constantFrom(today, '2026-11-20'),
    dayUsed: fc.constantFrom(0, 100),
    dailyUnlimited: fc.boolean(),
    dailyUnlimitedGb: fc.constantFrom(0, 1),
  }),
});

const line: fc.Arbitrary<FleetLine> = fc.record({
  id: fc.constant('01990000-0000-7000-8000-000000000001'),
  num: fc.constant(1),
  protocol: fc.constant('vmesh_tcp' as const),
  scalePpm: fc.constant(1_000_000),
  isPublic: fc.boolean(),
  spec: fc.constant({ line: 1, port: 1001, protocol: 'vmesh_tcp' as const }),
  bridge: fc.constantFrom('none' as const, 'report' as const),
  permissionRequire: fc.constantFrom(null, 'p'),
  disableForAgency: fc.boolean(),
  entryVisible: fc.boolean(),
});

const good = { account: true, confirmed: true };

test('a line is served exactly when every condition that is shown holds, and exactly when its node is told to', () => {
  fc.assert(
    fc.property(facts, line, fc.boolean(), (who, one, enabled) => {
      const on = modelNode([one], { enabled });
      const { served, conditions } = explainRight({ facts: who, account: good, now, today }, one, on);
      expect(served).toBe(Object.values(conditions).every(Boolean));
      expect(served).toBe(servedOn(nodeModel(on, modelSpec), fleetUser(who, now, today)).length === 1);
    }),
    { numRuns: 2000 },
  );
});

test('an account that is disabled or not confirmed is served nowhere', () => {
  fc.assert(
    fc.property(facts, line, fc.constantFrom<'account' | 'confirmed'>('account', 'confirmed'), (who, one, broken) => {
      const account = { ...good, [broken]: false };
      const { served, conditions } = explainRight({ facts: who, account, now, today }, one, modelNode([one]));
      expect([served, conditions[broken]]).toEqual([false, false]);
    }),
  );
});
