import { z } from 'zod';
import { access, call } from './call.ts';
import { field } from './form.ts';
import { ChangeName, Done, Nothing, TypedCode } from './shapes.ts';
import { ByteCount, Id, Instant } from './units.ts';

/** Days after which a transfer that nobody took goes back to its sender. */
export const PUSH_DAYS = 7;

/** Most G of one transfer. */
const MOST_PUSHED = 1024 ** 2;

/** Transfers of one account that are shown at most. */
export const MOST_TRANSFERS = 200;

/** States of a transfer: waiting for whoever has the code, taken, and back at its sender. */
export const PushState = z.enum(['created', 'received', 'returned']);
export type PushState = z.infer<typeof PushState>;

/** A transfer as its sender sees it. */
export const Push = z.object({
  _id: Id,
  /** Whole G that were taken from the sender. */
  pushNumber: z.number().nonnegative(),
  /** G that the receiver gets: without the fee, and therefore not always whole. */
  receiveNumber: z.number().nonnegative(),
  code: z.string(),
  createTime: Instant,
  state: PushState,
  /** When it was taken, or came back. */
  endTime: Instant.nullable(),
  /** When it comes back by itself, while nobody has taken it. */
  returnTime: Instant,
});
export type Push = z.infer<typeof Push>;

/** A fee rate as parts per million; rates of settings have few decimals. */
const PPM = 1_000_000;

/** Bytes that the receiver of a transfer gets at a fee rate: the fee is rounded down to the byte. */
export const receivedOf = (amount: number, costRate: number): number => {
  const fee = (BigInt(amount) * BigInt(Math.round(costRate * PPM))) / BigInt(PPM);
  return amount - Number(fee);
};

export const pushCalls = {
  list: call({
    path: '/api/push/list',
    access: access.customer,
    rate: 'read',
    summary: 'The newest 200 traffic transfers of the account, with minimum (G), fee and what can be given away.',
    input: Nothing,
    output: z.object({
      minPushNum: z.number().nonnegative(),
      costRate: z.number().min(0).max(1),
      /** Bytes that can be given away now: neither trial traffic nor what was used and is not charged yet. */
      available: ByteCount,
      pushList: z.array(Push),
    }),
    fails: [],
  }),
  create: call({
    path: '/api/push/create',
    access: access.customerStrict,
    rate: 'change',
    summary:
      'Offers whole G of permanent traffic to whoever holds the code; the fee is the one of this moment. The same `change` makes one transfer, and answers with it again; 1109 with another amount.',
    input: z.object({
      pushNumber: field('转赠流量', z.number().int().min(0).max(MOST_PUSHED), { unit: 'G' }),
      /** Names the transfer: the same one is made once. */
      change: ChangeName.optional(),
    }),
    output: Push,
    fails: ['roleForbidden', 'pushTooSmall', 'notEnoughTraffic', 'tooFrequent', 'conflict'],
  }),
  receive: call({
    path: '/api/push/receive',
    access: access.customerStrict,
    rate: 'guess',
    summary:
      'Takes offered traffic by its code; the own code takes the transfer back. 1109 where the account would have more traffic than one can.',
    /** Any text: a code of another shape is simply one that does not exist. */
    input: z.object({ code: field('转赠码', TypedCode) }),
    output: z.object({
      /** Bytes that came. */
      traffic: ByteCount,
      /** Whether it was the account's own transfer, which came back whole. */
      returned: z.boolean(),
    }),
    fails: ['roleForbidden', 'unknownPush', 'tooFrequent', 'pushCodeInvalid', 'conflict'],
  }),
  takeBack: call({
    path: '/api/push/take_back',
    access: access.customerStrict,
    rate: 'change',
    summary: 'Takes back an own transfer that nobody has taken. 1109 when somebody has, or it came back before.',
    input: z.object({ id: Id }),
    output: Done,
    fails: ['notFound', 'conflict'],
  }),
} as const;
