import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { UsageBatch, batchText } from '@skyport/contract/fleet';
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { sqliteJournal } from './journal.ts';
import { businessDay } from './clock.ts';
import type { Counter } from './engines/engine.ts';
import { member, testNode } from './testing/desired.ts';
import { openStore, type Store } from './store.ts';
import { readDesired, writeDesired } from './desired-store.ts';
import { ACKED_KEPT_MS, openUsage, type Usage } from './usage.ts';

const ZONE = 'Asia/Shanghai';
const NOON = Date.parse('2026-03-01T04:00:00Z');
const NEXT_EPOCH = '11111111-1111-4111-8111-111111111111';
const folder = mkdtempSync(join(tmpdir(), 'usage-'));
afterAll(() => rmSync(folder, { recursive: true }));
let stores = 0;

const counter = (line: number, user: number, direction: 'up' | 'down', value: number): Counter => ({
  name: `user>>>u${user}.l${line}>>>traffic>>>${direction}link`,
  line,
  user,
  direction,
  value,
});

/** An agent's usage journal that can be killed: everything but the disk is lost. */
const killable = () => {
  const dataDir = join(folder, String(++stores));
  const open = (): { store: Store; usage: Usage } => {
    const store = openStore(dataDir, () => '6f0c4bd5-5a7e-4c0e-9d3f-2b6e3b1f0a11');
    return { store, usage: openUsage(sqliteJournal(store), { openedAt: NOON, newEpoch: () => NEXT_EPOCH }) };
  };
  let now = open();
  return {
    get: () => now,
    kill: () => {
      now.store.db.close();
      now = open();
    },
  };
};

const sumOf = (batches: Iterable<UsageBatch>): number =>
  [...batches].flatMap(({ rows }) => rows).reduce((sum, [, , up, down]) => sum + up + down, 0);

const parse = (texts: readonly string[]): UsageBatch[] => texts.map((text) => UsageBatch.parse(JSON.parse(text)));

type Step = { do: 'traffic' | 'tick' | 'kill' | 'engine dies' | 'pull' | 'lost answer'; bytes: number; ms: number };
const anyStep: fc.Arbitrary<Step> = fc.record({
  do: fc.constantFrom('traffic', 'tick', 'kill', 'engine dies', 'pull', 'lost answer'),
  bytes: fc.nat({ max: 5_000_000_000 }),
  ms: fc.nat({ max: 40_000_000 }),
});

test('whatever is killed and lost, what was ticked = acknowledged + unacknowledged + open, and batches never change', () => {
  fc.assert(
    fc.property(fc.array(anyStep, { maxLength: 25 }), (steps) => {
      const agent = killable();
      const seen = new Map<number, string>();
      let [instance, value, ticked, read, ack, now] = [1, 0, 0, 0, 0, NOON];
      const pull = (): string[] => {
        const { store, usage } = agent.get();
        const { batches } = usage.pull({ epoch: store.epoch, ack_seq: ack, max_bytes: 1_000_000 }, now);
        for (const text of batches) {
          const { seq } = UsageBatch.parse(JSON.parse(text));
          expect(seen.get(seq) ?? text).toBe(text);
          seen.set(seq, text);
        }
        return batches;
      };
      for (const step of steps) {
        now += step.ms;
        if (step.do === 'traffic') value += step.bytes;
        if (step.do === 'kill') agent.kill();
        if (step.do === 'engine dies') [instance, value, read] = [instance + 1, 0, 0];
        if (step.do === 'tick') {
          agent.get().usage.tick({ instance: `boot:${instance}`, counters: [counter(1, 7, 'down', value)] }, now, ZONE);
          ticked += value - read;
          read = value;
        }
        if (step.do === 'lost answer') pull();
        if (step.do === 'pull') for (const batch of parse(pull())) expect(batch.seq).toBe(++ack);
        const kept = agent.get().store.db.prepare('select payload from sealed').all();
        const unseen = parse(kept.map((row) => String(row['payload']))).filter(({ seq }) => !seen.has(seq));
        const known = sumOf(parse([...seen.values()])) + sumOf(unseen);
        expect(known + agent.get().usage.totals().openBytes).toBe(ticked);
      }
      agent.get().store.db.close();
    }),
    { numRuns: 60 },
  );
});

test('each business day of the node is a batch of its own, in order, with a digest and a span that is not empty', () => {
  const { usage } = killable().get();
  const beforeMidnight = Date.parse('2026-03-01T15:59:59Z');
  usage.tick({ instance: 'a', counters: [counter(1, 7, 'down', 100), counter(2, 7, 'up', 5)] }, beforeMidnight, ZONE);
  usage.tick({ instance: 'a', counters: [counter(1, 7, 'down', 130)] }, beforeMidnight + 1000, ZONE);
  // One of an answer, whatever there is room for.
  const answers = [0, 1].map((ack_seq) => {
    const { batches, more } = usage.pull({ epoch: null, ack_seq, max_bytes: 1_000_000 }, beforeMidnight + 1000);
    expect([batches.length, more]).toEqual([1, ack_seq === 0]);
    return batches;
  });
  const batches = answers.flatMap((texts) => parse(texts));
  expect(batches.map(({ seq, day, rows }) => ({ seq, day, rows }))).toEqual([
    {
      seq: 1,
      day: '2026-03-01',
      rows: [
        [1, 7, 0, 100],
        [2, 7, 5, 0],
      ],
    },
    { seq: 2, day: '2026-03-02', rows: [[1, 7, 0, 30]] },
  ]);
  for (const { sha256, ...body } of batches) {
    expect(sha256).toBe(createHash('sha256').update(batchText(body)).digest('hex'));
    expect(body.to).toBeGreaterThan(body.from);
  }
});

test('another epoch acknowledges nothing, and what was acknowledged stays for a week', () => {
  const { store, usage } = killable().get();
  usage.tick({ instance: 'a', counters: [counter(1, 7, 'down', 100)] }, NOON + 1, ZONE);
  const other = { epoch: '00000000-0000-4000-8000-000000000000', ack_seq: 0, max_bytes: 1024 };
  expect(usage.pull(other, NOON)).toEqual({ epoch: store.epoch, batches: [], more: false });
  const [first] = usage.pull({ epoch: store.epoch, ack_seq: 0, max_bytes: 1024 }, NOON + 2).batches;
  usage.pull({ ...other, ack_seq: 1 }, NOON + 3);
  expect(usage.totals().unacked).toBe(1);
  usage.pull({ epoch: store.epoch, ack_seq: 1, max_bytes: 1024 }, NOON + 4);
  expect(usage.totals()).toMatchObject({ unacked: 0, openBytes: 0 });
  const restored = usage.pull({ epoch: store.epoch, ack_seq: 0, max_bytes: 1024 }, NOON + 5);
  expect(restored.batches).toEqual([first]);
  // Who asks for them is not through with them, however late it is; who has caught up is.
  const askLate = (ack_seq: number) =>
    usage.pull({ epoch: store.epoch, ack_seq, max_bytes: 1024 }, NOON + 5 + ACKED_KEPT_MS).batches;
  expect(askLate(0)).toEqual([first]);
  expect([askLate(1), askLate(0)]).toEqual([[], []]);
  usage.tick({ instance: 'a', counters: [counter(1, 7, 'down', 101)] }, NOON + 6, ZONE);
  expect(parse(usage.pull({ epoch: store.epoch, ack_seq: 1, max_bytes: 1024 }, NOON + 7).batches)[0]?.seq).toBe(2);
});

test('a journal whose disk was put back starts a new epoch, and nobody is billed for what is in doubt', () => {
  const agent = killable();
  const ask = (ack_seq: number, ack_sha256?: string) =>
    agent
      .get()
      .usage.pull(
        { epoch: agent.get().store.epoch, ack_seq, max_bytes: 1024, ...(ack_sha256 !== undefined && { ack_sha256 }) },
        NOON,
      );
  const tick = (value: number) =>
    agent.get().usage.tick({ instance: 'a', counters: [counter(1, 7, 'down', value)] }, NOON, ZONE);
  tick(100);
  const [first] = parse(ask(0).batches);
  ask(1, first!.sha256);
  tick(130);
  expect(ask(3)).toEqual({ epoch: NEXT_EPOCH, batches: [], more: false });
  expect(agent.get().usage.totals()).toEqual({ epoch: NEXT_EPOCH, unacked: 0, openBytes: 0, unattributed: 30 });
  tick(150);
  agent.kill();
  expect(parse(ask(0).batches)).toMatchObject([{ seq: 1, rows: [[1, 7, 0, 20]] }]);
  expect(ask(1, '0'.repeat(64)).epoch).toBe(NEXT_EPOCH);
  expect(agent.get().usage.totals()).toMatchObject({ unacked: 0, unattributed: 50 });
  tick(157);
  tick(160);
  expect(agent.get().usage.totals()).toMatchObject({ openBytes: 3, unattributed: 57 });
});

test('a quota counts on through a kill, and a new word of the panel begins it anew', () => {
  const agent = killable();
  const users = [{ ...member(7, 1, 'a'), quota_left: 1000 }];
  const set = { gen: 1, node: testNode, lines: [], full: true, removes: [], upserts: users };
  writeDesired(agent.get().store.db, set);
  agent.get().usage.tick({ instance: 'a', counters: [counter(1, 7, 'down', 300)] }, NOON, ZONE);
  agent.kill();
  agent.get().usage.tick({ instance: 'a', counters: [counter(1, 7, 'down', 500)] }, NOON, ZONE);
  expect(readDesired(agent.get().store.db).users[0]?.used).toBe(500);
  writeDesired(agent.get().store.db, { ...set, gen: 2, full: false });
  expect(readDesired(agent.get().store.db)).toMatchObject({ gen: 2, users: [{ used: 0 }] });
});

test('what the engine counts for its placeholder is unattributed and billed to no one', () => {
  const { usage } = killable().get();
  expect(usage.tick({ instance: 'a', counters: [counter(2, 0, 'up', 42)] }, NOON, ZONE)).toEqual([]);
  expect(usage.totals()).toMatchObject({ unacked: 0, openBytes: 0, unattributed: 42 });
});

test('a business day is that of the zone, and an unknown zone is refused', () => {
  expect(businessDay(Date.parse('2026-03-01T16:00:00Z'), 'Asia/Shanghai')).toBe('2026-03-02');
  expect(businessDay(Date.parse('2026-03-01T16:00:00Z'), 'UTC')).toBe('2026-03-01');
  expect(() => businessDay(0, 'Mars/Olympus')).toThrow(RangeError);
});

test('changes alone are counted after a reading that was committed; after any other, all counters are compared', () => {
  const { store, usage } = killable().get();
  const reader = {};
  const at = (sequence: number, up: number, down: number, changed: 'up' | 'down') => {
    const counters = [counter(1, 1, 'up', up), counter(1, 1, 'down', down)];
    const changes = { reader, sequence, changed: counters.filter(({ direction }) => direction === changed) };
    return { instance: 'i', counters, changes };
  };
  const sum = (reading: ReturnType<typeof at>): number =>
    usage.tick(reading, NOON, ZONE).reduce((bytes, use) => bytes + use.bytes, 0);
  expect(sum(at(1, 10, 20, 'up'))).toBe(30);
  expect(sum(at(2, 11, 20, 'up'))).toBe(1);
  // A reading whose writing down failed, and one that got lost on its way: nothing of theirs may go with them.
  store.db.exec('pragma query_only = 1');
  expect(() => sum(at(3, 11, 25, 'down'))).toThrow();
  store.db.exec('pragma query_only = 0');
  expect(sum(at(4, 12, 25, 'up'))).toBe(6);
  expect(sum(at(6, 13, 30, 'up'))).toBe(6);
  expect(sum({ ...at(7, 14, 31, 'up'), changes: { reader: {}, sequence: 7, changed: [] } })).toBe(2);
  store.db.close();
});
