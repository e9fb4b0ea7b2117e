import { FleetDigest } from '@skyport/contract/fleet-digest';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { FleetLine, FleetNode } from '../../nodes/index.ts';
import { modelNode, modelSpec } from '../testing/model-node.ts';
import { changeUser, includeUser, nodeModel, servedOn, wantedDigest } from './model.ts';
import { fleetUser, limitsOf, type FleetUser, type UserFacts } from './fleet-user.ts';
import { createQuotaWatch } from './quota-watch.ts';

const now = new Date('2026-11-21T04:00:00Z');
const today = '2026-11-21';
const HOUR = 3_600_000;

const facts = (change: Partial<UserFacts['traffic']> = {}, more: Partial<UserFacts> = {}): UserFacts => ({
  num: 1,
  userkey: 'k'.repeat(32),
  isAgencyUser: false,
  normalPermission: false,
  permissions: [],
  factor: 1,
  pausedUntil: null,
  traffic: {
    granted: 0,
    spent: 0,
    vipUntil: null,
    dailyQuota: 100,
    day: today,
    dayUsed: 0,
    dailyUnlimited: false,
    dailyUnlimitedGb: 0,
    ...change,
  },
  ...more,
});
const user = (change: Partial<UserFacts['traffic']> = {}, more: Partial<UserFacts> = {}): FleetUser =>
  fleetUser(facts(change, more), now, today);

const line = (num: number, change: Partial<FleetLine> = {}): FleetLine => ({
  id: `01990000-0000-7000-8000-00000000000${num}`,
  num,
  protocol: 'vmesh_tcp',
  scalePpm: 1_000_000,
  isPublic: false,
  spec: { line: num, port: 1000 + num, protocol: 'vmesh_tcp' },
  bridge: 'none',
  permissionRequire: null,
  disableForAgency: false,
  entryVisible: false,
  ...change,
});
const linesFor = (who: FleetUser, lines: FleetLine[], change: Partial<FleetNode> = {}): number[] =>
  servedOn(nodeModel(modelNode(lines, change), modelSpec), who).map((served) => served.line);

test('a user needs something left, and public lines need nothing', () => {
  const lines = [line(1), line(2, { isPublic: true })];
  expect(linesFor(user({ granted: 10 }), lines)).toEqual([1, 2]);
  expect(linesFor(user(), lines)).toEqual([2]);
  expect(linesFor(user({ granted: 10 }), lines, { enabled: false })).toEqual([]);
});

test('permissions, agency and hidden entries close lines as they do in documents', () => {
  const lines = [
    line(1, { permissionRequire: 'p' }),
    line(2, { disableForAgency: true }),
    line(3, { bridge: 'report' }),
    line(4, { bridge: 'report', entryVisible: true }),
  ];
  const rich = { granted: 10 };
  expect(linesFor(user(rich), lines)).toEqual([2, 4]);
  expect(linesFor(user(rich, { isAgencyUser: true }), lines)).toEqual([4]);
  expect(linesFor(user(rich, { permissions: [['p', now.getTime() + 1]] }), lines)).toEqual([1, 2, 4]);
  expect(linesFor(user(rich, { permissions: [['p', now.getTime()]] }), lines)).toEqual([2, 4]);
  expect(linesFor(user(rich, { normalPermission: true }), lines)).toEqual([1, 2, 4]);
});

test('only membership that alone entitles has an end on the node', () => {
  const vipUntil = new Date(now.getTime() + HOUR + 1);
  const ends = Math.ceil(vipUntil.getTime() / 1000);
  expect(limitsOf(user({ vipUntil }), line(1))).toEqual({ not_after: ends, quota_left: 200 });
  expect(limitsOf(user({ vipUntil, granted: 50 }), line(1))).toEqual({ not_after: null, quota_left: 250 });
  expect(limitsOf(user({ granted: 50 }), line(1))).toEqual({ not_after: null, quota_left: 50 });
  expect(limitsOf(user({ vipUntil }), line(1, { isPublic: true }))).toEqual({ not_after: null, quota_left: null });
});

test('bounds on a node are raw bytes, so a line that counts double allows half', () => {
  const rich = user({ granted: 1000 }, { factor: 2 });
  expect(limitsOf(rich, line(1, { scalePpm: 5_000_000 })).quota_left).toBe(100);
  expect(limitsOf(rich, line(1, { scalePpm: 0 })).quota_left).toBeNull();
});

test('a user knows when time alone changes something', () => {
  const vipUntil = new Date(now.getTime() + HOUR);
  expect(user().nextChange).toBe(Infinity);
  expect(user({ vipUntil }).nextChange).toBe(vipUntil.getTime());
  expect(user({ vipUntil }, { permissions: [['p', now.getTime() + 5]] }).nextChange).toBe(now.getTime() + 5);
  expect([user({ vipUntil, dayUsed: 100 }).regains, user({ dayUsed: 100 }).regains]).toEqual([true, false]);
});

test('however users change, the digest kept up to date is that of a set built anew, and the changes lead there', () => {
  const lines = [line(1), line(2, { permissionRequire: 'p' }), line(3, { isPublic: true })];
  const anyUser = fc.option(
    fc.record({ key: fc.constantFrom('a', 'b'), granted: fc.constantFrom(0, 5), permitted: fc.boolean() }),
    { nil: undefined },
  );
  const steps = fc.array(fc.tuple(fc.integer({ min: 1, max: 4 }), anyUser), { maxLength: 30 });
  fc.assert(
    fc.property(steps, (all) => {
      const model = nodeModel(modelNode(lines), modelSpec);
      const users = new Map<number, FleetUser>();
      const served = new Map<string, { line: number; user: number; credential: string }>();
      for (const [num, want] of all) {
        const permissions = want?.permitted ? [['p', Infinity] as const] : [];
        const after = want && user({ granted: want.granted }, { num, userkey: want.key, permissions });
        changeUser(model, users.get(num), after);
        if (after) users.set(num, after);
        else users.delete(num);
      }
      const fresh = nodeModel(modelNode(lines), modelSpec);
      for (const each of users.values()) includeUser(fresh, each);
      expect(wantedDigest(model)).toBe(wantedDigest(fresh));
      for (const [key, change] of model.changes) {
        if ('upsert' in change) served.set(key, change.upsert);
        else served.delete(key);
      }
      const digest = new FleetDigest();
      for (const one of served.values()) digest.add(one.line, one.user, one.credential);
      expect(
        digest.value(
          modelSpec,
          lines.map((each) => each.spec),
        ),
      ).toBe(wantedDigest(fresh));
    }),
  );
});

test('the watch over bounds asks for a renewal at the first use and at half', () => {
  const users = new Map([[1, user({ granted: 100 })]]);
  const watch = createQuotaWatch(users);
  const scales = new Map([[7, 2_000_000]]);
  const use = (down: number) => [{ user: 1, line: 7, up: 0, down }];
  expect(watch.stale(use(1), scales)).toEqual([1]);
  watch.renewed(1);
  expect(watch.stale(use(24), scales)).toEqual([]);
  watch.used(use(24), scales);
  expect(watch.stale(use(1), scales)).toEqual([1]);
  // A report that comes before the user is read again does not ask once more.
  watch.used(use(1), scales);
  expect(watch.stale(use(1), scales)).toEqual([]);
  expect(watch.stale(use(25), scales)).toEqual([1]);
  users.set(1, user());
  expect(watch.stale(use(1), scales)).toEqual([]);
});

test('a paused member loses every line but the public ones, and the hour that ends brings them back', () => {
  const ends = new Date(now.getTime() + HOUR);
  const paused = user({ granted: 100 }, { pausedUntil: ends });
  expect([paused.entitled, paused.nextChange]).toEqual([false, ends.getTime()]);
  expect(
    servedOn(nodeModel(modelNode([line(1), line(2, { isPublic: true })]), modelSpec), paused).map((s) => s.line),
  ).toEqual([2]);
  const over = fleetUser(facts({ granted: 100 }, { pausedUntil: ends }), ends, today);
  expect([over.entitled, over.nextChange]).toEqual([true, Infinity]);
});
