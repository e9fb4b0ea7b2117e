import type { z } from 'zod';
import { EndpointFault } from './endpoint.ts';

/** A block up to which a chain was read. */
export interface BlockMark {
  readonly number: number;
  readonly hash: string;
  readonly time: Date;
}

/** A transfer of USDT to our address, in a block that stays. */
export interface Found {
  readonly txid: string;
  readonly logIndex: number;
  readonly block: number;
  /** Empty on TRON, which says it nowhere beside the transfer. */
  readonly blockHash: string;
  readonly time: Date;
  readonly sender: string;
  /** Base units. */
  readonly units: bigint;
}

/** What one look at a chain gave. */
export interface Reading {
  /** First block of it. */
  readonly from: number;
  readonly readTo: BlockMark;
  readonly found: readonly Found[];
  /** Whether it reached the newest block that stays; false while it catches up. */
  readonly isComplete: boolean;
  /** Whether the block that was read up to before is another one now. */
  readonly isForked: boolean;
}

/** Reads the transfers of USDT to one address from one endpoint. */
export interface Reader {
  /** The endpoint's host. */
  readonly name: string;
  /** The newest block that stays. Throws an EndpointFault. */
  head(): Promise<BlockMark>;
  /**
   * Reads on behind a mark, and once more what lies shortly before it, because endpoints lose and delay. `known` gives
   * those of some transactions that are stored. Throws an EndpointFault.
   */
  read(
    since: BlockMark | undefined,
    known: (txids: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<Reading>;
}

/** An answer as its schema has it; throws an EndpointFault for another one. */
export const parsed = <T>(name: string, schema: z.ZodType<T>, answer: unknown): T => {
  const result = schema.safeParse(answer);
  if (!result.success) throw new EndpointFault(name, 'bad-answer', 'unexpected shape');
  return result.data;
};
