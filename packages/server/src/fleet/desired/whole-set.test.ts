import type { Desired, DesiredUser } from '@skyport/contract/fleet';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { applyChange, desiredSet, digestOf, planDesired } from '../../../../agent/src/desired.ts';
import { keepParts } from '../../../../agent/src/desired-parts.ts';
import { modelNode, modelSpec } from '../testing/model-node.ts';
import type { FleetUser } from './fleet-user.ts';
import { changeUser, nodeModel, wantedDigest } from './model.ts';
import { UserTable } from './user-table.ts';
import { openWholeSet } from './whole-set.ts';

const line = (of: number) => ({
  id: `01990000-0000-7000-8000-00000000000${of}`,
  num: of,
  protocol: 'vmesh_tcp' as const,
  scalePpm: 1_000_000,
  isPublic: of === 2,
  spec: { line: of, port: 1000 + of, protocol: 'vmesh_tcp' as const },
  bridge: 'none' as const,
  permissionRequire: null,
  disableForAgency: false,
  entryVisible: false,
});
const plainUser = (of: number, entitled: boolean, key = 'k'): FleetUser => ({
  num: of,
  userkey: key.repeat(32),
  entitled,
  isAgencyUser: false,
  normalPermission: false,
  permissions: new Map(),
  notAfter: null,
  bytesLeft: 1,
  factor: 1,
  nextChange: Infinity,
  regains: false,
});

const NO_ROWS: DesiredUser[] = [];

/** An agent's own rules for what it is sent. */
const agent = () => {
  const [set, kept] = [desiredSet({ gen: 0, node: modelSpec, lines: [], users: [] }), keepParts()];
  return {
    ...kept,
    digest: () => digestOf(set),
    tell: (message: Desired): string => {
      const whole = kept.complete(message);
      const plan = whole ? planDesired(set, whole) : { kind: 'conflict' as const };
      if (plan.kind === 'change') applyChange(set, plan.change, plan.digest);
      return plan.kind;
    },
  };
};

test('a set whose users change while its parts are sent leads, with the changes, to the wanted set', async () => {
  const change = fc.record({
    num: fc.integer({ min: 1, max: 30 }),
    to: fc.constantFrom('gone', 'poor', 'rich', 'newKey'),
  });
  const rounds = fc.array(fc.array(change, { maxLength: 3 }), { maxLength: 12 });
  const check = async (changes: { num: number; to: string }[][], size: number): Promise<void> => {
    const users = new UserTable();
    const model = nodeModel(modelNode([line(1), line(2)]), modelSpec);
    const put = (of: number, after: FleetUser | undefined): void => {
      changeUser(model, users.get(of), after);
      if (after) users.set(of, after);
      else users.delete(of);
    };
    for (let of = 1; of <= 20; of += 1) put(of, plainUser(of, of % 2 === 0));
    const [set, node] = [openWholeSet(model, users), agent()];
    expect(model.changes.size).toBe(0);
    const around = { node: set.node, lines: [...set.lines], removes: [] };
    let [count, last] = [0, NO_ROWS];
    for await (const part of set.parts(size)) {
      expect(part.length).toBeLessThanOrEqual(size);
      if (last.length > 0) expect(node.take({ gen: 7, part: count++, upserts: last })).toBe(true);
      last = part;
      for (const { num: of, to } of changes[count] ?? [])
        put(of, to === 'gone' ? undefined : plainUser(of, to !== 'poor', to === 'newKey' ? 'n' : 'k'));
    }
    const full = { ...around, kind: 'full' as const, base_gen: 0, gen: 7, upserts: last, digest: set.digest() };
    expect(node.tell({ ...full, parts: count })).toBe('change');
    expect(set.version).toBe(model.version);
    const upserts = [...model.changes.values()].flatMap((one) => ('upsert' in one ? [one.upsert] : []));
    const removes = [...model.changes.values()].flatMap((one) =>
      'remove' in one ? [[...one.remove] as [number, number]] : [],
    );
    const digest = wantedDigest(model);
    if (model.changes.size > 0)
      expect(node.tell({ ...around, kind: 'delta', base_gen: 7, gen: 8, upserts, removes, digest })).toBe('change');
    expect(node.digest()).toBe(digest);
  };
  await fc.assert(fc.asyncProperty(rounds, fc.integer({ min: 1, max: 9 }), check), { numRuns: 60 });
});

test('parts that do not belong together are refused, and a part that came already is known', () => {
  const { take, tell } = agent();
  const row = (user: number): DesiredUser => ({ user, line: 1, credential: 'c', not_after: null, quota_left: null });
  const part = (gen: number, at: number) => take({ gen, part: at, upserts: [row(at + 1)] });
  const full = { node: modelSpec, lines: [line(1).spec], base_gen: 0, kind: 'full' as const, removes: [], upserts: [] };
  const digest = '0'.repeat(64);
  expect([part(5, 1), part(5, 0), part(5, 0), part(5, 2), part(6, 1), part(5, 1)]).toEqual([
    false,
    true,
    true,
    false,
    false,
    true,
  ]);
  expect(tell({ ...full, gen: 5, parts: 3, digest })).toBe('conflict');
  // The parts were forgotten with that message.
  expect([part(5, 2), tell({ ...full, gen: 5, parts: 2, digest })]).toEqual([false, 'conflict']);
});
