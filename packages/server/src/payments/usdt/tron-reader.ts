import { LRUCache } from 'lru-cache';
import { HOUR_MS } from '../../platform/clock.ts';
import { unitsOf } from './amounts.ts';
import { createClient, EndpointFault, type Endpoint, type Outside } from './endpoint.ts';
import type { Network } from './networks.ts';
import type { BlockMark, Found, Reader, Reading } from './reading.ts';
import type { Row } from './tron-answers.ts';
import { createTronChain, type TronChain } from './tron-chain.ts';

/** What lies so shortly before what was read is read again: TronGrid loses rows and delays them. */
const LOOK_BACK_MS = 2 * HOUR_MS;
/** Transactions that are looked into at one look. */
const MOST_LOOKS = 100;
const MOST_REMEMBERED = 10_000;
const NEVER = Number.POSITIVE_INFINITY;

/** What new transactions hold; the time of the oldest that nothing is known of, and of the oldest that was left. */
interface Looked {
  readonly found: readonly Found[];
  readonly openSince: number;
  readonly leftSince: number;
}

/**
 * Looks into transactions of an account's history, which itself knows neither events nor blocks. Those that hold
 * nothing are remembered: lists show them again for hours.
 */
const createLooks = (
  chain: TronChain,
): ((rows: readonly Row[], solid: BlockMark, stored: ReadonlySet<string>) => Promise<Looked>) => {
  const empty = new LRUCache<string, true>({ max: MOST_REMEMBERED });
  return async (rows, solid, stored) => {
    const times = new Map(rows.map((row) => [row.transaction_id, row.block_timestamp]));
    const values = new Map(rows.map((row) => [row.transaction_id, row.value ?? 0n]));
    // Large ones first: they are what customers pay, and not what somebody sends to be in the way.
    const fresh = [...times]
      .filter(([txid]) => !stored.has(txid) && !empty.has(txid))
      .toSorted(([one], [other]) => Number(values.get(other)! - values.get(one)!));
    const found: Found[] = [];
    let openSince = NEVER;
    for (const [txid, time] of fresh.slice(0, MOST_LOOKS)) {
      const transfers = await chain.transfers(txid, solid);
      if (!transfers) openSince = Math.min(openSince, time);
      else if (transfers.length === 0) empty.set(txid, true);
      else found.push(...transfers);
    }
    return { found, openSince, leftSince: Math.min(NEVER, ...fresh.slice(MOST_LOOKS).map(([, time]) => time)) };
  };
};

/** Whether a row says that less came than can be paid or credited: its transaction is not looked into. */
export const isDust = ({ value }: Row, { name }: Network): boolean => value !== undefined && value < unitsOf(name, 1);

/** Whether a row of an account's history is a transfer of USDT: histories show every coin. */
export const isTransfer = ({ token_info, type }: Row, { contract }: Network): boolean =>
  token_info.address === contract && type === 'Transfer';

const newestOf = (rows: readonly Row[], since: number): number =>
  rows.reduce((latest, { block_timestamp }) => Math.max(latest, block_timestamp), since);

/** Reads one address of TRON from one endpoint that speaks as TronGrid does, among the blocks that are solid. */
export const createTronReader = (
  network: Network,
  address: string,
  { endpoint, outside }: { readonly endpoint: Endpoint; readonly outside: Outside },
): Reader => {
  const chain = createTronChain(createClient(endpoint, outside), network, address);
  const look = createLooks(chain);
  let isRightChain = false;

  const solidBlock = async (since: BlockMark | undefined): Promise<BlockMark> => {
    isRightChain ||= (await chain.chainId()) === network.chainId;
    if (!isRightChain) throw new EndpointFault(chain.name, 'wrong-chain');
    const solid = await chain.solidBlock();
    const behind = since ? since.number - solid.number : 0;
    if (behind > network.finality.lookBack) throw new EndpointFault(chain.name, 'lagging', `${behind} blocks`);
    return solid;
  };

  /** Where the next look goes on reading again; a history that is read whole begins at its start each time. */
  let again = 0;

  /**
   * Rows after an instant in ms, with an overlap before it. If the overlap is too long for one poll, each poll reads a
   * part of it again, so that new rows do not wait. `readTo`: the new cursor.
   */
  const history = async (since: number): Promise<{ readonly rows: readonly Row[]; readonly readTo: number }> => {
    const from = since - LOOK_BACK_MS;
    const begin = again > from && again < since ? again : from;
    const old = await chain.rows(begin);
    const oldTo = old.isAll ? NEVER : newestOf(old.rows, begin);
    again = oldTo < since ? oldTo : 0;
    if (oldTo > since) return { rows: old.rows, readTo: oldTo };
    const fresh = await chain.rows(since);
    return { rows: [...old.rows, ...fresh.rows], readTo: fresh.isAll ? NEVER : newestOf(fresh.rows, since) };
  };

  const read: Reader['read'] = async (since, known): Promise<Reading> => {
    const solid = await solidBlock(since);
    const { rows, readTo } = await history((since?.time ?? solid.time).getTime());
    const isAll = readTo === NEVER;
    const ours = rows.filter((row) => isTransfer(row, network) && !isDust(row, network));
    const stored = await known(ours.map((row) => row.transaction_id));
    const { found, openSince, leftSince } = await look(ours, solid, stored);
    const listedTo = Math.min(readTo, solid.time.getTime());
    // A row that stays a mystery is waited for as long as rows are read again, and no longer.
    const waited = Math.max(openSince, solid.time.getTime() - LOOK_BACK_MS);
    const time = new Date(Math.min(listedTo, leftSince, waited));
    const mark = since && since.number > solid.number ? since : solid;
    const isComplete = isAll && Math.min(openSince, leftSince) === NEVER;
    return { from: 0, readTo: { ...mark, time }, found, isComplete, isForked: false };
  };
  return { name: chain.name, read, head: chain.solidBlock };
};
