import { SECOND_MS } from '../../platform/clock.ts';
import type { Place } from './deposit-store.ts';
import { createClient, type Endpoint, EndpointFault, type Outside } from './endpoint.ts';
import type { Log } from './evm-answers.ts';
import { createEvmChain, foundIn } from './evm-chain.ts';
import { createStretches } from './evm-reader.ts';
import { firstBlockFrom } from './first-block.ts';
import { type Network, networks } from './networks.ts';
import type { Found } from './reading.ts';
import { createTronChain } from './tron-chain.ts';
import { isDust, isTransfer } from './tron-reader.ts';

/** Questions for all transfers of a span. Beyond them it is not read: an endpoint that gives little at once, say. */
const MOST_QUESTIONS = 3000;

/** From an instant on, up to another one that is not in it. */
export interface Span {
  readonly from: Date;
  readonly to: Date;
}

/** One endpoint of a chain, and the world in which it is. */
export interface Access {
  readonly endpoint: Endpoint;
  readonly outside: Outside;
}

/** Asks no more than so many times. */
const asksAtMost = (most: number, { http, clock }: Outside): Outside => {
  let asked = 0;
  return {
    clock,
    http: async (url, ...question) => {
      asked += 1;
      if (asked > most) throw new EndpointFault(new URL(url).host, 'bad-answer', 'too many questions');
      return http(url, ...question);
    },
  };
};

const checkChain = async (
  chain: { readonly name: string; chainId(): Promise<number> },
  network: Network,
): Promise<void> => {
  if ((await chain.chainId()) !== network.chainId) throw new EndpointFault(chain.name, 'wrong-chain');
};

/** Reads a span of one chain for one address. */
type ReadSpan = (
  place: { readonly network: Network; readonly address: string },
  span: Span,
  access: Access,
) => Promise<readonly Found[]>;

const readEvm: ReadSpan = async ({ network, address }, span, { endpoint, outside }) => {
  const chain = createEvmChain(createClient(endpoint, outside), network, address);
  await checkChain(chain, network);
  const timeOf = async (block: number): Promise<number> => (await chain.block(block)).timestamp * SECOND_MS;
  const last = await chain.lastingBlock();
  if ((await timeOf(last)) < span.to.getTime()) throw new EndpointFault(chain.name, 'lagging');
  const end = await firstBlockFrom(span.to.getTime(), last, timeOf);
  const begin = await firstBlockFrom(span.from.getTime(), end, timeOf);
  const askStretch = createStretches(chain);
  const logs: Log[] = [];
  for (let next = begin; next < end;) {
    const stretch = await askStretch(next, end - 1);
    logs.push(...stretch.logs);
    next = stretch.to + 1;
  }
  return foundIn(chain, network, logs);
};

const readTron: ReadSpan = async ({ network, address }, span, { endpoint, outside }) => {
  const chain = createTronChain(createClient(endpoint, outside), network, address);
  await checkChain(chain, network);
  const [from, to] = [span.from.getTime(), span.to.getTime()];
  const solid = await chain.solidBlock();
  if (solid.time.getTime() < to) throw new EndpointFault(chain.name, 'lagging');
  const txids = new Set<string>();
  for (let [since, isOver] = [from, false]; !isOver;) {
    const { rows, isAll } = await chain.rows(since);
    const fitting = rows.filter((row) => isTransfer(row, network) && !isDust(row, network) && row.block_timestamp < to);
    for (const { transaction_id } of fitting) txids.add(transaction_id);
    const newest = rows.reduce((latest, row) => Math.max(latest, row.block_timestamp), since);
    isOver = isAll || newest >= to;
    if (!isOver && newest === since) throw new EndpointFault(chain.name, 'bad-answer', 'a history without an end');
    since = newest;
  }
  const found: Found[] = [];
  for (const txid of txids) {
    const transfers = await chain.transfers(txid, solid);
    if (!transfers) throw new EndpointFault(chain.name, 'bad-answer', 'a transaction of a history is not known');
    found.push(...transfers);
  }
  return found;
};

/**
 * Every transfer of USDT to a place whose block is of a span of time, read anew from one endpoint and in blocks that
 * stay. Throws an EndpointFault when it cannot be read whole, also while the chain is not that far.
 */
export const readSpan = async ({ network, address }: Place, span: Span, access: Access): Promise<readonly Found[]> => {
  const within = { ...access, outside: asksAtMost(MOST_QUESTIONS, access.outside) };
  const read = networks[network].kind === 'evm' ? readEvm : readTron;
  const found = await read({ network: networks[network], address }, span, within);
  return found.filter(({ time }) => time >= span.from && time < span.to);
};
