import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { AgentState } from '@skyport/contract/fleet';
import { sql } from 'kysely';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import type { Agent } from '../../../../agent/src/agent.ts';
import { listenToPanel } from '../../../../agent/src/panel-calls.ts';
import { openFilter } from '../../../../agent/src/testing/open-filter.ts';
import { DAY_MS } from '../../platform/clock.ts';
import { createAgentClient, type AgentClient } from '../agent/agent-client.ts';
import { askAgent } from '../agent/installed.ts';
import { keyDigest } from './key-digest.ts';
import { loadPki, type Pki } from './pki.ts';
import { renewWhenDue, stateRenewing } from './renewal.ts';
import { findAgent } from '../agent/agent-store.ts';
import { storeAgent } from '../enrolment/enrolment-store.ts';
import { nodeIdentity } from '../testing/fake-agent.ts';
import type { Scene } from '../testing/scene-of.ts';
import { createScene } from '../testing/scene.ts';

let scene: Scene;
let pki: Pki;
beforeEach(async () => {
  scene = await createScene();
  pki = scene.pki;
});
afterEach(() => scene.close());

const quiet = { info: () => undefined, warn: () => undefined, error: () => undefined };
const EPOCH = '00000000-0000-4000-8000-00000000000e';
const expiresOf = (pem: string): Date => new Date(new X509Certificate(pem).validTo);
const days = (from: Date, to: Date): number => Math.round((to.getTime() - from.getTime()) / DAY_MS);
const client = (port: number, certificate: string, panel = pki): AgentClient => {
  const key = keyDigest(new X509Certificate(certificate));
  const made = createAgentClient({ host: '127.0.0.1', port, key, allowPrivate: true }, panel);
  onTestFinished(made.close);
  return made;
};

/** The agent's own port, with the product's clock moved by so many ms, and the identity with which it enrolled. */
const realPort = async (identity: { certificate: string; key: string }, port = 0) => {
  const clock = { skew: 0, now: () => scene.app.clock.now().getTime() + clock.skew };
  const own = { nodeId: EPOCH, ca: pki.ca, ...identity };
  const said: Partial<AgentState> = { features: ['certificate'] };
  const state = { gen: 0, digest: '0'.repeat(64), epoch: EPOCH, unacked: 0, openBytes: 0, unattributed: 0 };
  const engine = { running: true, version: '1', uptimeSeconds: 1, restarts: 0, lastError: '' };
  const machine = { load1: 0, memoryFree: 1, diskFree: 1, clock: 0, online: [], problems: [] };
  const version = { version: '1', uptimeSeconds: 1, canCutTcp: true, canCutUdp: true };
  const certificateExpires = (): string => expiresOf(own.certificate).toISOString();
  const agent = {
    state: async () => ({
      ...state,
      engine,
      agent: version,
      ...machine,
      certificateExpires: certificateExpires(),
      ...said,
    }),
  } as unknown as Agent;
  const saved: string[] = [];
  const save = ({ certificate }: { certificate: string }): void => void saved.push(certificate);
  const listening = await listenToPanel({
    agent,
    identity: own,
    save,
    filter: openFilter,
    host: '127.0.0.1',
    port,
    clock,
    log: quiet,
  });
  onTestFinished(listening.close);
  return { port: listening.port, own, clock, saved, said };
};

/** A node whose agent has joined, behind the agent's own port. */
const joined = async () => {
  const { id } = await scene.node(['vmesh_tcp']);
  const identity = await nodeIdentity(pki, id);
  const agent = await realPort(identity);
  await storeAgent(scene.app.deps.db, { nodeId: id, ...identity, epoch: EPOCH, at: scene.app.clock.now() });
  const parts = { nodeId: id, client: client(agent.port, identity.certificate), pki, deps: scene.app.deps };
  const stored = async (): Promise<string> => (await findAgent(scene.app.deps.db, id))?.certificate ?? '';
  return { id, identity, agent, parts, stored };
};

test('certificates live 90 days, and one with less than 30 days left is renewed for the same key', async () => {
  const { parts, agent, stored, identity } = await joined();
  const begun = scene.app.clock.now();
  expect(days(begun, expiresOf(identity.certificate))).toBe(90);
  await renewWhenDue(parts, await stateRenewing(parts));
  expect([agent.saved, await stored()]).toEqual([[], identity.certificate]);
  scene.app.clock.advance(61 * DAY_MS);
  await pki.refresh();
  await renewWhenDue(parts, await stateRenewing(parts));
  expect(agent.saved).toEqual([await stored()]);
  expect(days(scene.app.clock.now(), expiresOf(await stored()))).toBe(90);
  expect(keyDigest(new X509Certificate(await stored()))).toBe(keyDigest(new X509Certificate(identity.certificate)));
  // The agent shows it at once, also to a panel that knows it by its key alone.
  const { certificateExpires } = await client(agent.port, await stored()).state();
  expect(certificateExpires).toBe(expiresOf(await stored()).toISOString());
});

test('an agent whose certificate is over does nothing but renew, and then everything', async () => {
  const { parts, agent, stored } = await joined();
  scene.app.clock.advance(200 * DAY_MS);
  await pki.refresh();
  await expect(parts.client.state()).rejects.toMatchObject({ name: 'CertificateOver', kind: 'refused' });
  const pull = parts.client.pull({ epoch: null, ack_seq: 0, max_bytes: 1024 });
  await expect(pull).rejects.toMatchObject({ name: 'CertificateOver' });
  expect(await stateRenewing(parts)).toMatchObject({ epoch: EPOCH });
  expect(agent.saved).toEqual([await stored()]);
});

test('a disk that was put back shows an older certificate of the same key, which is renewed', async () => {
  const { parts, agent, stored, identity } = await joined();
  scene.app.clock.advance(70 * DAY_MS);
  await pki.refresh();
  await renewWhenDue(parts, await stateRenewing(parts));
  const restored = await realPort(identity);
  scene.app.clock.advance(50 * DAY_MS);
  await pki.refresh();
  const again = { ...parts, client: client(restored.port, await stored()) };
  await stateRenewing(again);
  expect([agent.saved.length, restored.saved]).toEqual([1, [await stored()]]);
});

test('a certificate with another key is refused, however good its signature, its age and its name are', async () => {
  const { id, parts, identity } = await joined();
  const stolen = await nodeIdentity(pki, id);
  const other = await realPort(stolen);
  const mistaken = { ...parts, client: client(other.port, identity.certificate) };
  for (const move of [0, 200 * DAY_MS]) {
    scene.app.clock.advance(move);
    await pki.refresh();
    await expect(stateRenewing(mistaken)).rejects.toMatchObject({ name: 'AgentFault', kind: 'refused' });
    await expect(mistaken.client.renew(identity.certificate)).rejects.toMatchObject({ kind: 'refused' });
  }
  expect(other.saved).toEqual([]);
});

test('the enrolled key under another authority is a stranger', async () => {
  const { identity, agent } = await joined();
  const { deps } = scene.app;
  await deps.db.deleteFrom('panel_keys').execute();
  const other = await loadPki(deps);
  const key = keyDigest(new X509Certificate(identity.certificate));
  expect(other.verify(new X509Certificate(identity.certificate), key)).toBe('stranger');
  await expect(client(agent.port, identity.certificate, other).state()).rejects.toMatchObject({ kind: 'refused' });
});

test('a panel that slept for years makes its own certificate anew, and its fleet answers it', async () => {
  const { parts, agent } = await joined();
  const before = pki.certificate;
  scene.app.clock.advance(1000 * DAY_MS);
  await expect(parts.client.state()).rejects.toMatchObject({ kind: 'refused' });
  const [one, two] = await Promise.all([loadPki(scene.app.deps), loadPki(scene.app.deps)]);
  expect(one.certificate).not.toBe(before);
  expect([two.certificate, two.keyDigest]).toEqual([one.certificate, pki.keyDigest]);
  await stateRenewing({ ...parts, pki: one, client: client(agent.port, agent.own.certificate, one) });
  // A process that ran through it all takes over what the other has made.
  await pki.refresh();
  expect(pki.certificate).toBe(one.certificate);
  expect(await parts.client.state()).toMatchObject({ epoch: EPOCH });
});

test('a panel whose certificate is over by the node’s clock can still give the node a certificate', async () => {
  const { parts, agent, stored, identity } = await joined();
  agent.clock.skew = 100 * DAY_MS;
  await expect(parts.client.state()).rejects.toThrow('not valid by this clock');
  const { clock } = await parts.client.renew(await pki.signAgain(identity.certificate, parts.nodeId));
  expect(days(scene.app.clock.now(), new Date(clock))).toBe(100);
  expect(await stored()).toBe(identity.certificate);
  // Within a day behind, and weeks ahead, clocks do not matter.
  for (const skew of [-0.9, 55]) {
    agent.clock.skew = skew * DAY_MS;
    expect(await parts.client.state()).toMatchObject({ epoch: EPOCH });
  }
});

test('an agent that cannot take another certificate goes on with its own', async () => {
  const { parts, stored, agent, identity } = await joined();
  agent.said.features = [];
  scene.app.clock.advance(61 * DAY_MS);
  await pki.refresh();
  await renewWhenDue(parts, await stateRenewing(parts));
  expect([agent.saved, await stored()]).toEqual([[], identity.certificate]);
});

test('an agent too old to take another certificate is said to be that once its own is over', async () => {
  const node = await scene.node(['vmesh_tcp']);
  const { deps } = scene.app;
  const parts = { nodeId: node.id, client: node.client, pki, deps };
  expect((await stateRenewing(parts)).features).toEqual([]);
  scene.app.clock.advance(200 * DAY_MS);
  await pki.refresh();
  await expect(stateRenewing(parts)).rejects.toThrow('too old to take another');
  const place = { id: node.id, address: '127.0.0.1', ctrlPort: node.agent.port };
  expect(await askAgent(deps, place)).toMatchObject({ kind: 'refused' });
});

test('the migration finds the key in the certificates that are there', async () => {
  const { id, identity } = await joined();
  const { db } = scene.app.deps;
  const text = readFileSync(join(import.meta.dirname, '../../../../db/migrations/0039_node_keys.sql'), 'utf8');
  const backfill = /with head as[\s\S]*?;\n/.exec(text)?.[0] ?? '';
  await sql`update node_agents set key_sha256 = ''`.execute(db);
  await sql.raw(backfill).execute(db);
  expect((await findAgent(db, id))?.key_sha256).toBe(keyDigest(new X509Certificate(identity.certificate)));
});
