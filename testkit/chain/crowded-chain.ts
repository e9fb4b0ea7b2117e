import { type Answer, type Asked, type JsonService, serveJson } from './serve-json.ts';

/** A transfer on a crowded chain. Each is a transaction of its own. */
interface Transfer {
  readonly n: number;
  readonly block: number;
  readonly units: bigint;
}

/** A chain that is made up, so that a hundred thousand transfers to one address are there at once. */
export interface CrowdedChain extends JsonService {
  /** Adds blocks, each with so many transfers of as many base units. */
  add(blocks: number, transfers?: { readonly each: number; readonly units: bigint }): void;
  /** Time of the newest block; all of them stay. */
  readonly head: () => Date;
  /** How often each question was asked. */
  readonly asked: Map<string, number>;
  /** Events that it gives at once, else -32005. */
  mostEvents: number;
}

interface Given {
  readonly chainId: number;
  /** The coin and our address, 20 bytes in hex without a prefix. */
  readonly coin: string;
  readonly us: string;
  /** The coin's address as lists of TRON write it. */
  readonly token?: string;
  readonly begins: Date;
}

const TRANSFER = 'ddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';
const BLOCK_MS = 3000;
/** Blocks that there are from the beginning. */
const FIRST_BLOCKS = 1000;
const ROWS_A_PAGE = 200;
const word = (n: number | bigint | string): string =>
  (typeof n === 'string' ? n : n.toString(16)).toLowerCase().padStart(64, '0');
const hex = (n: number): string => `0x${n.toString(16)}`;
const hashOf = (block: number): string => `0x${'b'.repeat(32)}${word(block).slice(32)}`;
const SENDER = 'd'.repeat(40);

/** Starts it: one service answers as a node of an EVM chain and as TronGrid. */
export const startCrowdedChain = async ({ chainId, coin, us, token = '', begins }: Given): Promise<CrowdedChain> => {
  const byBlock = new Map<number, Transfer[]>();
  const all: Transfer[] = [];
  const asked = new Map<string, number>();
  let head = FIRST_BLOCKS;
  const timeOf = (block: number): number => begins.getTime() + block * BLOCK_MS;
  const blockOf = (number: number) => ({
    number: hex(number),
    hash: hashOf(number),
    timestamp: hex(timeOf(number) / 1000),
  });
  /** Other addresses have other transactions. */
  const idOf = (n: number): string => `${us}${word(n).slice(us.length)}`;
  const logOf = ({ n, block, units }: Transfer, logIndex: number) => ({
    address: `0x${coin}`,
    topics: [TRANSFER, SENDER, us].map((topic) => `0x${word(topic)}`),
    data: `0x${word(units)}`,
    blockNumber: hex(block),
    blockHash: hashOf(block),
    transactionHash: `0x${idOf(n)}`,
    logIndex: hex(logIndex),
  });
  const logsIn = (from: number, to: number) => {
    const logs = [];
    for (let block = from; block <= to; block += 1) logs.push(...(byBlock.get(block) ?? []).map(logOf));
    return logs;
  };

  const eventsIn = ({ fromBlock, toBlock }: Readonly<Record<string, string>>): Answer['json'] => {
    const logs = logsIn(Number(fromBlock), Number(toBlock));
    return logs.length > chain.mostEvents ? { error: { code: -32_005 } } : { result: logs };
  };
  const receiptsOf = (block: number): object[] =>
    logsIn(block, block).map((log) => ({ ...log, status: '0x1', logs: [log] }));
  const answerTo = (method: string, [first]: readonly unknown[]): Answer['json'] => {
    if (method === 'eth_chainId') return { result: hex(chainId) };
    if (method === 'eth_getLogs') return eventsIn(first as Readonly<Record<string, string>>);
    if (method === 'eth_getBlockReceipts') return { result: receiptsOf(Number(first)) };
    if (method !== 'eth_getBlockByNumber') return { error: { code: -32_601 } };
    return { result: blockOf(first === 'finalized' ? head : Number(first)) };
  };

  const rowsAnswer = (query: URLSearchParams): Answer => {
    const since = Number(query.get('min_timestamp'));
    const first = all.findIndex(({ block }) => timeOf(block) >= since);
    const start = first < 0 ? all.length : first + Number(query.get('fingerprint') ?? 0);
    const end = start + ROWS_A_PAGE;
    const data = all.slice(start, end).map(({ n, block, units }) => ({
      transaction_id: idOf(n),
      token_info: { address: token },
      block_timestamp: timeOf(block),
      type: 'Transfer',
      value: String(units),
    }));
    return {
      status: 200,
      json: { data, meta: { ...(end < all.length && { fingerprint: String(end - first) }) } },
    };
  };
  const transactionOf = (txid: string): object => {
    const { block, units } = all[Number(`0x${txid.slice(us.length)}`)]!;
    const log = { address: coin, topics: [TRANSFER, word(SENDER), word(us)], data: word(units) };
    const blockTimeStamp = timeOf(block);
    return { id: txid, blockNumber: block, blockTimeStamp, receipt: { result: 'SUCCESS' }, log: [log] };
  };
  const solidBlock = (number: number): object => ({
    blockID: word(number === 0 ? chainId : number),
    block_header: { raw_data: number === 0 ? {} : { number, timestamp: timeOf(number) } },
  });

  const handle = async ({ path, query, body }: Asked): Promise<Answer> => {
    const rpc = typeof body['method'] === 'string' ? body['method'] : path;
    const method = path.startsWith('/v1/') ? 'rows' : rpc;
    asked.set(method, (asked.get(method) ?? 0) + 1);
    if (method === 'rows') return rowsAnswer(query);
    if (path === '/walletsolidity/getnowblock') return { status: 200, json: solidBlock(head) };
    if (path === '/walletsolidity/getblockbynum') return { status: 200, json: solidBlock(0) };
    if (path === '/walletsolidity/gettransactioninfobyid')
      return { status: 200, json: transactionOf(String(body['value'])) };
    const reply = answerTo(method, body['params'] as readonly unknown[]) as object;
    return { status: 200, json: { jsonrpc: '2.0', id: 1, ...reply } };
  };
  const chain: CrowdedChain = {
    ...(await serveJson(handle)),
    add: (blocks, transfers = { each: 0, units: 0n }) => {
      for (let added = 0; added < blocks; added += 1) {
        head += 1;
        const here = Array.from({ length: transfers.each }, (_, i) => ({
          n: all.length + i,
          block: head,
          units: transfers.units,
        }));
        byBlock.set(head, here);
        all.push(...here);
      }
    },
    head: () => new Date(timeOf(head)),
    asked,
    mostEvents: Number.POSITIVE_INFINITY,
  };
  return chain;
};
