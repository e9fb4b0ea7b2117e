import { createDb } from '@skyport/db';
import { createFastReader } from '@skyport/db/reader';
import { systemClock } from '@skyport/server/platform/clock';
import { createSubscribers } from '@skyport/server/subscription/document/subscribers';
import type { Subscriber } from '../rig.ts';
import type { DocumentPart } from './alternate.ts';

/** Documents that are asked for at the same time: what a loaded panel gathers for one statement. */
const TOGETHER = 12;
/** Rows of the fetch journal that one statement writes. */
const WRITTEN = 500;

const COLUMNS = `u.id, u.num, u.userkey_hash, u.userkey_enc, u.disabled, u.is_agency_user, u.normal_permission,
  u.in_xinjiang, u.in_foreign, u.use_english_node, u.daily_unlimited, u.describe_host, u.daily_unlimited_gb,
  t.granted, t.spent, t.vip_until, t.daily_quota, t.day, t.day_used,
  array(select p.permission_id::text from user_permissions p where p.user_id = u.id and p.expires_at > $2) as permissions`;
const FROM = 'from users u join traffic_account t on t.user_num = u.num';

const JOURNAL = `select count(*) from unnest($1::bigint[], $2::float8[], $3::text[], $4::text[], $5::int[])`;
const arrayOf = (values: readonly (string | number)[]): string => `{${values.join(',')}}`;

/** Parts that read rows of users or write the journal. Figures are for `documents` of them; `close` ends connections. */
export const readParts = (databaseUrl: string, subscribers: readonly Subscriber[]) => {
  const reader = createFastReader(databaseUrl);
  const { pool, close } = createDb(databaseUrl);
  const users = createSubscribers(reader, systemClock);
  const someAt = (index: number): string[] =>
    Array.from({ length: TOGETHER }, (_, at) => subscribers[(index * TOGETHER + at) % subscribers.length]!.id);
  const rows = Array.from({ length: WRITTEN }, (_, at) => ({
    num: at,
    hour: 1_800_000_000,
    network: '203.0.113.0/24',
  }));
  const columns = [
    rows.map(({ num }) => num),
    rows.map(({ hour }) => hour),
    rows.map(({ network }) => network),
    rows.map(() => 'mihomo/2.4.7'),
    rows.map(() => 1),
  ];
  const parts: (DocumentPart & { readonly documents: number })[] = [
    {
      name: 'rows of users come as lists, with flags in one number',
      documents: TOGETHER,
      product: async (index) => Promise.all(someAt(index).map((id) => users.find(id))),
      plain: async (index) => {
        const text = `select ${COLUMNS} ${FROM} where u.id = any($1::uuid[])`;
        const found = await pool.query({ name: 'plain', text, values: [someAt(index), new Date()] });
        return new Map(found.rows.map((row: { id: string }) => [row.id, row]));
      },
    },
    {
      name: 'users who ask at the same time share a statement',
      documents: TOGETHER,
      product: async (index) => Promise.all(someAt(index).map((id) => users.find(id))),
      plain: async (index) => {
        const text = `select ${COLUMNS} ${FROM} where u.id = $1`;
        return Promise.all(someAt(index).map((id) => reader.lists({ name: 'single', text }, [id, new Date()])));
      },
    },
    {
      name: 'arrays of the journal are written as text',
      documents: WRITTEN,
      product: async () => pool.query({ name: 'journal', text: JOURNAL, values: columns.map(arrayOf) }),
      plain: async () => pool.query({ name: 'journal', text: JOURNAL, values: columns }),
    },
  ];
  return { parts, close: async () => void (await Promise.all([reader.close(), close()])) };
};
