import { batchText, type AgentState, type UsageBatch } from '@skyport/contract/fleet';
import { createHash, type X509Certificate } from 'node:crypto';
import { expect, test } from 'vitest';
import { DAY_MS } from '../platform/clock.ts';
import { renewalDue } from './certificates/certificate-rules.ts';
import { trouble } from '@skyport/contract/node-trouble';
import { AgentFault } from './agent/agent-fault.ts';
import { createExclusive } from './exclusive.ts';
import { healthOf, healthOfFault, median, withTrouble } from './health/health.ts';
import { bringFilter } from './health/panel-filter.ts';
import { agentState } from './testing/agent-state.ts';
import { forEachAtOnce, startLoop } from './loop.ts';
import { createLatencies } from './health/latency.ts';
import { clampedDay, membershipInstant, digestMatches } from './pull/pull-rules.ts';

const now = new Date('2026-11-21T04:00:00Z');
const state = (change: Partial<AgentState> = {}): AgentState => agentState({ clock: now.getTime(), ...change });

test('a node is healthy only when everything it says is', () => {
  expect(healthOf(state(), now)).toEqual({ health: 'healthy', troubles: [] });
  const engine = { ...state().engine, running: false, lastError: 'port taken' };
  expect(healthOf(state({ engine }), now)).toEqual({
    health: 'degraded',
    troubles: [trouble('engineStopped', { detail: 'port taken' })],
  });
  expect(healthOf(state({ clock: now.getTime() + 31_000 }), now).troubles).toEqual([
    trouble('clockOff', { seconds: 31 }),
  ]);
  const { troubles } = healthOf(state({ diskFree: 1, certificateExpires: '2026-12-01T00:00:00.000Z' }), now);
  expect(troubles).toEqual([trouble('diskLow'), trouble('certificateSoon')]);
  const problems = [{ kind: 'warp', detail: 'warp: missing keys' } as const];
  expect(healthOf(state({ problems }), now)).toEqual({
    health: 'degraded',
    troubles: [trouble('warp', { detail: 'warp: missing keys' })],
  });
});

test('who cannot be reached is offline, who answers wrongly is refused', () => {
  const of = (fault: AgentFault) => healthOfFault(fault);
  const [away, other, odd] = [
    of(new AgentFault('unreachable', 'no answer', { code: 'timedOut' })),
    of(new AgentFault('refused', 'another certificate')),
    of(new AgentFault('broken', 'no JSON', { detail: 'HTTP 500' })),
  ];
  expect(away).toEqual({ health: 'offline', troubles: [trouble('timedOut')] });
  expect(other).toEqual({ health: 'refused', troubles: [trouble('refused')] });
  expect(odd).toEqual({ health: 'refused', troubles: [trouble('malformed', { detail: 'HTTP 500' })] });
});

test('a filter of panel addresses is sent when it differs, and what keeps it off is said', async () => {
  const sent: (readonly string[])[] = [];
  const client = (answer: () => { problem: string }) => ({
    filter: async (networks: readonly string[]) => {
      sent.push(networks);
      return { networks: [...networks], active: true, ...answer() };
    },
  });
  const fine = client(() => ({ problem: '' }));
  const held = (networks: string[], problem = '') => ({ filter: { networks, active: true, problem } });
  expect([await bringFilter(fine, [], {}), await bringFilter(fine, ['::1'], {})]).toEqual([
    undefined,
    trouble('filterOld'),
  ]);
  expect([await bringFilter(fine, ['::1'], held(['::1'])), await bringFilter(fine, [], held(['::1']))]).toEqual([
    undefined,
    undefined,
  ]);
  expect(sent).toEqual([[]]);
  expect(await bringFilter(fine, ['::1'], held(['::1'], 'no nft'))).toEqual(trouble('filter', { detail: 'no nft' }));
  const refusing = client(() => {
    throw new AgentFault('broken', 'the agent answers 409: the panel itself calls from 203.0.113.9');
  });
  expect((await bringFilter(refusing, ['::1'], held([])))?.detail).toContain('203.0.113.9');
  const well = healthOf(state(), now);
  const more = trouble('filterOld');
  expect([withTrouble(well, undefined), withTrouble(well, more).health]).toEqual([well, 'degraded']);
  expect(withTrouble({ health: 'drifted', troubles: [trouble('drifted')] }, more)).toEqual({
    health: 'drifted',
    troubles: [trouble('drifted'), more],
  });
});

test('latency is the median of the last five answers', () => {
  expect([median([]), median([5]), median([9, 1]), median([9, 1, 5])]).toEqual([null, 5, 1, 5]);
  const latencies = createLatencies();
  expect([1000, undefined, 20, 30, 40, 50].map((ms) => latencies.add('n', ms))).toEqual([1000, 1000, 20, 30, 30, 30]);
  expect(createLatencies().add('n', undefined)).toBeNull();
});

test('a certificate is due in its last 30 days, from before this clock, or when it lives longer than 90', () => {
  const at = (n: number): string => new Date(now.getTime() + n * DAY_MS).toUTCString();
  const due = (from: number, to: number) =>
    renewalDue({ validFrom: at(from), validTo: at(to) } as X509Certificate, now);
  expect([due(-1, 90), due(-60, 31), due(-61, 29), due(-91, 0)]).toEqual([false, false, true, true]);
  expect([due(1, 91), due(-1, 3650), due(-3000, 651)]).toEqual([true, true, true]);
});

const batch = (change: Partial<UsageBatch> = {}): UsageBatch => {
  const body = { seq: 1, day: '2026-11-21', from: now.getTime() - 10_000, to: now.getTime(), rows: [], ...change };
  return { ...body, sha256: change.sha256 ?? createHash('sha256').update(batchText(body)).digest('hex') } as UsageBatch;
};

test('a digest matches exactly its content', () => {
  expect([digestMatches(batch()), digestMatches({ ...batch(), day: '2026-11-20' })]).toEqual([true, false]);
});

test('the business day is held between yesterday and a little past midnight', () => {
  const held = (day: string, at = now): string => clampedDay(day, at, 'Asia/Shanghai');
  expect([held('2026-11-21'), held('2026-11-20'), held('2026-11-19'), held('2026-11-22')]).toEqual([
    '2026-11-21',
    '2026-11-20',
    '2026-11-20',
    '2026-11-21',
  ]);
  expect(held('2026-11-22', new Date('2026-11-21T15:55:00Z'))).toBe('2026-11-22');
});

test('membership is decided at the beginning of a batch, within reason', () => {
  const from = now.getTime() - 5000;
  expect(membershipInstant(from, now).getTime()).toBe(from);
  expect(membershipInstant(now.getTime() + 5000, now)).toEqual(now);
  expect(membershipInstant(0, now)).toEqual(new Date('2026-11-19T00:00:00Z'));
});

test('exclusive work keeps its order, and a failure stays with whoever asked', async () => {
  const exclusive = createExclusive();
  const done: number[] = [];
  const othersAsked = Promise.withResolvers<void>();
  const slow = exclusive(async () => {
    await othersAsked.promise;
    done.push(1);
  });
  const failing = exclusive(() => Promise.reject(new Error('no')));
  const last = exclusive(async () => done.push(2));
  othersAsked.resolve();
  await expect(failing).rejects.toThrow('no');
  await Promise.all([slow, last]);
  expect(done).toEqual([1, 2]);
});

test('a loop goes on after a failure, can be poked, and ends when it is stopped', async () => {
  let [times, failures] = [0, 0];
  const loop = startLoop({
    work: async () => {
      if (++times === 1) throw new Error('once');
    },
    pauseMs: () => 60_000,
    failed: async () => void failures++,
  });
  await expect.poll(() => failures).toBe(1);
  loop.poke();
  await expect.poll(() => times).toBe(2);
  await loop.stop();
  expect([times, failures]).toEqual([2, 1]);
});

test('a loop reports every fault of a turn, and equal ones once with their number', async () => {
  const said: unknown[] = [];
  const loop = startLoop({
    work: () =>
      forEachAtOnce([1, 2, 3, 4, 5], 2, async (n) => {
        if (n !== 4) throw new Error(n < 3 ? `node ${n}` : 'the database is away');
      }),
    pauseMs: () => 60_000,
    failed: async (fault, times) => void said.push([(fault as Error).message, times]),
  });
  await expect
    .poll(() => said)
    .toEqual([
      ['node 1', 1],
      ['node 2', 1],
      ['the database is away', 2],
    ]);
  await loop.stop();
});

test('many are worked on at once, but never more than allowed, and one failure stops nobody', async () => {
  let [running, most, finished] = [0, 0, 0];
  const work = async (n: number): Promise<void> => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setTimeout(resolve));
    running--;
    if (n === 3) throw new Error('three');
    finished++;
  };
  await expect(forEachAtOnce([1, 2, 3, 4, 5, 6, 7], 3, work)).rejects.toThrow('three');
  expect([most, finished]).toEqual([3, 6]);
});
