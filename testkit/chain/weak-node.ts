import type { TestChain } from './chain.ts';
import { type JsonService, serveJson } from './serve-json.ts';

/** What a node does wrong; may be changed at any time. */
export interface NodeFaults {
  /** Requests that are still answered 429. */
  throttled: number;
  /** Blocks of events that it gives at once, else -32005. */
  mostBlocks: number;
  /** Blocks that it is behind the chain. */
  behind: number;
  /** It says that it knows of no events. */
  losesEvents: boolean;
  /** Its chain's id, when it is another one. */
  chainId?: number;
  /** It answers a page for people. */
  isHtml: boolean;
  /** Status with which it answers whoever has no right key. */
  denied?: number;
  /** What it answers of events before this block is that it has them no more. */
  keepsFrom?: number;
  /** It knows no contract. */
  isBare?: boolean;
  /** Blocks that it makes up above the chain's newest one, as old as that one. */
  invents?: number;
}

export interface WeakNode extends JsonService {
  readonly faults: NodeFaults;
  /** How often it was asked for events. */
  asked(): number;
}

const hex = (number: number): string => `0x${number.toString(16)}`;

/** A node before a chain that works until it is told to fail. */
export const startWeakNode = async (chain: TestChain): Promise<WeakNode> => {
  const faults: NodeFaults = {
    throttled: 0,
    mostBlocks: Number.POSITIVE_INFINITY,
    behind: 0,
    losesEvents: false,
    isHtml: false,
  };
  let asked = 0;
  /** A block that it makes up; undefined for one that there is. */
  const invented = async (which: unknown): Promise<object | undefined> => {
    const { number, time } = await chain.head();
    const wanted = which === 'finalized' ? number + (faults.invents ?? 0) : Number(which);
    if (faults.invents === undefined || !(wanted > number)) return undefined;
    const hash = `0x${wanted.toString(16).padStart(64, '0')}`;
    return { number: hex(wanted), hash, timestamp: hex(Math.floor(time.getTime() / 1000)) };
  };
  const answerTo = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    const block = method === 'eth_getBlockByNumber' ? await invented(params[0]) : undefined;
    if (block) return block;
    return method === 'eth_getLogs' ? eventsOf(params) : otherAnswerTo(method, params);
  };
  const eventsOf = async (params: readonly unknown[]): Promise<unknown> => {
    asked += 1;
    return faults.losesEvents || faults.invents !== undefined ? [] : chain.rpc('eth_getLogs', params);
  };
  const otherAnswerTo = async (method: string, params: readonly unknown[]): Promise<unknown> => {
    if (method === 'eth_chainId' && faults.chainId !== undefined) return `0x${faults.chainId.toString(16)}`;
    if (method === 'eth_call' && faults.isBare) return '0x';
    if (method === 'eth_blockNumber') return `0x${((await chain.head()).number - faults.behind).toString(16)}`;
    if (method === 'eth_getBlockByNumber' && params[0] === 'finalized' && faults.behind > 0) {
      const { number } = (await chain.rpc(method, params)) as { number: string };
      return chain.rpc(method, [`0x${Math.max(0, Number(number) - faults.behind).toString(16)}`, false]);
    }
    return chain.rpc(method, params);
  };
  const service = await serveJson(async ({ body }) => {
    if (faults.isHtml) return { status: 200, json: '<html>' };
    if (faults.denied !== undefined) return { status: faults.denied };
    if (faults.throttled > 0) {
      faults.throttled -= 1;
      return { status: 429, retryAfter: 45 };
    }
    const { id, method, params } = body as { id: number; method: string; params: readonly Record<string, string>[] };
    const { fromBlock, toBlock } = params[0] ?? {};
    if (method === 'eth_getLogs' && Number(fromBlock) < (faults.keepsFrom ?? 0))
      return { status: 200, json: { jsonrpc: '2.0', id, error: { code: -32_000, message: 'history is pruned' } } };
    if (method === 'eth_getLogs' && Number(toBlock) - Number(fromBlock) >= faults.mostBlocks)
      return { status: 200, json: { jsonrpc: '2.0', id, error: { code: -32_005, message: 'limit exceeded' } } };
    return { status: 200, json: { jsonrpc: '2.0', id, result: await answerTo(method, params) } };
  });
  return { ...service, faults, asked: () => asked };
};
