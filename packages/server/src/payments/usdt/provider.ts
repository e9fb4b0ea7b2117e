import type { Db } from '@skyport/db';
import { MINUTE_MS } from '../../platform/clock.ts';
import type { Deps } from '../../platform/deps.ts';
import { clientPrefix } from '../../platform/networks.ts';
import type { NotReserved, PaymentProvider, Reservation, ReserveRequest } from '../../platform/payment-providers.ts';
import { listCursors, oldestWaiting, placeKey, type Place } from './deposit-store.ts';
import { listDay, LISTING } from './list-day.ts';
import { planOf, receivingPlaces, type UsdtPlan } from './plan.ts';
import { awaitedAddresses, takeSlot } from './slots.ts';

/** Name of the instance that takes USDT at addresses of our own. */
export const USDT_INSTANCE = 'usdt';

/** A chain that was read no further than this is offered to nobody, in ms. */
const OFFERED_MS = 10 * MINUTE_MS;

type Parts = Pick<Deps, 'clock' | 'db' | 'env' | 'ids' | 'random' | 'settings'>;

/** Where customers can pay now: the chain has been read lately, so somebody will see their money. */
const openPlaces = async (db: Db, { clock }: Pick<Parts, 'clock'>, plan: UsdtPlan): Promise<readonly Place[]> => {
  const since = clock.now().getTime() - OFFERED_MS;
  const read = (await listCursors(db)).filter(({ block_time }) => block_time.getTime() > since);
  const fresh = new Set(read.map(placeKey));
  return receivingPlaces(plan).filter((place) => fresh.has(placeKey(place)));
};

const reserve = async (trx: Db, parts: Parts, request: ReserveRequest): Promise<Reservation | NotReserved> => {
  const plan = planOf(await parts.settings.fresh(trx));
  const open = await openPlaces(trx, parts, plan);
  const place = open.find(({ network }) => request.network === '' || network === request.network);
  if (!place) return 'closed';
  const slot = await takeSlot(trx, parts, {
    tradeId: request.tradeId,
    orderId: request.orderId,
    userId: request.userId,
    prefix: clientPrefix(request.clientAddress),
    ...place,
    milliYuan: request.amount,
    rate: plan.rate,
    expiresAt: new Date(parts.clock.now().getTime() + plan.payableMs),
  });
  if (typeof slot === 'string') return slot;
  const { milli, price, rate, expires_at } = slot;
  return { ...place, asked: milli, price, rate, expiresAt: expires_at };
};

/**
 * Up to when a chain was read, and what was found handed over, wherever something can still come there; undefined when
 * one place never was.
 */
const readUpTo = async ({ db, clock }: Parts, network: string): Promise<Date | undefined> => {
  const awaited = (await awaitedAddresses(db, clock.now())).filter((place) => place.network === network);
  const read = new Map((await listCursors(db)).map((row) => [placeKey(row), row.block_time.getTime()]));
  // Asked after the cursors: what is found in between counts.
  const waiting = await oldestWaiting(db, network);
  const times = awaited.map((place) => read.get(placeKey(place)) ?? 0);
  const earliest = Math.min(...times, waiting ? waiting.getTime() - 1 : clock.now().getTime());
  return earliest > 0 ? new Date(earliest) : undefined;
};

/** Takes USDT at addresses of the operator's own: each payment has an amount of its own, by which it is told. */
export const createUsdtProvider = (parts: Parts): PaymentProvider => ({
  instance: USDT_INSTANCE,
  label: 'USDT',
  reserve: (trx, request) => reserve(trx, parts, request),
  networks: async (db) => (await openPlaces(db, parts, planOf(parts.settings.current()))).map(({ network }) => network),
  readUpTo: (network) => readUpTo(parts, network),
  listing: LISTING,
  listOf: (day, signal) => listDay(parts, day, signal),
  ask: async () => {
    throw new Error('amounts in USDT are reserved, not asked for');
  },
});
