import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestChain, startChain } from '../../../../../testkit/chain/chain.ts';
import { startTronFacade, type TronFacade } from '../../../../../testkit/chain/tron-facade.ts';
import { startWeakNode, type WeakNode } from '../../../../../testkit/chain/weak-node.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { unitsOf } from './amounts.ts';
import type { Outside } from './endpoint.ts';
import { createEvmReader } from './evm-reader.ts';
import { type Network, networks } from './networks.ts';
import type { BlockMark, Reader, Reading } from './reading.ts';
import { createTronReader } from './tron-reader.ts';

const KEY = 'very-secret-key';
const TEN = unitsOf('bep20', 10_000);
/** How deep a block must lie on this chain before its own word is that it stays. */
const FINAL = 4;

let chain: TestChain;
let node: WeakNode;
let facade: TronFacade;
let fake: string;
let now = 0;
/** Each test has addresses of its own: what others were sent there is nobody else's. */
let us = '';
let tronUs = '';
let made = 0;
const outside: Outside = { http: (url, init) => fetch(url, init), clock: { now: () => new Date(now) } };
const trc20Contract = (): string => `0x${tronHex(networks.trc20.contract)!}`;

beforeAll(async () => {
  chain = await startChain(networks.bep20.chainId);
  node = await startWeakNode(chain);
  facade = await startTronFacade(chain, networks.trc20.chainId);
  await chain.deploy(18, networks.bep20.contract);
  await chain.deploy(6, trc20Contract());
  fake = await chain.deploy(18);
  await chain.mine(300);
});
afterAll(async () => {
  await Promise.all([node.stop(), facade.stop()]);
  chain.stop();
});
beforeEach(async () => {
  Object.assign(node.faults, { throttled: 0, mostBlocks: 5000, behind: 0, losesEvents: false, isHtml: false });
  delete node.faults.chainId;
  Object.assign(facade.faults, { throttled: 0, behind: 0, rowsAPage: 200, isDoubled: false });
  delete facade.faults.allAreOf;
  facade.faults.missing.clear();
  facade.faults.unknown.clear();
  made += 1;
  us = evmAddress(`0x${made.toString(16).padStart(40, 'b')}`)!;
  tronUs = tronAddress(us.slice(2));
  await chain.mine(FINAL);
  now = (await chain.head()).time.getTime() + SECOND_MS;
});

const evm = (network: Network = networks.bep20): Reader =>
  createEvmReader(network, us, { endpoint: { url: `${node.url}/${KEY}` }, outside });
const tron = (): Reader =>
  createTronReader(networks.trc20, tronUs, { endpoint: { url: facade.url, key: KEY }, outside });
const none = async (): Promise<ReadonlySet<string>> => new Set();
const read = (reader: Reader, since?: BlockMark): Promise<Reading> => reader.read(since, none);
const fault = (reader: Reader, since?: BlockMark): Promise<string> =>
  read(reader, since).then(
    () => 'none',
    (thrown: unknown) => String(thrown),
  );

test('transfers of the one contract are found when their block stays: two of one transaction, no fakes, no zeros', async () => {
  const since = (await read(evm())).readTo;
  await chain.transfer(fake, us, TEN);
  await chain.transfer(networks.bep20.contract, us, 0n);
  await chain.transfer(networks.bep20.contract, fake, TEN);
  const twice = await chain.transfer(networks.bep20.contract, us, TEN, TEN + 1n);
  await chain.mine(FINAL);
  expect((await read(evm(), since)).found).toEqual([]);
  await chain.mine(1);
  const { found, readTo, isComplete } = await read(evm(), since);
  expect(found.map(({ txid, units }) => [txid, units])).toEqual([
    [twice, TEN],
    [twice, TEN + 1n],
  ]);
  expect(new Set(found.map(({ logIndex }) => logIndex)).size).toBe(2);
  expect([isComplete, readTo.number - since.number]).toEqual([true, FINAL + 1]);
  // Once more, because endpoints lose things.
  expect((await read(evm(), readTo)).found).toEqual(found);
});

test('a transfer whose block goes away is never found; mined again, it is found in its new block', async () => {
  const since = (await read(evm())).readTo;
  const before = await chain.head();
  await chain.transfer(networks.bep20.contract, us, TEN);
  await chain.mine(2);
  await chain.reorganise(2);
  await chain.mine(FINAL);
  expect((await read(evm(), since)).found).toEqual([]);
  const txid = await chain.transfer(networks.bep20.contract, us, TEN);
  await chain.mine(FINAL + 1);
  const { found } = await read(evm(), since);
  expect(found.map((each) => [each.txid, each.block > before.number + 2])).toEqual([[txid, true]]);
});

test('where a chain has no word for what stays, so many blocks must stand above', async () => {
  const deep = { ...networks.bep20, finality: { depth: 12, lookBack: 24 } };
  const since = (await read(evm(deep))).readTo;
  await chain.transfer(networks.bep20.contract, us, TEN);
  await chain.mine(12);
  expect((await read(evm(deep), since)).found).toEqual([]);
  await chain.mine(1);
  expect((await read(evm(deep), since)).found).toHaveLength(1);
});

test('other blocks than were read before are noticed, and more is read again', async () => {
  const { readTo, from } = await read(evm());
  const forked = await read(evm(), { ...readTo, hash: `0x${'1'.repeat(64)}` });
  expect([forked.isForked, forked.from < from]).toEqual([true, true]);
});

test('ranges shrink until an endpoint gives them; a long way is gone in steps', async () => {
  const since = (await read(evm())).readTo;
  node.faults.mostBlocks = 7;
  await chain.transfer(networks.bep20.contract, us, TEN);
  await chain.mine(150);
  const reader = evm();
  let [at, steps] = [since, 0];
  for (let isComplete = false; !isComplete; steps++) {
    const reading = await read(reader, at);
    expect(reading.readTo.number).toBeGreaterThan(at.number);
    [at, isComplete] = [reading.readTo, reading.isComplete];
  }
  expect(steps).toBeGreaterThan(1);
});

test('an endpoint that throttles, lies, is behind or speaks HTML is named by its host and never with its key', async () => {
  const { readTo } = await read(evm());
  const said: string[] = [];
  const failing = async (faults: Partial<WeakNode['faults']>): Promise<void> => {
    Object.assign(node.faults, { chainId: networks.bep20.chainId, ...faults });
    said.push(await fault(evm(), { ...readTo, number: readTo.number + (faults.behind ?? 0) }));
  };
  await failing({ chainId: 1 });
  await failing({ isHtml: true });
  await failing({ isHtml: false, behind: 241 });
  await failing({ behind: 0, throttled: 1 });
  const host = new URL(node.url).host;
  expect(said.map((text) => text.replace(`Error: ${host}: `, '').split(' ')[0])).toEqual([
    'wrong-chain',
    'bad-answer',
    'lagging',
    'throttled',
  ]);
  expect(said.join(' ')).not.toContain(KEY);
  const gone = createEvmReader(networks.bep20, us, { endpoint: { url: `http://127.0.0.1:9/${KEY}` }, outside });
  expect(await fault(gone)).toBe('Error: 127.0.0.1:9: unreachable');
});

test('events that were not asked for, of another block, taken back, or of more USDT than there are, are believed of nobody', async () => {
  const since = (await read(evm())).readTo;
  await chain.transfer(networks.bep20.contract, us, TEN);
  await chain.mine(FINAL + 1);
  /** A node that says something else of each event. */
  const lying = (lie: object): Outside => ({
    ...outside,
    http: async (url, init) => {
      const answer = await fetch(url, init);
      if (typeof init.body !== 'string' || !init.body.includes('eth_getLogs')) return answer;
      const { result, ...reply } = (await answer.json()) as { result: object[] };
      return Response.json({ ...reply, result: result.map((log) => ({ ...log, ...lie })) });
    },
  });
  const told = (lie: object): Promise<string> =>
    fault(createEvmReader(networks.bep20, us, { endpoint: { url: node.url }, outside: lying(lie) }), since);
  expect(await told({})).toBe('none');
  const hash = `0x${'5'.repeat(64)}`;
  for (const lie of [
    { address: fake },
    { removed: true },
    { blockHash: hash },
    { blockNumber: '0x1' },
    { data: '0x1' },
  ])
    expect(await told(lie), JSON.stringify(lie)).toContain('bad-answer');
  expect(await told({ topics: [hash, hash, hash] })).toContain('bad-answer');
  expect(await told({ data: `0x${'f'.repeat(64)}` })).toContain('bad-answer');
});

test('a throttled endpoint is left alone for as long as it says, and not asked in between', async () => {
  const reader = evm();
  node.faults.throttled = 1;
  expect(await fault(reader)).toContain('429');
  now += 44 * SECOND_MS;
  expect(await fault(reader)).toContain('resting');
  now += SECOND_MS;
  expect(await fault(reader)).toBe('none');
});

test('TRON: every transfer in every transaction of a history over several pages, once, and no fakes', async () => {
  const since = (await read(tron())).readTo;
  const sent = unitsOf('trc20', 10_000);
  await chain.transfer(fake, us, TEN);
  await chain.transfer(trc20Contract(), us, sent, sent + 1n);
  await chain.transfer(trc20Contract(), us, sent + 2n);
  await chain.mine(FINAL);
  expect((await read(tron(), since)).found).toEqual([]);
  await chain.mine(1);
  Object.assign(facade.faults, { rowsAPage: 1, isDoubled: true, allAreOf: networks.trc20.contract });
  const pages = facade.pages();
  const { found, readTo } = await read(tron(), since);
  // Transactions of larger amounts are looked into first.
  expect(found.map(({ units }) => units - sent)).toEqual([2n, 0n, 1n]);
  expect(found.map(({ sender }) => tronHex(sender)).every((hex) => hex?.length === 40)).toBe(true);
  expect(facade.pages() - pages).toBe(8);
  expect(facade.key()).toBe(KEY);
  const stored = async (txids: readonly string[]): Promise<ReadonlySet<string>> => new Set(txids);
  expect((await tron().read(readTo, stored)).found).toEqual([]);
});

test('TRON: a row that comes late is found; one that is not solid yet holds the mark', async () => {
  const since = (await read(tron())).readTo;
  const late = (await chain.transfer(trc20Contract(), us, 10_000n)).slice(2);
  await chain.mine(FINAL + 2);
  facade.faults.missing.add(late);
  const without = await read(tron(), since);
  expect([without.found, without.isComplete]).toEqual([[], true]);
  facade.faults.missing.clear();
  facade.faults.unknown.add(late);
  const open = await read(tron(), without.readTo);
  expect([open.found, open.isComplete, open.readTo.time < without.readTo.time]).toEqual([[], false, true]);
  facade.faults.unknown.clear();
  expect((await read(tron(), open.readTo)).found.map(({ txid }) => txid)).toEqual([late]);
});

test('TRON: banned, behind, or another chain', async () => {
  const reader = tron();
  const { readTo } = await read(reader);
  facade.faults.throttled = 1;
  expect(await fault(reader)).toContain('403');
  now += 29 * SECOND_MS;
  expect(await fault(reader)).toContain('resting');
  now += SECOND_MS;
  expect(await fault(reader)).toBe('none');
  facade.faults.behind = 150;
  expect(await fault(reader, readTo)).toContain('lagging');
  const other = createTronReader({ ...networks.trc20, chainId: 1 }, tronUs, {
    endpoint: { url: facade.url },
    outside,
  });
  expect(await fault(other)).toContain('wrong-chain');
});
