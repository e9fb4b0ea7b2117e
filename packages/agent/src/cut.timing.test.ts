import { setTimeout as sleep } from 'node:timers/promises';
import type { DesiredUser } from '@skyport/contract/fleet';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { openUdpSender, startUdpServer, type UdpServer, type UdpSender } from './testing/datagrams.ts';
import { change, fullSet } from './testing/desired.ts';
import { joinedNode, servingNode, stateOf, usersOn } from './testing/node.ts';
import {
  beginDownload,
  download,
  isRefused,
  type Client,
  type Download,
  makeAllLines,
  makeCredential,
  startClient,
} from './testing/rig.ts';
import { testSurroundings } from './testing/surroundings.ts';

/** Within this time after the panel's word nothing may come any more. */
const CUT_MS = 5000;
const surroundings = testSurroundings();
let udpServer: UdpServer;

beforeAll(async () => {
  udpServer = await startUdpServer();
});

afterAll(() => udpServer.close());

/** 1 is to go, 2 sits behind the same address, 3 behind another one. */
const address = ({ user }: DesiredUser): string => (user === 3 ? '127.0.0.9' : '127.0.0.2');

const DATAGRAM_LINES = [2, 5, 6];

const scene = async () => {
  const node = await joinedNode(surroundings, { lines: makeAllLines });
  const users = usersOn(node.made.lines, [1, 2, 3]);
  expect((await node.put(fullSet(1, node.made.lines, users))).status).toBe(200);
  const client = await startClient(surroundings.singBox, node.made, users, address);
  onTestFinished(client.stop);
  return { ...node, users, client };
};

const portOf = (client: Client, user: number, line: number): number => client.ports.get(`${user}.${line}`) ?? 0;

const beginAll = async (client: Client): Promise<Map<string, Download>> => {
  const running = new Map<string, Download>();
  for (const [key, port] of client.ports) running.set(key, await beginDownload(port, surroundings.website, '/slow'));
  return running;
};

const beginDatagrams = async (client: Client): Promise<Map<string, UdpSender>> => {
  const running = new Map<string, UdpSender>();
  for (const user of [1, 2, 3])
    for (const line of DATAGRAM_LINES) {
      const sender = await openUdpSender(portOf(client, user, line));
      onTestFinished(sender.close);
      sender.send('127.0.0.1', udpServer.port, 'stream');
      await expect.poll(() => sender.said().length).toBeGreaterThan(5);
      running.set(`${user}.${line}`, sender);
    }
  return running;
};

/** Keys of streams that still grow. */
const growing = async (counts: ReadonlyMap<string, () => number>): Promise<string[]> => {
  const before = new Map([...counts].map(([key, count]) => [key, count()]));
  await sleep(700);
  return [...counts].filter(([key, count]) => count() > (before.get(key) ?? 0)).map(([key]) => key);
};

const keysOf = (users: readonly number[], lines: readonly number[]): string[] =>
  users.flatMap((user) => lines.map((line) => `${user}.${line}`)).toSorted();

const countsOf = (downloads: ReadonlyMap<string, Download>, datagrams: ReadonlyMap<string, UdpSender>) => ({
  downloads: new Map([...downloads].map(([key, one]) => [key, one.bytes])),
  datagrams: new Map([...datagrams].map(([key, one]) => [key, () => one.said().length])),
});

test('a removed user is cut on all six protocols, TCP and UDP, and neighbours behind the same and another address are not', async () => {
  const { panel, port, put, made, users, client } = await scene();
  const state = await stateOf(panel, port);
  expect(state.problems).toEqual([]);
  expect(state.agent).toMatchObject({ canCutTcp: true, canCutUdp: true });
  const downloads = await beginAll(client);
  const datagrams = await beginDatagrams(client);
  const counts = countsOf(downloads, datagrams);
  const lines = made.lines.map(({ line }) => line);
  expect((await growing(counts.downloads)).toSorted()).toEqual(keysOf([1, 2, 3], lines));

  const begun = performance.now();
  const stay = users.filter(({ user }) => user !== 1);
  await put(change(2, made.lines, users, stay));
  await sleep(CUT_MS - 1000 - (performance.now() - begun));
  expect((await growing(counts.downloads)).toSorted()).toEqual(keysOf([2, 3], lines));
  expect((await growing(counts.datagrams)).toSorted()).toEqual(keysOf([2, 3], DATAGRAM_LINES));
  for (const line of lines) {
    expect(await isRefused(portOf(client, 1, line), surroundings.website, '/bytes/10'), `line ${line}`).toBe(true);
    expect(await download(portOf(client, 2, line), surroundings.website, '/bytes/10'), `line ${line}`).toBe(10);
  }
  for (const one of downloads.values()) one.break();
});

test('a reset credential cuts the old sessions of every protocol, and the same address is let in with the new one at once', async () => {
  const { put, made, users, client } = await scene();
  const downloads = await beginAll(client);
  const counts = countsOf(downloads, new Map());
  const lines = made.lines.map(({ line }) => line);
  const reset = users.map((u) => {
    const spec = made.lines.find(({ line }) => line === u.line);
    return u.user === 1 && spec ? { ...u, credential: makeCredential(spec) } : u;
  });
  await put(change(2, made.lines, users, reset));
  const mine = reset.filter(({ user }) => user === 1);
  const fresh = await startClient(surroundings.singBox, made, mine, address);
  onTestFinished(fresh.stop);
  for (const [key, port] of fresh.ports)
    expect(await download(port, surroundings.website, '/bytes/1000'), key).toBe(1000);
  expect((await growing(counts.downloads)).toSorted()).toEqual(keysOf([2, 3], lines));
  for (const one of downloads.values()) one.break();
});

test('an expiry is enforced by the agent alone on every protocol within five seconds', async () => {
  const { put, made, users, client } = await scene();
  const downloads = await beginAll(client);
  const counts = countsOf(downloads, new Map());
  const lines = made.lines.map(({ line }) => line);
  const ends = Math.floor(Date.now() / 1000) + 2;
  const expiring = users.map((u) => (u.user === 1 ? { ...u, not_after: ends } : u));
  await put(change(2, made.lines, users, expiring));
  await sleep(ends * 1000 + CUT_MS - 800 - Date.now());
  expect((await growing(counts.downloads)).toSorted()).toEqual(keysOf([2, 3], lines));
  for (const one of downloads.values()) one.break();
});

test('a restarted agent, which knows no ends any more, still cuts whoever is alone at an address, and blocks the others', async () => {
  const { put, made, users, client, current, again } = await scene();
  const downloads = await beginAll(client);
  const counts = countsOf(downloads, new Map());
  const lines = made.lines.map(({ line }) => line);
  await current().kill();
  await again();
  const stay = users.filter(({ user }) => user === 2);
  await put(change(2, made.lines, users, stay));
  await sleep(CUT_MS - 800);
  const left = await growing(counts.downloads);
  expect(left.filter((key) => key.startsWith('3.'))).toEqual([]);
  expect(left.filter((key) => key.startsWith('2.')).toSorted()).toEqual(keysOf([2], lines));
  for (const line of lines) {
    expect(await isRefused(portOf(client, 1, line), surroundings.website, '/bytes/10'), `line ${line}`).toBe(true);
  }
  // With the neighbour gone, the one who shared the address is cut as well.
  for (const line of lines) downloads.get(`2.${line}`)?.break();
  await sleep(3500);
  expect(await growing(counts.downloads)).toEqual([]);
  for (const one of downloads.values()) one.break();
});

test('a removed user is cut within two seconds on every line and a neighbour downloads on', async () => {
  const { panel, put, port, made, users } = await servingNode(surroundings, [1, 2]);
  const state = await stateOf(panel, port);
  const client = await startClient(surroundings.singBox, made, users);
  onTestFinished(client.stop);
  const running = new Map();
  for (const [key, proxy] of client.ports) running.set(key, await beginDownload(proxy, surroundings.website, '/slow'));
  await sleep(500);
  const rest = users.filter(({ user }) => user === 2);
  await put(change(2, made.lines, users, rest));
  await sleep(2000);
  for (const spec of made.lines) {
    const [gone, stays] = [running.get(`1.${spec.line}`), running.get(`2.${spec.line}`)];
    const [goneAt, staysAt] = [gone.bytes(), stays.bytes()];
    await sleep(600);
    expect(stays.bytes()).toBeGreaterThan(staysAt);
    if (state.agent.canCutTcp) expect(gone.bytes()).toBe(goneAt);
    stays.break();
  }
});
