import { z } from 'zod';

/** `keccak256('Transfer(address,address,uint256)')`: the first topic of every transfer (ERC-20). */
export const TRANSFER = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef';

/** A whole number in hex that a number holds. */
const Count = z
  .string()
  .regex(/^0x[0-9a-f]{1,14}$/i)
  .transform(Number)
  .refine(Number.isSafeInteger);
const Word = z
  .string()
  .regex(/^0x[0-9a-f]{64}$/i)
  .toLowerCase();

/** An answer of JSON-RPC 2.0; what a node says beside an error's number may hold the key it was asked with. */
export const RpcReply = z.union([
  z.object({ error: z.object({ code: z.number() }) }),
  z.object({ result: z.unknown() }),
]);

export const BlockNumber = Count;

/** A block without its transactions. */
export const Block = z.object({ number: Count, hash: Word, timestamp: Count });
export type Block = z.output<typeof Block>;

/** A transfer of a coin, as an event of its contract. */
export const Event = z.object({
  address: z.string().toLowerCase(),
  topics: z.tuple([Word, Word, Word]),
  data: Word,
  blockNumber: Count,
  blockHash: Word,
  transactionHash: Word,
  logIndex: Count,
  removed: z.boolean().default(false),
});

/** Events of a contract. */
export const Logs = z.array(Event);
export type Log = z.output<typeof Logs>[number];

/** What became of a transaction, with all of its events, of whatever contract. */
export const Receipt = z.object({
  transactionHash: Word,
  blockNumber: Count,
  status: Count,
  logs: z.array(z.unknown()),
});

/** What became of every transaction of a block. */
export const Receipts = z.array(Receipt);

/** A whole number as JSON-RPC writes it. */
export const hexOf = (n: number): string => `0x${n.toString(16)}`;

/** An address as a topic. */
export const topicOf = (address: string): string => `0x${address.slice(2).toLowerCase().padStart(64, '0')}`;

/** First four bytes of the hash of `decimals()`: what a contract is asked to see that it is a coin. */
export const DECIMALS = '0x313ce567';

/** What a contract answers in one word; nothing where there is no contract. */
export const OneWord = z
  .string()
  .regex(/^0x[0-9a-f]*$/i)
  .transform((hex) => (hex.length === 66 ? Number(hex) : undefined));
