import { expect, onTestFinished, test } from 'vitest';
import { quiet } from '../../../testkit/until.ts';
import { findEngines } from './engines/process.ts';
import { quietPort } from './testing/quiet-port.ts';
import { xrayApi } from './engines/xray-api.ts';
import { change, fullSet, testNode } from './testing/desired.ts';
import { joinedNode, servingNode, stateOf, usersOn } from './testing/node.ts';
import { beginDownload, download, isRefused, makeCredential, startClient } from './testing/rig.ts';
import { grows, stops } from './testing/streams.ts';
import { testSurroundings } from './testing/surroundings.ts';

/** Longer than the two seconds in which a user is cut. */
const QUIET_CUT_MS = 2500;
const surroundings = testSurroundings();

test('a line moves to another port, one goes and one comes, while the other lines and the engine go on', async () => {
  const { panel, put, port, made } = await joinedNode(surroundings);
  const users = usersOn(made.lines, [1]);
  await put(fullSet(1, made.lines.slice(0, 2), users.slice(0, 2)));
  const { epoch } = await stateOf(panel, port);
  const before = findEngines(epoch);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const running = await beginDownload(client.ports.get('1.2') ?? 0, surroundings.website, '/slow');
  const moved = { ...made, lines: made.lines.map((spec) => (spec.line === 1 ? { ...spec, port: 0 } : spec)) };
  for (const spec of moved.lines) if (spec.port === 0) spec.port = await quietPort();
  expect((await put(change(2, moved.lines, users.slice(0, 2), users))).status).toBe(200);
  const mover = await startClient(surroundings.singBox, moved, users.slice(0, 1));
  onTestFinished(mover.stop);
  expect(await download(mover.ports.get('1.1') ?? 0, surroundings.website, '/bytes/1000')).toBe(1000);
  expect(await download(client.ports.get('1.3') ?? 0, surroundings.website, '/bytes/1000')).toBe(1000);
  expect(await isRefused(client.ports.get('1.1') ?? 0, surroundings.website, '/bytes/1000')).toBe(true);
  await grows(running);
  running.break();
  expect(findEngines(epoch)).toEqual(before);
});

test('a line whose port is taken is reported and does not keep the others shut', async () => {
  const { panel, put, port, made } = await joinedNode(surroundings);
  const users = usersOn(made.lines, [1]);
  await put(fullSet(1, made.lines.slice(1), users.slice(1)));
  const taken = made.lines.map((spec) => (spec.line === 1 ? { ...spec, port: surroundings.website.port } : spec));
  await put(change(2, taken, users.slice(1), users));
  expect((await stateOf(panel, port)).engine).toMatchObject({
    running: true,
    lastError: expect.stringContaining('line 1'),
  });
  const client = await startClient(surroundings.singBox, made, users.slice(1));
  onTestFinished(client.stop);
  expect(await download(client.ports.get('1.2') ?? 0, surroundings.website, '/bytes/1000')).toBe(1000);
});

test('a new credential shuts the old one out and cuts it, and lets the new one in at once', async () => {
  const { panel, put, port, made, users } = await servingNode(surroundings, [1, 2]);
  const { agent } = await stateOf(panel, port);
  const old = await startClient(surroundings.singBox, made, users);
  onTestFinished(old.stop);
  const running = new Map();
  for (const [key, proxy] of old.ports) running.set(key, await beginDownload(proxy, surroundings.website, '/slow'));
  for (const one of running.values()) await grows(one);
  const reset = users.map((u, at) =>
    u.user === 1 ? { ...u, credential: makeCredential(made.lines[at] ?? neverLine()) } : u,
  );
  await put(change(2, made.lines, users, reset));
  const fresh = await startClient(
    surroundings.singBox,
    made,
    reset.filter(({ user }) => user === 1),
  );
  onTestFinished(fresh.stop);
  for (const proxy of fresh.ports.values())
    expect(await download(proxy, surroundings.website, '/bytes/1000')).toBe(1000);
  for (const { line } of made.lines) {
    const stays = running.get(`2.${line}`);
    if (agent.canCutTcp) await stops(running.get(`1.${line}`), stays);
    await grows(stays);
    expect(await isRefused(old.ports.get(`1.${line}`) ?? 0, surroundings.website, '/bytes/10')).toBe(true);
  }
  for (const one of running.values()) one.break();
});

const neverLine = (): never => {
  throw new Error('a user without a line');
};

test('behind one address the neighbour is never cut; the removed user follows when the neighbour has gone', async () => {
  const { panel, put, port, made, users } = await servingNode(surroundings, [1, 2]);
  const { agent } = await stateOf(panel, port);
  const client = await startClient(surroundings.singBox, made, users, () => '127.0.0.9');
  onTestFinished(client.stop);
  const gone = await beginDownload(client.ports.get('1.1') ?? 0, surroundings.website, '/slow');
  const stays = await beginDownload(client.ports.get('2.1') ?? 0, surroundings.website, '/slow');
  await put(
    change(
      2,
      made.lines,
      users,
      users.filter(({ user }) => user === 2),
    ),
  );
  await quiet(QUIET_CUT_MS);
  await grows(stays);
  stays.break();
  const reference = await beginDownload(client.ports.get('2.2') ?? 0, surroundings.website, '/slow');
  if (agent.canCutTcp) await stops(gone, reference);
  reference.break();
  gone.break();
});

test('a client gets nothing from private, loopback and metadata addresses, however they are written', async () => {
  const { put, made } = await joinedNode(surroundings);
  const users = usersOn(made.lines, [1]);
  await put(fullSet(1, made.lines, users, { ...testNode, allowPrivate: false }));
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const hosts = ['127.0.0.1', 'localhost', '0.0.0.0', '127.9.9.9', '[::1]', '[::ffff:127.0.0.1]', '169.254.169.254'];
  const asked = hosts.map((host) =>
    isRefused(client.ports.get('1.2') ?? 0, { ...surroundings.website, host }, '/bytes/10'),
  );
  for (const refused of await Promise.all(asked)) expect(refused).toBe(true);
});

test('a crowd of changes at once leaves the downloads of those who stay alone and cuts those who go', async () => {
  const { panel, put, port, made } = await joinedNode(surroundings);
  const ss = made.lines.slice(1, 2);
  const before = usersOn(
    ss,
    Array.from({ length: 120 }, (_, at) => at + 1),
  );
  await put(fullSet(1, ss, before));
  const { agent, epoch } = await stateOf(panel, port);
  const engines = findEngines(epoch);
  const client = await startClient(surroundings.singBox, made, before.slice(0, 2));
  onTestFinished(client.stop);
  const [stays, goes] = [
    await beginDownload(client.ports.get('1.2') ?? 0, surroundings.website, '/slow'),
    await beginDownload(client.ports.get('2.2') ?? 0, surroundings.website, '/slow'),
  ];
  const after = [
    ...before.slice(0, 1),
    ...usersOn(
      ss,
      Array.from({ length: 120 }, (_, at) => at + 500),
    ),
  ];
  expect((await put(change(2, ss, before, after))).status).toBe(200);
  if (agent.canCutTcp) await stops(goes, stays);
  await grows(stays);
  expect(await download(client.ports.get('1.2') ?? 0, surroundings.website, '/bytes/1000')).toBe(1000);
  expect(findEngines(epoch)).toEqual(engines);
  stays.break();
});

test('an agent killed between taking a user out and cutting them finds and cuts them afterwards', async () => {
  const { panel, put, port, made, current, again, users } = await servingNode(surroundings, [1, 2]);
  const { agent, epoch } = await stateOf(panel, port);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const gone = await beginDownload(client.ports.get('1.1') ?? 0, surroundings.website, '/slow');
  const stays = await beginDownload(client.ports.get('2.1') ?? 0, surroundings.website, '/slow');
  const asked = put(
    change(
      2,
      made.lines,
      users,
      users.filter(({ user }) => user === 2),
    ),
  ).catch(() => undefined);
  const [engine] = findEngines(epoch);
  const api = xrayApi(engine?.apiPort ?? 0);
  onTestFinished(api.close);
  const tag = (await api.inboundTags()).find((name) => name.startsWith('l1-')) ?? '';
  await api.removeUser(tag, 'u1.l1').catch(() => undefined);
  await current().kill();
  await asked;
  await again();
  await put(
    fullSet(
      3,
      made.lines,
      users.filter(({ user }) => user === 2),
    ),
  );
  if (agent.canCutTcp) await stops(gone, stays);
  await grows(stays);
  stays.break();
});
