import type { OrderFlag, TakeBackPreview } from '@skyport/contract/order-flags';
import { yuanOf } from '@skyport/contract/units';
import type { Db } from '@skyport/db';
import { emailsOf } from '../accounts/index.ts';
import { permissionNames } from '../permissions/index.ts';
import { HOUR_MS } from '../platform/clock.ts';
import type { Deps } from '../platform/deps.ts';
import { pendingTraffic } from '../traffic/index.ts';
import { hasMoney } from './flag.ts';
import { listEvents, listFlags, type EventRow, type FlagRow } from './flag-store.ts';
import { findOrder, type OrderRow } from './order-store.ts';
import { type Parts, partsOf } from './take-back.ts';
import type { Part } from './take-back-rules.ts';
import { findTakeBack, type TakeBackRow } from './take-back-store.ts';

/** Hours to the hundredth, rounded down. */
const hoursOf = (ms: number): number => Math.floor((ms / HOUR_MS) * 100) / 100;

const each = ({ given, left }: Part, shown: (amount: number) => number): Part => ({
  given: shown(given),
  left: shown(left),
});

const asIs = (amount: number): number => amount;

/** What taking back would do to an order; undefined when there is none. */
export const previewTakeBack = async (db: Db, deps: Deps, orderId: string): Promise<TakeBackPreview | undefined> => {
  const order = await findOrder(db, orderId);
  if (!order) return undefined;
  const parts = await partsOf(db, deps, order);
  const names = await permissionNames(db);
  return {
    traffic: each(parts.traffic, asIs),
    pending: await pendingTraffic(db, order.user_num),
    vip_hours: each(parts.membership, hoursOf),
    permissions: parts.permissions.map(({ id, ...part }) => ({ name: names.get(id) ?? id, ...each(part, hoursOf) })),
    rebate: { ...each(parts.rebate, yuanOf), email: parts.inviter?.email ?? '' },
    credited: each(parts.credited, yuanOf),
    wallet_spend: order.status === 'paied' ? yuanOf(order.wallet_spend) : 0,
  };
};

type Taken = NonNullable<OrderFlag['taken']>;

/** What was taken back at this moment, as staff are told it. */
export const presentTaken = async (db: Db, parts: Parts): Promise<Taken> => {
  const names = await permissionNames(db);
  return {
    traffic: parts.traffic.left,
    vip_hours: hoursOf(parts.membership.left),
    permissions: parts.permissions.flatMap(({ id, left }) => (left > 0 ? (names.get(id) ?? id) : [])),
    rebate: yuanOf(parts.rebate.left),
    credited: yuanOf(parts.credited.left),
  };
};

const storedTaken = (row: TakeBackRow, names: ReadonlyMap<string, string>): Taken => ({
  traffic: row.traffic,
  vip_hours: hoursOf(row.vip_ms),
  permissions: Object.entries(row.permissions as Record<string, number>).flatMap(([id, ms]) =>
    ms > 0 ? (names.get(id) ?? id) : [],
  ),
  rebate: yuanOf(row.rebate),
  credited: yuanOf(row.credited),
});

/** What a flag is shown with. */
interface Beside {
  readonly events: readonly EventRow[];
  readonly emails: ReadonlyMap<string, string>;
  readonly taken: TakeBackRow | undefined;
  readonly names: ReadonlyMap<string, string>;
  readonly labelOf: (instance: string) => string;
}

const presentFlag = (row: FlagRow, { events, emails, taken, names, labelOf }: Beside): OrderFlag => ({
  _id: row.id,
  reason: row.reason,
  state: row.state,
  opened_by: emails.get(row.opened_by ?? '') ?? '',
  note: row.note,
  opened_at: row.opened_at.toISOString(),
  closed_by: emails.get(row.closed_by ?? '') ?? '',
  closed_at: row.closed_at?.toISOString() ?? null,
  closed_why: row.closed_why,
  events: events
    .filter(({ flag_id }) => flag_id === row.id)
    .map((event) => ({
      platform: labelOf(event.instance),
      reason: event.reason === 'dispute' ? 'dispute' : 'refund',
      reference: event.reference,
      amount: event.amount / 1000,
      currency: event.currency,
      said_at: event.said_at.toISOString(),
    })),
  taken: taken?.flag_id === row.id ? storedTaken(taken, names) : null,
});

/** Flags of an order as staff see them, and whether they may flag it now. */
export const flagsOfOrder = async (
  db: Db,
  { payments }: Pick<Deps, 'payments'>,
  order: Pick<OrderRow, 'id' | 'status'>,
): Promise<{ readonly flags: OrderFlag[]; readonly can_flag: boolean }> => {
  const rows = await listFlags(db, order.id);
  const isFlagged = rows[0]?.state === 'open';
  const can_flag = !isFlagged && (await hasMoney(db, order));
  if (rows.length === 0) return { flags: [], can_flag };
  const people = rows.flatMap(({ opened_by, closed_by }) => [opened_by ?? [], closed_by ?? []].flat());
  const beside = {
    events: await listEvents(
      db,
      rows.map(({ id }) => id),
    ),
    emails: await emailsOf(db, people),
    taken: await findTakeBack(db, order.id),
    names: await permissionNames(db),
    labelOf: (instance: string) => payments.labelOf(instance),
  };
  return { flags: rows.map((row) => presentFlag(row, beside)), can_flag };
};
