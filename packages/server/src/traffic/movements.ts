import type { TrafficType } from '@skyport/contract/traffic-types';
import type { Bytes } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import type { LedgerEntry, SystemAccountKind } from '@skyport/db/ledger-rules';
import { post } from '@skyport/db/ledger';
import type { Ids } from '../platform/ids.ts';
import { extended } from './rules.ts';
import { addRecord, changeAccount, lockAccount, type TrafficAccount } from './store.ts';
import { insertTrial } from './trial-store.ts';

/** Something that happened to an account's permanent traffic, as its record shows it. */
export interface TrafficEvent {
  readonly userNum: number;
  readonly recordType: TrafficType;
  /** Name of the event: the same one never moves traffic twice. */
  readonly key: string;
  /** What it is about: the id of a coupon use, a day. */
  readonly ref: string;
  /** Who caused it: a user's id, or the name of a job. */
  readonly actor: string;
  readonly at: Date;
  /** Calendar day of `at`. */
  readonly day: string;
  readonly description: string;
}

/** What a record says of an event. */
type RecordedEvent = Pick<TrafficEvent, 'userNum' | 'day' | 'recordType' | 'description' | 'at'>;

/** Traffic that was sold comes from what the product issues, traffic that is given away from promotion. */
const sourceOf = (type: TrafficType): SystemAccountKind => (type === 'buy' ? 'traffic_issued' : 'promo');

/** The two ledger entries of a movement between a user's permanent traffic and the system; above 0: to the user. */
export const trafficEntries = (userNum: number, amount: number, system: SystemAccountKind): LedgerEntry[] => [
  { account: { owner: null, kind: system }, unit: 'BYTE', amount: -amount },
  { account: { owner: userNum, kind: 'traffic' }, unit: 'BYTE', amount },
];

/**
 * Adds permanent traffic: ledger, balance and record in one go. False, and nothing is changed, when the event's key was
 * posted before. Nothing to add is only recorded.
 */
export const grantTraffic = async (trx: Db, grant: TrafficEvent & { readonly amount: Bytes }): Promise<boolean> => {
  const account = await lockAccount(trx, grant.userNum);
  const { amount } = grant;
  if (amount > 0) {
    const outcome = await post(trx, {
      key: grant.key,
      kind: grant.recordType,
      ref: grant.ref,
      actor: grant.actor,
      at: grant.at,
      entries: trafficEntries(grant.userNum, amount, sourceOf(grant.recordType)),
    });
    if (outcome === 'duplicate') return false;
    if (outcome === 'refused') throw new Error(`the ledger refuses to grant ${grant.key}`);
  }
  await moveTraffic(trx, account, grant);
  return true;
};

/** Changes balance and record of a locked account by what the caller has posted to the ledger; below 0: takes away. */
export const moveTraffic = async (
  trx: Db,
  account: Pick<TrafficAccount, 'granted' | 'spent'>,
  move: RecordedEvent & { readonly amount: number },
): Promise<void> => {
  const granted = account.granted + move.amount;
  await changeAccount(trx, move.userNum, { granted });
  await record(trx, move, { change: move.amount, granted, spent: account.spent });
};

/** Records an event that moves no permanent traffic, such as days that were given. */
export const noteTraffic = async (trx: Db, event: RecordedEvent): Promise<void> => {
  const { granted, spent } = await lockAccount(trx, event.userNum);
  await record(trx, event, { change: 0, granted, spent });
};

const record = (
  trx: Db,
  { userNum, day, recordType, description, at }: RecordedEvent,
  after: { change: number; granted: number; spent: number },
): Promise<void> => addRecord(trx, { userNum, day, type: recordType, description, at, ...after });

/** How the end of a membership moved; null where there was none, or is none. */
export interface MembershipChange {
  readonly before: Date | null;
  readonly after: Date | null;
}

/** What was bought, as its record shows it. Bytes and whole hours. */
export interface Purchase {
  readonly userNum: number;
  readonly traffic: Bytes;
  readonly hours: number;
  readonly at: Date;
  readonly day: string;
  readonly description: string;
}

/**
 * Gives what was bought: balance, membership and record. The caller posts `trafficEntries` to the ledger, in the same
 * transaction and after this, because the traffic account is locked before the ledger's.
 */
export const applyPurchase = async (trx: Db, purchase: Purchase): Promise<MembershipChange> => {
  const { userNum, traffic, hours, at } = purchase;
  const account = await lockAccount(trx, userNum);
  await moveTraffic(trx, account, { ...purchase, recordType: 'buy', amount: traffic });
  const after = hours > 0 ? await extendMembership(trx, { userNum, hours, now: at }) : account.vipUntil;
  return { before: account.vipUntil, after };
};

/** Adds hours of membership, from now or from the end of the present one; gives the new end. */
export const extendMembership = async (
  trx: Db,
  { userNum, hours, now }: { userNum: number; hours: number; now: Date },
): Promise<Date> => {
  const account = await lockAccount(trx, userNum);
  const vipUntil = extended(account.vipUntil, hours, now);
  await changeAccount(trx, userNum, { vipUntil });
  return vipUntil;
};

/** Sets the end of membership of a locked account; null ends it for good. */
export const setMembership = (trx: Db, userNum: number, vipUntil: Date | null): Promise<void> =>
  changeAccount(trx, userNum, { vipUntil });

/** Marks bytes just granted as a trial: what is left of them at `expiresAt` is taken back. */
export const startTrial = (
  trx: Db,
  { ids }: { ids: Ids },
  trial: { userNum: number; amount: Bytes; expiresAt: Date },
): Promise<void> =>
  insertTrial(trx, {
    id: ids.next(),
    userNum: trial.userNum,
    granted: trial.amount,
    expiresAt: trial.expiresAt,
  });
