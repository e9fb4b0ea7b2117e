import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { fleetPaths } from '@skyport/contract/fleet';
import { enrol, makeNodeKey } from '../../../../agent/src/enrol.ts';
import { listen, type Answer } from '../../../../agent/src/server.ts';
import { quietPort } from '../../../../agent/src/testing/quiet-port.ts';
import type { Identity } from '../../../../agent/src/identity.ts';
import type { Deps } from '../../platform/deps.ts';
import type { TestApp } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { listFleetNodes } from '../../nodes/index.ts';
import { tryEnrol } from './enrolment.ts';
import { loadPki, type Pki } from '../certificates/pki.ts';
import { findAgent } from '../agent/agent-store.ts';
import { listEnrolments } from './enrolment-store.ts';
import { startFakeAgent } from '../testing/fake-agent.ts';

let app: TestApp;
let pki: Pki;
const epoch = '00000000-0000-4000-8000-00000000000e';

beforeEach(async () => {
  app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1' });
  pki = await loadPki(app.deps);
});
afterEach(() => app.close());

const log = { info: () => undefined, warn: () => undefined, error: () => undefined };

/** A node with an open code. */
const openNode = async (): Promise<{ id: string; port: number; code: string }> => {
  const admin = await app.account({ type: 'admin', steppedUp: true });
  const port = await quietPort();
  const node = {
    name: '节点',
    country: { name: '', flag: '' },
    type: 'v2ray',
    ip: '127.0.0.1',
    ctrl_port: port,
    port: 10_000,
    serverType: 'ubuntu_x86',
  };
  const { data } = await app.call('/api/admin/agents/update', node, admin);
  const answer = await app.call('/api/admin/agents/enrol_code', { id: data._id }, admin);
  return { id: data._id, port, code: answer.data.code };
};

/** The agent's own half of the enrolment, waiting on the node's port. */
const waitForPanel = (port: number, code: string): Promise<Identity> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'enrol-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true }));
  const clock = { now: () => Date.now() };
  return enrol({
    code,
    host: '127.0.0.1',
    port,
    epoch,
    clock: clock as never,
    log: log as never,
    save: () => undefined,
  });
};

const attempt = async (deps: Deps = app.deps): Promise<boolean> => {
  const [row] = await listEnrolments(app.deps.db, app.clock.now());
  const [node] = await listFleetNodes(app.deps.db, app.deps);
  return row && node ? tryEnrol({ node, row, pki, deps }) : false;
};
const until = async (): Promise<void> => {
  await expect.poll(() => attempt()).toBe(true);
};
const catalogue = async (): Promise<number> => {
  const versions = app.deps.db.selectFrom('versions').select('value');
  return Number((await versions.where('name', '=', 'catalogue').executeTakeFirstOrThrow()).value);
};
const enrolment = () => app.deps.db.selectFrom('node_enrolments').selectAll().executeTakeFirst();

test('both sides prove the code, the agent is pinned, and the code is spent', async () => {
  const { id, port, code } = await openNode();
  const joined = waitForPanel(port, code);
  const before = await catalogue();
  await until();
  const identity = await joined;
  // Documents have the node's lines from now on.
  expect(await catalogue()).toBeGreaterThan(before);
  expect(await findAgent(app.deps.db, id)).toMatchObject({
    certificate: identity.certificate,
    epoch,
    epoch_open: false,
    acked_seq: 0,
  });
  expect([identity.nodeId, identity.ca, await enrolment()]).toEqual([id, pki.ca, undefined]);
});

test('nobody listening is written down and tried again', async () => {
  await openNode();
  expect(await attempt()).toBe(false);
  expect(await enrolment()).toMatchObject({ failures: 0, problem: { code: 'portClosed', detail: '', ended: false } });
});

/** Somebody at the node's port who answers like an agent that waits, without knowing the code. */
const answerInstead = async (port: number, answer: () => Answer) => {
  const pair = await makeNodeKey(Date.now());
  const routes = { [`POST ${fleetPaths.enrol}`]: answer };
  const server = await listen({ host: '127.0.0.1', port, pair, routes, log, admit: () => 'all' });
  const close = server.close;
  onTestFinished(close);
  return { ...pair, close };
};

test('five wrong proofs of whoever answers end a code', async () => {
  const { id, port } = await openNode();
  const made = await makeNodeKey(Date.now());
  const body = { csr: made.csr, proof: '0'.repeat(64), agentVersion: '1.0.0' };
  await answerInstead(port, () => ({ status: 200, body }));
  for (let tries = 0; tries < 4; tries++) expect(await attempt()).toBe(false);
  expect(await enrolment()).toMatchObject({ failures: 4, problem: { code: 'wrongProof', ended: false } });
  await attempt();
  expect(await enrolment()).toMatchObject({ failures: 5, problem: { code: 'wrongProof', ended: true } });
  expect(await listEnrolments(app.deps.db, app.clock.now())).toEqual([]);
  expect(await findAgent(app.deps.db, id)).toBeUndefined();
});

test('an agent that waits with another code ends nothing, however often it refuses or lets the panel wait', async () => {
  const { port, code } = await openNode();
  let answer: Answer = { status: 403, body: {} };
  const earlier = await answerInstead(port, () => answer);
  const problemAfter = async (status: number) => {
    answer = { status, body: {} };
    for (let tries = 0; tries < 6; tries++) expect(await attempt()).toBe(false);
    const { failures, problem } = (await enrolment())!;
    return { failures, problem };
  };
  const of = (code: string) => ({ failures: 0, problem: { code, detail: '', ended: false } });
  expect(await problemAfter(403)).toEqual(of('codeRefused'));
  expect(await problemAfter(429)).toEqual(of('throttled'));
  expect(await problemAfter(410)).toEqual(of('codeRefused'));
  await earlier.close();
  const joined = waitForPanel(port, code);
  await until();
  await joined;
});

test('a code is open for half an hour', async () => {
  const { port, code } = await openNode();
  const joined = waitForPanel(port, code);
  joined.catch(() => undefined);
  app.clock.advance(30 * 60_000);
  expect(await attempt()).toBe(false);
  app.clock.advance(-60_000);
  await until();
  await joined;
});

test('something else on the port is no node', async () => {
  const { port } = await openNode();
  const website = createServer((_request, response) => response.end('hello'));
  await new Promise<void>((resolve) => website.listen(port, '127.0.0.1', resolve));
  onTestFinished(() => void website.close());
  expect((website.address() as AddressInfo).port).toBe(port);
  expect(await attempt()).toBe(false);
  expect(await enrolment()).toMatchObject({ failures: 0, certificate: null, problem: { ended: false } });
});

test('a panel that dies after the agent got its certificate knows the agent again', async () => {
  const { id, port, code } = await openNode();
  const joined = waitForPanel(port, code);
  const dying = { ...app.deps, jobs: { ...app.deps.jobs, add: () => Promise.reject(new Error('killed')) } };
  await expect.poll(async () => (await attempt(dying), (await enrolment())?.certificate ?? null)).not.toBeNull();
  const identity = await joined;
  expect(await findAgent(app.deps.db, id)).toBeUndefined();
  const agent = await startFakeAgent(pki, id, () => app.clock.now(), { port, ...identity });
  onTestFinished(agent.close);
  expect(await attempt()).toBe(true);
  expect(await findAgent(app.deps.db, id)).toMatchObject({ certificate: identity.certificate, epoch: agent.epoch });
});

test('a secret half never stands in the database as it is, and every start finds the same keys', async () => {
  const again = await loadPki(app.deps);
  expect([again.ca, again.certificate, again.privateKey]).toEqual([pki.ca, pki.certificate, pki.privateKey]);
  const rows = await app.deps.db.selectFrom('panel_keys').selectAll().execute();
  expect(rows.map(({ name }) => name).toSorted()).toEqual(['ca', 'panel']);
  for (const row of rows) expect(row.private_enc.includes('PRIVATE KEY')).toBe(false);
});

test('processes that start at the same moment agree on one authority', async () => {
  await app.deps.db.deleteFrom('panel_keys').execute();
  const made = await Promise.all([loadPki(app.deps), loadPki(app.deps), loadPki(app.deps)]);
  expect(new Set(made.map(({ ca, certificate }) => ca + certificate)).size).toBe(1);
});
