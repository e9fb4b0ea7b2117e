import { createFastReader } from '@skyport/db/reader';
import { systemClock } from '@skyport/server/platform/clock';
import { createSubscribers } from '@skyport/server/subscription/document/subscribers';
import type { Subscriber } from '../rig.ts';
import type { DocumentPart } from './alternate.ts';

/** Documents that are asked for at the same time: what a loaded panel gathers for one statement. */
const TOGETHER = 12;

const COLUMNS = `u.id, u.num, u.userkey_hash, u.userkey_enc, u.disabled, u.is_agency_user, u.normal_permission,
  u.in_xinjiang, u.in_foreign, u.use_english_node, u.daily_unlimited, u.describe_host, u.daily_unlimited_gb,
  t.granted, t.spent, t.vip_until, t.daily_quota, t.day, t.day_used,
  array(select p.permission_id::text from user_permissions p where p.user_id = u.id and p.expires_at > $2) as permissions`;
const FROM = 'from users u join traffic_account t on t.user_num = u.num';

/** Parts that read rows of users. Figures are for `documents` of them; `close` ends the connection. */
export const readParts = (databaseUrl: string, subscribers: readonly Subscriber[]) => {
  const reader = createFastReader(databaseUrl);
  const users = createSubscribers(reader, systemClock);
  const someAt = (index: number): string[] =>
    Array.from({ length: TOGETHER }, (_, at) => subscribers[(index * TOGETHER + at) % subscribers.length]!.id);
  const parts: (DocumentPart & { readonly documents: number })[] = [
    {
      name: 'users who ask at the same time share a statement',
      documents: TOGETHER,
      product: async (index) => Promise.all(someAt(index).map((id) => users.find(id))),
      plain: async (index) => {
        const text = `select ${COLUMNS} ${FROM} where u.id = $1`;
        return Promise.all(someAt(index).map((id) => reader.rows({ name: 'single', text }, [id, new Date()])));
      },
    },
  ];
  return { parts, close: () => reader.close() };
};
