import { z } from 'zod';

const Txid = z
  .string()
  .regex(/^[0-9a-f]{64}$/i)
  .toLowerCase();
const Hex = z
  .string()
  .regex(/^[0-9a-f]*$/i)
  .toLowerCase();
const Millis = z.number().int().nonnegative().max(Number.MAX_SAFE_INTEGER);

/** A page of an account's transfers, and the mark by which the next one is asked for. */
export const Rows = z.object({
  data: z.array(
    z.object({
      transaction_id: Txid,
      block_timestamp: Millis,
      token_info: z.object({ address: z.string().default('') }).default({ address: '' }),
      type: z.string(),
      /** Base units; undefined if it is not a number. */
      value: z
        .string()
        .regex(/^\d{1,78}$/)
        .transform(BigInt)
        .optional()
        .catch(undefined),
    }),
  ),
  meta: z.object({ fingerprint: z.string().min(1).optional() }).default({}),
});
export type Row = z.output<typeof Rows>['data'][number];

/** A block by its id. The first one has neither number nor time. */
export const SolidBlock = z.object({
  blockID: Txid,
  block_header: z.object({ raw_data: z.object({ number: Millis.default(0), timestamp: Millis.default(0) }) }),
});

const TransactionInfo = z.object({
  id: Txid,
  blockNumber: Millis,
  blockTimeStamp: Millis,
  receipt: z.object({ result: z.string().default('') }),
  /** Addresses here are the 20 bytes that contracts know, without the 0x41 of TRON. */
  log: z.array(z.object({ address: Hex, topics: z.array(Hex), data: Hex.default('') })).default([]),
});
export type TransactionInfo = z.output<typeof TransactionInfo>;

/** What became of a transaction; without an id when it is not known. */
export const TransactionAnswer = z.union([TransactionInfo, z.strictObject({}).transform(() => undefined)]);

/** What a contract answers in one word; nothing where there is no contract. */
export const ConstantResult = z
  .object({ constant_result: z.array(Hex).default([]) })
  .transform(({ constant_result: [word = ''] }) => (word.length === 64 ? Number(`0x${word}`) : undefined));
