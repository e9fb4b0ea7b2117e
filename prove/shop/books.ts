import { orderChanges, tradeChanges } from '@skyport/contract/order-states';
import type { TestApp } from '@skyport/server/testing-app';
import { sql } from 'kysely';

interface Problem {
  readonly problem: string;
}

/**
 * Paid orders that did not give exactly once what they sold, reckoned anew from what they say of their product, and
 * accounts whose membership is not the sum of what their orders gave.
 */
export const grantProblems = async ({ deps: { db } }: TestApp): Promise<string[]> => {
  const { rows } = await sql<Problem>`
    select format('order %s (%s) gave %s bytes and %s hours, the ledger says %s bytes', o.id, o.status,
                  g.traffic, g.vip_hours, l.bytes) as problem
      from orders o
      left join order_grants g on g.order_id = o.id
      left join lateral (
        select coalesce(sum(e.amount), 0)::bigint as bytes
          from ledger_tx x join ledger_entry e on e.tx_id = x.id join ledger_account a on a.id = e.account_id
         where x.idem_key = 'buy:' || o.id and a.owner = o.user_num and a.unit = 'BYTE') l on true
     where case when o.status = 'paied'
                then (g.traffic, g.vip_hours, l.bytes) is distinct from
                     (o.traffic + o.traffic * o.bonus_percent / 100,
                      ceil(o.vip_days * 24 * (100 + o.bonus_percent) / 100.0)::integer,
                      o.traffic + o.traffic * o.bonus_percent / 100)
                else g.order_id is not null or l.bytes <> 0 end
    union all
    select format('account %s is a member until %s, its orders gave it until %s', t.user_num, t.vip_until, g.until)
      from (select o.user_num, max(g.vip_after) as until from order_grants g join orders o on o.id = g.order_id
             where g.vip_hours > 0 group by o.user_num) g
      join traffic_account t on t.user_num = g.user_num
     where t.vip_until is distinct from g.until
    union all
    select format('order %s lengthened a membership from %s to %s by %s hours', c.order_id, c.vip_before, c.vip_after,
                  c.vip_hours)
      from (select g.*, lag(g.vip_after) over (partition by o.user_num order by g.vip_after) as previous
              from order_grants g join orders o on o.id = g.order_id where g.vip_hours > 0) c
     where c.vip_before is distinct from c.previous
        or c.vip_after <> greatest(c.granted_at, c.vip_before) + c.vip_hours * interval '1 hour'`.execute(db);
  return rows.map(({ problem }) => problem);
};

/** Orders that have ended, and what they must not have any more. */
export const endProblems = async ({ deps: { db } }: TestApp): Promise<string[]> => {
  const { rows } = await sql<Problem>`
    select format('trade %s of a %s order is %s', t.id, o.status, t.status) as problem
      from trades t join orders o on o.id = t.order_id
     where o.status in ('paied', 'cancled') and t.status in ('asking', 'open')
    union all
    select format('a cancelled order %s has a paid trade %s', o.id, t.id)
      from trades t join orders o on o.id = t.order_id where o.status = 'cancled' and t.status = 'paied'`.execute(db);
  return rows.map(({ problem }) => problem);
};

type Changes = Readonly<Record<string, readonly string[]>>;

/** Whether a state leads to another one, by as many changes as there are. */
const leadsTo = (changes: Changes, before: string, after: string): boolean =>
  before === after || (changes[before] ?? []).some((next) => leadsTo(changes, next, after));

/**
 * Orders and trades that the state table does not lead from where `seen` has them to where they are, or that are gone;
 * `seen` learns where they are.
 */
export const movedStates = async ({ deps: { db } }: TestApp, seen: Map<string, string>): Promise<string[]> => {
  const { rows } = await sql<{ kind: 'order' | 'trade'; id: string; status: string }>`
    select 'order' as kind, id, status from orders union all select 'trade', id, status from trades`.execute(db);
  const problems: string[] = [];
  const found = new Set<string>();
  for (const { kind, id, status } of rows) {
    const changes: Changes = kind === 'order' ? orderChanges : tradeChanges;
    const before = seen.get(id) ?? status;
    if (!Object.hasOwn(changes, status) || !leadsTo(changes, before, status))
      problems.push(`${kind} ${id} went from ${before} to ${status}`);
    seen.set(id, status);
    found.add(id);
  }
  return [...problems, ...[...seen.keys()].filter((id) => !found.has(id)).map((id) => `${id} is gone`)];
};
