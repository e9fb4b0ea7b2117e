import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { defaultSettings } from '@skyport/contract/settings-table';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { engineBinary } from '../../../../../tools/engines.ts';
import { until } from '../../../../../testkit/until.ts';
import { fromAfar } from '../../../../agent/src/testing/distance.ts';
import { startRealityTarget, type Website } from '../../../../agent/src/testing/rig.ts';
import { endEnginesOf, startAgent } from '../../../../agent/src/testing/start-agent.ts';
import { fleetJobs, startFleet } from '../../fleet/index.ts';
import { quietPort } from '../../../../agent/src/testing/quiet-port.ts';
import { systemClock } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { fixedSettings } from '../../platform/settings-reader.ts';
import type { TestApp, TestSession } from '../../testing-app.ts';
import { createTestApp } from '../../testing.ts';
import { startJobs } from '../../worker.ts';

/** Tests of lines as an operator starts them, with real nodes behind and the kit's engine as the client. */
let app: TestApp;
let deps: Deps;
let admin: TestSession;
let target: Website;
let xray: string;
let kitDir: string;
const closers: (() => unknown)[] = [];
let closeFarEnd = (): void => undefined;

const ANSWER = 'h=test\nip=203.0.113.7\nloc=JP\n';

const startFarEnd = async (): Promise<string> => {
  const server = createServer(fromAfar((_, response) => response.end(ANSWER))).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closeFarEnd = () => void server.close();
  closers.push(closeFarEnd);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/trace`;
};

/** A kit with nothing but the engine for this machine. */
const layKit = (): void => {
  const name = `xray-${process.arch}.gz`;
  const compressed = gzipSync(readFileSync(xray), { level: 1 });
  const sha256 = createHash('sha256').update(compressed).digest('hex');
  const file = { part: 'xray', cpu: process.arch, name, version: '26.3.27', bytes: compressed.length, sha256 };
  mkdirSync(kitDir, { recursive: true });
  writeFileSync(join(kitDir, name), compressed);
  writeFileSync(join(kitDir, 'manifest.json'), JSON.stringify({ files: [file] }));
};

beforeAll(async () => {
  xray = await engineBinary('xray');
  target = await startRealityTarget();
  closers.push(() => target.close());
  const dataDir = mkdtempSync(join(tmpdir(), 'line-test-'));
  closers.push(() => rmSync(dataDir, { recursive: true }));
  kitDir = join(dataDir, 'node-kit');
  app = await createTestApp({ ALLOW_PRIVATE_NETWORKS: '1', DATA_DIR: dataDir, LINE_TEST_URL: await startFarEnd() });
  closers.push(() => app.close());
  app.clock.set(new Date());
  const settings = { ...defaultSettings, updateV2rayDuration: 0.5, trafficStasticDuration: 0.5 };
  deps = { ...app.deps, clock: systemClock, settings: fixedSettings(settings) };
  admin = await app.account({ type: 'admin', steppedUp: true });
  const faults = async (fault: unknown): Promise<void> => expect.fail(String(fault));
  const fleet = await startFleet(deps, { faults });
  const jobs = await startJobs({ databaseUrl: app.databaseUrl, jobs: fleetJobs, deps, faults });
  closers.push(async () => {
    await fleet.stop();
    await jobs.stop();
  });
});
afterAll(async () => {
  for (const close of closers.toReversed()) await close();
});

/**
 * Call limits use the panel's clock, which tests move; nodes use the real one. The panel's clock never falls behind it,
 * or a test's key would expire too early.
 */
const letTimePass = (): void => app.clock.set(new Date(Math.max(Date.now(), app.clock.now().getTime() + 2000)));

const save = async (path: string, payload: object) => {
  letTimePass();
  const answer = await app.call(`/api/admin/${path}`, payload, admin);
  expect(answer, answer.msg).toMatchObject({ code: 0 });
  return answer.data;
};

const stateOf = (id: string) =>
  deps.db.selectFrom('node_agents').select(['health', 'troubles']).where('node_id', '=', id).executeTakeFirst();

/** A real node of a type with lines of these protocols; gives their ids once it serves. */
const joinNode = async (type: string, protocols: readonly string[]): Promise<string[]> => {
  const [dataDir, port] = [mkdtempSync(join(tmpdir(), 'line-test-node-')), await quietPort()];
  const place = { ip: '127.0.0.1', ctrl_port: port, port: await quietPort(4), name: type, serverType: 'ubuntu_x86' };
  const { _id: id } = await save('agents/update', { ...place, type, country: { name: '', flag: '' } });
  const ids: string[] = [];
  for (const protocol of protocols) {
    const more = protocol === 'reality' ? { host: 'target.test', realityTarget: `127.0.0.1:${target.port}` } : {};
    ids.push((await save('agent_line/update', { name: protocol, agentID: id, protocol, ...more }))._id);
  }
  const { code } = await save('agents/enrol_code', { id });
  const agent = await startAgent({ dataDir, port, enginePath: xray, enrolCode: code });
  closers.push(async () => {
    await agent.kill();
    await endEnginesOf(dataDir);
    rmSync(dataDir, { recursive: true });
  });
  await expect.poll(() => stateOf(id)).toMatchObject({ health: 'healthy', troubles: [] });
  return ids;
};

const run = async (id: string) => {
  letTimePass();
  return (await app.call('/api/admin/agent_line/test', { id }, admin)).data;
};
/** The first run in which nothing was too slow: a person gets an answer within seconds, a busy machine gives none. */
const runThrough = (id: string) =>
  until('the line to carry a request', async () => {
    const found = await run(id);
    if (!found.ok) throw new Error(found.msg);
    return found;
  });
const probeBytes = async () =>
  (await deps.db.selectFrom('line_probe_usage').select(['line_num', 'up', 'down']).execute()).length;

test('a panel without a kit says that it only knocked', async () => {
  const [id = ''] = await joinNode('v2ray', ['vmesh_tcp']);
  const found = await run(id);
  expect(found).toMatchObject({ ok: true, kind: 'connect', exit: null });
  expect(found.note).toContain('面板没有引擎 Xray');
  expect(found.note).toContain('只检查了到线路的连接');
});

test('each protocol carries a request of the panel through a real node, and names where it leaves', async () => {
  layKit();
  const lines = [
    ...(await joinNode('v2ray', ['vmesh_tcp', 'vmesh_ws', 'ss', 'compat'])),
    ...(await joinNode('reality', ['reality'])),
    ...(await joinNode('h2', ['h2'])),
  ];
  for (const id of lines) {
    const found = await runThrough(id);
    expect(found, found.msg).toMatchObject({
      kind: 'traffic',
      note: '',
      exit: { ip: '203.0.113.7', country: '日本' },
    });
    expect(found.steps.at(-1)).toMatchObject({ step: 'request', ok: true, ms: expect.any(Number) });
    expect(found.msg).toContain('出口地址 203.0.113.7（日本）');
  }
  await expect.poll(probeBytes).toBe(lines.length);
  const users = await save('userinfos/list', {}).catch(() => []);
  expect(JSON.stringify(users)).not.toContain('2147483647');
  expect(await deps.db.selectFrom('usage_journal').select('id').execute()).toEqual([]);
  const counted = await deps.db.selectFrom('line_hot').select('line_num').where('hot', '>', 0).execute();
  expect(counted).toEqual([]);
});

test('a line that connects and carries nothing fails at the request, with the reason', async () => {
  layKit();
  const [id = ''] = await joinNode('v2ray', ['ss']);
  closeFarEnd();
  const found = await run(id);
  expect(found).toMatchObject({ ok: false, kind: 'traffic', ms: null, exit: null });
  expect(found.steps.map(({ step, ok }: { step: string; ok: boolean }) => [step, ok])).toEqual([
    ['tcp', true],
    ['request', false],
  ]);
  expect(found.steps.at(-1).text).toMatch(/^经线路访问 127\.0\.0\.1:\d+ 失败：/);
});
