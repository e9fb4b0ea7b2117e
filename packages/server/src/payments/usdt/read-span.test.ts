import { evmAddress, tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type TestChain, startChain } from '../../../../../testkit/chain/chain.ts';
import { startTronFacade, type TronFacade } from '../../../../../testkit/chain/tron-facade.ts';
import { startWeakNode, type WeakNode } from '../../../../../testkit/chain/weak-node.ts';
import { SECOND_MS } from '../../platform/clock.ts';
import { unitsOf } from './amounts.ts';
import type { Outside } from './endpoint.ts';
import { type NetworkName, networks } from './networks.ts';
import { readSpan, type Span } from './read-span.ts';

/** Blocks above one, after which its chain says that it stays. */
const FINAL = 5;
const CONTRACTS = { bep20: networks.bep20.contract, trc20: `0x${tronHex(networks.trc20.contract)!}` } as const;

let chain: TestChain;
let node: WeakNode;
let facade: TronFacade;
let fake: string;
/** Each test has addresses of its own. */
let us = '';
let made = 0;
const outside: Outside = { http: (url, init) => fetch(url, init), clock: { now: () => new Date() } };

beforeAll(async () => {
  chain = await startChain(networks.bep20.chainId);
  node = await startWeakNode(chain);
  facade = await startTronFacade(chain, networks.trc20.chainId);
  await chain.deploy(18, CONTRACTS.bep20);
  await chain.deploy(6, CONTRACTS.trc20);
  fake = await chain.deploy(18);
  await chain.mine(100);
});
afterAll(async () => {
  await Promise.all([node.stop(), facade.stop()]);
  chain.stop();
});
beforeEach(async () => {
  Object.assign(node.faults, { throttled: 0, mostBlocks: 5000, behind: 0, isHtml: false });
  Object.assign(facade.faults, { throttled: 0, behind: 0, rowsAPage: 200, isDoubled: false });
  facade.faults.missing.clear();
  facade.faults.unknown.clear();
  made += 1;
  us = evmAddress(`0x${made.toString(16).padStart(40, 'e')}`)!;
});

type Read = 'bep20' | 'trc20';
const both: readonly Read[] = ['bep20', 'trc20'];

/** Sends thousandths of USDT to us, in one transaction; gives it, and the time of its block. */
const send = async (network: Read, ...milli: number[]): Promise<{ txid: string; time: Date }> => {
  const txid = await chain.transfer(CONTRACTS[network], us, ...milli.map((each) => unitsOf(network, each)));
  await chain.mine(1);
  return { txid, time: (await chain.head()).time };
};
const readPlace = (network: NetworkName, span: Span) =>
  readSpan({ network, address: network === 'trc20' ? tronAddress(us.slice(2)) : us }, span, {
    endpoint: { url: network === 'trc20' ? facade.url : node.url },
    outside,
  });
const fault = (network: NetworkName, span: Span): Promise<string> =>
  readPlace(network, span).then(
    () => 'none',
    (thrown: unknown) => String(thrown),
  );
/** The newest blocks stay. */
const settleDown = (): Promise<void> => chain.mine(FINAL, 10);

test('a span is read from its first instant on, and nothing after it, whatever an endpoint gives at once', async () => {
  Object.assign(node.faults, { mostBlocks: 3 });
  Object.assign(facade.faults, { rowsAPage: 1, isDoubled: true });
  for (const network of both) {
    await send(network, 1);
    await chain.mine(4, 30);
    const first = await send(network, 10, 11);
    await chain.transfer(fake, us, 12n);
    await chain.mine(20, 30);
    await send(network, 13);
    const after = await send(network, 14);
    await settleDown();
    const found = await readPlace(network, { from: first.time, to: after.time });
    expect(found.map(({ units }) => units).toSorted()).toEqual([10, 11, 13].map((milli) => unitsOf(network, milli)));
    expect(found.filter(({ txid }) => first.txid.endsWith(txid.replace('0x', '')))).toHaveLength(2);
  }
});

test('a span without a transfer or a block has nothing', async () => {
  const { time } = await send('bep20', 1);
  await settleDown();
  const from = new Date(time.getTime() + SECOND_MS);
  for (const network of both) {
    expect(await readPlace(network, { from, to: from })).toEqual([]);
    expect(await readPlace(network, { from: new Date(0), to: new Date(1) })).toEqual([]);
  }
});

test('a chain that is not that far, another chain, and a page for people are faults', async () => {
  const { time } = await send('bep20', 1);
  const span = { from: time, to: new Date(time.getTime() + SECOND_MS) };
  for (const network of both) expect(await fault(network, span)).toContain('lagging');
  await settleDown();
  for (const network of both) expect(await fault(network, span)).toBe('none');
  node.faults.chainId = 1;
  expect(await fault('bep20', span)).toContain('wrong-chain');
  delete node.faults.chainId;
  node.faults.isHtml = true;
  expect(await fault('bep20', span)).toContain('bad-answer');
});

test('nothing is read half: a transaction of a history that a node does not know is a fault', async () => {
  const { txid, time } = await send('trc20', 10);
  await settleDown();
  facade.faults.unknown.add(txid.slice(2));
  expect(await fault('trc20', { from: time, to: new Date(time.getTime() + 1) })).toContain('bad-answer');
});

/** A question as an endpoint gets it; a block by its number or a word, events of blocks. */
interface Question {
  readonly method: string;
  readonly params: readonly [string | { readonly fromBlock: string; readonly toBlock: string }];
}

/** A chain of a block a second that gives the events of one block at a time. */
const answerOf = ({ method, params: [asked] }: Question): object => {
  if (method === 'eth_chainId') return { result: `0x${networks.bep20.chainId.toString(16)}` };
  if (typeof asked === 'object')
    return asked.fromBlock === asked.toBlock ? { result: [] } : { error: { code: -32_005 } };
  const number = asked === 'finalized' ? '0x2710' : asked;
  return { result: { number, hash: `0x${'1'.repeat(64)}`, timestamp: number } };
};

test('an endpoint that gives a block at a time is not asked without an end', async () => {
  let asked = 0;
  const http: Outside['http'] = async (_url, { body }) => {
    asked += 1;
    const question = JSON.parse(typeof body === 'string' ? body : '{}') as Question;
    return Response.json({ jsonrpc: '2.0', id: 1, ...answerOf(question) });
  };
  const access = { endpoint: { url: 'https://node.example' }, outside: { ...outside, http } };
  const place = { network: 'bep20', address: us } as const;
  const read = (seconds: number) => readSpan(place, { from: new Date(0), to: new Date(seconds * SECOND_MS) }, access);
  expect(await read(1000)).toEqual([]);
  asked = 0;
  await expect(read(9000)).rejects.toThrow('bad-answer');
  expect(asked).toBe(3000);
});
