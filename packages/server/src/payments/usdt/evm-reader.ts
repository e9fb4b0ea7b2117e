import { createClient, EndpointFault, type Endpoint, type Outside } from './endpoint.ts';
import type { Log } from './evm-answers.ts';
import { createEvmChain, type EvmChain, foundIn, isTooMuch, markOf } from './evm-chain.ts';
import type { Network } from './networks.ts';
import type { BlockMark, Reader, Reading } from './reading.ts';

/** Blocks that are asked for at once: at first and at most, until an endpoint refuses that many. */
const MOST_BLOCKS = 2000;
/** Questions for events in one look, beside those for what was read before. */
const MOST_RANGES = 10;

/** Events of a stretch of blocks, and the last block of it. */
interface Stretch {
  readonly logs: readonly Log[];
  readonly to: number;
}

const half = (from: number, to: number): number => Math.ceil((to - from + 1) / 2);

/** After a slow answer a poll ends; the next poll asks for a smaller range. */
const isSlow = (fault: unknown): boolean =>
  fault instanceof EndpointFault && fault.kind === 'unreachable' && fault.detail === 'slow';

/** Asks for stretches that an endpoint grants: half as long when one is too much, and slowly longer again. */
export const createStretches = (chain: EvmChain): ((from: number, last: number) => Promise<Stretch>) => {
  let blocks = MOST_BLOCKS;
  const ask = async (from: number, last: number): Promise<Stretch> => {
    const to = Math.min(last, from + blocks - 1);
    try {
      const logs = await chain.transfers(from, to);
      blocks = Math.min(MOST_BLOCKS, Math.ceil(blocks * 1.25));
      return { logs, to };
    } catch (fault) {
      if (isSlow(fault)) blocks = half(from, to);
      if (!isTooMuch(fault)) throw fault;
      if (to === from) return { logs: await chain.transfersOfBlock(from, fault), to };
      blocks = half(from, to);
      return ask(from, last);
    }
  };
  return ask;
};

/**
 * Reads one address of an EVM chain from one endpoint, over JSON-RPC. Only blocks that stay are read, so that what it
 * finds stands; what lies shortly before is read again each time.
 */
export const createEvmReader = (
  network: Network,
  address: string,
  { endpoint, outside }: { readonly endpoint: Endpoint; readonly outside: Outside },
): Reader => {
  const client = createClient(endpoint, outside);
  const chain = createEvmChain(client, network, address);
  const askStretch = createStretches(chain);
  const { lookBack } = network.finality;
  let isRightChain = false;

  const checkChain = async (): Promise<void> => {
    isRightChain ||= (await chain.chainId()) === network.chainId;
    if (!isRightChain) throw new EndpointFault(client.name, 'wrong-chain');
  };

  /** Events from a block on, up to `last` or as far as one look goes, but at least up to where it was read before. */
  const readOn = async (from: number, before: number, last: number): Promise<{ logs: Log[]; to: number }> => {
    const logs: Log[] = [];
    let to = from - 1;
    for (let asked = 0; to < last && (asked < MOST_RANGES || to < before); asked += to < before ? 0 : 1) {
      const stretch = await askStretch(to + 1, last);
      logs.push(...stretch.logs);
      to = stretch.to;
    }
    return { logs, to };
  };

  const read = async (since: BlockMark | undefined): Promise<Reading> => {
    await checkChain();
    const last = await chain.lastingBlock();
    if (since && last < since.number) {
      // Endpoints are not all equally far; one that is far behind is of no use.
      const behind = since.number - last;
      if (behind > lookBack) throw new EndpointFault(client.name, 'lagging', `${behind} blocks`);
      return { from: since.number, readTo: since, found: [], isComplete: true, isForked: false };
    }
    const isForked = since !== undefined && (await chain.block(since.number)).hash !== since.hash;
    const before = since?.number ?? last;
    const from = Math.max(0, before - (isForked ? 4 * lookBack : lookBack) + 1);
    const { logs, to } = await readOn(from, before, last);
    const found = await foundIn(chain, network, logs);
    return { from, readTo: markOf(await chain.block(to)), found, isComplete: to === last, isForked };
  };
  return { name: client.name, read, head: async () => markOf(await chain.block(await chain.lastingBlock())) };
};
