import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestChain, startChain } from '../../../../../testkit/chain/chain.ts';
import { startTronFacade, type TronFacade } from '../../../../../testkit/chain/tron-facade.ts';
import { startWeakNode, type WeakNode } from '../../../../../testkit/chain/weak-node.ts';
import { DAY_MS, SECOND_MS } from '../../platform/clock.ts';
import { tronHex } from '@skyport/contract/chain-addresses';
import { checkEndpoint } from './check-endpoint.ts';
import { networks } from './networks.ts';
import { outsideOf } from './outside.ts';
import { usdtTexts } from './texts.ts';

/* What the test of an endpoint finds, in words, on a real chain of this machine and a façade like TronGrid's. */

const KEY = 'very-secret-key';
/** Blocks lie far apart, because a test chain needs milliseconds for each. */
const BLOCK_SECONDS = 900;
const texts = usdtTexts.test;
let chain: TestChain;
let node: WeakNode;
let facade: TronFacade;
let now = 0;
const clock = { now: () => new Date(now) };

beforeAll(async () => {
  chain = await startChain(networks.bep20.chainId);
  node = await startWeakNode(chain);
  facade = await startTronFacade(chain, networks.trc20.chainId);
  await chain.deploy(18, networks.bep20.contract);
  await chain.deploy(6, `0x${tronHex(networks.trc20.contract)!}`);
  await chain.mine(200, BLOCK_SECONDS);
});
afterAll(async () => {
  await Promise.all([node.stop(), facade.stop()]);
  chain.stop();
});
beforeEach(async () => {
  for (const fault of ['chainId', 'denied', 'keepsFrom', 'isBare'] as const) delete node.faults[fault];
  Object.assign(node.faults, { throttled: 0, mostBlocks: 5000, isHtml: false });
  Object.assign(facade.faults, { throttled: 0, behind: 0 });
  await chain.mine(5);
  now = (await chain.head()).time.getTime() + SECOND_MS;
});

const evm = (network = networks.bep20, url = `${node.url}/${KEY}`, allowPrivate = true) =>
  checkEndpoint(network, { url, key: KEY }, outsideOf(clock, allowPrivate));
const tron = (network = networks.trc20) =>
  checkEndpoint(network, { url: facade.url, key: KEY }, outsideOf(clock, true));

test('an endpoint that gives everything that a watcher asks for has nothing wrong', async () => {
  expect([await evm(), await tron()]).toEqual([undefined, undefined]);
});

test('one that nobody reaches, over http, inside, or with a page for people is named so', async () => {
  expect(await evm(networks.bep20, `http://127.0.0.1:9/${KEY}`)).toBe(texts.unreachable);
  expect(await evm(networks.bep20, `http://node.example/${KEY}`, false)).toBe(texts.insecure);
  expect(await evm(networks.bep20, `https://10.0.0.7/${KEY}`, false)).toBe(texts.private);
  node.faults.isHtml = true;
  expect(await evm()).toBe(texts['bad-answer']);
});

test('one of another chain, behind its chain, or without the contract of USDT is named so', async () => {
  node.faults.chainId = 97;
  expect(await evm()).toBe(texts['wrong-chain'](97, 56));
  expect(await tron({ ...networks.trc20, chainId: 1 })).toBe(texts['wrong-chain'](networks.trc20.chainId, 1));
  delete node.faults.chainId;
  now += 600 * SECOND_MS;
  expect([await evm(), await tron()]).toEqual([texts.lagging(10), texts.lagging(10)]);
  now -= 1200 * SECOND_MS;
  expect([await evm(), await tron()]).toEqual([texts.ahead(9), texts.ahead(9)]);
  now += 600 * SECOND_MS;
  node.faults.isBare = true;
  expect(await evm()).toBe(texts.contract);
  delete node.faults.isBare;
  const empty = `0x${'7'.repeat(40)}`;
  expect(await evm({ ...networks.bep20, contract: empty })).toBe(texts.contract);
  expect(await evm({ ...networks.bep20, decimals: 6 })).toBe(texts.contract);
  expect(await tron({ ...networks.trc20, decimals: 18 })).toBe(texts.contract);
});

test('one that refuses its key, throttles, or shows no events, or none of a day ago, is named so', async () => {
  for (const status of [401, 403]) {
    node.faults.denied = status;
    expect(await evm()).toBe(texts.denied(String(status)));
  }
  delete node.faults.denied;
  facade.faults.throttled = 1;
  expect(await tron()).toBe(texts.denied('403'));
  node.faults.throttled = 1;
  expect(await evm()).toBe(texts.throttled('429'));
  node.faults.mostBlocks = 0;
  expect(await evm()).toBe(texts.records);
  node.faults.mostBlocks = 5000;
  const { number } = await chain.head();
  const blocksADay = DAY_MS / SECOND_MS / BLOCK_SECONDS;
  node.faults.keepsFrom = number - blocksADay / 2;
  expect(await evm()).toBe(texts.history);
  node.faults.keepsFrom = number - 2 * blocksADay;
  expect(await evm()).toBeUndefined();
});

test('nothing that it says holds a key, whatever went wrong', async () => {
  const http = async (url: string): Promise<Response> => {
    throw new Error(`cannot reach ${url}`);
  };
  const said = await checkEndpoint(networks.bep20, { url: `https://n.example/${KEY}` }, { clock, http });
  expect(said).toBe(texts.unreachable);
});
