import { tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import type { TestChain } from './chain.ts';
import { type Answer, type Asked, type JsonService, serveJson } from './serve-json.ts';

/** What the service does wrong; may be changed at any time. */
export interface FacadeFaults {
  /** Requests that are still answered 403, as TronGrid bans for a while. */
  throttled: number;
  /** Transactions that are missing in lists. */
  readonly missing: Set<string>;
  /** Transactions that are listed and not known as solid. */
  readonly unknown: Set<string>;
  /** Solid blocks that it is behind. */
  behind: number;
  /** Rows a page, whatever is asked for. */
  rowsAPage: number;
  /** Every row stands in its list twice. */
  isDoubled: boolean;
  /** The contract that every row is said to be of. */
  allAreOf?: string;
}

export interface TronFacade extends JsonService {
  readonly faults: FacadeFaults;
  /** Pages of lists that were asked for. */
  pages(): number;
  /** The key that came with the last request. */
  key(): string | undefined;
}

interface EvmLog {
  readonly address: string;
  readonly topics: readonly string[];
  readonly data: string;
  readonly blockNumber: string;
  readonly transactionHash: string;
}
interface EvmBlock {
  readonly number: string;
  readonly hash: string;
  readonly timestamp: string;
}

const bare = (hex: string): string => hex.replace(/^0x/, '');
const hexOf = (n: number): string => `0x${n.toString(16)}`;
const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/**
 * TronGrid's way of speaking before an EVM chain: its accounts' histories, and TRON's nodes as far as they are asked
 * for solid blocks and transactions. Final blocks of the chain are solid.
 */
export const startTronFacade = async (chain: TestChain, chainId: number): Promise<TronFacade> => {
  const faults: FacadeFaults = {
    throttled: 0,
    missing: new Set(),
    unknown: new Set(),
    behind: 0,
    rowsAPage: 200,
    isDoubled: false,
  };
  let pages = 0;
  let key: string | undefined;

  const blockAt = async (which: string): Promise<EvmBlock> =>
    (await chain.rpc('eth_getBlockByNumber', [which, false])) as EvmBlock;
  const solid = async (): Promise<EvmBlock> => {
    const { number } = await blockAt('finalized');
    return blockAt(hexOf(Math.max(0, Number(number) - faults.behind)));
  };
  const present = ({ number, hash, timestamp }: EvmBlock): object => ({
    blockID: bare(hash),
    block_header: { raw_data: { number: Number(number), timestamp: Number(timestamp) * 1000 } },
  });

  const rowOf = async ({ address, topics, data, blockNumber, transactionHash }: EvmLog): Promise<object> => ({
    transaction_id: bare(transactionHash),
    token_info: {
      symbol: 'USDT',
      address: faults.allAreOf ?? tronAddress(bare(address)),
      decimals: 6,
      name: 'Tether USD',
    },
    block_timestamp: Number((await blockAt(blockNumber)).timestamp) * 1000,
    from: tronAddress(topics[1]!.slice(-40)),
    to: tronAddress(topics[2]!.slice(-40)),
    type: 'Transfer',
    value: BigInt(data).toString(),
  });

  /** All coins' rows, whatever contract is asked for: a service that is not to be trusted with that. */
  const listRows = async (account: string, query: URLSearchParams): Promise<Answer> => {
    pages += 1;
    const to = `0x${tronHex(account)!.padStart(64, '0')}`;
    const filter = { fromBlock: '0x0', toBlock: (await solid()).number, topics: [TRANSFER, null, to] };
    const logs = (await chain.rpc('eth_getLogs', [filter])) as EvmLog[];
    const shown = logs.filter(({ transactionHash }) => !faults.missing.has(bare(transactionHash)));
    const rows = (await Promise.all(shown.map(rowOf))) as { block_timestamp: number }[];
    const since = rows.filter(({ block_timestamp }) => block_timestamp >= Number(query.get('min_timestamp')));
    const all = faults.isDoubled ? since.flatMap((row) => [row, row]) : since;
    const start = Number(query.get('fingerprint') ?? 0);
    const end = start + Math.min(faults.rowsAPage, Number(query.get('limit')));
    const meta = { at: 0, page_size: 0, ...(end < all.length && { fingerprint: String(end) }) };
    return { status: 200, json: { data: all.slice(start, end), success: true, meta } };
  };

  const transactionInfo = async (txid: string): Promise<Answer> => {
    const receipt = (await chain.rpc('eth_getTransactionReceipt', [`0x${txid}`])) as {
      blockNumber: string;
      status: string;
      logs: readonly EvmLog[];
    } | null;
    const isSolid = receipt !== null && Number(receipt.blockNumber) <= Number((await solid()).number);
    if (!isSolid || faults.unknown.has(txid)) return { status: 200, json: {} };
    const block = await blockAt(receipt.blockNumber);
    const log = receipt.logs.map(({ address, topics, data }) => ({
      address: bare(address),
      topics: topics.map(bare),
      data: bare(data),
    }));
    const result = receipt.status === '0x1' ? 'SUCCESS' : 'REVERT';
    const blockTimeStamp = Number(block.timestamp) * 1000;
    return {
      status: 200,
      json: { id: txid, blockNumber: Number(block.number), blockTimeStamp, receipt: { result }, log },
    };
  };

  /** What a contract answers to `decimals()`, which is all that is asked. */
  const constantOf = async (body: Asked['body']): Promise<Answer> => {
    const to = `0x${tronHex(String(body['contract_address'])) ?? ''}`;
    if (body['function_selector'] !== 'decimals()') return { status: 400 };
    const word = bare(String(await chain.rpc('eth_call', [{ to, data: '0x313ce567' }, 'latest'])));
    return { status: 200, json: { result: { result: true }, ...(word && { constant_result: [word] }) } };
  };

  const handle = async ({ path, query, body, headers }: Asked): Promise<Answer> => {
    key = headers['tron-pro-api-key']?.toString();
    if (faults.throttled > 0) {
      faults.throttled -= 1;
      return { status: 403 };
    }
    const account = /^\/v1\/accounts\/(\w+)\/transactions\/trc20$/.exec(path)?.[1];
    if (account) return listRows(account, query);
    if (path === '/walletsolidity/getnowblock') return { status: 200, json: present(await solid()) };
    if (path === '/walletsolidity/gettransactioninfobyid') return transactionInfo(String(body['value']));
    if (path === '/walletsolidity/triggerconstantcontract') return constantOf(body);
    if (path !== '/walletsolidity/getblockbynum') return { status: 404 };
    const blockID = chainId.toString(16).padStart(64, '0');
    return { status: 200, json: { blockID, block_header: { raw_data: {} } } };
  };
  return { ...(await serveJson(handle)), faults, pages: () => pages, key: () => key };
};
