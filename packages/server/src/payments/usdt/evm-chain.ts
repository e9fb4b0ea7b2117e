import { SECOND_MS } from '../../platform/clock.ts';
import { evmAddress } from '@skyport/contract/chain-addresses';
import { isPossible } from './amounts.ts';
import { type Client, EndpointFault } from './endpoint.ts';
import {
  Block,
  BlockNumber,
  DECIMALS,
  Event,
  hexOf,
  type Log,
  Logs,
  OneWord,
  Receipt,
  Receipts,
  RpcReply,
  topicOf,
  TRANSFER,
} from './evm-answers.ts';
import type { Network } from './networks.ts';
import { type BlockMark, type Found, parsed } from './reading.ts';

/** One chain as one endpoint has it; what it answers is checked, and an EndpointFault thrown for what cannot be. */
export interface EvmChain {
  readonly name: string;
  chainId(): Promise<number>;
  /** Number of the newest block that stays: the chain's own word for it, or so many below its newest. */
  lastingBlock(): Promise<number>;
  /** A block that there must be. */
  block(number: number): Promise<Block>;
  /** Transfers of USDT to our address in blocks, first and last included. */
  transfers(from: number, to: number): Promise<readonly Log[]>;
  /** Transfers of one block that has too many events for `transfers`. `why`: the fault of that request. */
  transfersOfBlock(block: number, why: EndpointFault): Promise<readonly Log[]>;
  /** Those of one transaction; undefined while it is not known in a block up to that one. None when it failed. */
  transfersOf(txid: string, last: number): Promise<readonly Log[] | undefined>;
  /** Decimals of the contract of USDT; undefined where there is none. */
  decimals(): Promise<number | undefined>;
}

type Rpc = (method: string, params: readonly unknown[], bound?: 'wide') => Promise<unknown>;

const rpcOf =
  (client: Client): Rpc =>
  async (method, params, bound) => {
    const asked = { jsonrpc: '2.0', id: 1, method, params };
    const reply = parsed(client.name, RpcReply, await client.post('', asked, bound));
    if ('error' in reply) throw new EndpointFault(client.name, 'refused', String(reply.error.code));
    return reply.result;
  };

/** Whether a fault means that an endpoint would not answer this question, and may answer another one. */
const isRefusal = (fault: unknown): boolean => fault instanceof EndpointFault && fault.kind === 'refused';

/** Whether a fault means that less has to be asked. */
export const isTooMuch = (fault: unknown): fault is EndpointFault =>
  fault instanceof EndpointFault && (fault.kind === 'refused' || fault.kind === 'large');

/** A chain behind an endpoint, for transfers to one address. */
export const createEvmChain = (client: Client, network: Network, address: string): EvmChain => {
  const { name } = client;
  const rpc = rpcOf(client);
  const [usdt, us] = [network.contract.toLowerCase(), topicOf(address)];
  const findBlock = async (which: string): Promise<Block | undefined> =>
    parsed(name, Block.nullish(), await rpc('eth_getBlockByNumber', [which, false])) ?? undefined;
  const isAsked = ({ address: contract, topics, removed, blockNumber }: Log, from: number, to: number): boolean =>
    contract === usdt &&
    topics[0] === TRANSFER &&
    topics[2] === us &&
    !removed &&
    blockNumber >= from &&
    blockNumber <= to;

  const transfers = async (from: number, to: number, bound?: 'wide'): Promise<readonly Log[]> => {
    const filter = { address: usdt, topics: [TRANSFER, null, us], fromBlock: hexOf(from), toBlock: hexOf(to) };
    const logs = parsed(name, Logs, await rpc('eth_getLogs', [filter], bound));
    if (!logs.every((log) => isAsked(log, from, to))) throw new EndpointFault(name, 'bad-answer', 'other events');
    return logs;
  };
  /** Transfers of USDT to us among events of a block. */
  const oursIn = (events: readonly unknown[], block: number): Log[] =>
    events.flatMap((event) => {
      const { success, data } = Event.safeParse(event);
      return success && isAsked(data, block, block) ? [data] : [];
    });

  return {
    name,
    chainId: async () => parsed(name, BlockNumber, await rpc('eth_chainId', [])),
    lastingBlock: async () => {
      const { tag, depth } = network.finality;
      const byWord = tag && (await findBlock(tag).catch((fault: unknown) => unlessRefused(fault)));
      if (byWord) return byWord.number;
      return Math.max(0, parsed(name, BlockNumber, await rpc('eth_blockNumber', [])) - depth);
    },
    block: async (number) => {
      const block = await findBlock(hexOf(number));
      if (block?.number !== number) throw new EndpointFault(name, 'bad-answer', 'a block is missing');
      return block;
    },
    transfers: (from, to) => transfers(from, to),
    transfersOfBlock: async (block, why) => {
      if (why.kind === 'large') return transfers(block, block, 'wide');
      // An endpoint that counts events gives the receipts of the block all the same.
      const answer = await rpc('eth_getBlockReceipts', [hexOf(block)], 'wide').catch((fault: unknown) => {
        throw isRefusal(fault) ? why : fault;
      });
      return parsed(name, Receipts, answer).flatMap(({ status, logs }) => (status === 1 ? oursIn(logs, block) : []));
    },
    transfersOf: async (txid, last) => {
      const receipt = parsed(name, Receipt.nullish(), await rpc('eth_getTransactionReceipt', [txid])) ?? undefined;
      if (receipt === undefined || receipt.blockNumber > last) return undefined;
      if (receipt.transactionHash !== txid) throw new EndpointFault(name, 'bad-answer', 'another transaction');
      if (receipt.status !== 1) return [];
      return oursIn(receipt.logs, receipt.blockNumber);
    },
    decimals: async () => {
      const asked = rpc('eth_call', [{ to: usdt, data: DECIMALS }, 'latest']);
      return parsed(name, OneWord, await asked.catch((fault: unknown) => unlessRefused(fault) ?? '0x'));
    },
  };
};

/** Some services do not know the word for what stays. */
const unlessRefused = (fault: unknown): undefined => {
  if (!isRefusal(fault)) throw fault;
  return undefined;
};

const timeOf = ({ timestamp }: Block): Date => new Date(timestamp * SECOND_MS);

/** A block as a mark. */
export const markOf = (block: Block): BlockMark => ({ number: block.number, hash: block.hash, time: timeOf(block) });

/** What events are as transfers, with the times of their blocks; those of nothing are left out. */
export const foundIn = async (chain: EvmChain, network: Network, logs: readonly Log[]): Promise<Found[]> => {
  const blocks = new Map<number, Block>();
  for (const number of new Set(logs.map(({ blockNumber }) => blockNumber)))
    blocks.set(number, await chain.block(number));
  return logs.flatMap((log): Found[] => {
    const block = blocks.get(log.blockNumber)!;
    const units = BigInt(log.data);
    if (block.hash !== log.blockHash) throw new EndpointFault(chain.name, 'bad-answer', 'an event of another block');
    if (!isPossible(network.name, units)) throw new EndpointFault(chain.name, 'bad-answer', 'more USDT than there are');
    if (units === 0n) return [];
    const sender = evmAddress(`0x${log.topics[1].slice(-40)}`)!;
    const { transactionHash: txid, logIndex, blockHash } = log;
    return [{ txid, logIndex, block: block.number, blockHash, time: timeOf(block), sender, units }];
  });
};
