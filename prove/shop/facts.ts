import type { TestApp } from '@skyport/server/testing-app';
import { sql } from 'kysely';

/** Something that a server has acknowledged: it is true for ever. A sentence of three words. */
export type Fact = `${'money' | 'order' | 'trade' | 'state' | 'coupon'} ${string} ${string}`;

/** What servers acknowledge. */
export const fact = {
  /** Money of this reference was taken, in milli-yuan. */
  money: (reference: string, amount: number): Fact => `money ${reference} ${amount}`,
  /** There is an order of this account. */
  order: (id: string, num: number): Fact => `order ${id} ${num}`,
  /** There is a trade of this order. */
  trade: (id: string, orderId: string): Fact => `trade ${id} ${orderId}`,
  /** An order has come to its end. */
  state: (orderId: string, state: 'paied' | 'cancled'): Fact => `state ${orderId} ${state}`,
  /** A use of a coupon was taken for an order, whatever became of it later. */
  coupon: (orderId: string): Fact => `coupon ${orderId} taken`,
};

const namesOf = (facts: readonly Fact[], kind: string): string[] =>
  facts.filter((each) => each.startsWith(`${kind} `)).map((each) => each.split(' ')[1] ?? '');

/** Facts that are not true, or true twice. */
export const falseFacts = async ({ deps: { db } }: TestApp, facts: readonly Fact[]): Promise<Fact[]> => {
  const { rows } = await sql<{ fact: string }>`
    select 'money ' || reference || ' ' || amount as fact from payments
     where reference = any(${namesOf(facts, 'money')}::text[])
    union all select 'order ' || id || ' ' || user_num from orders where id = any(${namesOf(facts, 'order')}::uuid[])
    union all select 'trade ' || id || ' ' || order_id from trades where id = any(${namesOf(facts, 'trade')}::uuid[])
    union all select 'state ' || id || ' ' || status from orders where id = any(${namesOf(facts, 'state')}::uuid[])
    union all select distinct 'coupon ' || order_id || ' taken' from coupon_uses
     where order_id = any(${namesOf(facts, 'coupon')}::uuid[])`.execute(db);
  const times = new Map<string, number>();
  for (const row of rows) times.set(row.fact, (times.get(row.fact) ?? 0) + 1);
  return facts.filter((each) => times.get(each) !== 1);
};
