import { agencyCalls } from '@skyport/contract/agency';
import { GIB } from '@skyport/contract/units';
import { giveTraffic } from '@skyport/server/push/testing/people';
import type { TestSession } from '@skyport/server/testing-app';
import { sql } from 'kysely';
import { makeAgency } from '../shop/agency.ts';
import { given } from './acts.ts';
import type { World } from './world.ts';

/*
 * Agencies among a crowd: each gives its customer traffic again and again, whenever the panel may die. They buy
 * nothing, so that what both have is what was given alone.
 */

/** An agency, its customer, and every gift that was wished for. */
export interface Agency {
  readonly agency: TestSession;
  readonly customer: TestSession;
  /** Names of all gifts, and of those that were not answered. */
  readonly gifts: Set<string>;
  readonly unheard: Set<string>;
}

const AGENCIES = 3;
/** G that an agency begins with, more than it ever gives, and of a gift. */
const [HAS, GIVEN] = [100_000, 1];

/** How often a gift is sent again though it may have been answered. */
const AGAIN = 0.3;

/** Agencies of a crowd, each with a customer who has nothing. */
export const makeAgencies = async ({ shop: { app } }: World): Promise<readonly Agency[]> => {
  const agencies: Agency[] = [];
  for (let n = 0; n < AGENCIES; n += 1) {
    const [agency, customer] = [await app.account(), await app.account()];
    await giveTraffic(app, agency, HAS);
    await makeAgency(app, agency, customer);
    agencies.push({ agency, customer, gifts: new Set(), unheard: new Set() });
  }
  return agencies;
};

const send = async (world: World, { agency, customer, unheard }: Agency, change: string): Promise<void> => {
  const gift = { id: customer.userId, giveNumber: GIVEN, change };
  if (await given(world, agency, agencyCalls.give.path, gift)) unheard.delete(change);
};

/** An agency gives once, or sends once more what it gave last. */
export const giveOnce = async (world: World, agency: Agency): Promise<void> => {
  const last = [...agency.gifts].at(-1);
  if (last !== undefined && world.random() < AGAIN) return send(world, agency, last);
  const change = `gift-${agency.gifts.size + 1}-of-${agency.agency.userId}`;
  agency.gifts.add(change);
  agency.unheard.add(change);
  return send(world, agency, change);
};

/** Agencies send again what was not answered; throws unless every gift was then given, and given once. */
export const settleGifts = async (world: World, agencies: readonly Agency[]): Promise<void> => {
  for (const each of agencies) {
    for (const change of each.unheard) await send(world, each, change);
    if (each.unheard.size > 0) throw new Error(`${each.unheard.size} gifts of an agency are not taken any more`);
    const { agency, customer, gifts } = each;
    const { rows } = await sql<{ num: number; granted: number }>`
      select user_num as num, granted from traffic_account where user_num in (${agency.num}, ${customer.num})`.execute(
      world.shop.app.deps.db,
    );
    const has = new Map(rows.map(({ num, granted }) => [num, granted / GIB]));
    const wanted = [HAS - gifts.size * GIVEN, gifts.size * GIVEN];
    const found = [has.get(agency.num), has.get(customer.num)];
    if (found.some((amount, n) => amount !== wanted[n]))
      throw new Error(
        `after ${gifts.size} gifts there are ${found.join(' and ')} G, and not ${wanted.join(' and ')} G`,
      );
  }
};
