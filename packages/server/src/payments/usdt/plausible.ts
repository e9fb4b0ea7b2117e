import { networks, type NetworkName } from './networks.ts';
import type { BlockMark, Reader } from './reading.ts';

/** What an endpoint has read, and from where. */
interface Advance {
  readonly network: NetworkName;
  readonly since: BlockMark | undefined;
  readonly to: BlockMark;
  readonly now: Date;
}

/** Blocks that endpoints of one chain may differ by. */
const slackOf = (network: NetworkName): number => networks[network].finality.lookBack / 2;

/** Whether a chain can have made so many blocks since a mark. */
export const canHaveMade = ({ network, since, to, now }: Advance & { readonly since: BlockMark }): boolean => {
  const elapsed = Math.max(now.getTime(), to.time.getTime()) - since.time.getTime();
  return to.number - since.number <= elapsed / networks[network].fastestBlockMs + slackOf(network);
};

/** Whether another endpoint is as far as a block; undefined when none answers. */
const isReached = async (
  others: readonly Reader[],
  { network, to }: Pick<Advance, 'network' | 'to'>,
): Promise<boolean | undefined> => {
  let reached: boolean | undefined;
  for (const other of others) {
    const head = await other.head().catch(() => undefined);
    if (head && head.number + networks[network].finality.lookBack >= to.number) return true;
    if (head) reached = false;
  }
  return reached;
};

/**
 * Whether an endpoint claims more blocks than there are: more than its chain can have made since the mark, and no other
 * endpoint is as far. Without a mark the others alone decide. A mark there would stop the chain: every honest endpoint
 * would be behind it.
 */
export const claimsTooMuch = async (advance: Advance, others: readonly Reader[]): Promise<boolean> => {
  const { since } = advance;
  if (since) return !canHaveMade({ ...advance, since }) && (await isReached(others, advance)) !== true;
  return (await isReached(others, advance)) === false;
};
