import { makeUserkey } from '@skyport/server/accounts/sign-up/create';
import type { Deps } from '@skyport/server/platform/deps';
import { Client } from 'pg';

/** How many rows of each kind: one order and trade a user, ten traffic records, 0.3 audit entries. */
export interface ShopSize {
  readonly users: number;
}

/** Accounts sent in one statement. */
const AT_ONCE = 20_000;

/** A step of the generator: `n` is the number of users. */
type Step = readonly [name: string, sql: (n: number) => string];

/**
 * Steps in their order, all by the superuser with triggers off: what triggers would check is made consistent here. User
 * k has number k + the numbers that there were before, so every value follows from the number.
 */
const STEPS: readonly Step[] = [
  [
    'traffic accounts',
    () => `insert into traffic_account (user_num, granted, spent, posted_spent, vip_until, day_used, day, rec_day, rec_at,
             rec_spent, rec_granted)
           select num, (10 + num % 90) * 1073741824, (num * 7919) % 5000 * 1000000, (num * 7919) % 5000 * 1000000,
                  case when num % 3 = 0 then now() + (num % 400 - 60) * interval '1 day' end,
                  (num * 31) % 1000 * 1000000, current_date,
                  case when num % 4 = 0 then current_date end, case when num % 4 = 0 then now() end,
                  (num * 31) % 1000 * 1000000, (10 + num % 90) * 1073741824
             from made;
           insert into user_sort_values (user_num, last_active_at, spent, rec_day, rec_use)
           select num, u.last_active_at, t.spent, t.rec_day, t.rec_spent from made join users u using (num) join traffic_account t on t.user_num = num`,
  ],
  [
    'fetches',
    () => `insert into subscription_fetches (user_num, hour, network, family, version, count)
           select num, date_trunc('hour', now()) - hour * interval '1 hour', '198.18.' || (num + hour) % 250 || '.0/24',
                  'mihomo', '1.19.15', 3
             from made, generate_series(1, 23, 2) hour where num % 2 = 0`,
  ],
  [
    'link alarm figures',
    () => `insert into link_alarm_figures (user_num, place, networks, fetches, wrong_keys, at)
           select num, place, 20, 60, 0, now() from made where place <= 100`,
  ],
  [
    'ledger accounts',
    () => `insert into ledger_account (owner, kind, unit, min_balance, balance, last_tx)
           select num, 'traffic', 'BYTE', 0, (10 + num % 90) * 1073741824 - (num * 7919) % 5000 * 1000000, 3 * place - 1
             from made
           union all select num, 'wallet', 'CNY_MILLI', 0, num % 1000 * 10 + 10, 3 * place from made`,
  ],
  [
    'system accounts',
    () => `insert into ledger_account (owner, kind, unit, balance, last_tx)
           select null, s.kind, a.unit, -sum(a.balance), max(a.last_tx) from ledger_account a
             join (values ('traffic', 'made_traffic'), ('wallet', 'made_money')) s (from_kind, kind) on from_kind = a.kind
            where owner is not null group by s.kind, a.unit`,
  ],
  [
    'ledger transactions',
    () => `insert into ledger_tx (id, idem_key, kind, ref, actor, at) overriding system value
           select 3 * place - 2 + step, 'made:' || num || ':' || step, 'coupon', 'made', 'bench',
                  now() - (10 + place % 300) * interval '1 hour'
             from made, generate_series(0, 2) step`,
  ],
  [
    'ledger entries',
    () => `insert into ledger_entry (tx_id, seq, account_id, unit, amount, balance_after)
           select tx_id, side, case side when 1 then own else against end, unit, case side when 1 then amount else -amount end,
                  case side when 1 then balance else - sum(amount) over (partition by against, side order by tx_id) end
             from (
               select 3 * place - 2 as tx_id, t.id as own, g.id as against, 'BYTE' as unit,
                      (10 + num % 90) * 1073741824 as amount, (10 + num % 90) * 1073741824 as balance
                 from made join ledger_account t on t.owner = num and t.kind = 'traffic'
                 join ledger_account g on g.owner is null and g.kind = 'made_traffic'
               union all
               select 3 * place - 1, t.id, g.id, 'BYTE', -((num * 7919) % 5000 * 1000000), t.balance
                 from made join ledger_account t on t.owner = num and t.kind = 'traffic'
                 join ledger_account g on g.owner is null and g.kind = 'made_traffic'
                where (num * 7919) % 5000 > 0
               union all
               select 3 * place, t.id, g.id, 'CNY_MILLI', num % 1000 * 10 + 10, num % 1000 * 10 + 10
                 from made join ledger_account t on t.owner = num and t.kind = 'wallet'
                 join ledger_account g on g.owner is null and g.kind = 'made_money') e,
             generate_series(1, 2) side`,
  ],
  [
    'numbers and checkpoint',
    () => `delete from ledger_tx x where idem_key like 'made:%' and not exists (select from ledger_entry e where e.tx_id = x.id);
           select setval(pg_get_serial_sequence('ledger_tx', 'id'), (select max(id) from ledger_tx));
           update ledger_checkpoint set up_to_tx = (select max(id) from ledger_tx)`,
  ],
  [
    'orders',
    () => `insert into combos (id, name, price, traffic, created_at)
           select '01990000-0000-7000-8000-00000000c0b0', '套餐', 10000, 1073741824, now() - interval '2 years';
           insert into orders (id, user_id, user_num, status, combo_id, name, price, traffic, vip_days, bonus_percent,
             permission_ids, permission_days, created_at, expires_at, paid_at, cancelled_at)
           select uuid_of(at, place, 1), id, num, status, '01990000-0000-7000-8000-00000000c0b0', '套餐', 10000,
                  1073741824, 0, 0, '{}', 0, at, at + interval '1 hour',
                  case status when 'paied' then at end, case status when 'cancled' then at end
             from (select id, num, place, now() - (1 + place % 500000) * interval '1 minute' as at,
                          case when num % 3 = 0 then 'cancled' else 'paied' end as status from made) o`,
  ],
  [
    'trades',
    () => `insert into trades (id, order_id, user_id, status, mode, instance, device, amount, received, created_at,
             expires_at, settled_at)
           select uuid_of(created_at, user_num, 2), id, user_id, case status when 'paied' then 'paied' else 'closed' end,
                  case when user_num % 2 = 0 then 'alipay' else 'wxpay' end, 'main', 'pc', price,
                  case status when 'paied' then price end, created_at, expires_at, paid_at
             from orders`,
  ],
  [
    'traffic records',
    () => `insert into traffic_records (day, user_num, type, change, granted, spent, description, updated_at)
           select current_date - back, num,
                  case when num % 20 = back then 'buy' when back = 5 and num % 10 = 0 then 'sign_use' else 'spend' end,
                  case when num % 20 = back then 1 else -1 end * ((num * 31 + back) % 1000) * 1000000,
                  (10 + num % 90) * 1073741824, (num * 7919) % 5000 * 1000000, '', now() - back * interval '1 day'
             from made, generate_series(1, 10) back order by back desc, num`,
  ],
  [
    'audit',
    (n) => `insert into audit_log (id, at, actor, address, call, object, kind)
           select uuid_of(at, k, 3), at, id, '10.0.0.1', 'users.update', id::text, 'user'
             from (select k, now() - (${Math.round(n * 0.3)} - k) * interval '20 seconds' as at
                     from generate_series(1, ${Math.round(n * 0.3)}) k) e
             join made on place = 1 + (k * 13) % 50`,
  ],
  [
    'errors',
    (n) => `insert into error_log (id, at, name, message, stack, call, request_id)
           select uuid_of(at, k, 4), at, 'Fault', 'fault number ' || k % 400, 'at line ' || k % 400, 'users.list', ''
             from (select k, now() - k * interval '20 seconds' as at from generate_series(1, ${Math.round(n * 0.05)}) k) e`,
  ],
];

/** Time-ordered ids as the product makes them (RFC 9562, version 7), from an instant and a number. */
const UUID_OF = `create function pg_temp.uuid_of(at timestamptz, num bigint, kind int) returns uuid language sql immutable as
  $$ select (lpad(to_hex((extract(epoch from at) * 1000)::bigint), 12, '0') || '7' || lpad(to_hex(kind), 3, '0') || '8'
             || lpad(to_hex(num), 15, '0'))::uuid $$`;

/** Adds accounts with keys that this panel can decrypt; their ids are those of two years of sign-ups. */
const addUsers = async (client: Client, deps: Pick<Deps, 'ids' | 'secrets'>, users: number): Promise<void> => {
  const [end, years] = [Date.now(), 2 * 365 * 86_400_000];
  for (let from = 0; from < users; from += AT_ONCE) {
    const some = Array.from({ length: Math.min(AT_ONCE, users - from) }, (_, index) => {
      const at = end - Math.round((years * (users - from - index)) / users);
      const time = at.toString(16).padStart(12, '0');
      const place = (from + index).toString(16).padStart(12, '0');
      const id = `${time.slice(0, 8)}-${time.slice(8)}-7000-8000-${place}`;
      return { id, at: new Date(at), ...makeUserkey(id, deps) };
    });
    await client.query(
      `insert into users (id, email, password_hash, type, userkey_enc, userkey_hash, channel_code, is_agency,
         created_at, last_active_at)
       select id, 'user' || (abs(hashtext(id::text)) % 1000) || '.' || ($5::int + place) || '@example.com', 'none', 'normal',
              sealed, hash, case when place % 5 = 0 then 'made' || place % 1000 + 1000 else '' end, place % 2000 = 0,
              at, at + (now() - at) * (place * 7919 % 1000 / 1000.0)
         from unnest($1::uuid[], $2::bytea[], $3::bytea[], $4::timestamptz[]) with ordinality u (id, sealed, hash, at, place)`,
      [
        some.map(({ id }) => id),
        some.map(({ encrypted }) => encrypted),
        some.map(({ hash }) => hash),
        some.map(({ at }) => at),
        from,
      ],
    );
  }
};

/**
 * Fills an empty, migrated database with a shop of so many users, about a minute for 100,000. `rootUrl` is the
 * superuser's: triggers are off while rows are added, and the ledger balances nevertheless.
 */
export const fillShop = async (
  rootUrl: string,
  deps: Pick<Deps, 'ids' | 'secrets'>,
  { users, say }: ShopSize & { readonly say: (line: string) => void },
): Promise<void> => {
  const client = new Client({ connectionString: rootUrl });
  await client.connect();
  try {
    await client.query(`set session_replication_role = replica; set synchronous_commit = off; set work_mem = '256MB';
      set search_path = public, pg_temp; ${UUID_OF}`);
    await addUsers(client, deps, users);
    await client.query(`create temp table made as
      select id, num, row_number() over (order by num) as place from users where email like '%@example.com' and password_hash = 'none';
      create index on made (place); create index on made (num); analyze made`);
    say('users');
    for (const [name, statement] of STEPS) {
      await client.query(statement(users).replaceAll('uuid_of(', 'pg_temp.uuid_of('));
      say(name);
    }
    await client.query('vacuum analyze');
    // Writes to disk what the load left in memory, which would slow down the first job.
    await client.query('checkpoint');
    say('vacuum and statistics');
  } finally {
    await client.end();
  }
};
