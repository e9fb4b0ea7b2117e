import type { agencyCalls } from '@skyport/contract/agency';
import { GIB } from '@skyport/contract/units';
import { inTransaction, type Db } from '@skyport/db';
import type { LedgerEntry } from '@skyport/db/ledger-rules';
import { post } from '@skyport/db/ledger';
import { notify } from '../notices/index.ts';
import { dayOf } from '../platform/clock.ts';
import type { Deps, Handler } from '../platform/deps.ts';
import { usersChanged } from '../platform/fleet-changes.ts';
import { wishedBefore } from '../platform/made-once.ts';
import { refuse } from '../platform/refuse.ts';
import { givableTraffic, lockTraffic, moveTraffic, settleUse, takeableTraffic } from '../traffic/index.ts';
import { lockParties, type Party } from './store.ts';
import { texts } from './texts.ts';

/** A gift of an agency to one of its customers. */
interface Gift {
  readonly agency: Party;
  readonly customer: Party;
  /** Bytes. */
  readonly amount: number;
  /** Names the gift: the same one is given once. */
  readonly change: string;
}

const entry = (owner: number, amount: number): LedgerEntry => ({
  account: { owner, kind: 'traffic' },
  unit: 'BYTE',
  amount,
});

/** The agency and its customer. Whoever is no agency may not; another's customer does not exist. */
const lockBoth = async (trx: Db, agencyId: string, customerId: string): Promise<Pick<Gift, 'agency' | 'customer'>> => {
  const parties = await lockParties(trx, [agencyId, customerId]);
  const agency = parties.find(({ id, is_agency }) => id === agencyId && is_agency) ?? refuse('roleForbidden');
  const customer = parties.find((one) => one.id === customerId && one.is_agency_user && one.agent_id === agency.id);
  return { agency, customer: customer ?? refuse('notFound') };
};

/** Changes both balances and records by what was posted. */
const move = async (trx: Db, deps: Deps, { agency, customer, amount }: Gift): Promise<void> => {
  const at = deps.clock.now();
  const event = { recordType: 'agency_allocate', at, day: dayOf(at, deps.settings.current().timezone) } as const;
  const givable = await givableTraffic(trx, { ...event, userNum: customer.num });
  if (amount > givable) refuse('conflict', texts.tooMuch);
  const [giver, receiver] = [await lockTraffic(trx, agency.num), await lockTraffic(trx, customer.num)];
  const description = texts.records.given(customer.email);
  await moveTraffic(trx, giver, { ...event, userNum: agency.num, description, amount: -amount });
  await moveTraffic(trx, receiver, {
    ...event,
    userNum: customer.num,
    description: texts.records.received,
    amount,
  });
};

/** Gives once. Traffic accounts are locked in one order: two agencies never wait for each other in a circle. */
const giveOnce = async (trx: Db, deps: Deps, gift: Gift): Promise<void> => {
  const { agency, customer, amount, change } = gift;
  for (const num of [agency.num, customer.num].toSorted((a, b) => a - b)) await lockTraffic(trx, num);
  const available = await settleUse(trx, deps, agency.num);
  const outcome = await post(trx, {
    // The amount is in the keys of an earlier version: a gift that it has given is found across an upgrade.
    key: `agency:${agency.id}:${customer.id}:${change}:${amount}`,
    kind: 'agency_allocate',
    ref: customer.id,
    actor: agency.id,
    at: deps.clock.now(),
    entries: [entry(agency.num, -amount), entry(customer.num, amount)],
  });
  if (outcome === 'duplicate') return;
  if (outcome === 'refused' || amount > available) refuse('notEnoughTraffic');
  await move(trx, deps, gift);
  await usersChanged(trx, deps, [agency.num, customer.num]);
  await notify(trx, deps, {
    userId: customer.id,
    kind: 'traffic',
    href: '#/traffic_records',
    text: texts.notice(amount / GIB),
    name: 'agency_allocate',
  });
};

/** Gives a customer of the agency some of the agency's own permanent traffic. */
export const give: Handler<(typeof agencyCalls)['give']> = async ({ id, giveNumber, change }, { caller }, deps) => {
  const answer = await inTransaction(deps.db, async (trx) => {
    const both = await lockBoth(trx, caller.id, id);
    const wish = { kind: 'agency_gift', form: { change, id, giveNumber }, id, otherwise: texts.otherwise };
    const isGiven = (await wishedBefore(trx, { caller, deps }, wish)) !== undefined;
    if (!isGiven) await giveOnce(trx, deps, { ...both, amount: giveNumber * GIB, change });
    const available = await takeableTraffic(trx, caller.num);
    deps.crash.at('agency-give.before-commit');
    return { available };
  });
  deps.crash.at('agency-give.after-commit');
  return answer;
};
