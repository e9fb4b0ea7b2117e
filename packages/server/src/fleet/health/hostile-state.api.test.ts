import { afterEach, beforeEach, expect, test } from 'vitest';
import { readAnswer } from '@skyport/contract/client';
import { encodeEnvelope } from '@skyport/contract/envelope';
import { AgentState } from '@skyport/contract/fleet';
import { MINUTE_MS } from '../../platform/clock.ts';
import { AgentFault } from '../agent/agent-fault.ts';
import { nextGeneration } from '../agent/agent-store.ts';
import { parsed } from '../agent/exchange.ts';
import { checkHealth, noteFault } from '../desired/check-health.ts';
import type { Parts } from '../desired/sync-agent.ts';
import { agentState } from '../testing/agent-state.ts';
import type { Scene, SceneNode } from '../testing/scene-of.ts';
import { createScene } from '../testing/scene.ts';
import { openAlarmKinds } from './alarm-store.ts';
import { watchBilling } from './watch-billing.ts';

let scene: Scene;
let bad: SceneNode;
let good: SceneNode;
beforeEach(async () => {
  scene = await createScene();
  bad = await scene.node(['vmesh_tcp']);
  good = await scene.node(['vmesh_tcp'], { name: 'good' });
});
afterEach(() => scene.close());

/** A link to the first node's agent, which says `state` and nothing else; its node has no model, so nothing is sent. */
const partsOf = (state: () => AgentState): Parts => {
  const parts = {
    nodeId: bad.id,
    memory: { known: undefined },
    deps: scene.app.deps,
    controller: { models: () => new Map() },
    client: { state: async () => state() },
  };
  return parts as unknown as Parts;
};

const says = (change: object): AgentState => {
  const state = { ...agentState({ clock: scene.app.clock.now().getTime() }), ...change };
  return parsed(AgentState, { status: 200, body: Buffer.from(JSON.stringify(state)) });
};

/** Three checks of both nodes, a minute apart, of which the first node's agent says `change`. */
const threeChecks = async (change: object): Promise<void> => {
  const { clock } = scene.app;
  const parts = partsOf(() => says(change));
  const link = scene.link(good, await scene.controller());
  for (let round = 0; round < 3; round += 1) {
    clock.advance(MINUTE_MS);
    await checkHealth(parts).catch((fault: unknown) => noteFault(parts, fault, true));
    await link.checkHealth();
  }
  link.close();
};

/** What the console makes of the list of all nodes, by its own reader. */
const listed = async (): Promise<[health: string, missed: number, hasFacts: boolean][]> => {
  const admin = await scene.app.account({ type: 'admin' });
  const response = await scene.app.gate.app.inject({
    method: 'POST',
    url: '/api/admin/agents/live',
    headers: { 'content-type': 'application/json', host: 'console.test', cookie: admin.cookie },
    payload: JSON.stringify({ data: encodeEnvelope({}) }),
  });
  const nodes = readAnswer(response.json()).data as { health: string; missed: number; agent: object | null }[];
  return nodes.map(({ health, missed, agent }) => [health, missed, agent !== null]);
};

const alarms = () => openAlarmKinds(scene.app.deps.db, bad.id);

test.each([
  ['a load that no sum of numbers holds', { load1: 1e308 }],
  ['more users than a number counts', { online: [1, 2, 3].map((line) => [line, Number.MAX_SAFE_INTEGER]) }],
  ['more users than the database counts', { online: [[1, 2 ** 31]] }],
  ['a clock of which no date can be made', { clock: Number.MAX_SAFE_INTEGER }],
])('%s is no state: that node is missed, and the others are seen', async (_name, change) => {
  await threeChecks(change);
  expect(await listed()).toEqual([
    ['refused', 3, false],
    ['healthy', 0, true],
  ]);
  expect(await alarms()).toEqual(['unreachable']);
});

test('what an earlier version has stored of a node keeps nobody from seeing the others', async () => {
  await threeChecks({});
  const { db, clock } = scene.app.deps;
  const state = JSON.stringify({ ...agentState({ clock: clock.now().getTime() }), load1: 1e308 });
  await db.updateTable('node_agents').set({ state }).where('node_id', '=', bad.id).execute();
  expect(await listed()).toEqual([
    ['healthy', 0, false],
    ['healthy', 0, true],
  ]);
});

test('of words that no database takes, what can be shown is kept', async () => {
  const foul = 'a\u0000b\uD800c';
  await threeChecks({
    engine: { running: false, version: foul, uptimeSeconds: 1, restarts: 9, lastError: foul },
    agent: { version: foul, uptimeSeconds: 1, canCutTcp: true, canCutUdp: true },
    features: [foul],
    problems: [{ kind: 'guard', detail: foul }],
    filter: { networks: [], active: true, problem: foul },
  });
  expect((await listed())[0]).toEqual(['degraded', 0, true]);
  const stored = await scene.app.deps.db
    .selectFrom('node_agents')
    .select(['troubles', 'state'])
    .where('node_id', '=', bad.id)
    .executeTakeFirstOrThrow();
  expect(stored.troubles).toMatchObject([
    { code: 'engineStopped', detail: 'abc' },
    { code: 'guard', detail: 'abc' },
  ]);
  expect(stored.state).toMatchObject({
    agent: { version: 'abc' },
    engine: { lastError: 'abc' },
    features: ['abc'],
    filter: { problem: 'abc' },
  });
});

test('an agent that holds more bytes than a number counts is told to be unbilled like any other', async () => {
  const most = Number.MAX_SAFE_INTEGER;
  await threeChecks({ openBytes: most, unacked: most });
  const { deps, clock } = scene.app;
  clock.advance(3 * deps.settings.current().trafficStasticDuration * 1000);
  await watchBilling(deps, bad.id);
  expect(await alarms()).toEqual(['unbilled']);
});

test('an agent that claims the last generation leaves the panel as many as it needs', async () => {
  const { db } = scene.app.deps;
  expect(await nextGeneration(db, bad.id, 40)).toBe(41);
  const first = await nextGeneration(db, bad.id, Number.MAX_SAFE_INTEGER);
  expect(await nextGeneration(db, bad.id, Number.MAX_SAFE_INTEGER)).toBe(first + 1);
});

test('a refusal with words that no database takes counts as missed, and its alarm goes up', async () => {
  const parts = partsOf(() => agentState({}));
  let fault: unknown;
  try {
    parsed(AgentState, { status: 500, body: Buffer.from('{"error":"a\u0000b"}') });
  } catch (cause) {
    fault = cause;
  }
  for (let round = 0; round < 3; round += 1) await noteFault(parts, fault, true);
  expect(fault).toMatchObject({ detail: 'HTTP 500: ab', message: 'the agent answers HTTP 500: ab' });
  expect(await alarms()).toEqual(['unreachable']);
});

test('a state that cannot be written down, whatever the reason, counts as missed', async () => {
  // Past the schema, which lets no such state in.
  const parts = partsOf(() => agentState({ diskFree: Number.NaN }));
  for (let round = 0; round < 3; round += 1) {
    const fault: unknown = await checkHealth(parts).catch((cause: unknown) => cause);
    expect(fault).toBeInstanceOf(AgentFault);
    await noteFault(parts, fault, true);
  }
  expect(await alarms()).toEqual(['unreachable']);
});
