import { tronAddress, tronHex } from '@skyport/contract/chain-addresses';
import { isPossible } from './amounts.ts';
import { type Client, EndpointFault } from './endpoint.ts';
import { TRANSFER } from './evm-answers.ts';
import type { Network } from './networks.ts';
import { type BlockMark, type Found, parsed } from './reading.ts';
import { ConstantResult, type Row, Rows, SolidBlock, TransactionAnswer, type TransactionInfo } from './tron-answers.ts';

const ROWS_A_PAGE = 200;
const MOST_PAGES = 20;
/** Pages of one instant: a block holds fewer transfers. */
const MOST_PAGES_AT_ONCE = 500;

/** TRON as one endpoint has it; what it answers is checked, and an EndpointFault thrown for what cannot be. */
export interface TronChain {
  readonly name: string;
  chainId(): Promise<number>;
  /** The newest block that stays. */
  solidBlock(): Promise<BlockMark>;
  /**
   * Incoming transfers of all contracts since an instant in ms, oldest first. If `isAll` is false, more rows follow the
   * last one.
   */
  rows(since: number): Promise<{ readonly rows: readonly Row[]; readonly isAll: boolean }>;
  /** The transfers of USDT to us in a transaction; undefined while it is not known up to that block. */
  transfers(txid: string, solid: BlockMark): Promise<Found[] | undefined>;
  /** Decimals of the contract of USDT; undefined where there is none. */
  decimals(): Promise<number | undefined>;
}

/** The transfers of USDT to us in one transaction, each by its place among the transaction's events. */
const transfersIn = (info: TransactionInfo, network: Network, address: string): Found[] => {
  if (info.receipt.result !== 'SUCCESS') return [];
  const [usdt, us] = [tronHex(network.contract)!, tronHex(address)!];
  return info.log.flatMap(({ address: contract, topics, data }, logIndex): Found[] => {
    const [event, from = '', to = ''] = topics;
    const isOurs = contract.slice(-40) === usdt && `0x${event}` === TRANSFER && to.slice(-40) === us;
    if (!isOurs || topics.length !== 3 || data.length !== 64) return [];
    const units = BigInt(`0x${data}`);
    if (units === 0n) return [];
    const sender = tronAddress(from.slice(-40));
    const { id: txid, blockNumber: block, blockTimeStamp } = info;
    return [{ txid, logIndex, block, blockHash: '', time: new Date(blockTimeStamp), sender, units }];
  });
};

/** TRON behind an endpoint, for transfers to one address. */
export const createTronChain = (client: Client, network: Network, address: string): TronChain => {
  const { name } = client;
  const page = (since: number, fingerprint: string | undefined): Promise<unknown> =>
    client.get(`/v1/accounts/${address}/transactions/trc20`, {
      only_to: 'true',
      only_confirmed: 'true',
      contract_address: network.contract,
      limit: String(ROWS_A_PAGE),
      order_by: 'block_timestamp,asc',
      min_timestamp: String(since),
      ...(fingerprint !== undefined && { fingerprint }),
    });
  return {
    name,
    chainId: async () => {
      const first = parsed(name, SolidBlock, await client.post('/walletsolidity/getblockbynum', { num: 0 }));
      return Number.parseInt(first.blockID.slice(-8), 16);
    },
    solidBlock: async () => {
      const answer = parsed(name, SolidBlock, await client.post('/walletsolidity/getnowblock', {}));
      const { number, timestamp } = answer.block_header.raw_data;
      return { number, hash: answer.blockID, time: new Date(timestamp) };
    },
    rows: async (since) => {
      const rows: Row[] = [];
      let fingerprint: string | undefined;
      const isOneInstant = (): boolean => rows.every((row) => row.block_timestamp === rows[0]!.block_timestamp);
      for (let asked = 0; asked < MOST_PAGES || (asked < MOST_PAGES_AT_ONCE && isOneInstant()); asked++) {
        const { data, meta } = parsed(name, Rows, await page(since, fingerprint));
        rows.push(...data);
        fingerprint = meta.fingerprint;
        if (fingerprint === undefined) return { rows, isAll: true };
      }
      return { rows, isAll: false };
    },
    transfers: async (txid, solid) => {
      const answer = await client.post('/walletsolidity/gettransactioninfobyid', { value: txid });
      const info = parsed(name, TransactionAnswer, answer);
      if (!info || info.blockNumber > solid.number) return undefined;
      if (info.id !== txid) throw new EndpointFault(name, 'bad-answer', 'another transaction');
      const found = transfersIn(info, network, address);
      if (found.every(({ units }) => isPossible(network.name, units))) return found;
      throw new EndpointFault(name, 'bad-answer', 'more USDT than there are');
    },
    decimals: async () => {
      const call = { contract_address: network.contract, function_selector: 'decimals()', visible: true };
      const answer = await client.post('/walletsolidity/triggerconstantcontract', { owner_address: address, ...call });
      return parsed(name, ConstantResult, answer);
    },
  };
};
